"""The nouns right of the results file: what summarising makes of raw facts, and what every report is made from."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

from clamh.model.advice import ADVICE
from clamh.model.aims import Aim, Asked
from clamh.model.cases import Binding
from clamh.model.identity import side_name
from clamh.model.noun import Noun
from clamh.model.options import DELTA, Estimator
from clamh.model.results import CalibrationRecord, Run, ShiftRecord, WarmedRecord
from clamh.model.sources import Member


class Warning(Noun):
    """A doubt about a result: `code` is a key of ADVICE (or newer than this version), `message` says what was seen."""

    code: str
    message: str
    advice: str


class Interval(Noun):
    """A two-sided confidence interval, ends included, at the summary's confidence."""

    low: float
    high: float


class Warming(Noun):
    """How one fork warmed up: its class (judging/statistics/steady.py; "" unknown), after how much time of iterations it was steady.

    `first_call_ns` is what the trial's first invocation took, `steady_ns` one of the steady part, `first_iteration` the
    time of the fork's first iteration ÷ the median measured one; None, like the time, where it is not known. `change`
    is by which share the last change of level changed it (0 for none), `while_measuring` whether that was inside the
    measured part.
    """

    kind: Literal["", "flat", "warmup", "slowdown", "no steady state"] = ""
    steady_after_s: float | None = None
    first_call_ns: float | None = None
    steady_ns: float | None = None
    first_iteration: float | None = None
    change: float = 0.0
    while_measuring: bool = False


class ForkScores(Noun):
    """One fork: the score of each iteration, in the row's unit, and why it does not count, if it does not.

    A `fork` below 0 is a warmup fork: it never counts, and no failure says so.
    """

    fork: int
    warmup: tuple[float, ...]
    measurement: tuple[float, ...]
    counts: bool
    interrupted: bool = False  # cut off by Ctrl-C or by the driver's end, through no fault of its own
    samples: tuple[tuple[tuple[float, int], ...], ...] = ()  # of sample mode: per measured iteration, a histogram
    failure: str = ""  # a sentence
    details: tuple[str, ...] = ()  # further lines of what failed, such as a stack trace
    output_tail: tuple[str, ...] = ()  # the last lines that the benchmark printed
    warming: Warming | None = None
    warmed: WarmedRecord | None = None  # under AutoWarmup
    outputs: tuple[str, ...] = ()  # the files that have all of it, as seen from the results file's folder


class Pooled(Noun):
    """JMH's figures over all iterations of the counted forks, for JMH's formats; error is NaN for two or fewer."""

    count: int
    mean: float
    stdev: float
    error: float
    minimum: float
    maximum: float
    percentiles: tuple[float, ...]  # at stats.jmh.PERCENTILES


class Secondary(Noun):
    """A result of a case beside its score: a member of a group, a percentile of samples, or a counter (AuxCounters).

    `member` and `operations` are rates or times as the score is one, over forks; `events` are sums. `iterations` has JMH's raw data:
    per fork that the score is made of, a value per iteration. `scale` is 1000 or 1024 where tables show rates as GB/s.
    """

    label: str
    kind: Literal["member", "percentile", "operations", "events"]
    unit: str
    score: float
    interval: Interval | None
    iterations: tuple[tuple[float, ...], ...]
    pooled: Pooled
    scale: int = 0


class Term(Noun):
    """One of the terms on which two scores were compared (design section 8); `holds` is None where nobody knows.

    `name` is stable: key, params, mode, threads, binding, layout, opi, batch size, warmup, seed, data, value, optimisation,
    target, machine, boot, settings, environment, files, forks. `message` says what is not equal or not known, "" where the term holds.
    """

    name: str
    holds: bool | None
    message: str = ""


Verdict = Literal["slower", "faster", "small difference", "same", "undecided"]  # judging/statistics/verdict.py says what each means

VERDICTS: tuple[Verdict, ...] = ("faster", "slower", "small difference", "same", "undecided")  # as they are counted


class Estimate(Noun):
    """A ratio with its interval, by a way of estimating that is not the one the verdict goes by."""

    value: float
    interval: Interval


class Drift(Noun):
    """The side (a case_id) that changed more, and what its slices cost in the second half of a set ÷ in the first."""

    case_id: str
    value: float


class Ratio(Noun):
    """How many times as fast as the reference: reference time ÷ this time; above 1 is faster, in every mode.

    `verdict` is None without an interval, and of the reference itself; `decided_at` is the smallest Δ that would decide
    one that is undecided. `reason` is why there is no verdict where that is not the interval: of two that are not to be compared
    `verdict` is None then, else "undecided".
    """

    reference: str  # case_id; the row's own when it is the reference, and then value is 1
    value: float
    interval: Interval | None
    verdict: Verdict | None = None
    decided_at: float | None = None
    terms: tuple[Term, ...] = ()
    middle: Estimate | None = None  # in the median lap, of sides that took turns
    confidence: float | None = None  # of the interval: more than was asked for where several claims hold together
    reason: str = ""
    excused: str = ""  # why clamh.toml says that the two may do different work, which they do
    estimator: Estimator = "mean"
    drift: Drift | None = None  # why there is no verdict: it changed from the first half of sets to the second
    unwaited: float | None = None  # without the time in which threads waited for a CPU, where the interval had to be widened for it
    noise_floor: float | None = None  # a share: what the machine's noise is, where that kept it from faster or slower
    shift: float | None = None  # a share: by how much each end of the interval is further away, since the two were not measured together

    @property
    def not_compared(self) -> bool:
        """Whether nobody can say which of the two is faster: there is no verdict, and `reason` says why."""
        return self.verdict is None and bool(self.reason)


class Spread(Noun):
    """How much the scores of iterations differ, as standard deviations of logs (0.02 is 2 %): `between` forks, beyond
    what they do `within` them; None unknown."""

    between: float | None
    within: float | None


class SetTotal(Noun):
    """What a fork that was measured in turns with others did in all: `time_ns` without what the clock cost, and operations.

    In `waited_ns` of it its threads waited for a CPU, as far as is known; `left_out_ns` of waiting are not in it. `costs` are those of its slices, in ns per operation without
    waiting; `own` says of each whether the slice before was its own too. The collector ran `collections` times, and `major_faults` pages were read from disk.
    Rows whose totals have the same `number` took turns with each other.
    """

    number: int
    time_ns: float
    operations: float
    waited_ns: float = 0.0
    left_out_ns: float = 0.0
    costs: tuple[float, ...] = ()
    own: tuple[bool, ...] = ()
    planned_ns: int = 0  # of measured time; 0 where it was not asked for as a time
    collections: int = 0  # as far as is known
    major_faults: int = 0


class Row(Noun):
    """One case, judged. `score` and everything beside it is None when no fork counted.

    A fork whose time the clock's own cost leaves nothing of has the mean 0, or an infinite rate: the row then has no
    interval and no ratio.
    """

    case_id: str
    key: str
    benchmark: str
    platform: str
    source: str
    mode: str
    threads: int
    params: dict[str, str]
    unit: str  # ns/op, ops/s …
    status: Literal["ok", "partial", "failed", "not run"]
    score: float | None
    interval: Interval | None
    fork_means: tuple[float, ...]  # one per fork that the score is made of
    forks_planned: int
    fork_scores: tuple[ForkScores, ...]
    pooled: Pooled | None
    ratio: Ratio | None = None
    spread: Spread | None = None
    baseline: str = ""  # reference: its suite is compared with it; bound: an upper bound, which nothing may beat
    bound: Ratio | None = None  # to the bound of its suite, where that has one
    secondary: tuple[Secondary, ...] = ()
    clock_cost_ns: float | None = None  # taken off each timed stretch; None where stretches are too long to need it
    operations: bool = False  # each invocation says how many operations it did
    units: dict[str, int] = {}  # params that tables show as 4k, with 1000 or 1024
    binding: Binding | None = None  # to which CPUs its threads were bound; None where they were not
    collectors: tuple[str, ...] = ()  # of garbage: each that a fork's runtime chose
    processors: tuple[int, ...] = ()  # each number of them that a fork's runtime saw at its start
    aim: Aim | None = None
    taken_ns: float | None = None  # what an invocation took (of batches where those are timed), where the next is known too:
    empty_ns: float | None = None  # what one of an empty benchmark in the same harness takes
    noise_floor: float | None = None  # |ln ratio| below which differences are the machine's noise, if calibrated
    members: tuple[Member, ...] = ()  # of a group
    build: str = ""  # which of several builds of its source; "" where the run has one
    turn_effect: Estimate | None = None  # what a slice costs after one of another side ÷ after one of its own
    looks: tuple[int, ...] = ()  # after how many sets a run that adds sets until a precision or a budget is reached looked at them
    sets: tuple[SetTotal, ...] = ()  # of its forks that were measured in turns
    waited: float = 0.0  # the part of its time in which it waited for a CPU that others had; fork means and score leave it out
    warnings: tuple[Warning, ...] = ()  # the most important first (model/importance.py): reports show this one alone

    @property
    def side(self) -> str:
        """What it is called beside others: its platform, with its build where that has a name."""
        return side_name(self.platform, self.build)

    def warned(self, code: str) -> bool:
        """Whether it has a warning with this code."""
        return any(one.code == code for one in self.warnings)

    @property
    def comparable(self) -> bool:
        """Whether there is a score, and a time or rate above 0 in each of its forks, so that ratios have a meaning."""
        return self.score is not None and all(0 < mean < math.inf for mean in self.fork_means)


class Contest(Noun):
    """Rows that measure the same and so compete: one key, mode, thread count and set of params, a row per side: a platform, or one of its builds.

    `fastest` is the case_id of the row with the best score ("" when none has one); `ahead` says how many times as fast
    it is as each other row with a score, the next fastest first.
    """

    key: str
    mode: str
    threads: int
    params: dict[str, str]
    rows: tuple[Row, ...]
    fastest: str = ""  # of those that can be compared with most others
    ahead: tuple[Ratio, ...] = ()
    referred: bool = False  # the user chose what ratios are relative to: a platform, a benchmark, the first of several builds


class Speed(Noun):
    """How fast a side's CPU was: ns that the same chain of instructions took, over all measured iterations."""

    side: str
    least_ns: float
    median_ns: float
    most_ns: float


class SuiteBenchmark(Noun):
    """The benchmark that a suite is compared with; `bound`: because it is its upper bound."""

    name: str
    bound: bool


class SuiteRatio(Noun):
    """The geometric mean of a side's ratios over a suite (a folder of sources), in one mode and to one reference.

    Each benchmark weighs the same, whatever params and threads it has rows of; the interval is over benchmarks, None
    with fewer than three of them. `platform` is that side and `reference` the one that ratios are relative to, `against` the benchmark,
    None where each is relative to itself there. `verdicts` count rows, `without` those that have no ratio, `unequal`
    those in the mean that are compared on terms of which one does not hold.
    """

    suite: str
    mode: str
    platform: str
    reference: str
    against: SuiteBenchmark | None
    benchmarks: int
    rows: int
    value: float
    interval: Interval | None
    verdicts: dict[str, int]
    without: int = 0
    unequal: int = 0
    estimator: Estimator = "mean"


class Summary(Noun):
    """A run, judged; `reference` says in words what ratios are relative to, "" when there are none."""

    confidence: float
    contests: tuple[Contest, ...]
    reference: str
    warnings: tuple[Warning, ...]
    speeds: tuple[Speed, ...] = ()
    delta: float = DELTA
    suites: tuple[SuiteRatio, ...] = ()
    asked: Asked | None = None
    calibrations: tuple[CalibrationRecord, ...] = ()  # those that the rows are held to
    uncalibrated: tuple[tuple[int, bool], ...] = ()  # of rows that are held to none, though their platform and mode were: threads, bound
    estimator: Estimator = "mean"
    machine: tuple[Warning, ...] = ()  # what is true of the machine during the whole run, the most important first
    unit: Literal["fork", "repetition"] = "fork"  # what a row's scores and intervals are over: of a submission whole runs
    different: tuple[str, ...] = ()  # keys of benchmarks whose implementations computed different values without an excuse

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows, in the order of the table."""
        return tuple(row for contest in self.contests for row in contest.rows)


class Judgement(NamedTuple):
    """A run and its summary."""

    run: Run
    summary: Summary

    @property
    def failed(self) -> bool:
        """Whether a case has no score, or only that of some of its forks, or an artifact could not be built."""
        return any(one.failed for one in self.run.skipped) or any(row.status in ("failed", "partial") or row.aim and row.status == "not run" for row in self.summary.rows)


class Difference(Noun):
    """Something not the same in two runs, in words; `a` and `b` are empty where only that it differs is known."""

    what: str
    a: str = ""
    b: str = ""


class Pair(Noun):
    """The same case in two runs, or in one of them; `ratio` is how many times as fast B is as A."""

    a: Row | None
    b: Row | None
    ratio: Ratio | None = None

    @property
    def row(self) -> Row:
        """The one that is there, A's where both are."""
        return self.a or self.b


class Comparison(Noun):
    """Two runs side by side, or two builds of one run: pairs in A's order, then what only B has; `differences` is what differs beside terms.

    `names` are what reports call the two; `builds` says of which builds these are, () of two runs, which were not measured together.
    """

    confidence: float
    pairs: tuple[Pair, ...]
    differences: tuple[Difference, ...]
    delta: float = DELTA
    estimator: Estimator = "mean"
    warnings: tuple[Warning, ...] = ()
    suites: tuple[SuiteRatio, ...] = ()
    names: tuple[str, str] = ("A", "B")
    builds: tuple[str, ...] = ()
    shifts: tuple[ShiftRecord, ...] = ()  # of two runs: what is known of how far scores move between runs
    unknown_shift: tuple[str, ...] = ()  # why that is not known, of some rows or all


def interval(ends: tuple[float, float]) -> Interval | None:
    """The interval between the ends, None where they are beyond what a double holds."""
    low, high = ends
    return Interval(low=low, high=high) if 0 < low and high < math.inf else None


def estimate(log: float, margin: float) -> Estimate | None:
    """The estimate with this logarithm, give or take the margin; None where a double does not hold an end."""
    try:
        around = interval((math.exp(log - margin), math.exp(log + margin)))
    except OverflowError:
        return None
    return around and Estimate(value=math.exp(log), interval=around)


def warning(code: str, message: str) -> Warning:
    """A warning with the advice of its code."""
    return Warning(code=code, message=message, advice=ADVICE.get(code, ""))
