"""What a platform can do of what was asked: what it lacks is said by its name, and the others go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clamh.model.artifacts import Skip
from clamh.model.cases import Catalog, CatalogBenchmark
from clamh.model.diagnostics import Diagnostic
from clamh.model.options import Options
from clamh.running.planning.settings import ALL_MODES, UNTIMED

SUMMED = "sample"  # a mode whose batches are timed one by one: Operations has no place in it
VARIES = "it takes Operations, so that its invocations differ in size, and mode sample shows the spread of equal ones"
ELSE = f"measure it in another mode: avgt, thrpt or {UNTIMED} (-bm), or take Operations out"


class Lacks:
    """What was found to be lacking: modes by platform and mode, with the benchmarks that would have had them.

    `_varying` are by platform the benchmarks with Operations that were to run in mode sample: JMH would measure them, and
    show a spread that is one of sizes. Who asks for modes of many benchmarks at once, by -bm or as `all`, loses that one
    row, which is said; who writes the mode on the benchmark itself has made a mistake there.
    """

    def __init__(self, options: Options):
        self._options = options
        self._modes: dict[tuple[str, str], list[CatalogBenchmark]] = {}
        self._built: dict[str, Sequence[str]] = {}
        self._varying: dict[str, list[CatalogBenchmark]] = {}
        self._mistaken: list[CatalogBenchmark] = []

    def possible(self, catalog: Catalog, benchmark: CatalogBenchmark, modes: Sequence[str]) -> list[str]:
        """The modes that the platform has and the benchmark can have; of the others a note is kept."""
        platform = catalog.artifact.platform.id
        self._built[platform] = _capabilities(catalog).get("modes", ())
        for mode in modes:
            if mode not in self._built[platform]:
                self._modes.setdefault((platform, mode), []).append(benchmark)
        left = [mode for mode in modes if mode in self._built[platform]]
        if not benchmark.operations or SUMMED not in left:
            return left
        at_once = self._options.settings.modes or set(ALL_MODES) <= set(modes)
        (self._varying.setdefault(platform, []) if at_once else self._mistaken).append(benchmark)
        return [mode for mode in left if mode != SUMMED]

    def told(self, nothing_left: bool) -> tuple[list[Skip], list[Diagnostic]]:
        """The skips; or, when nothing else is left to run or under --strict, the same as problems."""
        skips, problems = [], []
        mistaken = list(self._mistaken)
        for platform, benchmarks in self._varying.items():
            if nothing_left or self._options.strict:
                mistaken += benchmarks
            else:
                skips += [Skip(platform=platform, reason=f"{one.name}: {VARIES}", hint=ELSE) for one in benchmarks]
        problems += [Diagnostic(code="operations-mode", message=f"{one.name}: {VARIES}", hint=ELSE, location=one.location)
                     for one in mistaken]
        for (platform, mode), benchmarks in self._modes.items():
            hint = f"use one of: {', '.join(self._built[platform])} (-bm)"
            if not nothing_left and not self._options.strict:
                skips.append(Skip(platform=platform, reason=f"it has no mode {mode}{_of(benchmarks)}", hint=hint))
                continue
            # What the command line said is told once for all benchmarks: their sources are right.
            for benchmark in benchmarks[:1] if self._options.settings.modes else benchmarks:
                said = "-bm" if self._options.settings.modes else benchmark.name
                location = None if self._options.settings.modes else benchmark.location
                problems.append(Diagnostic(code="no-mode", message=f"{said}: {platform} has no mode {mode}", hint=hint,
                                           location=location))
        return skips, problems


def _of(benchmarks: Sequence[CatalogBenchmark]) -> str:
    first = benchmarks[0].name
    more = len(benchmarks) - 1
    return f" ({first})" if not more else f" ({first} and {more} other benchmark{'s' * (more > 1)})"


def garbage(catalogs: Sequence[Catalog], asked: str) -> tuple[dict[str, str], dict[str, Diagnostic]]:
    """What -gc becomes on each platform, and by platform those that cannot honour it: warnings, errors when none can."""
    able = {one.artifact.platform.id: asked == "false" or asked in _capabilities(one).get("gc", ()) for one in catalogs}
    does = "collect garbage when told to" if asked == "true" else "suspend garbage collection"
    several = any(able.values())
    told = {
        platform: Diagnostic(code="no-gc", message=f"-gc {asked}: {platform} cannot {does}",
                             hint="its rows are measured without" if several else "leave it out",
                             severity="warning" if several else "error")
        for platform, can in able.items() if not can
    }
    return {platform: asked if can else "false" for platform, can in able.items()}, told


def threads(catalog: Catalog, benchmark: CatalogBenchmark, counts: Sequence[int]) -> list[Diagnostic]:
    """Thread counts that the platform cannot have."""
    platform, most = catalog.artifact.platform.id, _capabilities(catalog).get("max_threads", 1)
    return [
        Diagnostic(code="threads", message=f"{benchmark.name}: {count} threads, where {platform} can have 1 to {most}",
                   hint="give fewer, with Threads or -t", location=benchmark.location)
        for count in counts if not 1 <= count <= most
    ]


def _capabilities(catalog: Catalog) -> dict[str, Any]:
    return catalog.hello.get("capabilities", {})
