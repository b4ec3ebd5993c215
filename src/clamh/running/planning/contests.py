"""Contests: the cases that are compared with each other and can be measured slice by slice, in turn."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence

from clamh.model.cases import Case, Catalog, Turn

MODES = ("avgt", "thrpt")
Contests = tuple[tuple[str, ...], ...]


def contests(cases: Iterable[Case], catalogs: Sequence[Catalog]) -> Contests:
    """The case_ids of each contest: the same benchmark of a suite, mode and params, as many forks and iterations, on two sides or more."""
    alike: dict[tuple, list[str]] = {}
    for case in cases:
        catalog, options = catalogs[case.artifact], case.options
        if sliceable(case, catalog):
            suite = os.path.dirname(catalog.artifact.source)
            asked = (options.forks, options.warmup_forks, options.measurement_iterations, options.measurement_time_ns)
            alike.setdefault((suite, case.key, case.mode, *sorted(case.params.items()), asked), []).append(case.case_id)
    return tuple(tuple(several) for several in alike.values() if len(several) > 1)


def sliceable(case: Case, catalog: Catalog) -> bool:
    """Whether its worker can measure slices of it, as far as that is known before it is opened."""
    able = "slice" in catalog.hello.get("capabilities", {}).get("commands", ())
    options = case.options
    # A counter that is a method counts from where it likes, so that those of slices cannot be added up.
    return (able and case.mode in MODES and case.threads == 1 and not case.members and not case.counters
            and options.measurement_time_ns > 0 and options.measurement_iterations > 0)


def slices_by_time(catalog: Catalog) -> bool:
    """Whether its worker can only be told how long a slice is to last, and not how many invocations it has."""
    return catalog.hello.get("capabilities", {}).get("slice_unit") == "ns"


def side_by_side(turns: Sequence[Turn], of: Contests) -> tuple[Turn, ...]:
    """The turns of each contest next to each other, at the place of the first; else in their order."""
    placed: dict[Turn, None] = {}
    for turn in turns:
        group = _group(turn.case_id, of)
        placed.update(dict.fromkeys(one for one in turns if one == turn or one.case_id in group))
    return tuple(placed)


def sets(turns: Iterable[Turn], of: Contests) -> list[list[Turn]]:
    """What is run together: turns of one contest that are next to each other, and each other turn by itself."""
    found: list[list[Turn]] = []
    for turn in turns:
        if found and turn.case_id in _group(found[-1][0].case_id, of):
            found[-1].append(turn)
        else:
            found.append([turn])
    return found


def _group(case_id: str, of: Contests) -> Collection[str]:
    return next((one for one in of if case_id in one), ())
