"""Iterations with a number of calls instead of a time (Measurement.minIterations, maxIterations): how it grows; and
what bounds and batches a platform refuses.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from clamh.languages import languages
from clamh.model.cases import CallBounds, Catalog, CatalogBenchmark
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Settings
from clamh.running.planning.settings import UNTIMED

GROWING = 4  # iterations' times that growing takes at most, for linear benchmarks
NAMES = {"min_iterations": "minIterations", "max_iterations": "maxIterations"}
BATCHES = {"measurement_batch_size": "-bs", "warmup_batch_size": "-wbs"}


def grow_calls(bounds: CallBounds, calls: int, took_ns: int, time_ns: int) -> int:
    """The next number of calls after `calls` that took so long, by Metron's rule; `calls` itself if it is enough."""
    if calls >= bounds.most or took_ns >= time_ns:
        return calls
    wanted = 1.4 * calls * time_ns / took_ns if took_ns > time_ns / 10 else 10 * calls
    return min(max(int(wanted), calls + 1), bounds.most)


def settle_calls(bounds: CallBounds, calls: int, took_ns: int, time_ns: int) -> int:
    """The number of calls that takes `time_ns`, within the bounds, after growing has ended with `calls`."""
    wanted = calls if took_ns <= time_ns else math.ceil(calls * time_ns / took_ns)
    return min(max(wanted, bounds.least), bounds.most)


def count_batches(bounds: CallBounds, calls: int, batch_size: int) -> int:
    """The batches of an iteration with at most so many calls, but at least the least."""
    return max(calls // batch_size, -(-bounds.least // batch_size))


def check_bounds(settings: Settings, benchmark: CatalogBenchmark, mode: str, catalog: Catalog,
                 given: Settings) -> Iterator[Diagnostic]:
    """Errors of bounds that contradict each other, the mode or the benchmark, or that the platform cannot honour.

    `given` are the settings of the command line: what they or clamh.toml alone cause has no place in a source.
    """
    chosen = [name for name in NAMES if getattr(settings, name)]
    if not chosen:
        return
    annotated = any(not getattr(given, name) and name not in benchmark.defaulted for name in chosen)
    place = benchmark.location if annotated else None
    names = " and ".join(_spell(name, benchmark, given) for name in chosen)
    platform, batch = catalog.artifact.platform, settings.measurement_batch_size or 1
    least, most = settings.min_iterations or 1, settings.max_iterations or math.inf
    reasons = languages()[platform.language].unsupported_reasons if platform.language in languages() else {}

    def report(message: str, hint: str) -> Diagnostic:
        return Diagnostic(code="call-bounds", message=f"{names} of {benchmark.name}: {message}", hint=hint,
                          location=place)

    if least > most:
        yield report(f"the minimum {least} is above the maximum {most}", "give a maximum that is not smaller")
    elif mode == UNTIMED and not least <= batch <= most:
        yield report(f"an iteration of mode {UNTIMED} has {batch} call{'s' * (batch != 1)} (the batch size)",
                     "set the batch size instead (-bs), or measure it in another mode")
    elif size := next((size for size in (batch, settings.warmup_batch_size or 1)
                       if -(-least // size) * size > most), 0):
        yield report(f"no number of batches of {size} calls has {least} to {most} calls",
                     f"give a batch size of at most {most}, or other bounds")
    elif mode == UNTIMED:
        return
    elif reason := next((reasons[key] for name in chosen if (key := f"Measurement.{NAMES[name]}") in reasons), ""):
        yield report(f"{platform.id} cannot count calls: {reason}",
                     "measure it as single shots (-bm ss -bs N), or leave this platform out (--platform)")
    elif UNTIMED not in catalog.capabilities.get("modes", ()):
        yield report(f"the program's own harness on {platform.id} measures only for a time",
                     "delete them; Metron's own min_iter and max_iter bound a sample")
    elif benchmark.members or "Control" in benchmark.opening.injected:
        yield report("its functions end together, when the time is over, and not after a number of calls",
                     "delete them: -r sets the time")


def _spell(name: str, benchmark: CatalogBenchmark, given: Settings) -> str:
    """A bound as it is written where it is set."""
    option = name.replace("_", "-")
    if getattr(given, name):
        return f"--{option}"
    return f"{option} ([defaults] of clamh.toml)" if name in benchmark.defaulted else NAMES[name]


def check_batches(settings: Settings, benchmark: CatalogBenchmark, mode: str, catalog: Catalog,
                  given: Settings) -> Iterator[Diagnostic]:
    """The error of a batch size above 1 for a program whose own harness has no batches.

    `given` are the settings of the command line: what they alone cause has no place in a source.
    """
    modes = catalog.capabilities.get("modes", ())
    chosen = {option: name for name, option in BATCHES.items() if (getattr(settings, name) or 1) > 1}
    if not chosen or mode not in modes or UNTIMED in modes:
        return
    typed = all(getattr(given, name) for name in chosen.values())
    yield Diagnostic(
        code="no-batches", location=None if typed else benchmark.location,
        message=f"batch size ({' and '.join(chosen)}) of {benchmark.name}: the program's own harness on "
        f"{catalog.artifact.platform.id} has no batches",
        hint="delete it, or call the work several times in the benchmark")
