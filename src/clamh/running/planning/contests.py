"""Contests: the cases that are compared with each other and are measured in turn."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence

import msgspec

from clamh.model.advice import ADVICE
from clamh.model.artifacts import Platform
from clamh.model.cases import Case, Catalog, Doubt, Plan, Turn
from clamh.model.diagnostics import Diagnostic
from clamh.model.results import CaseRecord
from clamh.model.sources import Unit

SLICED = ("avgt", "thrpt")  # modes
Contests = tuple[tuple[str, ...], ...]


def contests(cases: Iterable[Case], catalogs: Sequence[Catalog], of_builds: bool = False) -> tuple[Contests, tuple[Doubt, ...]]:
    """The case_ids of each contest: the same benchmark of a suite, params, mode and threads on two sides or more, and as many forks and
    iterations. With what is said of those that differ in these, which are measured one after the other.

    `of_builds`: what is compared are builds, so that platforms have contests of their own.
    """
    found, doubts = [], []
    for several in _alike(cases, lambda case: (*place(catalogs[case.artifact], case.key, of_builds), case.mode, case.threads, *sorted(case.params.items()))):
        equal = _alike(several, _length)
        found += [tuple(case.case_id for case in one) for one in equal if len(one) > 1]
        if len(equal) > 1:
            told = "; ".join(f"{', '.join(case.side for case in one)}: {_in_words(one[0])}" for one in equal)
            doubts += [_not_in_turns(case, catalogs, told) for one in equal for case in one]
    return tuple(found), tuple(doubts)


def stored_name(folder: str, cases: Sequence[CaseRecord | Case]) -> str:
    """What a contest of that folder is called where something is kept of it from run to run: the same for every build of the sources."""
    one = cases[0]
    return json.dumps([folder, one.key, one.mode, one.threads, sorted(one.params.items()), sorted(case.platform for case in cases)])


def with_slices(plan: Plan, lengths: Mapping[str, int]) -> Plan:
    """The plan with the longer slices of those contests that have some in `lengths`, by stored_name."""
    cases = {case.case_id: case for case in plan.cases}
    longer = {}
    for contest in plan.contests:
        several = [cases[one] for one in contest]
        name = stored_name(os.path.dirname(plan.catalogs[several[0].artifact].artifact.source), several)
        longer.update(dict.fromkeys(contest, lengths.get(name, 0)))
    return msgspec.structs.replace(plan, cases=tuple(msgspec.structs.replace(one, slice_ns=longer.get(one.case_id, 0)) for one in plan.cases))


def sides(catalogs: Iterable[Catalog], of_builds: bool = False) -> Counter[tuple[str, str, str]]:
    """On how many sides each benchmark is, by `place`; `of_builds` as in `contests`."""
    found = {(place(one, benchmark.key, of_builds), one.artifact.platform.id, one.artifact.build)
             for one in catalogs for benchmark in one.benchmarks}
    return Counter(where for where, *_ in found)


def place(catalog: Catalog, key: str, of_builds: bool) -> tuple[str, str, str]:
    """Where a benchmark is compared: the folder of its source, its key, and its platform where builds are compared."""
    return os.path.dirname(catalog.artifact.source), key, catalog.artifact.platform.id if of_builds else ""


def forecast_sides(units: Iterable[Unit], on: Mapping[str, Sequence[Platform]]) -> Counter[tuple[str, str]]:
    """The same before anything is built, as far as the sources say; `on` is, by source, where it will be built."""
    return Counter((os.path.dirname(unit.source.path), benchmark.key) for unit in units for benchmark in unit.benchmarks for _ in on[unit.source.path])


def _alike(cases: Iterable[Case], what: Callable[[Case], Hashable]) -> list[list[Case]]:
    found: dict[Hashable, list[Case]] = {}
    for case in cases:
        found.setdefault(what(case), []).append(case)
    return list(found.values())


def _length(case: Case) -> tuple[int, ...]:
    options = case.options
    return options.forks, options.warmup_forks, options.measurement_iterations, options.measurement_time_ns


def _in_words(case: Case) -> str:
    options = case.options
    time = f" × {options.measurement_time_ns / 1e6:g} ms" if options.measurement_time_ns else ""
    first = f" after {options.warmup_forks} that warm up" if options.warmup_forks else ""
    return f"{options.forks} forks{first} of {options.measurement_iterations}{time}"


def _not_in_turns(case: Case, catalogs: Sequence[Catalog], told: str) -> Doubt:
    return Doubt(source=catalogs[case.artifact].artifact.source, benchmark=case.benchmark, platform=case.platform, told=Diagnostic(
        code="not-in-turns", severity="warning", message=f"not all sides take turns, because they would not do so equally often: {told}",
        hint=ADVICE["not-in-turns"]))


def sliced(cases: Iterable[Case], catalogs: Sequence[Catalog]) -> bool:
    """Whether turns of a contest of these are slices, and not whole iterations, as far as that is known before a worker is opened."""
    return all(_sliced(case, catalogs[case.artifact]) for case in cases)


def _sliced(case: Case, catalog: Catalog) -> bool:
    able = "slice" in catalog.hello.get("capabilities", {}).get("commands", ())
    # A counter that is a method counts from where it likes, so that those of slices cannot be added up.
    return able and case.mode in SLICED and case.threads == 1 and not case.members and not case.counters


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
