"""profile: Plan → a profile of each case, from a worker that runs under the profiler of its language."""

from __future__ import annotations

import os
import tempfile
import time
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
from clamh.model.errors import WorkerError
from clamh.model.failures import failed_end
from clamh.model.profiles import CaseProfile
from clamh.model.results import ForkEnd
from clamh.model.sources import Unit
from clamh.running.aside import run_aside
from clamh.running.profiled_stacks import arrange_stacks, find_places
from clamh.running.starting import case_command
from clamh.running.worker.process import Worker
from clamh.running.worker.trial import Trial

WARMUP_NS, PROFILED_NS = 1_000_000_000, 3_000_000_000
MOST_SHOTS = 100_000  # of a single shot or an iteration with bounds, as many as fit into the time
MISSING = 127  # an exit code: the program cannot be started


class ProfiledCase(NamedTuple):
    """A case under a profiler: its profile, or its failure and a hint."""

    case: Case
    profile: CaseProfile | None = None
    failure: ForkEnd | None = None
    hint: str = ""


def prepare_cases(plan: Plan) -> Plan:
    """The plan with a single process of each case, and only the first mode of a benchmark."""
    modes: dict[tuple[Any, ...], Case] = {}
    for case in plan.cases:
        single = case.mode == "ss"
        repeated = single or bool(case.options.bounds)  # an iteration does not last as long as the profile
        options = replace(
            case.options, forks=1, warmup_forks=0, warmup_iterations=1, warmup_time_ns=0 if single else WARMUP_NS,
            measurement_iterations=MOST_SHOTS if repeated else 1, auto_warmup=UNSET)
        place = (case.artifact, case.benchmark, *case.params.values(), case.threads)
        modes.setdefault(place, replace(case, warm=(), warms_itself=True, options=options))
    return replace(plan, cases=tuple(modes.values()))


class ChosenTools(NamedTuple):
    """The name of the profiler of each platform; and a problem for each platform that has none here, or not its best.
    """

    names: dict[str, str]
    missing: dict[str, Diagnostic]
    second_best: tuple[Diagnostic, ...]


def choose_tools(plan: Plan, run: Callable[[tuple[str, ...]], Answer] | None = None) -> ChosenTools:
    """The first profiler of each platform that is installed and permitted. `run` runs a command that tries a tool."""
    names: dict[str, str] = {}
    missing: dict[str, Diagnostic] = {}
    second_best: list[Diagnostic] = []
    for case in {case.platform: case for case in plan.cases}.values():
        tools = _find_tools(plan, case, case_command(plan, case), os.devnull)
        lacking: list[tuple[str, str]] = []
        for tool in tools:
            if not (lack := _find_lack(tool, run or _probe)):
                names[case.platform] = tool.name
                break
            lacking.append(lack)
        reasons = " and ".join(reason for reason, _ in lacking) or "CLAMH knows no profiler for it"
        hint = "; or ".join(hint for _, hint in lacking) or "choose another platform: --platform"
        if case.platform not in names:
            missing[case.platform] = Diagnostic(
                code="no-profiler", message=f"cannot profile {case.platform}: {reasons}", hint=hint)
        elif lacking:
            second_best.append(
                Diagnostic(code="profiler", message=f"{case.platform} is profiled by {names[case.platform]}: {reasons}",
                           hint=hint, severity="warning"))
    return ChosenTools(names, missing, tuple(second_best))


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
    if not answer.code:
        return None
    lines = [line for line in (answer.errors or answer.output.decode("utf-8", "replace")).splitlines() if line.strip()]
    reason = f": {lines[0].strip()}" if lines else ""
    return f"{tool.name} does not work here{reason}", tool.refused_hint or tool.install_hint


def profile_cases(plan: Plan, tools: Mapping[str, str], units: Mapping[str, Unit],
                  time_ns: int | None = None) -> Iterator[ProfiledCase]:
    """Profiles each case in a fresh process: a second of warmup, then `time_ns` (3 s). `units` are the sources by path.
    """
    for case in plan.cases:
        with tempfile.TemporaryDirectory(prefix="clamh-profile-") as name:
            folder = Path(name)
            command = case_command(plan, case)
            tool = next(tool for tool in _find_tools(plan, case, command, name) if tool.name == tools[case.platform])
            outputs = folder / "printed"
            outputs.mkdir()
            end = _run_profiled(plan, case, replace(command, argv=tool.argv, env={**command.env, **tool.env}), outputs,
                                time_ns or PROFILED_NS)
            if end.status == "ok":
                try:
                    yield ProfiledCase(case, _read(plan, case, tool, folder, units))
                    continue
                except WorkerError as error:
                    end = failed_end(case.case_id, 0, error, end.output_tail)
            hints = [hint for words, hint in tool.refusals.items() if words in "\n".join(end.output_tail)]
            yield ProfiledCase(case, failure=end, hint=next(iter(hints), ""))


def _run_profiled(plan: Plan, case: Case, command: Command, outputs: Path, time_ns: int) -> ForkEnd:
    """Runs the case for about that time; its measurements are thrown away. Short iterations are repeated."""
    if case.mode != "ss":
        case = replace(case, options=replace(case.options, measurement_time_ns=time_ns))

    def measure(trial: Trial, worker: Worker) -> None:
        until = time.monotonic() + time_ns / 1e9
        for index in range(case.options.measurement_iterations):
            trial.measured_iteration(worker, index)
            if time.monotonic() >= until:
                break

    return run_aside(command, case, plan.seed, outputs, measure)


def _find_tools(plan: Plan, case: Case, command: Command, folder: str) -> list[ProfilingTool]:
    platform = plan.catalogs[case.artifact].artifact.platform
    tools: list[ProfilingTool] = languages()[platform.language].profiler.find_tools(command, platform, folder)
    return tools


def _read(plan: Plan, case: Case, tool: ProfilingTool, folder: Path,
          units: Mapping[str, Unit]) -> CaseProfile:
    """The profile in the files that the process left. Raises WorkerError if there are none."""
    artifact = plan.catalogs[case.artifact].artifact
    profiler = languages()[artifact.platform.language].profiler
    places = find_places(units[artifact.source], os.path.dirname(artifact.path))
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
        raise WorkerError("profile", f"{tool.name} has no sample of the benchmark; profile it for longer: -r 10s")
    return CaseProfile(title=describe_case(case), platform=case.side, tool=tool.name, unit=tool.unit,
                       stacks=tuple(arranged), outside=outside)
