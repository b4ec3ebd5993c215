"""Which CPUs a run had, and to which of them its measuring threads were bound, in one line for all rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clamh.machine.cpu_list import in_order, written
from clamh.model.cases import Binding
from clamh.model.summary import Summary


def sentence(summary: Summary) -> str:
    """What was bound, by number of threads, and which platforms' threads were not; "" where no row's were."""
    found: dict[tuple[int, Binding], None] = dict.fromkeys(
        (row.threads, row.binding) for row in summary.rows if row.binding)
    if not found:
        return ""
    parts = [_told(threads, binding) for threads, binding in sorted(found, key=lambda one: (one[0], one[1].cpus))]
    free = dict.fromkeys(row.side for row in summary.rows if row.binding is None)
    others = f"; not bound: {', '.join(free)}" if free else ""
    return f"Bound to CPUs: {'; '.join(parts)}{others}."


def cpus(environment: Mapping[str, Any]) -> str:
    """How many CPUs the machine had, and what of them the run: 56 CPUs; 8 CPUs (run on 2-3, quota 1.5)."""
    there, given, quota = (environment.get(name) for name in ("cpus", "cpus_allowed", "cpu_quota"))
    if not there:
        return ""
    fewer = isinstance(given, int) and isinstance(there, int) and given < there
    which = f"run on {environment['cpu_list']}" if environment.get("cpu_list") else f"run on {given} of them"
    parts = [which] if fewer else []
    parts += [f"quota {quota:.3g}"] if isinstance(quota, int | float) else []
    return f"{there} CPUs ({', '.join(parts)})" if parts else f"{there} CPUs"


def _told(threads: int, binding: Binding) -> str:
    memory = f", memory of node {written(binding.nodes)}" if binding.nodes else ""
    return f"{threads} thread{'s' * (threads > 1)} to {in_order(binding.cpus)}{memory}"
