"""Text about the CPUs of a run, and about the CPUs to which its measuring threads were bound, for all rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clamh.machine.cpu_list import format_ranges, sort_cpus
from clamh.model.cases import Binding
from clamh.model.summary import Summary


def describe_binding(summary: Summary) -> str:
    """The CPUs per number of bound threads, and the platforms with unbound threads; "" if no row's threads were bound.
    """
    bindings: dict[tuple[int, Binding], None] = dict.fromkeys(
        (row.threads, row.binding) for row in summary.rows if row.binding)
    if not bindings:
        return ""
    parts = [
        _describe_threads(threads, binding)
        for threads, binding in sorted(bindings, key=lambda entry: (entry[0], entry[1].cpus))
    ]
    free = dict.fromkeys(row.side for row in summary.rows if row.binding is None)
    others = f"; not bound: {', '.join(free)}" if free else ""
    return f"Bound to CPUs: {'; '.join(parts)}{others}."


def describe_cpus(environment: Mapping[str, Any]) -> str:
    """The machine's CPUs and the run's share of them: `56 CPUs`, `8 CPUs (run on 2-3, quota 1.5)`."""
    present, allowed, quota = (environment.get(name) for name in ("cpus", "cpus_allowed", "cpu_quota"))
    if not present:
        return ""
    fewer = isinstance(allowed, int) and isinstance(present, int) and allowed < present
    which = f"run on CPUs {environment['cpu_list']}" if environment.get("cpu_list") else f"run on {allowed} of them"
    parts = [which] if fewer else []
    parts += [f"quota {quota:.3g}"] if isinstance(quota, int | float) else []
    cpus = f"{present} CPU{'s' * (present != 1)}"
    return f"{cpus} ({', '.join(parts)})" if parts else cpus


def _describe_threads(threads: int, binding: Binding) -> str:
    memory = f", memory of node {format_ranges(binding.nodes)}" if binding.nodes else ""
    return f"{threads} thread{'s' * (threads > 1)} to {sort_cpus(binding.cpus)}{memory}"
