"""Find cycles in a graph of names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter


def find_cycles(needs: Mapping[str, Sequence[str]]) -> list[tuple[str, ...]]:
    """Cycles of `needs`, each name before what it needs. Without one edge of each cycle the graph has no cycles.

    A graph can have more cycles than these.
    """
    graph = {name: list(dict.fromkeys(needed)) for name, needed in needs.items()}
    found_cycles: list[tuple[str, ...]] = []
    while True:
        try:
            TopologicalSorter(graph).prepare()
            return found_cycles
        except CycleError as error:
            backwards = error.args[1]  # each name is needed by the next; the last repeats the first
            found_cycles.append(tuple(reversed(backwards[1:])))
            graph[backwards[1]].remove(backwards[0])
