"""What the command line says, and the bottom defaults."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from clamh.model.sources import Settings

UNITS_NS = {
    "ns": 1,
    "us": 1_000,
    "ms": 1_000_000,
    "s": 1_000_000_000,
    "m": 60_000_000_000,
    "h": 3_600_000_000_000,
    "d": 86_400_000_000_000,
}
# Time units as JMH prints them (TimeValue.tuToString), where its -tu takes another word: m would look like milli.
PRINTED = {"m": "min", "h": "hr", "d": "day"}
PRINTED_NS = {PRINTED.get(text, text): ns for text, ns in UNITS_NS.items()}

# Modes by their long names; of Mode.All it is plan's to say which they are.
MODES = {
    "Throughput": "thrpt",
    "AverageTime": "avgt",
    "SampleTime": "sample",
    "SingleShotTime": "ss",
    "WallTime": "wall",
    "All": "all",
}
# Design section 3: five forks because the interval treats the fork as the unit; short iterations because
# within a fork they hardly add information.
DEFAULTS = Settings(
    modes=("avgt",),
    warmup_iterations=5,
    warmup_time_ns=300_000_000,
    warmup_batch_size=1,
    auto_warmup_max_ns=10_000_000_000,
    auto_warmup_tolerance=0.01,
    measurement_iterations=5,
    measurement_time_ns=200_000_000,
    measurement_batch_size=1,
    forks=5,
    warmup_forks=0,
    threads=(1,),
    operations_per_invocation=1,
    timeout_ns=600_000_000_000,
    layout="random",
)
# What is different in a mode (JMH's single shot has other defaults too).
MODE_DEFAULTS = {"ss": Settings(forks=10, warmup_iterations=0, measurement_iterations=1)}
SORTS = ("name", "time", "difference")
BY = ("platform", "key", "param", "mode")
BIND = ("none", "threads", "auto")  # which measuring threads are bound to CPUs
Estimator = Literal["mean", "median"]  # by what verdicts compare: totals, or the median lap
ESTIMATORS: tuple[Estimator, ...] = get_args(Estimator)
DELTA = 0.01  # the smallest difference that matters, unless --delta says another
# `--quick`: enough forks for an interval, as short as they may be; what `make demo` measures with.
QUICK = Settings(
    warmup_iterations=3,
    warmup_time_ns=100_000_000,
    measurement_iterations=3,
    measurement_time_ns=100_000_000,
    forks=3,
)
# A single shot stays one: --quick makes fewer forks of it.
QUICK_MODES = {"ss": Settings(forks=3)}
# Sides that take turns are measured in more and shorter processes: what differs from process to process is most of what
# is not known.
SETS = {2: 8, 6: 12}  # from so many sides on; a fixed number, looked at once
IN_TURNS = Settings(measurement_iterations=5, measurement_time_ns=70_000_000)
IN_TURNS_MODES = ("avgt", "thrpt")  # the others' iterations keep their length: percentiles need the samples
COMPILED = Settings(warmup_iterations=1)  # where no compiler is at work meanwhile, caches are all that warms up
QUICK_IN_TURNS = Settings(warmup_iterations=3, warmup_time_ns=100_000_000, measurement_iterations=2,
                          measurement_time_ns=100_000_000, forks=5)
QUICK_IN_TURNS_MODES = {"ss": Settings(forks=5)}
LAYOUTS = 4  # code layouts; sides that take turns have one for each set, up to MAX_LAYOUTS
MAX_LAYOUTS = 16
# up to so many sets a gate adds where more could change what it decides, unless a budget says how long it may take
ADDED_SETS = 12
DEFAULT_TIME_UNIT = {"avgt": "ns", "sample": "ns", "ss": "ns", "wall": "ns", "thrpt": "s"}


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """A run's command line after parsing; `settings` holds what overrides annotations.

    `within` has the regular expressions of PATH::REGEX by path, and "" where the same path was given without one;
    `only` and `exclude` hold for every path.
    """

    paths: tuple[str, ...] = ()
    within: dict[str, tuple[str, ...]] = {}
    only: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    settings: Settings = Settings()
    quick: bool = False
    language: dict[str, dict[str, tuple[str, ...]]] = {}  # by language id, then by the language's own name
    params: dict[str, tuple[str, ...]] = {}
    seed: int | None = None
    replayed: bool = False  # the seed was requested, so that addresses are to be the same again too
    # --layouts: how many code layouts are built of an artifact; None: LAYOUTS, in turns one for each set
    layouts: int | None = None
    confidence: float | None = 0.95  # None: that of the run which is reported
    delta: float | None = DELTA  # --delta; None: that of the run which is reported
    estimator: Estimator | None = "mean"  # --estimator; None: that of the run which is reported
    by: str = ""  # one of BY: how the table is divided; "" is by benchmark and params
    full: bool = False  # --full: everything, not the first screen
    iterations: bool = False  # --iterations: reports also say how many operations were measured
    plot: bool = False  # --plot: bars below the table
    sort: str = ""  # one of SORTS: the order of the first screen; "" is that of the sources
    baseline: str = ""  # a benchmark or a pattern of platforms; "": the suites' own
    precision: float | None = None  # --precision: forks are added until each score is known as well as this share of it
    budget_ns: int | None = None  # --budget: or until this time is over
    verbosity: str = "NORMAL"  # SILENT NORMAL EXTRA
    result_format: str = ""
    result_file: str = ""
    results: str = ""
    lock: bool = True
    strict: bool = False
    keep_going: bool = False  # --keep-going: what builds is measured where something does not
    platforms: tuple[str, ...] = ()
    gc: str = "false"  # false true off
    tmpfs: bool = False  # --tmpfs: each fork has its temporary files in memory
    warmup_mode: str = "INDI"  # INDI BULK BULK_INDI
    warmup_benchmarks: tuple[str, ...] = ()  # regular expressions of benchmarks that only warm up
    fail_on_error: bool = False
    output: str = ""  # the file of the human-readable log; "" is standard output
    trend_file: str = ""
    html: str = ""  # the file of the page with charts
    live: bool = False  # sides that are compared take turns; the command line has it unless --no-live is given
    # of a gate: whether sets are added where more could change what it decides; None: no gate decides that
    adds_sets: bool | None = None
    bind: str = ""  # one of BIND; "": only sides that take turns are bound, to the same CPUs
    cpus: frozenset[int] = frozenset()  # --cpus: the whole run has these alone; none: as it was started
    profilers: dict[str, tuple[str, ...]] = {}  # -prof: by name, with the events of perf
    profiled: bool = False  # of `clamh profile`: artifacts are built for its profilers
    resume: str | None = None  # the results file to go on with, "" for the newest; None: a new run
