"""Results → Summary: scores over forks, their intervals, ratios, and warnings about them."""

from __future__ import annotations

import math
import statistics
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec.structs import replace

from clamh.judging import (aims, calibration, clock, machine, secondary, selfchecks, series, slice_costs, suites,
                           system_counts, work)
from clamh.judging.consistency import find_misfit
from clamh.judging.contests import judge_contests, rule_of_run
from clamh.judging.count_forks import MIN_FORKS, NO_TIME
from clamh.judging.evidence import waiting_share
from clamh.judging.machine_facts import OF_THE_MACHINE, machine_facts, separate_machine_warnings
from clamh.judging.reference import choose_baselines, describe_references, group_contests
from clamh.judging.second_process import map_in_two_processes
from clamh.judging.statistics import forks, histogram, jmh
from clamh.judging.statistics.sets import Total, time_over_sets
from clamh.judging.statistics.spread import spread
from clamh.judging.terms import facts
from clamh.judging.work_drift import find_drift
from clamh.judging.work_findings import Finding
from clamh.model import results, scores
from clamh.model.counting import choose_reader
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.failures import details, sentence
from clamh.model.options import DELTA, UNITS_NS, Estimator
from clamh.model.summary import (ForkScores, Interval, Pooled, Row, SetTotal, Speed, Spread, Summary, Warming, Warning,
                                 make_interval, make_warning)
from clamh.model.waiting import can_leave_out, find_cases_without_waiting, fork_mean, fork_means
from clamh.model.worker import Suspended


def summarise(run: results.Run, confidence: float, delta: float = DELTA, baseline: str = "",
              estimator: Estimator = "mean") -> Summary:
    """Judge a whole run at `confidence` (such as 0.95) for differences of `delta` (such as 0.01) and more.

    `baseline` is a benchmark or a pattern of platforms, "" the run's own. Verdicts compare by `estimator`. Raises
    InputError for modes and units that this version cannot judge, and for a baseline that the run does not have.
    """
    return summarise_with_uses(run, confidence, delta, baseline, estimator)[0]


def summarise_with_uses(run: results.Run, confidence: float, delta: float = DELTA, baseline: str = "",
                        estimator: Estimator = "mean") -> tuple[Summary, list[list[machine.Use]]]:
    """The summary, and for each side how its cases used the machine, which `machine_facts` judges."""
    unknown = sorted({result.case.mode for result in run.cases} - set(scores.MODES))
    units = sorted({result.case.options.time_unit for result in run.cases} - set(UNITS_NS))
    if units:
        raise InputError([Diagnostic(code="unknown-unit", message=f"{run.path}: cannot judge the time unit '{unit}'",
                                     hint=f"this version knows: {', '.join(UNITS_NS)}") for unit in units])
    if unknown:
        raise InputError([Diagnostic(code="unknown-mode", message=f"{run.path}: cannot judge the mode '{mode}'",
                                     hint=f"this version knows: {', '.join(scores.MODES)}") for mode in unknown])
    sides = list(
        dict.fromkeys([platform.side for platform in run.platforms] + [result.case.side for result in run.cases]))
    described = {(platform.side, platform.source): platform for platform in reversed(run.platforms)}
    rows, speeds, slices = [], {side: [] for side in sides}, slice_costs.find_slices(run.sets)
    no_helpers = {(platform.side, platform.source) for platform in run.platforms if platform.no_helpers}
    without_waiting = find_cases_without_waiting(
        run.sets, {
            result.case.case_id: (result.case.side, result.case.source) in no_helpers and can_leave_out(result.case)
            for result in run.cases
        })

    work_of_case = work.judge_case_works(run)
    works = {record.case_id: record for record in run.works}
    drifts = {used.case_id: find_drift(used, works.get(used.case_id)) for used in run.used}

    def judge_case(result: results.CaseResult) -> tuple[Row, list[float], machine.Use]:
        case = replace(result, forks=tuple(result.forks))  # in memory only while it is judged
        row, use = _judge_row(case, run, described.get((case.case.side, case.case.source)), slices, without_waiting,
                              confidence)
        return row, machine.find_speeds_ns(fork for fork in case.forks if fork.start.fork >= 0), use

    uses: dict[str, list[machine.Use]] = {side: [] for side in sides}
    about_machine: list[Warning] = []
    of_run = [make_warning(record.code, record.message) for record in dict.fromkeys(run.warnings)]
    for result, (row, readings, use) in zip(run.cases, map_in_two_processes(judge_case, run.cases), strict=True):
        doubts = work_of_case[row.case_id].findings if row.case_id in work_of_case else ()
        if drift := drifts.get(row.case_id):
            doubts = (*doubts, Finding("work-drifts", drift))
        row, about = separate_machine_warnings(row)
        rows.append(replace(row, warnings=(*row.warnings, *(make_warning(*doubt) for doubt in doubts))))
        speeds[result.case.side] += readings
        uses[result.case.side].append(use)
        about_machine += about
    chosen = choose_baselines(rows, run.baselines, baseline or run.header.baseline)
    contests = judge_contests(group_contests(rows, chosen), sides, chosen,
                              rule_of_run(facts(run), confidence, delta, estimator))
    everything = [row for contest in contests for row in contest.rows]
    by_side = list(uses.values())
    doubts_of_run = (*(doubt for doubt in of_run if doubt.code not in OF_THE_MACHINE),
                     *filter(None, [machine.warn_of_variables(run)]))
    return Summary(
        confidence=confidence, delta=delta, estimator=estimator, contests=tuple(contests),
        reference=describe_references(contests, chosen), warnings=doubts_of_run, speeds=tuple(_speeds(speeds)),
        suites=suites.judge_suites(contests, chosen, confidence), different=work.find_different_keys(run),
        machine=machine_facts(by_side, run.header.environment, (*of_run, *about_machine)), goal=aims.find_request(run),
        calibrations=calibration.find_used(run.calibrations, everything),
        uncalibrated=calibration.find_uncalibrated(run.calibrations, everything)), by_side


def _speeds(by_side: Mapping[str, Sequence[float]]) -> Iterator[Speed]:
    """How fast the CPU was under each side, where there are readings."""
    for side, readings in by_side.items():
        if readings:
            yield Speed(side=side, least_ns=min(readings), median_ns=statistics.median(readings),
                        most_ns=max(readings))


def _judge_row(result: results.CaseResult, run: results.Run, platform: results.PlatformRecord | None,
               slices: slice_costs.SlicesByFork, without_waiting: Collection[str],
               confidence: float) -> tuple[Row, machine.Use]:
    """The case, judged without its contest, and how the machine was used meanwhile."""
    case = result.case
    kept = [slice_costs.without_throttled(fork, slices.get((case.case_id, fork.start.fork))) for fork in result.forks]
    scored = [_score_fork(fork, fork_kept, case, warming, run.origin is None) for fork, fork_kept, warming in zip(
        result.forks, kept, series.find_warmings(kept), strict=True)]
    used = [fork for fork in scored if fork.counts]
    raw = [fork for fork, judged in zip(kept, scored, strict=True) if judged.counts]
    planned = aims.count_planned_forks(result, run)
    if used:
        status = "ok" if len(used) == planned else "partial"
    else:
        status = "failed" if any(fork.failure and not fork.interrupted for fork in scored) else "not run"
    unit = scores.name_unit(case.mode, case.options.time_unit)
    waiting = [fork_mean(fork.measurement, case.mode, UNITS_NS[case.options.time_unit]) for fork in raw]
    as_measured = tuple(mean.measured for mean in waiting)
    planned_ns = case.options.measurement_iterations * case.options.measurement_time_ns
    sets = tuple(
        slice_costs.find_totals(case.case_id, raw, [scores.cost_ns(mean, unit) for mean in as_measured],
                                [[scores.cost_ns(score, unit) for score in fork.measurement] for fork in used], slices,
                                planned_ns, case.case_id in without_waiting, case.mode == scores.THROUGHPUT))
    means, waited = slice_costs.find_means(sets, as_measured, unit) if sets else fork_means(waiting)
    compared = [mean.scores if waited and not sets else fork.measurement
                for mean, fork in zip(waiting, used, strict=True)]
    score, score_interval = _find_score(means, sets, unit, confidence)
    pairs = histogram.merge_histograms(samples for fork in used for samples in fork.samples)
    pooled = jmh.pool_histogram(pairs) if pairs else jmh.pool_values(
        [score for fork in used for score in fork.measurement])
    aim = aims.find_aim(*_find_score(means, sets, unit, run.header.confidence), run)
    binding = next((fork.start.binding for fork in raw), case.binding)
    kind = calibration.Kind(case.platform, case.mode, case.threads, binding is not None, bool(sets), len(means))
    noise_floor = calibration.find_calibration(run.calibrations, kind)
    times = clock.estimate_floor_times(case, clock.find_timed_threads(raw), run.floors)
    readable, by_worker = choose_reader(platform.hello if platform else {}, run.counters)
    use = machine.find_use(raw, run.header.environment.get("cpus"))
    # The median fork may not have waited, but intervals of ratios allow for the waiting in all sets.
    own_wait = max(use.own_wait, waiting_share(sets))
    shortest_ns = 0 if case.options.bounds else case.options.measurement_time_ns  # of an iteration
    row = Row(
        case_id=case.case_id,
        key=case.key,
        benchmark=case.benchmark,
        platform=case.platform,
        source=case.source,
        mode=case.mode,
        threads=case.threads,
        params=case.params,
        baseline=case.baseline,
        unit=unit,
        status=status,
        score=score,
        interval=score_interval,
        fork_means=means,
        forks_planned=planned,
        fork_scores=tuple(scored),
        pooled=Pooled(**pooled._asdict()) if used else None,
        spread=_spread(compared),
        secondary=(*secondary.find_percentiles([fork.samples for fork in used], unit),
                   *secondary.find_members(case, raw, confidence),
                   *secondary.find_counters(case, raw, confidence, waited),
                   *system_counts.find_system_counts(case, raw, readable, by_worker, confidence),
                   *system_counts.find_instructions(case, run.instructions)),
        clock_cost_ns=_clock_cost_ns(raw),
        suspended=_find_suspended(raw),
        operations=case.operations,
        units=case.units,
        row_names=case.row_names,
        measured_operations=0.0 if run.origin else math.fsum(
            thread.operations for fork in raw for iteration in fork.measurement for thread in iteration.threads),
        binding=binding,
        collectors=tuple(dict.fromkeys(fork.start.collector for fork in raw if fork.start.collector)),
        processors=tuple(dict.fromkeys(fork.start.processors for fork in raw if fork.start.processors)),
        members=case.members,
        build=case.build,
        sets=sets,
        looks=_find_looks(case.case_id, run),
        turn_effect=slice_costs.estimate_turn_effect(sets, confidence),
        waited=waited,
        aim=aim,
        taken_ns=times.taken_ns if times else None,
        empty_ns=times.empty_ns if times else None,
        noise_floor=noise_floor[1] if noise_floor else None,
        warnings=(*selfchecks.check_case(replace(result, forks=tuple(kept)), scored, compared, run, platform,
                                         bool(sets)),
                  *slice_costs.warn_of_rare_costs(sets),
                  *system_counts.warn_of_counts(case, raw, readable, by_worker,
                                                platform.count_costs_ns if platform else {}),
                  *(machine.warn_of_left_out_waiting(waited, as_measured, unit)
                    or not (len(sets) == len(means) and any(set_total.left_out_ns for set_total in sets))
                    and machine.warn_of_waiting_in_score(own_wait, bool(sets))
                    or not sets and case.mode not in (scores.SINGLE_SHOT, scores.WALL)
                    and machine.warn_of_unknown_waiting(raw, shortest_ns) or ()),
                  *filter(None, [aims.find_warning(result, aim, run)])),
    )
    return row, use


def _find_looks(case_id: str, run: results.Run) -> tuple[int, ...]:
    """The numbers of sets after which a case was judged; none where the only look spent all of the error at once."""
    taken = [look for look in run.looks if case_id in look.cases]
    if len(taken) == 1 and math.isclose(taken[0].spent, 1 - run.header.confidence):
        return ()
    return tuple(look.sets for look in taken)


def _spread(measured: Sequence[Sequence[float]]) -> Spread | None:
    """How much forks and their iterations differ; None where a score is 0 or infinite, or there are too few of both."""
    if not all(0 < score < math.inf for fork in measured for score in fork):
        return None
    between, within = spread(measured)
    return None if between is None and within is None else Spread(between=between, within=within)


def _clock_cost_ns(forks: Sequence[results.ForkResult]) -> float | None:
    """The average time that is subtracted from each stretch for the clock; None where no stretch is so short."""
    threads = [
        thread for fork in forks for iteration in fork.measurement for thread in iteration.threads if thread.timings
    ]
    if not threads:
        return None
    return math.fsum(thread.timings * thread.clock_cost_ns for thread in threads) / sum(thread.timings
                                                                                        for thread in threads)


def _find_suspended(forks: Sequence[results.ForkResult]) -> Suspended | None:
    """What was suspended in all forks; None where nothing was."""
    threads = [
        thread for fork in forks for iteration in fork.measurement for thread in iteration.threads if thread.suspensions
    ]
    if not threads:
        return None
    suspended_ns = math.fsum(thread.suspended_ns for thread in threads)
    cost_ns = math.fsum(thread.suspensions * thread.suspend_cost_ns for thread in threads) / sum(thread.suspensions
                                                                                                 for thread in threads)
    return Suspended(suspended_ns / max(1.0, math.fsum(thread.whole_ns for thread in threads)), cost_ns)


def _find_score(means: Sequence[float], sets: Sequence[SetTotal], unit: str,
                confidence: float) -> tuple[float | None, Interval | None]:
    """The score and its interval. If all counted forks took turns, both come from the totals of their sets as ratios
    do, so that two scores divide to their ratio; else from the means of forks.
    """
    if not means:
        return None, None
    enough = len(means) >= MIN_FORKS and 0 < min(means) and max(means) < math.inf
    if enough and len(sets) == len(means):
        over_sets = time_over_sets([Total(set_total.time_ns, set_total.operations) for set_total in sets])
        ns = make_interval(over_sets.interval(confidence))
        low, high = sorted(scores.of_cost_ns(end, unit) for end in (ns.low, ns.high)) if ns else (0.0, math.inf)
        return scores.of_cost_ns(math.exp(over_sets.middle), unit), make_interval((low, high))
    return forks.centre(means), make_interval(forks.log_mean_interval(means, confidence)) if enough else None


def _score_fork(fork: results.ForkResult, kept: results.ForkResult, case: results.CaseRecord, warming: Warming | None,
                ours: bool) -> ForkScores:
    """Scores of a fork's iterations; `kept` has the measured ones that count.

    The fork counts when it ran to its end, every iteration took time, and its numbers fit each other (checked for files
    of `ours`).
    """
    options, unit_ns = case.options, UNITS_NS[case.options.time_unit]
    warmup, measurement = (tuple(scores.score(iteration, case.mode, unit_ns) for iteration in phase)
                           for phase in (fork.warmup, kept.measurement))
    samples = ()
    if case.mode == scores.SAMPLE:
        samples = tuple(
            scores.samples(iteration, options.operations_per_invocation, unit_ns) for iteration in kept.measurement)
    end, discarded = fork.end, fork.start.fork < 0
    failure = ""
    if end is None:
        failure = f"interrupted after {len(measurement)} measured iteration{'s' * (len(measurement) != 1)}"
    elif end.status != "ok":
        failure = sentence(end)
    elif not discarded and not _is_usable(kept, measurement, case.mode):
        failure = NO_TIME if measurement else "no iteration was measured"
    elif ours and not discarded:
        failure = find_misfit(fork, case)
    return ForkScores(fork=fork.start.fork, warmup=warmup, measurement=measurement, samples=samples if any(samples) else
                      (), counts=not failure and not discarded, interrupted=end is None, failure=failure,
                      details=details(end) if end else (), output_tail=end.output_tail if end else (),
                      outputs=tuple(filter(None, (end.stdout, end.stderr))) if end else (), warming=warming,
                      warmed=fork.warmed)


def _is_usable(fork: results.ForkResult, measurement: Sequence[float], mode: str) -> bool:
    """Whether every iteration took time and did work.

    The step or cost of the clock may leave nothing of short stretches. That is no fault: the time is 0, and the rate
    infinite.
    """
    worked = all(sum([thread.elapsed_ns + thread.timings for thread in iteration.threads]) > 0
                 and math.fsum([thread.operations for thread in iteration.threads]) > 0
                 for iteration in fork.measurement)
    possible = all(0 <= score and (score < math.inf or mode == scores.THROUGHPUT) for score in measurement)
    return bool(measurement) and worked and possible
