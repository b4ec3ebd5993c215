"""The nouns of describe and plan: what an artifact can run, and what will be run. Frozen data only."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from clamh.model.artifacts import Artifact, Skip
from clamh.model.diagnostics import Diagnostic
from clamh.model.identity import quote, side_name
from clamh.model.noun import Noun
from clamh.model.opening import Opening
from clamh.model.sources import CounterMeaning, Location, Member, Settings, SuiteBaseline

# ---- describe → Catalog (the truth)


class CatalogParam(Noun):
    """A param as the compiled artifact knows it; `type` is one of the protocol's param types."""

    name: str
    state: str
    type: str
    values: tuple[str, ...]
    minimum: int | None = None
    maximum: int | None = None
    constants: tuple[str, ...] = ()
    location: Location | None = None
    units: int = 0
    same: str = ""  # the name that clamh.toml gives it instead of its own


class Rows(Noun):
    """Params (full names) with rows of values, used instead of every combination; `names` are those of the rows."""

    params: tuple[str, ...]
    values: tuple[tuple[str, ...], ...]
    names: tuple[str, ...] = ()


class CatalogBenchmark(Noun):
    """A benchmark that the artifact can run; `launch` is opaque to core and goes back to `run_command`.

    `rows`, `counters` (by full name), `operations`, and a param's `units` and `same` come from the sources: no worker
    needs them. `defaulted` are the names of settings that come from [defaults] of clamh.toml.
    """

    name: str
    key: str
    settings: Settings
    params: tuple[CatalogParam, ...]
    opening: Opening  # what `open` says of it, by number
    baseline: str = ""
    location: Location | None = None
    launch: Any = None
    rows: tuple[Rows, ...] = ()
    counters: dict[str, CounterMeaning] = {}
    operations: bool = False
    random: bool = False  # the seed may change what it computes
    optimisation: str | None = None  # like artifacts.Platform.optimisation, if the benchmark's own arguments change it
    target: str | None = None
    members: tuple[Member, ...] = ()  # the members of a group, with their annotated numbers of threads
    defaulted: tuple[str, ...] = ()


class Catalog(Noun):
    """The answer of one artifact to `describe`."""

    artifact: Artifact
    hello: dict[str, Any]
    benchmarks: tuple[CatalogBenchmark, ...]
    start_s: float = 0.0  # how long the describing process took: the cost of starting a process
    missing: tuple[str, ...] = ()  # in the forecast, not in the artifact: "not compiled in"
    missing_hint: str = ""  # what to do about `missing`; "" if only a condition of the compiler may leave it out

    @property
    def capabilities(self) -> dict[str, Any]:
        """What the worker can do, by the names of the protocol; empty without `hello`."""
        return self.hello.get("capabilities", {})


# ---- plan → Plan


Divisor = Annotated[int, msgspec.Meta(ge=1)]


class AutoWarmup(Noun):
    """A fork goes on to warm up until it is steady within `tolerance` (a share), for at most `max_ns` in all."""

    max_ns: int
    tolerance: float


MOST_CALLS = 1 << 40  # of an iteration without a maximum


class CallBounds(Noun):
    """An iteration has a number of calls instead of a time: at least `least`, at most `most` in each thread."""

    least: int
    most: int


class CaseOptions(Noun):
    """Every option of a case, resolved, with nothing left to inherit. A single shot has no times: they are 0."""

    warmup_iterations: int
    warmup_time_ns: int
    warmup_batch_size: int
    measurement_iterations: int
    measurement_time_ns: int
    measurement_batch_size: Divisor
    forks: int
    warmup_forks: int
    operations_per_invocation: Divisor
    time_unit: str
    timeout_ns: int
    layout: str = "random"  # or static: layouts.py
    layout_seed: int | None = None  # the seed of all forks; None: each fork draws its own
    layouts: Divisor = 1  # code layouts of the artifact; forks use them in turn
    gc: str = "false"  # true: collect garbage before each iteration; off: suspend collection while measuring
    language: dict[str, tuple[str, ...]] = {}
    auto_warmup: AutoWarmup | msgspec.UnsetType = msgspec.UNSET  # unset it is not written, and no part of case_id
    bounds: CallBounds | msgspec.UnsetType = msgspec.UNSET  # the same; the times are then what the number aims at


class Binding(Noun):
    """The CPU of each measuring thread, thread 0 first; memory comes from the NUMA nodes `nodes`, () for any node."""

    cpus: tuple[int, ...]
    nodes: tuple[int, ...] = ()


class Case(Noun):
    """Benchmark × mode × param values × threads × platform × build, with resolved options; one row of a report."""

    case_id: str
    key: str
    benchmark: str
    platform: str
    artifact: int  # index into Plan.catalogs
    mode: str
    threads: int
    params: dict[str, str]  # short name → value, for reports
    wire_params: dict[str, str]  # the artifact's qualified name → value, for `open`
    options: CaseOptions
    opening: Opening  # of its benchmark
    baseline: str = ""
    launch: Any = None
    counters: dict[str, CounterMeaning] = {}  # by the name in reports
    units: dict[str, int] = {}  # only params that have them, by short name
    # by short name of a param the name of its row in ParamRows, shown instead of the values; not part of case_id
    row_names: dict[str, str] = {}
    operations: bool = False
    warm: tuple[str, ...] = ()  # case_ids of this artifact that a fork warms up first (bulk warmup)
    warms_itself: bool = True  # false: only bulk warmup
    optimisation: str | None = None  # see CatalogBenchmark
    target: str | None = None
    members: tuple[Member, ...] = ()  # the members of a group; `threads` is a multiple of their threads
    binding: Binding | None = None  # None: the scheduler chooses; not part of case_id
    build: str = ""  # the build of its artifact
    slice_ns: int = 0  # largest length of its slices, if an earlier run found the default too short; 0: the default
    settle_ns: int = 0  # how long its runtime needs to be quiet after a command
    aside: tuple[str, ...] = ()  # names of threads of its runtime that keep off the CPUs of bound threads

    @property
    def side(self) -> str:
        """Its name beside other sides: the platform, and the build if it has a name."""
        return side_name(self.platform, self.build)


def describe_case(case: Case) -> str:
    """The name of a case in messages: the full name of its benchmark, its params, and its threads if there are several.
    """
    params = ", ".join(f"{name} = {quote(value)}" for name, value in case.params.items())
    members = ", ".join(f"{member.threads} {member.name}" for member in case.members)
    threads = f", {case.threads} threads{f' ({members})' if members else ''}" if case.threads > 1 else ""
    return f"{case.benchmark}{f' ({params})' if params else ''}{threads}"


def describe_bounds(bounds: CallBounds) -> str:
    """The bounds of an iteration's calls in words: at most 1,000 calls."""
    most = f"at most {bounds.most:,}" if bounds.most < MOST_CALLS else ""
    least = f"at least {bounds.least:,}" if bounds.least > 1 else ""
    return f"{' and '.join(filter(None, [least, most])) or 'at least 1'} calls"


def count_warmup_iterations(case: Case) -> int:
    """The number of the case's own warmup iterations: 0 if only bulk warmup comes before it (-wm BULK)."""
    return case.options.warmup_iterations if case.warms_itself else 0


def find_auto_warmup(case: Case) -> AutoWarmup | None:
    """By which rule the case itself goes on to warm up, None where it has no such."""
    return case.options.auto_warmup or None if case.warms_itself else None


class Turn(Noun):
    """One planned fork: its case and its number from 0. Warmup forks, which do not count, are -1, -2 …"""

    case_id: str
    fork: int


class Doubt(Noun, rename={"warning": "told"}):
    """A warning that is known before measuring, about a benchmark of a source, a platform or a build ("" is any)."""

    warning: Diagnostic
    source: str = ""
    benchmark: str = ""
    platform: str = ""
    build: str = ""

    def concerns(self, source: str, benchmark: str, platform: str, build: str = "") -> bool:
        """Whether the warning is about this case."""
        pairs = ((self.source, source), (self.benchmark, benchmark), (self.platform, platform), (self.build, build))
        return all(expected in ("", actual) for expected, actual in pairs)


class Plan(Noun):
    """What will be run and in which order: rounds of forks, each round in seeded random order.

    All turns of a round have the same fork number; rounds of warmup forks come first. `warmups` are cases that are not
    measured: forks of other cases run them as warmup (-wmb). `warnings` are by platform: requested features that it
    lacks.
    """

    catalogs: tuple[Catalog, ...]
    cases: tuple[Case, ...]
    rounds: tuple[tuple[Turn, ...], ...]
    seed: int
    replayed: bool = False  # the user chose the seed
    skipped: tuple[Skip, ...] = ()
    warmups: tuple[Case, ...] = ()
    warnings: dict[str, Diagnostic] = {}
    baselines: tuple[SuiteBaseline, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    root: str = ""  # the project's folder
    binding: str = ""  # a description of what --bind binds, or why it binds nothing
    contests: tuple[tuple[str, ...], ...] = ()  # case_ids of cases that take turns; they are adjacent in a round
