"""Profilers of a language's own harness: that harness runs the case once more, and its text is kept with the run."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from clamh.languages import languages
from clamh.machine.commands import run_for_output
from clamh.model.cases import Case, Plan, describe_case
from clamh.model.counting import ProfileRecord
from clamh.model.results import WarningRecord
from clamh.model.scores import WALL
from clamh.running.progress import Ongoing
from clamh.running.starting import CommandOf
from clamh.running.worker.folder import change_folder


FLOATS = {"inf": "Infinity", "-inf": "-Infinity", "nan": "NaN"}  # as the harness reads them
START_S, ITERATIONS = 60, 4  # what a harness may take to start, and how many times the timeout of an iteration


def find_passed(profilers: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The languages to whose harness profilers are passed, each with these, as its harness spells them."""
    return {language.id: passed for language in languages().values()
            if (passed := [":".join([name, *options]) for name, options in profilers.items()
                           if name in language.profiler.PASSED])}


def record_passed(run: Ongoing, command: CommandOf, profilers: Mapping[str, Sequence[str]]) -> None:
    """Runs every case of these languages under each profiler, and records the text, or why there is none."""
    for language, passed in find_passed(profilers).items():
        cases = [case for case in run.plan.cases
                 if run.plan.catalogs[case.artifact].artifact.platform.language == language]
        for profiler in passed:
            run.listener.notice(f"profiling with {profiler}, before anything is measured")
            for case in cases:
                record = _profile_case(run.plan, case, command, profiler)
                run.record(record)
                if isinstance(record, WarningRecord):
                    run.listener.notice(f"warning: {record.message}")


def _profile_case(plan: Plan, case: Case, command: CommandOf, profiler: str) -> ProfileRecord | WarningRecord:
    artifact = plan.catalogs[case.artifact].artifact
    harness = languages()[artifact.platform.language].profiler
    process = command(plan, case)
    floats = {param.name for benchmark in plan.catalogs[case.artifact].benchmarks if benchmark.name == case.benchmark
              for param in benchmark.params if param.type == "float"}
    values = {name: FLOATS.get(value, value) if name in floats else value for name, value in case.wire_params.items()}
    mode = "avgt" if case.mode == WALL else case.mode  # a mode of ours, for which the harness measures avgt
    options = {"bm": mode, "t": str(case.threads), "opi": str(case.options.operations_per_invocation),
               "bs": str(case.options.measurement_batch_size), "gc": case.options.gc}
    argv = harness.describe_passed(artifact, case.benchmark, values, options, case.members, profiler)
    if not argv:
        return _warn(case, profiler, "its harness's command line cannot give the values of these params")
    limit_s = START_S + ITERATIONS * case.options.timeout_ns / 1e9
    with change_folder(process.folder):
        try:
            answer = run_for_output(argv, {**os.environ, **process.env}, limit_s)
        except TimeoutError:
            return _warn(case, profiler, f"it did not end within {limit_s:g} s (-to sets the time of an iteration)")
    output = answer.output.decode("utf-8", "replace")
    if text := "" if answer.code else harness.find_text(output):
        return ProfileRecord(case_id=case.case_id, profiler=profiler, text=text)
    lines = [line.strip() for line in (*output.splitlines(), *answer.errors.splitlines())
             if line.strip() and not line.startswith("#")]  # its banner and its progress
    reason = "; ".join(lines[:2]) or f"it ended with exit code {answer.code}"
    return _warn(case, profiler, reason)


def _warn(case: Case, profiler: str, reason: str) -> WarningRecord:
    return WarningRecord(code="counter-missing", case_id=case.case_id,
                         message=f"{profiler} profiled nothing of {describe_case(case)} on {case.side}: {reason}")
