"""profile: Plan → a profile of each case, from a worker that measures nothing and runs under its language's profiler."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from clamh.languages import languages
from clamh.languages.base import ProfilingTool
from clamh.machine.commands import Answer, run_for_output
from clamh.model.artifacts import Command
from clamh.model.cases import Case, Plan, describe_case
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.profiles import CaseProfile, Frame
from clamh.model.results import ForkEnd
from clamh.running.profiled_stacks import Places, arrange_stacks
from clamh.running.starting import block_seed, case_command
from clamh.running.worker.fork import Fork, failed_end, run_trial
from clamh.running.worker.trial import Place
from clamh.model.errors import WorkerError

WARMUP_NS, PROFILED_NS = 1_000_000_000, 3_000_000_000
SHOTS = 20  # of a single shot, which has no time
MISSING = 127  # an exit code: the program cannot be started


class ProfiledCase(NamedTuple):
    """A case under a profiler: its profile, or its failure and a hint."""

    case: Case
    profile: CaseProfile | None = None
    failure: ForkEnd | None = None
    hint: str = ""


def lengthen_cases(plan: Plan, time_ns: int | None) -> Plan:
    """The plan with a single process of each case: a second of warmup, and then `time_ns` (3 s)."""
    def lengthen(case: Case) -> Case:
        single = case.mode == "ss"
        return replace(case, warm=(), warms_itself=True, options=replace(
            case.options, forks=1, warmup_forks=0, warmup_iterations=1, warmup_time_ns=0 if single else WARMUP_NS,
            measurement_iterations=SHOTS if single else 1, auto_warmup=UNSET,
            measurement_time_ns=0 if single else time_ns or PROFILED_NS))

    modes: dict[tuple[Any, ...], Case] = {}
    for case in plan.cases:  # a case of each benchmark with params and threads; its first mode
        modes.setdefault((case.platform, case.build, case.artifact, case.benchmark, *case.params.values(), case.threads),
                         lengthen(case))
    return replace(plan, cases=tuple(modes.values()))


def choose_tools(plan: Plan, notice: Callable[[str], None],
                 run: Callable[[tuple[str, ...]], Answer] | None = None) -> dict[str, str]:
    """The name of the profiler of each platform. Raises InputError with all platforms that have none here.

    `notice` receives why the best profiler of a platform is not used.
    """
    names: dict[str, str] = {}
    problems: list[Diagnostic] = []
    for case in plan.cases:
        platform = plan.catalogs[case.artifact].artifact.platform
        if platform.id in names or platform.id in [problem.code for problem in problems]:
            continue
        lacking: list[tuple[str, str]] = []
        for tool in _find_tools(plan, case, case_command(plan, case), os.devnull):
            if not (lack := _find_lack(tool, run or _probe)):
                names[platform.id] = tool.name
                break
            lacking.append(lack)
        if platform.id in names and lacking:
            notice(f"{platform.id}: {lacking[0][0]}, so {names[platform.id]} is used; {lacking[0][1]}")
        elif platform.id not in names:
            reasons = " and ".join(reason for reason, _ in lacking) or "CLAMH knows no profiler for it"
            problems.append(Diagnostic(code="no-profiler", message=f"cannot profile {platform.id}: {reasons}",
                                       hint="; or ".join(hint for _, hint in lacking)
                                       or "choose another platform with --platform"))
            names[platform.id] = ""
    if problems:
        raise InputError(problems)
    return names


def _probe(argv: tuple[str, ...]) -> Answer:
    try:
        return run_for_output(argv, os.environ)
    except OSError as error:
        return Answer(MISSING, b"", str(error))


def _find_lack(tool: ProfilingTool, run: Callable[[tuple[str, ...]], Answer]) -> tuple[str, str] | None:
    """Why a tool cannot be used, and what to do; None if it can."""
    answer = run(tool.probe)
    if answer.code == MISSING:
        return f"{tool.name} is not installed ({tool.probe[0]})", tool.install_hint
    return (f"{tool.name} is not permitted", tool.refused_hint or tool.install_hint) if answer.code else None


def profile_cases(plan: Plan, tools: Mapping[str, str], places: Places) -> Iterator[ProfiledCase]:
    """Profiles each case in a fresh process."""
    for case in plan.cases:
        with tempfile.TemporaryDirectory(prefix="clamh-profile-") as folder:
            command = case_command(plan, case)
            tool = next(tool for tool in _find_tools(plan, case, command, folder) if tool.name == tools[case.platform])
            profiled = replace(command, argv=tool.argv, env={**command.env, **tool.env})
            # The number 1 of the fork: the last of the planned forks, 0, would end with more samples.
            place = Place(fork=1, block=0, position=0, seed=block_seed(plan.seed, 0))
            outputs = Path(folder) / "printed"
            outputs.mkdir()
            end = run_trial(Fork(profiled, case, place, outputs, record=lambda record: None)).end
            if end is not None and end.status == "ok":
                try:
                    yield ProfiledCase(case, _read(plan, case, tool, Path(folder), places))
                    continue
                except WorkerError as error:
                    end = failed_end(case, 0, error, ())
            text = "\n".join(end.output_tail) if end else ""
            hints = [hint for words, hint in tool.refusals.items() if words in text]
            yield ProfiledCase(case, failure=end, hint=next(iter(hints), ""))


def _find_tools(plan: Plan, case: Case, command: Command, folder: str) -> list[ProfilingTool]:
    platform = plan.catalogs[case.artifact].artifact.platform
    tools: list[ProfilingTool] = languages()[platform.language].profiler.find_tools(command, platform, folder)
    return tools


def _read(plan: Plan, case: Case, tool: ProfilingTool, folder: Path, places: Places) -> CaseProfile:
    """The profile in the files that the process left. Raises WorkerError if there are none."""
    profiler = languages()[plan.catalogs[case.artifact].artifact.platform.language].profiler
    stacks = []
    for path in sorted(folder.glob(tool.pattern)):
        text = path.read_bytes()
        if tool.reading:
            answer = run_for_output((*tool.reading, str(path)), os.environ)
            if answer.code:
                raise WorkerError("profile", f"{tool.reading[0]} cannot read the profile: {answer.errors.strip()}")
            text = answer.output
        stacks += profiler.read_stacks(tool.name, text.decode("utf-8", "replace"))
    arranged, outside = arrange_stacks(stacks, profiler, places)
    if not arranged:
        raise WorkerError("profile", f"{tool.name} has no sample of the benchmark: it ran too short")
    return CaseProfile(title=describe_case(case), platform=case.side, tool=tool.name, unit=tool.unit,
                       stacks=tuple(arranged), outside=outside)
