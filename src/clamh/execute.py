"""execute: Plan → results file. Every fork is a fresh process, every fact in the file before the next command."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import clamh
from clamh.errors import Interrupted
from clamh.identity import fork_name
from clamh.languages import languages
from clamh.lock import MACHINE_LOCK, machine_lock
from clamh.cases import Case, Plan
from clamh.model import Command
from clamh.options import Options
from clamh.planning.floors import floor_cases, floor_of
from clamh.recording import Recording, continue_recording, start_recording
from clamh.results import (
    SCHEMA_VERSION,
    BaselineRecord,
    CaseRecord,
    End,
    FloorRecord,
    Header,
    IterationRecord,
    PlatformRecord,
    Record,
    Resumed,
    SkippedRecord,
    WarningRecord,
    WorkRecord,
)
from clamh.results import Run as Results
from clamh.worker.fork import Place, run_fork, utc_now
from clamh.worker.process import LIMITS, Limits

RUNS = Path(".clamh/runs")


def case_command(plan: Plan, case: Case) -> Command:
    """The process that measures this case, from its language's toolchain."""
    artifact = plan.catalogs[case.artifact].artifact
    return languages()[artifact.platform.language].toolchain.run_command(artifact, case.launch)


def block_seed(seed: int, block: int) -> int:
    """The seed of all cases of a block, so that all platforms see the same data; 63 bits, which all languages hold."""
    return random.Random(f"{seed}/{block}").getrandbits(63)


def execute(
    plan: Plan,
    options: Options,
    *,
    argv: tuple[str, ...] = (),
    environment: Mapping[str, Any] | None = None,
    fingerprint: str = "",
    progress: Callable[[Record], None] = lambda record: None,
    notice: Callable[[str], None] = lambda text: None,
    command: Callable[[Plan, Case], Command] = case_command,
    runs: Path = RUNS,
    lock: Path = MACHINE_LOCK,
    limits: Limits = LIMITS,
    resumed: Results | None = None,
    works: Sequence[WorkRecord] = (),
) -> Path:
    """Measures the plan and returns the results file.

    A failed worker is a fact in the file, and the run goes on without that case's other forks: what fails once mostly
    fails again, and a hang would cost its Timeout each time (JMH skips them too). With `fail_on_error` it ends there.
    `progress` is called with every record when it is in the file, never while a worker measures; `notice` when the run
    must wait for the machine lock. `works` is what the cases compute, to stand in the file too. `resumed` is the run to go on with: its file is appended to, and `plan` has what is
    left of it.

    Raises InputError when the results file cannot be created, ResultsError when it cannot be written any more,
    Interrupted after Ctrl-C; the lines written so far are whole.
    """
    recording = continue_recording(resumed.path, runs) if resumed else start_recording(options.results, runs)
    run = _Run(plan, recording, progress, resumed)
    status = "failed"
    try:
        if resumed:
            run.record(_seam(plan, environment or {}))
        else:
            run.record(_header(plan, options, recording.path, argv, environment or {}, fingerprint))
            _record_plan(run, options)
            for work in works:
                run.record(work)
        with machine_lock(lock, notice) if options.lock else nullcontext():
            if not resumed or not any(one.forks for one in resumed.cases):
                _measure_floors(run, command, limits)
            status = _measure(run, command, limits, options.fail_on_error)
        recording.keep()
    except KeyboardInterrupt:
        status = "interrupted"
        raise Interrupted(str(recording.path) if run.measured else "") from None
    finally:
        run.finish(status)
    return recording.path


class _Run:
    """A run under way: its file, its listener, and its account of time."""

    def __init__(
        self, plan: Plan, recording: Recording, progress: Callable[[Record], None], resumed: Results | None
    ):
        self.plan, self.recording, self.progress = plan, recording, progress
        before = resumed.end if resumed else None  # None too when it was killed: what it took is not known
        self.measuring_s = before.measuring_s if before else 0.0
        self.measured = resumed is not None and any(one.forks for one in resumed.cases)
        self._cpu = time.process_time() - (before.driver_cpu_s if before else 0.0)

    def record(self, record: Record) -> None:
        """Into the file, then to the listener."""
        self.recording.append(record)
        if isinstance(record, IterationRecord) and record.phase == "measurement" and record.fork >= 0:
            self.measured = True
            self.recording.keep()
        self.progress(record)

    def finish(self, status: str) -> None:
        """The end line, unless the file is what failed, and the end of the file."""
        cpu_s = time.process_time() - self._cpu
        try:
            if not self.recording.broken:
                self.record(End(status=status, time=utc_now(), measuring_s=self.measuring_s, driver_cpu_s=cpu_s))
        finally:
            self.recording.close()


def _measure_floors(run: _Run, command: Callable[[Plan, Case], Command], limits: Limits) -> None:
    """The harness's own cost: an empty benchmark in a process of its own."""
    plan = run.plan
    for empty in floor_cases(plan):
        said: list[Record] = []
        place = Place(fork=0, block=-1, position=0, seed=block_seed(plan.seed, -1))
        outcome = run_fork(command(plan, empty), empty, place, run.recording.outputs, said.append, limits)
        run.measuring_s += outcome.measuring_s
        measured = [one for one in said if isinstance(one, IterationRecord) and one.phase == "measurement"]
        if outcome.end.status == "ok":
            threads = [thread for one in measured for thread in one.threads]
            timings = sum(thread.timings for thread in threads)
            cost_ns = sum(thread.timings * thread.clock_cost_ns for thread in threads)
            run.record(FloorRecord(
                platform=empty.platform,
                mode=empty.mode,
                threads=empty.threads,
                operations=sum(thread.operations for thread in threads),
                elapsed_ns=sum(thread.elapsed_ns for thread in threads),
                timings=timings,
                clock_cost_ns=cost_ns / timings if timings else 0.0,
                batch_size=empty.options.measurement_batch_size,
            ))
        else:
            message = f"the empty benchmark on {empty.platform} failed ({outcome.end.reason}): {outcome.end.message}"
            for case in plan.cases:  # the others' floors were measured
                if floor_of(case) == floor_of(empty):
                    run.record(WarningRecord(code="no-floor", message=message, case_id=case.case_id))


def _measure(run: _Run, command: Callable[[Plan, Case], Command], limits: Limits, fail_on_error: bool) -> str:
    """All rounds; how the run ended: "complete", or "stopped" by its first failure."""
    plan = run.plan
    cases = {case.case_id: case for case in plan.cases}
    warmups = cases | {case.case_id: case for case in plan.warmups}
    failed: set[str] = set()
    left = sum(map(len, plan.rounds))
    for turns in plan.rounds:
        for position, turn in enumerate(turns):
            left -= 1
            if turn.case_id in failed:
                continue
            case = cases[turn.case_id]
            # Fork r is in round r: a block keeps its number, and so its seed, whether or not warmup forks come before.
            place = Place(fork=turn.fork, block=turn.fork, position=position, seed=block_seed(plan.seed, turn.fork))
            warm = [warmups[case_id] for case_id in case.warm]
            outcome = run_fork(command(plan, case), case, place, run.recording.outputs, run.record, limits, warm)
            run.measuring_s += outcome.measuring_s
            run.record(outcome.end)
            if outcome.end.status == "failed":
                failed.add(turn.case_id)
                skipped = _left(case, turn.fork)
                if skipped:
                    run.record(_not_run(turn.case_id, turn.fork, skipped))
                if fail_on_error:
                    if left > skipped:
                        run.record(_stopped(left))
                    return "stopped"
    return "complete"


def _left(case: Case, fork: int) -> int:
    """How many forks of the case come after this one; warmup forks, -1, -2 …, are before fork 0."""
    return case.options.forks - fork - 1 if fork >= 0 else case.options.forks + case.options.warmup_forks + fork


def _not_run(case_id: str, fork: int, left: int) -> WarningRecord:
    forks = "1 fork was" if left == 1 else f"{left} forks were"
    message = f"{forks} not run, because {fork_name(fork)} failed"
    return WarningRecord(code="forks-not-run", message=message, case_id=case_id)


def _stopped(left: int) -> WarningRecord:
    forks = "1 fork" if left == 1 else f"{left} forks"
    return WarningRecord(code="stopped", message=f"the run stopped at its first failure (-foe true), {forks} before its end")


def _seam(plan: Plan, environment: Mapping[str, Any]) -> Resumed:
    block = next((turns[0].fork for turns in plan.rounds if turns), 0)
    return Resumed(time=utc_now(), block=block, environment=dict(environment))


def _header(
    plan: Plan,
    options: Options,
    path: Path,
    argv: tuple[str, ...],
    environment: Mapping[str, Any],
    fingerprint: str,
) -> Header:
    sources: dict[str, str] = {}
    for catalog in plan.catalogs:
        sources.update(catalog.artifact.sources)
    return Header(
        schema_version=SCHEMA_VERSION,
        run_id=path.stem,
        clamh_version=clamh.__version__,
        command=argv,
        started=utc_now(),
        seed=plan.seed,
        confidence=options.confidence,
        delta=options.delta,
        baseline=options.baseline,
        environment=dict(environment),
        fingerprint=fingerprint,
        sources=sources,
    )


def _record_plan(run: _Run, options: Options) -> None:
    for catalog in run.plan.catalogs:
        artifact = catalog.artifact
        run.record(
            PlatformRecord(
                id=artifact.platform.id,
                language=artifact.platform.language,
                source=artifact.source,
                version=artifact.platform.version,
                flags=artifact.platform.flags,
                artifact_sha256=artifact.sha256,
                build_s=artifact.build_s,
                hello=catalog.hello,
                optimisation=artifact.platform.optimisation,
                target=artifact.platform.target,
            )
        )
    for skip in run.plan.skipped:
        run.record(SkippedRecord(platform=skip.platform, reason=skip.reason, mend=skip.mend))
    for told in run.plan.baselines:
        run.record(BaselineRecord(suite=told.suite, said=told.said, origin=told.origin))
    for case in run.plan.cases:
        run.record(
            CaseRecord(
                case_id=case.case_id,
                key=case.key,
                benchmark=case.benchmark,
                platform=case.platform,
                source=run.plan.catalogs[case.artifact].artifact.source,
                mode=case.mode,
                threads=case.threads,
                params=case.params,
                options=case.options,
                baseline=case.baseline,
                counters=case.counters,
                units=case.units,
                operations=case.operations,
                warm=case.warm,
                warms_itself=case.warms_itself,
                optimisation=case.optimisation,
                target=case.target,
            )
        )
        if told := run.plan.warnings.get(case.platform):
            run.record(WarningRecord(code=told.code, message=told.message, case_id=case.case_id))
        if not options.lock:
            message = "measured without the machine lock; another run may have disturbed it"
            run.record(WarningRecord(code="no-lock", message=message, case_id=case.case_id))

