"""execute: Plan → results file. Every fork is a fresh process, every fact in the file before the next command."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from clamh.judging.statistics import stopping
from clamh.machine.lock import machine_lock
from clamh.model.artifacts import Command
from clamh.model.cases import Case, Plan, Turn
from clamh.model.errors import Interrupted
from clamh.model.folders import shorten_path
from clamh.model.identity import as_spelled, fork_name
from clamh.model.options import Options
from clamh.model.results import End, FloorRecord, ForkEnd, IterationRecord, Record, Resumed, RoundRecord, WarningRecord, Run as Results
from clamh.running.context import Context, Listener, Places, Workers
from clamh.running.layouts import fork_layout
from clamh.running.planning.contests import sets, sliced, slices_by_time
from clamh.running.planning.estimate import floor_seconds, planned_seconds, shots
from clamh.running.planning.floors import floor_cases, floor_of
from clamh.running.planning.records import header, records
from clamh.running.planning.rounds import Rule
from clamh.running.planning.schedule import Schedule
from clamh.running.planning.turns import LONGER
from clamh.running.recording import Recording, continue_recording, start_recording
from clamh.running.starting import CommandOf, fork_command, in_folder
from clamh.running.worker import tmpfs
from clamh.running.worker.fork import Fork, Outcome, run_fork, run_trial
from clamh.running.worker.process import Limits
from clamh.running.worker.sets import Side, run_set
from clamh.running.worker.slices import Pace, Unsliced, measure_slices
from clamh.running.worker.trial import Place, utc_now
from clamh.running.worker.whole import measure_whole

OVERRUN_S = 0.2  # after a budget's end: a fork that is nearly over may end, any other is cut off
HASTE_S = 0.2  # and then its process has so long to end
NAMED = 5  # of several cases in a message
FLOOR_SHARE = 0.2  # of a budget: floors that take more are not measured


def block_seed(seed: int, block: int) -> int:
    """The seed of all cases of a block, so that all platforms see the same data; 63 bits, which all languages hold."""
    return random.Random(f"{seed}/{block}").getrandbits(63)


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
    run = _Run(plan, recording, context, listener, memory)
    try:
        _execute(run, options, environment, places, workers)
    except KeyboardInterrupt:  # perhaps the second one, while the run was ending
        raise Interrupted(str(recording.path) if run.measured else "") from None
    return recording.path


def _execute(run: _Run, options: Options, environment: Mapping[str, Any], places: Places, workers: Workers) -> None:
    """Writes the whole file, from what the run is to how it ended."""
    plan, context, listener, recording = run.plan, run.context, run.listener, run.recording
    resumed, status = context.resumed, "failed"
    try:
        if resumed:
            run.record(_seam(plan, resumed, environment))
        else:
            run.record(header(plan, options, recording.path.stem, utc_now(), context.command, environment, context.fingerprint))
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


class _Run:
    """A run under way: its file, its listener, and its account of time."""

    def __init__(self, plan: Plan, recording: Recording, context: Context, listener: Listener, memory: tmpfs.Memory | None):
        self.plan, self.recording, self.context, self.listener, self.memory = plan, recording, context, listener, memory
        self.references, self._resumed = context.references, context.resumed
        resumed = context.resumed
        before = resumed.end if resumed else None  # None too when it was killed: what it took is not known
        self.measuring_s = before.measuring_s if before else 0.0
        self.measured = resumed is not None and any(one.forks for one in resumed.cases)
        self.schedule: Schedule | None = None
        self.cases = {case.case_id: case for case in plan.cases}
        self.warmups = self.cases | {case.case_id: case for case in plan.warmups}
        self.unsliced: set[frozenset[str]] = set()  # contests whose turns have to be whole iterations, as was found when they were opened
        self.paces: dict[tuple[str, ...], Pace] = {}  # of contests
        self._budget_s = math.inf
        self._began = math.nan
        self._cpu = time.process_time() - (before.driver_cpu_s if before else 0.0)

    def begin(self, options: Options) -> None:
        """Measuring begins: from here on a budget is spent. What the parts before a --resume took of it is gone."""
        before = self._resumed
        if options.precision is not None or options.budget_ns is not None:
            stopping.half_width(1.0, 2, options.confidence)  # imports scipy now: later it would be time of the budget
        spent_s = before.end.elapsed_s if before and before.end else 0.0
        if before and not before.end:  # killed: what its forks say is all that is known
            spent_s = math.fsum(fork.end.took_s for one in before.cases for fork in one.forks if fork.end)
        self._began = time.monotonic() - spent_s
        if options.budget_ns is not None:
            self._budget_s = options.budget_ns / 1e9
        if options.precision is not None or options.budget_ns is not None:
            budget_s = None if options.budget_ns is None else self._budget_s
            rule = Rule(options.precision, budget_s, options.confidence)
            self.schedule = Schedule(self.plan, rule, self.left_s, self.references)
            if before:
                self.schedule.go_on(before)

    def elapsed_s(self) -> float:
        """Since measuring began, in all parts of the run; 0 before."""
        return 0.0 if math.isnan(self._began) else time.monotonic() - self._began

    def left_s(self) -> float:
        """What is left of the budget, infinite without one."""
        return self._budget_s - self.elapsed_s()

    def record(self, record: Record) -> None:
        """Into the file, then to the listeners."""
        self.recording.append(record)
        if self.schedule:
            self.schedule.hear(record)
        if isinstance(record, IterationRecord) and record.phase == "measurement" and record.fork >= 0:
            self.measured = True
            self.recording.keep()
        self.listener.record(record)

    def finish(self, status: str) -> None:
        """The end line, unless the file is what failed, and the end of the file."""
        cpu_s = time.process_time() - self._cpu
        try:
            if not self.recording.broken:
                self.record(End(status=status, time=utc_now(), measuring_s=self.measuring_s, driver_cpu_s=cpu_s,
                                elapsed_s=self.elapsed_s(), lines=self.recording.lines, reason=self.schedule.over.why if self.schedule else ""))
        finally:
            self.recording.close()


def _hurried(limits: Limits, run: _Run) -> Limits:
    """The limits of forks under a budget: one that is under way when it is over is cut off."""
    left_s = run.left_s()
    if left_s == math.inf:
        return limits
    return replace(limits, until=time.monotonic() + left_s + OVERRUN_S, grace_s=min(limits.grace_s, HASTE_S))


def _foretell(run: _Run, notice: Callable[[str], None]) -> None:
    """Says at the start which cases the budget has no time for."""
    without = run.schedule.left_out()
    if without:
        named = list(dict.fromkeys(f"{as_spelled(one.key, one.benchmark, one.platform)} on {one.side}" for one in without))
        more = f" and {len(named) - NAMED} more" if len(named) > NAMED else ""
        names = ", ".join(named[:NAMED])
        notice(f"the budget is too short for one fork of each case; not measured are probably {names}{more}")


def _measure_floors(run: _Run, command: CommandOf, limits: Limits) -> None:
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
                elapsed_ns=sum(thread.elapsed_ns for thread in threads),
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


def _measure(run: _Run, command: CommandOf, limits: Limits, fail_on_error: bool) -> str:
    """All rounds; how the run ended: "complete", or "stopped" by its first failure."""
    plan, schedule = run.plan, run.schedule
    failed: set[str] = set()
    left = sum(map(len, plan.rounds))
    for block, turns in _rounds(run):
        forking = _Forking(run, command, limits, block, {turn: position for position, turn in enumerate(turns)})
        for group in sets(turns, plan.contests):
            left -= len(group)
            waiting = [turn for turn in group if turn.case_id not in failed and not (schedule and not schedule.fits(turn))]
            while waiting:
                ends, waiting = _together(forking, waiting)
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


class _Forking(NamedTuple):
    """What the forks of a round have in common; `places` are their positions in it."""

    run: _Run
    command: CommandOf
    limits: Limits
    block: int
    places: Mapping[Turn, int]

    @property
    def cases(self) -> Mapping[str, Case]:
        """By case_id."""
        return self.run.cases

    def prepared(self, turn: Turn, living: ExitStack) -> Fork:
        """The fork of a turn; `living` ends what it needs outside of its process."""
        run, plan, case = self.run, self.run.plan, self.run.cases[turn.case_id]
        layout = fork_layout(case, plan.seed, turn.fork, plan.replayed)
        place = Place(fork=turn.fork, block=self.block, position=self.places[turn], seed=block_seed(plan.seed, self.block), layout=layout)
        process = living.enter_context(_in_memory(run, case, fork_command(plan, case, layout, self.command)))
        return Fork(process, case, place, run.recording.outputs, run.record, self.limits, [run.warmups[one] for one in case.warm])


def _together(forking: _Forking, turns: Sequence[Turn]) -> tuple[list[ForkEnd], list[Turn]]:
    """Runs these forks, in turns of slices where they are several; the ends of those that ended, and the turns that have to be repeated:
    a set in which one side failed is measured again by the others."""
    run = forking.run
    contest = frozenset(turn.case_id for turn in turns)
    if len(turns) == 1:
        return _ends(forking, turns, _alone), []
    try:
        ends = _ends(forking, turns, _in_turns)
    except Unsliced as reason:
        run.unsliced.add(contest)
        for case_id in contest:
            run.record(WarningRecord(code="not-sliced", message=f"turns are whole iterations: {reason}", case_id=case_id))
        return _together(forking, turns)
    if not any(end.status == "failed" for end in ends):
        return ends, []
    ended = {end.case_id for end in ends}
    return ends, [turn for turn in turns if turn.case_id not in ended]


def _ends(forking: _Forking, turns: Sequence[Turn], measure: Callable[[_Run, list[Fork]], list[Outcome | None]]) -> list[ForkEnd]:
    """How the forks of these turns ended; what a budget has cut off, and what has to be repeated, is left out."""
    run, began_s = forking.run, forking.run.elapsed_s()
    with ExitStack() as living:
        forks = [forking.prepared(turn, living) for turn in turns]
        outcomes = measure(run, forks)
        for fork, outcome in zip(forks, outcomes, strict=True):
            if outcome:
                _fullness(run, fork.case, outcome.end)
                run.measuring_s += outcome.measuring_s
    took_s = (run.elapsed_s() - began_s) / len(turns)
    return [replace(outcome.end, took_s=took_s) for outcome in outcomes if outcome and outcome.end]


def _alone(run: _Run, forks: list[Fork]) -> list[Outcome | None]:
    return [run_trial(fork) for fork in forks]


def _in_turns(run: _Run, forks: list[Fork]) -> list[Outcome | None]:
    """All sides of a set. Warmups are lengthened by a factor that each set draws, so that what happens rarely falls elsewhere in it."""
    contest = tuple(sorted(fork.case.case_id for fork in forks))
    draw = random.Random(f"{run.plan.seed}/set/{forks[0].place.fork}/{contest}")
    longer, catalogs = draw.uniform(1, LONGER), run.plan.catalogs
    if frozenset(contest) in run.unsliced or not sliced((fork.case for fork in forks), catalogs):
        return run_set(forks, partial(measure_whole, draw=draw), run.record, longer)
    timed = [fork.case.case_id for fork in forks if slices_by_time(catalogs[fork.case.artifact])]

    def measure(sides: Sequence[Side], record: Callable[[Record], None]) -> None:
        run.paces[contest] = measure_slices(sides, record, draw, timed, run.paces.get(contest))

    return run_set(forks, measure, run.record, longer)


@contextmanager
def _in_memory(run: _Run, case: Case, process: Command) -> Iterator[Command]:
    """The process as --tmpfs wants it, or as it is."""
    if run.memory is None:
        yield process
        return
    left: list[str] = []
    with tmpfs.fresh(run.memory, left) as folder:
        yield in_folder(run.plan, case, process, folder)
    for message in left:
        run.record(WarningRecord(code="tmpfs", message=message, case_id=case.case_id))


def _fullness(run: _Run, case: Case, end: ForkEnd | None) -> None:
    said = " ".join((end.message, *end.output_tail)) if end and end.status == "failed" else ""
    if run.memory and (message := tmpfs.full(run.memory, said)):
        run.record(WarningRecord(code="tmpfs", message=message, case_id=case.case_id))


def _rounds(run: _Run) -> Iterable[tuple[int, tuple[Turn, ...]]]:
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
