"""Cycles in a graph of names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter


def cycles(needs: Mapping[str, Sequence[str]]) -> list[tuple[str, ...]]:
    """Cycles of `needs`, each name before what it needs, such that removing one edge of each leaves none."""
    graph = {name: list(dict.fromkeys(others)) for name, others in needs.items()}
    found: list[tuple[str, ...]] = []
    while True:
        try:
            TopologicalSorter(graph).prepare()
            return found
        except CycleError as error:
            backwards = error.args[1]  # each needed by the next, the first again at the end
            found.append(tuple(reversed(backwards[1:])))
            graph[backwards[1]].remove(backwards[0])
