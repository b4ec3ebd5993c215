"""Contests: the cases that are compared with each other and are measured in turn."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

import msgspec

from clamh.model.advice import HINTS
from clamh.model.artifacts import Platform
from clamh.model.cases import Case, Catalog, Doubt, Plan, Turn
from clamh.model.diagnostics import Diagnostic
from clamh.model.results import CaseRecord
from clamh.model.sources import Unit

SLICED = ("avgt", "thrpt")  # modes
Contests = tuple[tuple[str, ...], ...]


def contests(cases: Iterable[Case], catalogs: Sequence[Catalog],
             of_builds: bool = False) -> tuple[Contests, tuple[Doubt, ...]]:
    """The case_ids of each contest, and warnings about cases that cannot take turns.

    Cases of a contest have the same benchmark of a suite, params, mode and threads, on at least two sides. They also
    have equal numbers of forks and iterations; cases that differ in these are measured one after the other.
    With `of_builds`, builds are compared, so each platform has its own contests.
    """
    equal_groups, doubts = [], []
    for comparable in _group_by(cases, lambda case: (
            *place(catalogs[case.artifact], case.key, of_builds), case.mode, case.threads,
        *sorted(case.params.items()))):
        by_length = _group_by(comparable, _length)
        equal_groups += [tuple(case.case_id for case in group) for group in by_length if len(group) > 1]
        if len(by_length) > 1:
            lengths = "; ".join(f"{', '.join(case.side for case in group)}: {_describe_length(group[0])}"
                                for group in by_length)
            doubts += [_not_in_turns(case, catalogs, lengths) for group in by_length for case in group]
    return tuple(equal_groups), tuple(doubts)


def stored_name(folder: str, cases: Sequence[CaseRecord | Case]) -> str:
    """The name under which `clamh run` stores facts about a contest for the next `clamh run` of it."""
    first = cases[0]
    return json.dumps([folder, first.key, first.mode, first.threads, sorted(first.params.items()),
                       sorted(case.platform for case in cases)])


def with_slices(plan: Plan, lengths: Mapping[str, int]) -> Plan:
    """The plan with longer slices for the contests in `lengths`, which has slice lengths by stored_name."""
    cases = {case.case_id: case for case in plan.cases}
    longer = {}
    for contest in plan.contests:
        sides = [cases[case_id] for case_id in contest]
        name = stored_name(os.path.dirname(plan.catalogs[sides[0].artifact].artifact.source), sides)
        longer.update(dict.fromkeys(contest, lengths.get(name, 0)))
    return msgspec.structs.replace(plan, cases=tuple(
        msgspec.structs.replace(case, slice_ns=longer.get(case.case_id, 0)) for case in plan.cases))


def sides(catalogs: Iterable[Catalog], of_builds: bool = False) -> Counter[tuple[str, str, str]]:
    """The number of sides of each benchmark, by its `place`. `of_builds` as in `contests`."""
    benchmark_sides = {(place(catalog, benchmark.key, of_builds), catalog.artifact.platform.id, catalog.artifact.build)
                       for catalog in catalogs for benchmark in catalog.benchmarks}
    return Counter(where for where, *_ in benchmark_sides)


def place(catalog: Catalog, key: str, of_builds: bool) -> tuple[str, str, str]:
    """What compared benchmarks share: the folder of the source, the key, and the platform if builds are compared."""
    return os.path.dirname(catalog.artifact.source), key, catalog.artifact.platform.id if of_builds else ""


def forecast_sides(units: Iterable[Unit], on: Mapping[str, Sequence[Platform]],
                   of_builds: bool = False) -> Counter[tuple[str, str]]:
    """The number of sides before the build, from the sources alone: platforms, or on each of them two builds.

    `on` has the platforms of each source.
    """
    sides = Counter((os.path.dirname(unit.source.path), benchmark.key)
                    for unit in units for benchmark in unit.benchmarks for _ in on[unit.source.path])
    return Counter(dict.fromkeys(sides, 2)) if of_builds else sides


def _group_by(cases: Iterable[Case], key_of_case: Callable[[Case], Hashable]) -> list[list[Case]]:
    groups: dict[Hashable, list[Case]] = {}
    for case in cases:
        groups.setdefault(key_of_case(case), []).append(case)
    return list(groups.values())


def _length(case: Case) -> tuple[int, ...]:
    options = case.options
    return options.forks, options.warmup_forks, options.measurement_iterations, options.measurement_time_ns


def _describe_length(case: Case) -> str:
    options = case.options
    time = f" × {options.measurement_time_ns / 1e6:g} ms" if options.measurement_time_ns else ""
    count = options.warmup_forks
    warmup = f" after {count} warmup fork{'s' * (count != 1)}" if count else ""
    return f"{options.forks} forks{warmup} of {options.measurement_iterations}{time}"


def _not_in_turns(case: Case, catalogs: Sequence[Catalog], lengths: str) -> Doubt:
    message = f"the sides do not all take turns, because their numbers of forks or iterations differ: {lengths}"
    return Doubt(
        source=catalogs[case.artifact].artifact.source, benchmark=case.benchmark, platform=case.platform,
        warning=Diagnostic(code="not-in-turns", severity="warning", message=message, hint=HINTS["not-in-turns"]))


def find_sliced(cases: Iterable[Case], catalogs: Sequence[Catalog]) -> bool:
    """Whether turns of these cases are slices, not whole iterations, as far as is known before opening a worker."""
    return all(_sliced(case, catalogs[case.artifact]) for case in cases)


def _sliced(case: Case, catalog: Catalog) -> bool:
    able = "slice" in catalog.capabilities.get("commands", ())
    # A counter that is a method can restart its count at any time, so the counts of slices cannot be added up.
    additive = all(meaning.type == "PER_OPERATION" for meaning in case.counters.values())
    return (able and case.mode in SLICED and case.threads == 1 and not case.members and additive
            and not case.options.bounds)  # they hold for a whole iteration


def slices_by_time(catalog: Catalog) -> bool:
    """Whether its worker takes the length of a slice only as a time, not as a number of invocations."""
    return catalog.capabilities.get("slice_unit") == "ns"


def side_by_side(turns: Sequence[Turn], of: Contests) -> tuple[Turn, ...]:
    """The turns of each contest next to each other, at the place of its first turn; otherwise the order is kept."""
    contests = _number_contests(of)
    groups: dict[int | Turn, dict[Turn, None]] = {}
    for turn in turns:
        groups.setdefault(contests.get(turn.case_id, turn), {})[turn] = None
    return tuple(turn for group in groups.values() for turn in group)


def sets(turns: Iterable[Turn], of: Contests) -> list[list[Turn]]:
    """The turns that run together: adjacent turns of a contest; any other turn runs alone."""
    contests = _number_contests(of)
    groups: list[list[Turn]] = []
    for turn in turns:
        contest = contests.get(turn.case_id)
        if groups and contest is not None and contest == contests.get(groups[-1][0].case_id):
            groups[-1].append(turn)
        else:
            groups.append([turn])
    return groups


def _number_contests(of: Contests) -> dict[str, int]:
    """The number of each case's contest."""
    return {case_id: number for number, contest in enumerate(of) for case_id in contest}
