"""The log of artifacts that ran without a driver (cluster/solo.sh): a process per fork, a score per iteration, nothing
else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from clamh.judging.foreign.tool_results import (RATE, Figure, Fork, Measured, list_unknown_terms, make_fork,
                                                make_platform, make_read_error, make_run, parse_figure, time_unit)
from clamh.model.options import DEFAULT_TIME_UNIT, UNITS_NS
from clamh.model.results import Origin, Run
from clamh.model.solo import CASE, ENDED, EXIT, SoloCase, read_header

TOOL = "CLAMH --solo"
ITERATION = re.compile(r"Benchmark .*, (warmup iteration|iteration) (\d+): (\S+) (\S+)$")
GIVE_LOG = "give the log that `clamh submit --solo` wrote"
OPTIONS = ("warmup_iterations", "warmup_time_ns", "measurement_iterations", "measurement_time_ns",
           "measurement_batch_size", "forks")
# Values were compared where the artifacts were submitted. They are known where the log has them.
UNKNOWN = list_unknown_terms(TOOL, boot=f"{TOOL} does not record when the machine was started",
                             opi=f"{TOOL} does not print how many operations an invocation does")
del UNKNOWN["value"]


def read(text: str, path: str) -> Run:
    """The log as a Run. Raises InputError for a log that the script would not write."""
    header = read_header(text)
    if header is None:
        raise make_read_error(path, TOOL, "it ends before its first case", GIVE_LOG)
    forks: dict[str, list[Fork]] = {}
    for case, lines in _split_processes(text):
        forks.setdefault(case, []).append(_to_fork(_parse_case(case, path), lines, path))
    cases = sorted(((_parse_case(text_of_case, path), of_case) for text_of_case, of_case in forks.items()),
                   key=lambda pair: pair[0].place)
    measured, platforms = [], {}
    for case, of_case in cases:
        measured.append(_to_measured(case, of_case))
        platforms[case.platform, case.build, case.source] = make_platform(
            case.platform, build=case.build, language=case.platform.partition("/")[0], source=case.source,
            version=case.version)
    environment = {"host": header.host, "cpu": header.cpu, "submission": header.submission}
    foreign_run = make_run(path, Origin(tool=TOOL, unknown=UNKNOWN, options=OPTIONS), measured, started=header.began,
                           environment=environment, platforms=tuple(platforms.values()), advice=GIVE_LOG)
    return replace(
        foreign_run, works=tuple(
            replace(case.work, case_id=result.case.case_id)
            for result, (case, _) in zip(foreign_run.cases, cases, strict=True) if case.work))


def _split_processes(text: str) -> Iterator[tuple[str, list[str]]]:
    """For each process of the log, its case and the lines that it printed, its exit code last."""
    case, lines = "", []
    for line in text.split("\n"):
        # The script writes these lines only where no process runs; elsewhere a benchmark printed them.
        if line.startswith((CASE, ENDED)) and (not case or lines and lines[-1].startswith(EXIT)):
            if case:
                yield case, lines
            case, lines = line.removeprefix(CASE) if line.startswith(CASE) else "", []
        else:
            lines.append(line)
    if case:
        yield case, lines


def _parse_case(text: str, path: str) -> SoloCase:
    try:
        return msgspec.json.decode(text, type=SoloCase)
    except msgspec.DecodeError as error:
        raise make_read_error(path, TOOL, f"a case description cannot be read: {error}", GIVE_LOG) from None


def _to_fork(case: SoloCase, lines: list[str], path: str) -> Fork:
    """The scores of a process, or why it has none: it failed, was cut off, or printed too few iterations."""
    code = next((line.removeprefix(EXIT) for line in reversed(lines) if line.startswith(EXIT)), "")
    figures: dict[str, list[Figure]] = {"warmup iteration": [], "iteration": []}
    units = set()
    for phase, _, figure, unit in (match.groups() for line in lines if (match := ITERATION.match(line))):
        figures[phase].append(parse_figure(figure))
        units.add(unit)
    if code != "0":
        return Fork((), failure=f"it ended with exit code {code}" if code else "it was interrupted")
    if len(figures["iteration"]) != case.options.get("measurement_iterations") or len(units) != 1:
        return Fork((), failure=f"it printed {len(figures['iteration'])} iterations")
    unit = units.pop()
    rate = case.mode == RATE
    printed = time_unit(unit.removeprefix("ops/") if rate else unit.removesuffix("/op"))
    if printed is None or rate != unit.startswith("ops/"):
        raise make_read_error(path, TOOL,
                              f"{case.benchmark} has the unit '{unit}', which mode {case.mode} does not have", GIVE_LOG)
    ns = UNITS_NS[printed]
    return make_fork(figures["iteration"], lambda value: value / ns
                     if rate else value * ns, figures["warmup iteration"])


def _to_measured(case: SoloCase, forks: list[Fork]) -> Measured:
    # Not by the size of the scores: the logs of a submission are merged and compared, so all need the same unit.
    unit = case.options.get("time_unit", DEFAULT_TIME_UNIT.get(case.mode, "ns"))  # older logs have none
    return Measured(name=case.benchmark, key=case.key, platform=case.platform, build=case.build, mode=case.mode,
                    time_unit=unit, forks=forks, source=case.source, threads=case.threads, params=case.params,
                    options=case.options, baseline=case.baseline)
