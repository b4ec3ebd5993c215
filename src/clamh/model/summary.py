"""The nouns after the results file: what summarising computes from raw facts, and what every report prints."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

from clamh.model.advice import HINTS
from clamh.model.aims import Aim, Goal
from clamh.model.cases import Binding
from clamh.model.identity import side_name
from clamh.model.noun import Noun
from clamh.model.options import DELTA, Estimator
from clamh.model.results import CalibrationRecord, Run, ShiftRecord, WarmedRecord
from clamh.model.secondary import (Interval as Interval, Pooled as Pooled, Secondary as Secondary,
                                   SecondaryRatio as SecondaryRatio)
from clamh.model.sources import Member
from clamh.model.worker import Suspended


class Warning(Noun):
    """A doubt about a result: `code` is a key of ADVICE (or of a newer version), `message` describes the observation.
    """

    code: str
    message: str
    advice: str


class Warming(Noun):
    """How one fork warmed up: its class (judging/statistics/steady.py; "" is unknown), and the iteration time until it
    was steady.

    `first_call_ns` is the time of the trial's first invocation, `steady_ns` of a steady invocation, `first_iteration`
    of the first iteration ÷ the median measured iteration; None if unknown. `change` is the relative size of the last
    change of level (0 without any), `while_measuring`: in the measured part.
    """

    kind: Literal["", "flat", "warmup", "slowdown", "no steady state"] = ""
    steady_after_s: float | None = None
    first_call_ns: float | None = None
    steady_ns: float | None = None
    first_iteration: float | None = None
    change: float = 0.0
    while_measuring: bool = False


class ForkScores(Noun):
    """One fork: the score of each iteration, in the row's unit, and the reason if the fork does not count.

    A `fork` below 0 is a warmup fork: it never counts, without a `failure`.
    """

    fork: int
    warmup: tuple[float, ...]
    measurement: tuple[float, ...]
    counts: bool
    interrupted: bool = False  # cut off by Ctrl-C or by the end of the driver: not a fault of the fork
    samples: tuple[tuple[tuple[float, int], ...], ...] = ()  # sample mode: a histogram per measured iteration
    failure: str = ""  # a sentence
    details: tuple[str, ...] = ()  # further lines about the failure, such as a stack trace
    output_tail: tuple[str, ...] = ()  # the last lines that the benchmark printed
    warming: Warming | None = None
    warmed: WarmedRecord | None = None  # under AutoWarmup
    outputs: tuple[str, ...] = ()  # the files with the whole output, relative to the folder of the results file


class Term(Noun):
    """A condition that both sides of a comparison must share (design section 8); `holds` is None if this is unknown.

    `name` is stable: key, params, mode, threads, binding, layout, opi, batch size, warmup, seed, data, value,
    optimisation, target, machine, boot, settings, environment, files, forks. `message` describes what is unequal or
    unknown, "" if the term holds.
    """

    name: str
    holds: bool | None
    message: str = ""


Verdict = Literal["slower", "faster", "small difference", "same",
                  "undecided"]  # defined in judging/statistics/verdict.py

VERDICTS: tuple[Verdict, ...] = ("faster", "slower", "small difference", "same", "undecided"
                                 )  # the order in which reports count them


class Estimate(Noun):
    """A ratio with its interval, from another estimator than that of the verdict."""

    value: float
    interval: Interval


class Drift(Noun):
    """The side (a case_id) that changed more, and its cost per slice in the second half of a set ÷ in the first half.
    """

    case_id: str
    value: float


class Ratio(Noun):
    """The time of the reference ÷ the time of this row; above 1 is faster, in every mode.

    `verdict` is None without an interval, and for the reference itself. `decided_at` is the smallest Δ that would
    decide an undecided ratio. `reason` says why there is no verdict, if the interval is not the reason: `verdict` is
    then None if the two must not be compared, else "undecided".
    """

    reference: str  # case_id; that of the row itself if it is the reference, and then value is 1
    value: float
    interval: Interval | None
    verdict: Verdict | None = None
    decided_at: float | None = None
    terms: tuple[Term, ...] = ()
    middle: Estimate | None = None  # the ratio in the median lap, of sides that took turns
    confidence: float | None = None  # of the interval: higher than requested if several claims hold together
    reason: str = ""
    excused: str = ""  # the reason in clamh.toml why the two do different work
    estimator: Estimator = "mean"
    # if the ratio changed from the first half of each set to the second: there is then no verdict
    drift: Drift | None = None
    unwaited: float | None = None  # the ratio without waiting for a CPU, if waiting widened the interval
    noise_floor: float | None = None  # a share: the machine's noise, if it prevented the verdict faster or slower
    # a share: the widening at each end of the interval, because the two were not measured together
    shift: float | None = None

    @property
    def not_compared(self) -> bool:
        """Whether the two must not be compared: there is no verdict, and `reason` says why."""
        return self.verdict is None and bool(self.reason)


class Spread(Noun):
    """The scatter of iteration scores as standard deviations of logs (0.02 is 2 %): `within` forks, and the additional
    scatter `between` forks; None is unknown."""

    between: float | None
    within: float | None


class SetTotal(Noun):
    """The totals of a fork that took turns with others: `time_ns` without the clock's own cost, and operations.

    `time_ns` contains `waited_ns` of known waiting for a CPU; a further `left_out_ns` of waiting is not in it. `costs`
    has for each slice the ns per operation without waiting; `own` says whether the slice before belonged to the same
    side. `collections` counts garbage collections, `major_faults` the pages read from disk. Rows with the same `number`
    took turns with each other.
    """

    number: int
    time_ns: float
    operations: float
    waited_ns: float = 0.0
    left_out_ns: float = 0.0
    costs: tuple[float, ...] = ()
    own: tuple[bool, ...] = ()
    planned_ns: int = 0  # planned measured time; 0 if the plan has no time
    collections: int = 0  # as far as known
    major_faults: int = 0


class Row(Noun):
    """One case, judged. `score` and all that depends on it is None if no fork counted.

    If the cost of the clock is the whole time of a fork, its mean is 0 or its rate is infinite. The row then has no
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
    fork_means: tuple[float, ...]  # one per counted fork
    forks_planned: int
    fork_scores: tuple[ForkScores, ...]
    pooled: Pooled | None
    ratio: Ratio | None = None
    spread: Spread | None = None
    baseline: str = ""  # reference: the suite is compared with it; bound: an upper bound that no benchmark may beat
    bound: Ratio | None = None  # the ratio to the bound of its suite, if there is one
    secondary: tuple[Secondary, ...] = ()
    clock_cost_ns: float | None = None  # subtracted from each timed stretch; None if stretches are too long to need it
    suspended: Suspended | None = None  # None if the benchmark suspended nothing
    operations: bool = False  # each invocation reports its number of operations
    units: dict[str, int] = {}  # 1000 or 1024 for each param that tables show as 4k
    row_names: dict[str, str] = {}  # by param the name of its row of params, which tables show instead of the values
    measured_operations: float = 0.0  # those of all counted forks, in all threads
    binding: Binding | None = None  # the CPUs that its threads were bound to; None if they were not
    collectors: tuple[str, ...] = ()  # the garbage collectors that the runtimes of forks chose
    processors: tuple[int, ...] = ()  # the numbers of processors that the runtimes of forks saw at their start
    aim: Aim | None = None
    taken_ns: float | None = None  # the time of an invocation or a timed batch, if empty_ns is known
    empty_ns: float | None = None  # the same of an empty benchmark in the same harness
    noise_floor: float | None = None  # |ln ratio| below which differences are machine noise, if calibrated
    members: tuple[Member, ...] = ()  # of a group
    build: str = ""  # the build of its source; "" if the run has only one
    turn_effect: Estimate | None = None  # cost of a slice after another side's slice ÷ after its own slice
    looks: tuple[int, ...] = ()  # the numbers of sets after which a run with a precision or budget looked at the result
    sets: tuple[SetTotal, ...] = ()  # one per fork that took turns
    waited: float = 0.0  # the share of its time that it waited for a CPU; fork means and score leave it out
    warnings: tuple[Warning, ...] = ()  # the most important first (model/importance.py): reports show only that

    @property
    def side(self) -> str:
        """Its name beside other sides: the platform, and the build if it has a name."""
        return side_name(self.platform, self.build)

    def has_warning(self, code: str) -> bool:
        """Whether the row has a warning with this code."""
        return any(warning.code == code for warning in self.warnings)

    @property
    def comparable(self) -> bool:
        """Whether ratios are possible: there is a score, and each fork has a finite time or rate above 0."""
        return self.score is not None and all(0 < mean < math.inf for mean in self.fork_means)


class Contest(Noun, rename={"has_baseline": "referred", "lead_ratios": "ahead"}):
    """Rows that are compared: one key, mode, thread count and set of params, with a row per side (a platform or one of
    its builds).

    `fastest` is the case_id of the row with the best score, by the median of the row that ratios put first; "" where
    there are no scores or no two rows can be compared. `ahead` has the ratio of the fastest to each other row with a
    score, the next fastest first.
    """

    key: str
    mode: str
    threads: int
    params: dict[str, str]
    rows: tuple[Row, ...]
    fastest: str = ""  # only rows that can be compared with most others count
    lead_ratios: tuple[Ratio, ...] = ()
    has_baseline: bool = False  # the user chose the reference: a platform, a benchmark, the first of several builds


class Speed(Noun):
    """The CPU speed of a side: ns for a fixed chain of instructions, over all measured iterations."""

    side: str
    least_ns: float
    median_ns: float
    most_ns: float


class SuiteBenchmark(Noun):
    """The benchmark that a suite is compared with; `bound` says whether it is the suite's upper bound."""

    name: str
    bound: bool


class SuiteRatio(Noun):
    """The geometric mean of a side's ratios over a suite (a folder of sources), in one mode and to one reference.

    Each benchmark has the same weight, whatever its number of rows. The interval is over benchmarks, None with fewer
    than three. Ratios compare `platform` with `reference`; `against` is the benchmark that they refer to, None if each
    benchmark refers to itself. `verdicts` count rows, `without` counts rows without a ratio, `unequal` counts rows in
    the mean with an unmet term.
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


class Summary(Noun, rename={"goal": "asked"}):
    """A run, judged; `reference` describes in words what ratios refer to, "" without ratios."""

    confidence: float
    contests: tuple[Contest, ...]
    reference: str
    warnings: tuple[Warning, ...]
    speeds: tuple[Speed, ...] = ()
    delta: float = DELTA
    suites: tuple[SuiteRatio, ...] = ()
    goal: Goal | None = None
    calibrations: tuple[CalibrationRecord, ...] = ()  # the calibrations that apply to rows
    # (threads, bound, in turns) of rows without a calibration whose platform and mode have one
    uncalibrated: tuple[tuple[int, bool, bool], ...] = ()
    estimator: Estimator = "mean"
    machine: tuple[Warning, ...] = ()  # about the machine during the whole run, the most important first
    unit: Literal["fork", "repetition"] = "fork"  # the unit of the intervals: forks, or whole runs of a submission
    different: tuple[str, ...] = ()  # keys of benchmarks with different values that clamh.toml does not excuse

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
        """Whether a case has no score or only that of some forks, or an artifact could not be built."""
        return any(skip.failed for skip in self.run.skipped) or any(
            row.status in ("failed", "partial") or row.aim and row.status == "not run" for row in self.summary.rows)


class Difference(Noun):
    """A difference between two runs, in words; `a` and `b` are empty if the values are unknown."""

    what: str
    a: str = ""
    b: str = ""


class Pair(Noun):
    """The same case in two runs, or in only one of them; `ratio` is the time of A ÷ the time of B."""

    a: Row | None
    b: Row | None
    ratio: Ratio | None = None

    @property
    def row(self) -> Row:
        """The row of A if it exists, else the row of B."""
        return self.a or self.b

    @property
    def rows(self) -> list[Row]:
        """The rows that exist, A's first."""
        return [row for row in (self.a, self.b) if row]


class Comparison(Noun):
    """Two runs, or two builds of one run: pairs in A's order, then rows that only B has; `differences` beside the
    terms.

    `names` are the names of the two in reports. `builds` are the two builds, () for two runs, which were not measured
    together.
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
    shifts: tuple[ShiftRecord, ...] = ()  # for two runs: how much scores move between runs, as far as known
    unknown_shift: tuple[str, ...] = ()  # the reasons why this is unknown for some or all rows


def make_interval(ends: tuple[float, float]) -> Interval | None:
    """The interval between two ends, None if an end is 0 or infinite: a double cannot hold it."""
    low, high = ends
    return Interval(low=low, high=high) if 0 < low and high < math.inf else None


def make_estimate(log: float, margin: float) -> Estimate | None:
    """The estimate with this logarithm ± margin; None if a double cannot hold an end of its interval."""
    try:
        ends = make_interval((math.exp(log - margin), math.exp(log + margin)))
    except OverflowError:
        return None
    return ends and Estimate(value=math.exp(log), interval=ends)


def make_warning(code: str, message: str) -> Warning:
    """A warning with the advice of its code."""
    return Warning(code=code, message=message, advice=HINTS.get(code, ""))
