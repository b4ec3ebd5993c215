"""execute: Plan → results file. Every fork is a fresh process. Every record is written before the next command."""

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
from clamh.model.identity import fork_name, name_some, spell_key
from clamh.model.options import Options
from clamh.model.results import (FloorRecord, IterationRecord, Record, Resumed, RoundRecord, WarningRecord, Run as
                                 Results)
from clamh.model.times import utc_now
from clamh.model.waiting import MAX_WAIT, waited_ns
from clamh.running.context import Context, Listener, Places, Workers
from clamh.running.counting import count_in
from clamh.running.instructions import CALLGRIND, record_instructions
from clamh.running.measure_sets import Forking, measure_set
from clamh.running.passed_profilers import record_passed
from clamh.running.planning.contests import sets
from clamh.running.planning.estimate import floor_seconds, planned_seconds, shots
from clamh.running.planning.floors import floor_cases, floor_of
from clamh.running.planning.records import lock_warning, make_header, make_records
from clamh.running.recording import continue_recording, start_recording
from clamh.running.progress import Ongoing
from clamh.running.starting import CommandOf, block_seed
from clamh.running.worker import tmpfs
from clamh.running.worker.fork import run_fork
from clamh.running.worker.process import Limits
from clamh.running.worker.trial import Place

OVERRUN_S = 0.2  # a fork that is still running this long after the budget's end is stopped
HASTE_S = 0.2  # the time that its process then has to end
NAMED = 5  # at most so many cases are named in a message
FLOOR_SHARE = 0.2  # floors that take more than this share of the budget are not measured


def execute(plan: Plan, options: Options, context: Context = Context(), listener: Listener = Listener(),
            places: Places = Places(), workers: Workers = Workers()) -> Path:
    """Measures the plan and returns the results file.

    After a failure, the case's other forks are skipped, as in JMH: they would mostly fail too, and each hang costs a
    Timeout. The run goes on with other cases, or ends there with `fail_on_error`. The plan of a resumed run contains
    only what is left to measure.

    Raises InputError when the results file cannot be created, ResultsError when writing it fails, and Interrupted
    after Ctrl-C. All lines written until then are complete.
    """
    resumed, runs = context.resumed, Path(shorten_path(plan.root)) / places.runs
    memory = tmpfs.find() if options.tmpfs else None
    environment = {**context.environment, **(tmpfs.describe_memory(memory) if memory else {})}
    recording = (continue_recording(resumed.path, runs, resumed.lines) if resumed else
                 start_recording(options.results, runs))
    run = Ongoing(plan, recording, context, listener, memory, options.delta)
    try:
        _execute(run, options, environment, places, workers)
    except KeyboardInterrupt:  # perhaps the second one, while the run was ending
        advice = "" if context.command[1:2] in (("run",), ()) else "to measure the rest, begin again"
        raise Interrupted(str(recording.path) if run.measured else "", advice) from None
    return recording.path


def _execute(run: Ongoing, options: Options, environment: Mapping[str, Any], places: Places, workers: Workers) -> None:
    """Writes the whole file, from its header to its end record."""
    plan, context, listener, recording = run.plan, run.context, run.listener, run.recording
    resumed, status = context.resumed, "failed"
    try:
        if resumed:
            run.record(_resumed_record(plan, resumed, environment))
            if not options.lock:  # the run may have begun with it
                for warning in _new_lock_warnings(plan, resumed):
                    run.record(warning)
        else:
            run.record(
                make_header(plan, options, recording.path.stem, utc_now(), context.command, environment,
                            context.fingerprint, context.machine, context.revision, context.uncommitted))
            for record in (*make_records(plan, options), *context.facts):
                run.record(record)
        with machine_lock(places.lock, listener.notice, _expected_s(plan, options)) if options.lock else nullcontext():
            fresh = not resumed or not any(case.forks for case in resumed.cases)
            if fresh:  # these count and do not time, so a budget does not include them
                if CALLGRIND in options.profilers:
                    record_instructions(run, workers.command)
                record_passed(run, workers.command, options.profilers)
            run.begin(options)
            limits = workers.limits
            if run.schedule:
                limits = _limits_of_budget(limits, run)
                _announce_left_out(run, listener.notice)
            if fresh:
                _measure_floors(run, workers.command, limits)
            status = _measure(run, count_in(workers.command, context.counting), limits, options.fail_on_error)
        recording.keep()
    except KeyboardInterrupt:
        status = "interrupted"
        raise
    finally:
        run.finish(status)


def _expected_s(plan: Plan, options: Options) -> float | None:
    """How long the run will take; None if a precision without a budget decides, or for single shots."""
    if options.budget_ns is not None:
        return options.budget_ns / 1e9
    return None if options.precision is not None or shots(plan) else planned_seconds(plan)


def _limits_of_budget(limits: Limits, run: Ongoing) -> Limits:
    """The limits of forks under a budget: a fork that is running when the budget ends is stopped."""
    left_s = run.left_s()
    if left_s == math.inf:
        return limits
    return replace(limits, until=time.monotonic() + left_s + OVERRUN_S, grace_s=min(limits.grace_s, HASTE_S))


def _announce_left_out(run: Ongoing, notice: Callable[[str], None]) -> None:
    """Tells the user at the start which cases the budget has no time for."""
    cases = run.schedule.left_out()
    if cases:
        names = list(dict.fromkeys(f"{spell_key(case.key, case.benchmark, case.platform)} on {case.side}"
                                   for case in cases))
        notice("the budget is too short for one fork of each case; probably not measured: "
               f"{name_some(names, NAMED)}")


def _measure_floors(run: Ongoing, command: CommandOf, limits: Limits) -> None:
    """Measures the harness's own cost: an empty benchmark in its own process."""
    plan = run.plan
    too_long = floor_seconds(plan) > FLOOR_SHARE * run.left_s()
    for empty in floor_cases(plan):
        fork_records: list[Record] = []
        place = Place(fork=0, block=-1, position=0, seed=block_seed(plan.seed, -1))
        end = None
        if not too_long:
            outcome = run_fork(command(plan, empty), empty, place, run.recording.outputs, fork_records.append, limits)
            end = outcome.end
            run.measuring_s += outcome.measuring_s
        iterations = [record for record in fork_records if isinstance(record, IterationRecord)
                      and record.phase == "measurement"]
        if end and end.status == "ok":
            threads = [thread for iteration in iterations for thread in iteration.threads]
            timings = sum(thread.timings for thread in threads)
            cost_ns = sum(thread.timings * thread.clock_cost_ns for thread in threads)
            run.record(
                FloorRecord(
                    platform=empty.platform,
                    build=empty.build,
                    mode=empty.mode,
                    threads=empty.threads,
                    operations=sum(thread.operations for thread in threads),
                    # Waiting is subtracted: on a busy machine the floor would otherwise be longer than real work.
                    elapsed_ns=sum(thread.elapsed_ns - min(max(waited_ns(thread), 0), int(MAX_WAIT * thread.elapsed_ns))
                                   for thread in threads),
                    timings=timings,
                    clock_cost_ns=cost_ns / timings if timings else 0.0,
                    batch_size=empty.options.measurement_batch_size,
                ))
        else:
            failure = (f"failed ({end.reason}): {end.message}" if end
                       else "was not measured: the budget has no time for it")
            message = f"the empty benchmark on {empty.side} {failure}"
            for case in plan.cases:  # only the cases that this floor belongs to
                if floor_of(case) == floor_of(empty):
                    run.record(WarningRecord(code="no-floor", message=message, case_id=case.case_id))


def _measure(run: Ongoing, command: CommandOf, limits: Limits, fail_on_error: bool) -> str:
    """Runs all rounds. Returns how the run ended: "complete", or "stopped" by its first failure."""
    plan, schedule = run.plan, run.schedule
    failed: set[str] = set()
    left_forks = sum(map(len, plan.rounds))
    for block, turns in _rounds(run):
        forking = Forking(run, command, limits, block, {turn: position for position, turn in enumerate(turns)})
        for group in sets(turns, plan.contests):
            left_forks -= len(group)
            waiting = [turn for turn in group if turn.case_id not in failed]
            if schedule and not schedule.fits(waiting):
                continue
            while waiting:
                ends, waiting = measure_set(forking, waiting)
                for end in ends:
                    run.record(end)
                    if end.status != "failed":
                        continue
                    failed.add(end.case_id)
                    skipped = _forks_after(forking.cases[end.case_id], end.fork)
                    if skipped > 0:
                        run.record(_not_run(end.case_id, end.fork, skipped))
                    if fail_on_error:
                        left = left_forks + len(waiting)
                        if schedule or left > skipped:
                            run.record(_stopped(0 if schedule else left))
                        return "stopped"
    for case in schedule.unmeasured() if schedule else ():
        message = "not measured: the rest of the budget was too short for its first fork"
        run.record(WarningRecord(code="not-measured", message=message, case_id=case.case_id))
    return "complete"


def _rounds(run: Ongoing) -> Iterable[tuple[int, tuple[Turn, ...]]]:
    """Block and forks of each round: from the plan, or from the schedule, whose rounds are recorded.

    Round r of a plan has fork r of each case. So a block keeps its number and its seed, with or without warmup forks.
    """
    if run.schedule is None:
        yield from ((turns[0].fork, turns) for turns in run.plan.rounds if turns)
        return
    for record in run.schedule.rounds():
        run.record(record)
        if isinstance(record, RoundRecord):
            yield record.block, record.turns


def _forks_after(case: Case, fork: int) -> int:
    """How many forks of the case follow this one. Warmup forks have the numbers -1, -2 … and come before fork 0."""
    return case.options.forks - fork - 1 if fork >= 0 else case.options.forks + case.options.warmup_forks + fork


def _not_run(case_id: str, fork: int, left: int) -> WarningRecord:
    forks = "1 fork was" if left == 1 else f"{left} forks were"
    message = f"{forks} not run, because {fork_name(fork)} failed"
    return WarningRecord(code="forks-not-run", message=message, case_id=case_id)


def _stopped(left: int) -> WarningRecord:
    before = f", {left} fork{'s' * (left != 1)} before its end" if left else ""
    return WarningRecord(code="stopped", message=f"the run stopped at its first failure (-foe true){before}")


def _new_lock_warnings(plan: Plan, before: Results) -> Iterable[WarningRecord]:
    """The warnings of the cases that have none of the lock yet."""
    recorded = {warning.case_id for result in before.cases for warning in result.warnings if warning.code == "no-lock"}
    return (lock_warning(case) for case in plan.cases if case.case_id not in recorded)


def _resumed_record(plan: Plan, before: Results, environment: Mapping[str, Any]) -> Resumed:
    block = next((turns[0].fork for turns in plan.rounds if turns), 0)
    if before.rounds:  # a precision or a budget decided the rounds
        block = before.rounds[-1].block
    return Resumed(time=utc_now(), block=block, environment=dict(environment))
