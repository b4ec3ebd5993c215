"""Other tools on the same blocks, each with the rule that its own guide gives for "these two differ"."""

from __future__ import annotations

import json
import math
import statistics
import subprocess
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from scipy import stats

from clamh.judging.statistics import jmh
from clamh.model.artifacts import Platform

from evaluate.kernels import SOURCES
from evaluate.own import PADDED, Compared, Failure
from evaluate.records import Outcome

ALPHA = 0.05  # of every test
REPETITIONS = 12  # compare.py wants 9 at least for its U test
GOOGLE_S, MITATA_MS = 0.04, 500  # a repetition, a side: about what our side of a comparison measures
HYPERFINE_RUNS, HYPERFINE_WARMUPS = 15, 2
THRESHOLDS = (0.01, 0.05)  # mitata has no test: from where on a reader may take a difference for one
PATIENCE_S = 120


def ran(argv: Sequence[str], patience_s: float = PATIENCE_S) -> str:
    """The standard output of a program. Raises Failure with its last words."""
    try:
        process = subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=patience_s)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Failure(f"{argv[0]}: {error}") from None
    if process.returncode != 0:
        raise Failure(f"{Path(argv[0]).name} ended with {process.returncode}: {process.stderr.strip()[-300:]}")
    return process.stdout


def compiled(platform: Platform, source: str, into: Path, *flags: str) -> Path:
    """A C++ source of ours as a program, with the platform's own flags."""
    program = into / f"{Path(source).stem}{'-padded' if PADDED in flags else ''}"
    libraries = ("-lbenchmark", "-lpthread") if source == "google.cpp" else ()
    ran([platform.executable, *platform.flags, *flags, str(SOURCES / source), "-o", str(program), *libraries])
    return program


# ---- Google Benchmark


def google(programs: tuple[Path, Path], track: str, names: tuple[str, str], steps: tuple[int, int]) -> tuple[list[float], list[float]]:
    """The real time of each repetition of A and of B, in ns: T1 and T2 in one process, in random order, else in two."""
    shape = (f"--benchmark_repetitions={REPETITIONS}", f"--benchmark_min_time={GOOGLE_S}", "--benchmark_format=json")
    sides = [(name, str(count)) for name, count in zip(names, steps, strict=True)]
    if track in ("T1", "T2"):
        text = google_times(ran([str(programs[0]), *chain(*sides), *shape, "--benchmark_enable_random_interleaving=true"]))
        return text["a"], text["b"]
    first, second = (google_times(ran([str(program), *side, *shape])) for program, side in zip(programs, sides, strict=True))
    return first["a"], second["a"]


def google_times(text: str) -> dict[str, list[float]]:
    """The real times of Google Benchmark's JSON by benchmark, one per repetition, in ns; aggregates are left out."""
    found: dict[str, list[float]] = {}
    try:
        for item in json.loads(text)["benchmarks"]:
            if item["run_type"] == "iteration":
                if item["time_unit"] != "ns":
                    raise Failure(f"Google Benchmark said times in {item['time_unit']}")
                found.setdefault(item["run_name"].split("/")[0], []).append(float(item["real_time"]))
    except (ValueError, KeyError, TypeError) as error:
        raise Failure(f"Google Benchmark said something that is not its JSON: {error!r}") from None
    return found


def u_test(a: Sequence[float], b: Sequence[float]) -> Outcome:
    """What compare.py says: Mann-Whitney's U on the repetitions, and the change of the means of their real times."""
    pvalue = float(stats.mannwhitneyu(a, b, alternative="two-sided").pvalue)
    return Outcome(tool="Google Benchmark, U test", positive=pvalue < ALPHA, estimate=_log_ratio(a, b))


# ---- hyperfine


def hyperfine(a: Sequence[str], b: Sequence[str], folder: Path) -> tuple[list[float], list[float]]:
    """The seconds of each run of two commands, A's and B's, made ns. hyperfine runs all of one, then all of the other."""
    file = folder / "hyperfine.json"
    ran(["hyperfine", "-N", "--warmup", str(HYPERFINE_WARMUPS), "--runs", str(HYPERFINE_RUNS), "--style", "none",
         "--export-json", str(file), *map(quoted, (a, b))])
    first, second = hyperfine_times(file.read_text(encoding="utf-8"))
    return first, second


def quoted(argv: Sequence[str]) -> str:
    """A command as hyperfine takes it under -N: it splits the text as a shell would, and starts no shell."""
    return " ".join("'" + argument.replace("'", "'\\''") + "'" for argument in argv)


def hyperfine_times(text: str) -> list[list[float]]:
    """The times of each command in hyperfine's JSON, in ns."""
    try:
        return [[1e9 * seconds for seconds in item["times"]] for item in json.loads(text)["results"]]
    except (ValueError, KeyError, TypeError) as error:
        raise Failure(f"hyperfine said something that is not its JSON: {error!r}") from None


def welch(a: Sequence[float], b: Sequence[float]) -> Outcome:
    """What hyperfine's scripts/welch_ttest.py says, and the ± that hyperfine prints beside "times faster".

    That ± is the deviation of single runs, propagated (hyperfine 1.15, relative_speed.rs): no interval of the ratio.
    """
    pvalue = float(stats.ttest_ind(a, b, equal_var=False).pvalue)
    estimate = _log_ratio(a, b)
    around = math.hypot(*(statistics.stdev(side) / statistics.fmean(side) for side in (a, b)))
    return Outcome(tool="hyperfine, Welch", positive=pvalue < ALPHA, estimate=estimate, low=estimate - around,
                   high=estimate + around)


# ---- mitata


def mitata(node: str, library: Path, track: str, names: tuple[str, str], steps: tuple[int, int]) -> tuple[dict, dict]:
    """mitata's avg and p50 of A and of B, in ns: T1 and T2 in one process, one after the other, else in two."""
    program = [node, str(SOURCES / "mitata.mjs"), library.resolve().as_uri(), str(MITATA_MS)]
    sides = [(name, str(count)) for name, count in zip(names, steps, strict=True)]
    if track in ("T1", "T2"):
        first, second = mitata_figures(ran([*program, *chain(*sides)]))
    else:
        [first], [second] = (mitata_figures(ran([*program, *side])) for side in sides)
    return first, second


def mitata_figures(text: str) -> list[dict[str, float]]:
    """What mitata.mjs printed."""
    try:
        return [{name: float(document[name]) for name in ("avg", "p50")} for document in json.loads(text)]
    except (ValueError, KeyError, TypeError) as error:
        raise Failure(f"mitata said something else than its figures: {error!r}") from None


def thresholds(a: dict[str, float], b: dict[str, float]) -> Iterator[Outcome]:
    """mitata has no test: its mean and its median, each taken for a difference from a share on."""
    for figure in ("avg", "p50"):
        estimate = math.log(b[figure] / a[figure])
        for share in THRESHOLDS:
            yield Outcome(tool=f"mitata, {figure} beyond {100 * share:g} %", positive=abs(estimate) > math.log1p(share),
                          estimate=estimate)


# ---- JMH


def jmh_rules(compared: Compared) -> Iterator[Outcome]:
    """What readers of JMH's output conclude, from the same raw data as ours: its scores per iteration and fork.

    R1: its two 99.9 % intervals have nothing in common. R2: Welch's t on all iterations pooled. R3: Student's t on fork means.
    """
    pooled = [[value for fork in side for value in fork] for side in (compared.iterations_a, compared.iterations_b)]
    means = [[statistics.fmean(fork) for fork in side] for side in (compared.iterations_a, compared.iterations_b)]
    pooleds = [jmh.pool_values(side) for side in pooled]
    (low_a, high_a), (low_b, high_b) = ((item.mean - item.error, item.mean + item.error) for item in pooleds)
    estimate = _log_ratio(*pooled)
    around = math.hypot(*(item.error / item.mean for item in pooleds))
    yield Outcome(tool="JMH, R1: 99.9 % intervals disjoint", positive=high_a < low_b or high_b < low_a, estimate=estimate,
                  low=estimate - around, high=estimate + around)
    for rule, sides, equal in (("R2: Welch, iterations pooled", pooled, False), ("R3: t on fork means", means, True)):
        pvalue = float(stats.ttest_ind(*sides, equal_var=equal).pvalue)
        yield Outcome(tool=f"JMH, {rule}", positive=pvalue < ALPHA, estimate=_log_ratio(*sides))


def _log_ratio(a: Sequence[float], b: Sequence[float]) -> float:
    return math.log(statistics.fmean(b) / statistics.fmean(a))
