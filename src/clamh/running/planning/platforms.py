"""What platforms lack of the requested modes and options: it is skipped and reported, and other platforms go on."""

from __future__ import annotations

from collections.abc import Sequence

from clamh.model.artifacts import Skip
from clamh.model.cases import Catalog, CatalogBenchmark
from clamh.model.diagnostics import Diagnostic
from clamh.model.options import Options
from clamh.running.planning.settings import ALL_MODES, UNTIMED

SUMMED = "sample"  # this mode times every invocation, so Operations cannot be used with it
VARIES = "it takes Operations, so its invocations differ in size, but mode sample compares equal invocations"
ELSE = f"measure it in another mode: avgt, thrpt or {UNTIMED} (-bm), or delete its Operations parameter"


class Lacks:
    """The modes that a platform or a benchmark lacks, with the benchmarks concerned.

    `_modes` has benchmarks by platform and mode. `_varying` has, by platform, the benchmarks with Operations in mode
    sample: JMH measures them, but the spread that it shows is one of sizes. If the user chose modes for many benchmarks
    (by -bm or `all`), only that row is skipped and reported. If the benchmark itself names the mode, that is an error.
    """

    def __init__(self, options: Options):
        self._options = options
        self._modes: dict[tuple[str, str], list[CatalogBenchmark]] = {}
        self._built: dict[str, Sequence[str]] = {}
        self._varying: dict[str, list[CatalogBenchmark]] = {}
        self._mistaken: list[CatalogBenchmark] = []

    def possible(self, catalog: Catalog, benchmark: CatalogBenchmark, modes: Sequence[str]) -> list[str]:
        """The modes that the platform and the benchmark support. Remembers the others."""
        platform = catalog.artifact.platform.id
        self._built[platform] = catalog.capabilities.get("modes", ())
        for mode in modes:
            if mode not in self._built[platform]:
                self._modes.setdefault((platform, mode), []).append(benchmark)
        left = [mode for mode in modes if mode in self._built[platform]]
        if not benchmark.operations or SUMMED not in left:
            return left
        at_once = self._options.settings.modes or set(ALL_MODES) <= set(modes)
        (self._varying.setdefault(platform, []) if at_once else self._mistaken).append(benchmark)
        return [mode for mode in left if mode != SUMMED]

    def describe_skips(self, nothing_left: bool) -> tuple[list[Skip], list[Diagnostic]]:
        """The skips. The same as errors if nothing is left to run, or with --strict."""
        skips, problems = [], []
        mistaken = list(self._mistaken)
        for platform, benchmarks in self._varying.items():
            if nothing_left or self._options.strict:
                mistaken += benchmarks
            else:
                skips += [Skip(platform=platform, reason=f"{benchmark.name}: {VARIES}", hint=ELSE)
                          for benchmark in benchmarks]
        problems += [Diagnostic(code="operations-mode", message=f"{benchmark.name}: {VARIES}", hint=ELSE,
                                location=benchmark.location)
                     for benchmark in mistaken]
        for (platform, mode), benchmarks in self._modes.items():
            hint = f"use one of: {', '.join(self._built[platform])} (-bm)"
            if not nothing_left and not self._options.strict:
                skips.append(Skip(platform=platform, reason=f"it has no mode {mode}{_name_benchmarks(benchmarks)}",
                                  hint=hint))
                continue
            # An error of the command line is reported once for all benchmarks: their sources are right.
            for benchmark in benchmarks[:1] if self._options.settings.modes else benchmarks:
                origin = "-bm" if self._options.settings.modes else benchmark.name
                location = None if self._options.settings.modes else benchmark.location
                problems.append(Diagnostic(code="no-mode", message=f"{origin}: {platform} has no mode {mode}",
                                           hint=hint,
                                           location=location))
        return skips, problems


def _name_benchmarks(benchmarks: Sequence[CatalogBenchmark]) -> str:
    first = benchmarks[0].name
    more = len(benchmarks) - 1
    return f" ({first})" if not more else f" ({first} and {more} other benchmark{'s' * (more > 1)})"


def resolve_gc(catalogs: Sequence[Catalog], text: str) -> tuple[dict[str, str], dict[str, Diagnostic]]:
    """The value of -gc on each platform, and diagnostics of platforms that cannot honour it.

    They are warnings, or errors if no platform can.
    """
    able = {catalog.artifact.platform.id: text == "false" or text in catalog.capabilities.get("gc", ())
            for catalog in catalogs}
    action = "collect garbage between iterations" if text == "true" else "suspend garbage collection"
    any_able = any(able.values())
    diagnostics = {
        platform: Diagnostic(code="no-gc", message=f"-gc {text}: {platform} cannot {action}",
                             hint=f"{platform} is measured without -gc" if any_able else "delete -gc",
                             severity="warning" if any_able else "error")
        for platform, can in able.items() if not can
    }
    return {platform: text if can else "false" for platform, can in able.items()}, diagnostics


def threads(catalog: Catalog, benchmark: CatalogBenchmark, counts: Sequence[int]) -> list[Diagnostic]:
    """Errors of thread counts that the platform does not support."""
    platform, most = catalog.artifact.platform.id, catalog.capabilities.get("max_threads", 1)
    return [
        Diagnostic(code="threads",
                   message=f"{benchmark.name} runs with {count} threads, but {platform} supports 1 to {most}",
                   hint=f"set at most {most} with Threads or -t", location=benchmark.location)
        for count in counts if not 1 <= count <= most
    ]
