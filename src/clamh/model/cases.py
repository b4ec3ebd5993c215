"""The nouns of describe and plan: what an artifact can run, and what will be run. Data only, frozen."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from clamh.model.artifacts import Artifact, Skip
from clamh.model.diagnostics import Diagnostic
from clamh.model.identity import quoted, side_name
from clamh.model.noun import Noun
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
    """Params (full names) that take their values row by row, instead of in every combination."""

    params: tuple[str, ...]
    values: tuple[tuple[str, ...], ...]


class CatalogBenchmark(Noun):
    """A benchmark that the artifact can run; `launch` is opaque to core and goes back to `run_command`.

    `rows`, `counters` (by full name), `operations` and a param's `units` and `same` are what the sources say: no worker needs
    them.
    """

    name: str
    key: str
    settings: Settings
    params: tuple[CatalogParam, ...]
    baseline: str = ""
    location: Location | None = None
    launch: Any = None
    rows: tuple[Rows, ...] = ()
    counters: dict[str, CounterMeaning] = {}
    operations: bool = False
    random: bool = False  # the seed may change what it computes
    optimisation: str | None = None  # as the platform's (artifacts.Platform), where arguments of its own change it
    target: str | None = None
    members: tuple[Member, ...] = ()  # of a group, with their annotated numbers of threads


class Catalog(Noun):
    """What one artifact answered to `describe`."""

    artifact: Artifact
    hello: dict[str, Any]
    benchmarks: tuple[CatalogBenchmark, ...]
    start_s: float = 0.0  # how long the process took that described it: what starting one costs
    missing: tuple[str, ...] = ()  # in the forecast, not in the artifact: "not compiled in"


# ---- plan → Plan


Divisor = Annotated[int, msgspec.Meta(ge=1)]


class AutoWarmup(Noun):
    """A fork goes on to warm up until it is steady within `tolerance` (a share), for at most `max_ns` in all."""

    max_ns: int
    tolerance: float


class CaseOptions(Noun):
    """Every option of a case, resolved: nothing is left to inherit. The times of a single shot are 0: it has none."""

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
    layout_seed: int | None = None  # of all forks; None: each draws one
    layouts: Divisor = 1  # code layouts of the artifact, which the forks take in turn
    gc: str = "false"  # true: the worker collects before each iteration; off: it suspends collection while it measures
    language: dict[str, tuple[str, ...]] = {}
    auto_warmup: AutoWarmup | msgspec.UnsetType = msgspec.UNSET  # unset it is not written, and no part of case_id


class Binding(Noun):
    """Which CPU each measuring thread is bound to, thread 0 first; `nodes` are those its memory comes from, () for any."""

    cpus: tuple[int, ...]
    nodes: tuple[int, ...] = ()


class Case(Noun):
    """Benchmark × mode × param values × threads × platform × build, options resolved; the unit of a row."""

    case_id: str
    key: str
    benchmark: str
    platform: str
    artifact: int  # index into Plan.catalogs
    mode: str
    threads: int
    params: dict[str, str]  # short name → value, what the report joins and shows
    wire_params: dict[str, str]  # the artifact's own qualified name → value, what `open` sends
    options: CaseOptions
    baseline: str = ""
    launch: Any = None
    counters: dict[str, CounterMeaning] = {}  # by the name that the report shows
    units: dict[str, int] = {}  # of params that have some, by short name
    operations: bool = False
    warm: tuple[str, ...] = ()  # case_ids of this artifact that a fork warms up first (bulk warmup)
    warms_itself: bool = True  # false: only bulk warmup
    optimisation: str | None = None  # see CatalogBenchmark
    target: str | None = None
    members: tuple[Member, ...] = ()  # of a group: `threads` holds a whole number of such groups
    binding: Binding | None = None  # None: the scheduler chooses; no part of case_id
    build: str = ""  # that of its artifact
    slice_ns: int = 0  # how long its slices are at most, where an earlier run found the default too short; 0: the default
    settle_ns: int = 0  # how long its runtime needs to be quiet after a command

    @property
    def side(self) -> str:
        """What it is called beside others: its platform, with its build where that has a name."""
        return side_name(self.platform, self.build)


def called(case: Case) -> str:
    """A case as a message names it: the benchmark by its full name, its params, its threads where they are several."""
    params = ", ".join(f"{name} = {quoted(value)}" for name, value in case.params.items())
    each = ", ".join(f"{one.threads} {one.name}" for one in case.members)
    several = f", {case.threads} threads{f' ({each})' if each else ''}" if case.threads > 1 else ""
    return f"{case.benchmark}{f' ({params})' if params else ''}{several}"


def warmup_iterations(case: Case) -> int:
    """How many warmup iterations the case itself has: none where others' and its own came before it (-wm BULK)."""
    return case.options.warmup_iterations if case.warms_itself else 0


def auto_warmup(case: Case) -> AutoWarmup | None:
    """By which rule the case itself goes on to warm up, None where it has no such."""
    return case.options.auto_warmup or None if case.warms_itself else None


class Turn(Noun):
    """One fork to be run: which case, which of its forks from 0; its warmup forks, whose results don't count, are -1, -2 …"""

    case_id: str
    fork: int


class Doubt(Noun):
    """A warning that is known before measuring; of one benchmark of a source, or of a platform ("" is any)."""

    told: Diagnostic
    source: str = ""
    benchmark: str = ""
    platform: str = ""

    def concerns(self, source: str, benchmark: str, platform: str) -> bool:
        """Whether it is about this case."""
        pairs = ((self.source, source), (self.benchmark, benchmark), (self.platform, platform))
        return all(mine in ("", its) for mine, its in pairs)


class Plan(Noun):
    """What will be run, in which order: rounds of forks, each round in seeded random order.

    All turns of a round have the same fork; rounds of warmup forks come first. `warmups` are cases that are measured in
    no round: forks of others warm them up (-wmb). `warnings` are, by platform, what it cannot do and goes on without.
    """

    catalogs: tuple[Catalog, ...]
    cases: tuple[Case, ...]
    rounds: tuple[tuple[Turn, ...], ...]
    seed: int
    replayed: bool = False  # the seed was asked for
    skipped: tuple[Skip, ...] = ()
    warmups: tuple[Case, ...] = ()
    warnings: dict[str, Diagnostic] = {}
    baselines: tuple[SuiteBaseline, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    root: str = ""  # of the project
    binding: str = ""  # what --bind binds to what, or why it binds nothing, in words
    contests: tuple[tuple[str, ...], ...] = ()  # case_ids of those that are measured in turns; in a round they stand next to each other
