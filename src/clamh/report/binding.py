"""To which CPUs measuring threads were bound, in one line for all rows; nothing where none was."""

from __future__ import annotations

from clamh.cases import Binding
from clamh.cpu_list import in_order, written
from clamh.summary import Summary


def sentence(summary: Summary) -> str:
    """What was bound, by number of threads, and which platforms' threads were not; "" where no row's were."""
    found: dict[tuple[int, Binding], None] = dict.fromkeys(
        (row.threads, row.binding) for row in summary.rows if row.binding)
    if not found:
        return ""
    parts = [_told(threads, binding) for threads, binding in sorted(found, key=lambda one: (one[0], one[1].cpus))]
    free = dict.fromkeys(row.platform for row in summary.rows if row.binding is None)
    others = f"; not bound: {', '.join(free)}" if free else ""
    return f"Bound to CPUs: {'; '.join(parts)}{others}."


def _told(threads: int, binding: Binding) -> str:
    memory = f", memory of node {written(binding.nodes)}" if binding.nodes else ""
    return f"{threads} thread{'s' * (threads > 1)} to {in_order(binding.cpus)}{memory}"
