"""Several files of a tool → a Run, in which each file is a process; and a Run → the records of a results file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any

from msgspec.structs import replace

from clamh.judging.foreign.tool_results import digest
from clamh.judging.same_run import may_agree_by_chance
from clamh.model.diagnostics import input_error
from clamh.model.errors import InputError
from clamh.model.results import (CaseRecord, CaseResult, End, ForkEnd, ForkResult, IterationRecord, Record, Run,
                                 WorkRecord)

NOT_PROCESSES = "not-processes"
SAME = ("host", "cpu")  # facts of the machine that repetitions share


def join_runs(runs: Sequence[Run]) -> Run:
    """The run of all files. What a file measured without a process for each figure becomes a fork, as its files are
    processes.

    Raises InputError for files that are not repetitions: of several tools, versions, flags or machines, or of the same
    measurements.
    """
    first, *others = runs
    for run in runs:
        if run.origin is None:
            raise _refuse(f"CLAMH itself wrote {run.path}",
                          "report and compare read it as it is; name files of other tools")
    for number, run in enumerate(others, 1):
        for what, describe in _FACTS.items():
            if (a := describe(first)) != (b := describe(run)) and a and b:
                raise _refuse(f"{first.path} and {run.path} were not measured alike: {what} {a} against {b}",
                              "import them separately, then compare them")
        if same := next((earlier for earlier in runs[:number] if earlier.header.run_id == run.header.run_id
                         and not may_agree_by_chance(earlier, run)), None):
            raise _refuse(f"{same.path} and {run.path} have the same measurements", "give each file once")
    if not others:
        return first
    names = _find_full_names(runs)
    by_case: dict[Hashable, list[CaseResult]] = {}
    for run in runs:
        for result in run.cases:
            by_case.setdefault(_identify_case(result.case, names), []).append(result)
    assert first.origin
    times = Counter(results[0].case.case_id for results in by_case.values())
    cases = {name: _join_case(results, times[results[0].case.case_id] > 1) for name, results in by_case.items()}
    works: dict[str, WorkRecord] = {}
    for run in reversed(runs):
        ids = {result.case.case_id: cases[_identify_case(result.case, names)].case.case_id for result in run.cases}
        works |= {id: replace(work, case_id=id) for work in run.works for id in [ids.get(work.case_id, work.case_id)]}
    return replace(
        first, cases=tuple(cases.values()), works=tuple(works.values()),
        skipped=tuple(dict.fromkeys(skipped for run in runs for skipped in run.skipped)), header=replace(
            first.header, run_id=digest(sorted(run.header.run_id for run in runs))), origin=replace(
                first.origin, unknown={name: why for name, why in first.origin.unknown.items() if name != "forks"}))


_FACTS: dict[str, Any] = {
    "the tool": lambda run: run.origin.tool,
    "the version": lambda run: run.origin.version,
    "the platform": lambda run: [(platform.side, platform.version, *platform.flags) for platform in run.platforms],
    "the machine": lambda run: [str(run.header.environment[name]) for name in SAME if name in run.header.environment],
}


def _refuse(message: str, hint: str) -> InputError:
    return input_error("import", message, hint)


def _find_full_names(runs: Sequence[Run]) -> dict[str, str]:
    """By case_id, the full name of what some files name without its beginning: `go test | grep Benchmark` has no
    packages. Only names with the same key, of which no file has another that ends alike.
    """
    files = [{result.case.benchmark for result in run.cases} for run in runs]
    by_id: dict[str, set[str]] = {}
    for run in runs:
        for result in run.cases:
            by_id.setdefault(result.case.case_id, set()).add(result.case.benchmark)
    found = {}
    for case_id, names in by_id.items():
        shortest, longest = min(names, key=len), max(names, key=len)
        if len(names) > 1 and all(_ends_in(longest, name) for name in names) and all(
                sum(_ends_in(name, shortest) for name in file) <= 1 for file in files):
            found[case_id] = longest
    return found


def _ends_in(name: str, end: str) -> bool:
    return name.endswith(end) and not re.match(r"\w", name[:-len(end)][-1:])


def _identify_case(case: CaseRecord, names: dict[str, str]) -> Hashable:
    """What is the same in every file, unlike the key, which is as short as the names in a file allow."""
    name = names.get(case.case_id, case.benchmark)
    return (name, case.side, case.source, case.mode, case.threads, *sorted(case.params.items()))


def _join_case(results: Sequence[CaseResult], ambiguous: bool) -> CaseResult:
    """The case with the forks of all files, numbered anew. An ambiguous key is replaced by the full name."""
    forks = [
        fork for result in results
        for fork in ([_join_forks(result)] if _shares_process(result) and len(results) > 1 else result.forks)
    ]
    case = max((result.case for result in results), key=lambda case: len(case.benchmark))  # with the full name
    if ambiguous:
        case = replace(case, key=case.benchmark, case_id=digest([case.case_id, case.benchmark]))
    options = replace(case.options, forks=len(forks), measurement_iterations=max(
        (len(fork.measurement) for fork in forks), default=0))
    warnings = results[0].warnings if len(results) == 1 else tuple(
        warning for result in results for warning in result.warnings if warning.code != NOT_PROCESSES)
    return CaseResult(case=replace(case, options=options),
                      warnings=tuple(replace(warning, case_id=case.case_id) for warning in warnings),
                      forks=tuple(_renumber(fork, case.case_id, number) for number, fork in enumerate(forks)))


def _shares_process(result: CaseResult) -> bool:
    return any(warning.code == NOT_PROCESSES for warning in result.warnings)


def _join_forks(result: CaseResult) -> ForkResult:
    """The forks of a file that share a process, as a fork, which failed if any of them did."""
    failed = (fork for fork in result.forks if fork.end is not None and fork.end.status != "ok")
    return replace(next(failed, result.forks[0]),
                   measurement=tuple(iteration for fork in result.forks for iteration in fork.measurement))


def _renumber(fork: ForkResult, case_id: str, number: int) -> ForkResult:
    def renumber(iterations: Sequence[IterationRecord]) -> tuple[IterationRecord, ...]:
        return tuple(replace(iteration, case_id=case_id, fork=number, index=index)
                     for index, iteration in enumerate(iterations))

    end: ForkEnd | None = fork.end and replace(fork.end, case_id=case_id, fork=number)
    start = replace(fork.start, case_id=case_id, fork=number, block=number)
    return replace(fork, start=start, warmup=renumber(fork.warmup),
                   measurement=renumber(fork.measurement), end=end)


def list_records(run: Run) -> list[Record]:
    """The lines of a results file that is read as this run."""
    assert run.origin
    records: list[Record] = [run.header, run.origin, *run.platforms, *run.skipped, *run.warnings]
    for result in run.cases:
        records += [result.case, *result.warnings]
        for fork in result.forks:
            records += [fork.start, *fork.warmup, *fork.measurement, *filter(None, [fork.end])]
    records += run.works
    return [*records, End(status="complete", time="", measuring_s=0.0, driver_cpu_s=0.0, lines=len(records))]
