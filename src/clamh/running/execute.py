"""execute: Plan → results file. Every fork is a fresh process, every fact in the file before the next command."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from clamh.machine.lock import machine_lock
from clamh.model.cases import Case, Plan, Turn
from clamh.model.errors import Interrupted
from clamh.model.folders import shorten_path
from clamh.model.identity import as_spelled, fork_name
from clamh.model.options import Options
from clamh.model.results import FloorRecord, IterationRecord, Record, Resumed, RoundRecord, WarningRecord, Run as Results
from clamh.model.times import utc_now
from clamh.model.waiting import MOST_WAIT, waited_ns
from clamh.running.context import Context, Listener, Places, Workers
from clamh.running.ongoing import Ongoing
from clamh.running.planning.contests import sets
from clamh.running.planning.estimate import floor_seconds, planned_seconds, shots
from clamh.running.planning.floors import floor_cases, floor_of
from clamh.running.planning.records import header, records
from clamh.running.recording import continue_recording, start_recording
from clamh.running.starting import CommandOf, block_seed
from clamh.running.together import Forking, together
from clamh.running.worker import tmpfs
from clamh.running.worker.fork import run_fork
from clamh.running.worker.process import Limits
from clamh.running.worker.trial import Place

OVERRUN_S = 0.2  # after a budget's end: a fork that is nearly over may end, any other is cut off
HASTE_S = 0.2  # and then its process has so long to end
NAMED = 5  # of several cases in a message
FLOOR_SHARE = 0.2  # of a budget: floors that take more are not measured


def execute(plan: Plan, options: Options, context: Context = Context(), listener: Listener = Listener(),
            places: Places = Places(), workers: Workers = Workers()) -> Path:
    """Measures the plan and returns the results file.

    A failed worker is a fact in the file, and the run goes on without that case's other forks: what fails once mostly
    fails again, and a hang would cost its Timeout each time (JMH skips them too). With `fail_on_error` it ends there.
    Of a run that is resumed the plan has what is left of it.

    Raises InputError when the results file cannot be created, ResultsError when it cannot be written any more,
    Interrupted after Ctrl-C; the lines written so far are whole.
    """
    resumed, runs = context.resumed, Path(shorten_path(plan.root)) / places.runs
    memory = tmpfs.find() if options.tmpfs else None
    environment = {**context.environment, **(tmpfs.told(memory) if memory else {})}
    recording = continue_recording(resumed.path, runs) if resumed else start_recording(options.results, runs)
    run = Ongoing(plan, recording, context, listener, memory, options.delta)
    try:
        _execute(run, options, environment, places, workers)
    except KeyboardInterrupt:  # perhaps the second one, while the run was ending
        raise Interrupted(str(recording.path) if run.measured else "") from None
    return recording.path


def _execute(run: Ongoing, options: Options, environment: Mapping[str, Any], places: Places, workers: Workers) -> None:
    """Writes the whole file, from what the run is to how it ended."""
    plan, context, listener, recording = run.plan, run.context, run.listener, run.recording
    resumed, status = context.resumed, "failed"
    try:
        if resumed:
            run.record(_seam(plan, resumed, environment))
        else:
            run.record(header(plan, options, recording.path.stem, utc_now(), context.command, environment, context.fingerprint,
                              context.machine, context.revision, context.uncommitted))
            for record in (*records(plan, options), *context.facts):
                run.record(record)
        with machine_lock(places.lock, listener.notice, _expected_s(plan, options)) if options.lock else nullcontext():
            run.begin(options)
            limits = workers.limits
            if run.schedule:
                limits = _hurried(limits, run)
                _foretell(run, listener.notice)
            if not resumed or not any(one.forks for one in resumed.cases):
                _measure_floors(run, workers.command, limits)
            status = _measure(run, workers.command, limits, options.fail_on_error)
        recording.keep()
    except KeyboardInterrupt:
        status = "interrupted"
        raise
    finally:
        run.finish(status)


def _expected_s(plan: Plan, options: Options) -> float | None:
    """How long the run will take, None where a precision without a budget decides on that, or single shots do."""
    if options.budget_ns is not None:
        return options.budget_ns / 1e9
    return None if options.precision is not None or shots(plan) else planned_seconds(plan)


def _hurried(limits: Limits, run: Ongoing) -> Limits:
    """The limits of forks under a budget: one that is under way when it is over is cut off."""
    left_s = run.left_s()
    if left_s == math.inf:
        return limits
    return replace(limits, until=time.monotonic() + left_s + OVERRUN_S, grace_s=min(limits.grace_s, HASTE_S))


def _foretell(run: Ongoing, notice: Callable[[str], None]) -> None:
    """Says at the start which cases the budget has no time for."""
    without = run.schedule.left_out()
    if without:
        named = list(dict.fromkeys(f"{as_spelled(one.key, one.benchmark, one.platform)} on {one.side}" for one in without))
        more = f" and {len(named) - NAMED} more" if len(named) > NAMED else ""
        names = ", ".join(named[:NAMED])
        notice(f"the budget is too short for one fork of each case; not measured are probably {names}{more}")


def _measure_floors(run: Ongoing, command: CommandOf, limits: Limits) -> None:
    """The harness's own cost: an empty benchmark in a process of its own."""
    plan = run.plan
    hasty = floor_seconds(plan) > FLOOR_SHARE * run.left_s()
    for empty in floor_cases(plan):
        said: list[Record] = []
        place = Place(fork=0, block=-1, position=0, seed=block_seed(plan.seed, -1))
        end = None
        if not hasty:
            outcome = run_fork(command(plan, empty), empty, place, run.recording.outputs, said.append, limits)
            end = outcome.end
            run.measuring_s += outcome.measuring_s
        measured = [one for one in said if isinstance(one, IterationRecord) and one.phase == "measurement"]
        if end and end.status == "ok":
            threads = [thread for one in measured for thread in one.threads]
            timings = sum(thread.timings for thread in threads)
            cost_ns = sum(thread.timings * thread.clock_cost_ns for thread in threads)
            run.record(FloorRecord(
                platform=empty.platform,
                build=empty.build,
                mode=empty.mode,
                threads=empty.threads,
                operations=sum(thread.operations for thread in threads),
                # Nothing of its own can have had the CPU meanwhile; with the waiting, a floor on a busy machine would be above real work.
                elapsed_ns=sum(thread.elapsed_ns - min(max(waited_ns(thread), 0), int(MOST_WAIT * thread.elapsed_ns)) for thread in threads),
                timings=timings,
                clock_cost_ns=cost_ns / timings if timings else 0.0,
                batch_size=empty.options.measurement_batch_size,
            ))
        else:
            told = f"failed ({end.reason}): {end.message}" if end else "was not measured: the budget has no time for it"
            message = f"the empty benchmark on {empty.side} {told}"
            for case in plan.cases:  # the others' floors were measured
                if floor_of(case) == floor_of(empty):
                    run.record(WarningRecord(code="no-floor", message=message, case_id=case.case_id))


def _measure(run: Ongoing, command: CommandOf, limits: Limits, fail_on_error: bool) -> str:
    """All rounds; how the run ended: "complete", or "stopped" by its first failure."""
    plan, schedule = run.plan, run.schedule
    failed: set[str] = set()
    left = sum(map(len, plan.rounds))
    for block, turns in _rounds(run):
        forking = Forking(run, command, limits, block, {turn: position for position, turn in enumerate(turns)})
        for group in sets(turns, plan.contests):
            left -= len(group)
            waiting = [turn for turn in group if turn.case_id not in failed]
            if schedule and not schedule.fits(waiting):
                continue
            while waiting:
                ends, waiting = together(forking, waiting)
                for end in ends:
                    run.record(end)
                    if end.status != "failed":
                        continue
                    failed.add(end.case_id)
                    skipped = _left(forking.cases[end.case_id], end.fork)
                    if skipped > 0:
                        run.record(_not_run(end.case_id, end.fork, skipped))
                    if fail_on_error:
                        if schedule or left > skipped:
                            run.record(_stopped(0 if schedule else left))
                        return "stopped"
    for case in schedule.unmeasured() if schedule else ():
        message = "not measured: what was left of the budget was too short for its first fork"
        run.record(WarningRecord(code="not-measured", message=message, case_id=case.case_id))
    return "complete"


def _rounds(run: Ongoing) -> Iterable[tuple[int, tuple[Turn, ...]]]:
    """Block and forks of each round: as planned, or as a precision and a budget make them, and then in the file too.

    Fork r is in round r of a plan: a block keeps its number, and so its seed, whether or not warmup forks come before.
    """
    if run.schedule is None:
        yield from ((turns[0].fork, turns) for turns in run.plan.rounds if turns)
        return
    for one in run.schedule.rounds():
        run.record(one)
        if isinstance(one, RoundRecord):
            yield one.block, one.turns


def _left(case: Case, fork: int) -> int:
    """How many forks of the case come after this one; warmup forks, -1, -2 …, are before fork 0."""
    return case.options.forks - fork - 1 if fork >= 0 else case.options.forks + case.options.warmup_forks + fork


def _not_run(case_id: str, fork: int, left: int) -> WarningRecord:
    forks = "1 fork was" if left == 1 else f"{left} forks were"
    message = f"{forks} not run, because {fork_name(fork)} failed"
    return WarningRecord(code="forks-not-run", message=message, case_id=case_id)


def _stopped(left: int) -> WarningRecord:
    before = f", {left} fork{'s' * (left != 1)} before its end" if left else ""
    return WarningRecord(code="stopped", message=f"the run stopped at its first failure (-foe true){before}")


def _seam(plan: Plan, before: Results, environment: Mapping[str, Any]) -> Resumed:
    block = next((turns[0].fork for turns in plan.rounds if turns), 0)
    if before.rounds:  # which a precision or a budget decided
        block = before.rounds[-1].block
    return Resumed(time=utc_now(), block=block, environment=dict(environment))
