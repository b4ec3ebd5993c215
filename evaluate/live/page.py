"""The section of the page: first aims and what was found of each, then cell by cell, then how it was measured."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from clamh.languages import languages

from evaluate.live import findings
from evaluate.live.findings import Entry, Mean, Met, Share
from evaluate.live.measured import UNIT, Passed, read
from evaluate.live.schedule import COLLECTED, GROUP, Cell, cells, schedule

Runs = Sequence[Entry]
NAMES = {"cpp": "C++", "rust": "Rust", "go": "Go", "javascript": "JavaScript", "java": "Java", "python": "Python"}
KINDS = {"steady, branchy": ("steady", "branchy"), "memory": ("memory",), "garbage": ("garbage",)}
AGREE = 0.9  # of the comparisons; equal ratios agree in more than 0.95
BIAS_AIMS = {"steady, branchy": 0.003, "memory": 0.01, "garbage": 0.02}


def section(path: Path) -> str:
    """The section's Markdown. Raises Refused where the file is not of this schedule."""
    by_name = {cell.name: cell for cell in cells()}
    runs, tested = read(path, by_name)
    whole = [Entry(by_name[run.cell], run) for run in runs]
    measured = [entry for entry in whole if not entry.run.failure]
    parts = ["## Sides that take turns\n", *_in_short(whole), *_progress(whole, tested)]
    if measured:
        parts += [*_aims(whole, measured), *_cells(measured), *_biases(measured)]
    parts += [f"- Nothing came of run {run.number} of `{run.cell}`: {run.failure}" for run in runs if run.failure]
    return "\n".join(parts).rstrip() + "\n"


def _in_short(whole: Runs) -> Iterator[str]:
    """The three figures that users ask for, of code that makes no garbage."""
    def is_quiet(cell: Cell) -> bool:
        return _kind(cell) in ("steady, branchy", "memory")

    yield f"Results with the default of two sides ({GROUP} sets), on a machine that was not prepared, for code that makes no garbage:\n"
    for what, size, sets, counted in (
        ("two equal sides got a star", 0.0, GROUP, findings.is_starred), ("a difference of 3 % was found", 0.03, GROUP, findings.is_found),
        ("a difference of 1 % was found, with 16 sets", 0.01, 16, findings.is_found)):
        share, _ = _pairs(whole, is_quiet, size, sets, counted)
        yield f"- {what}: {_share(share) if share.of else 'not measured yet'}"
    yield ""


def _progress(whole: Runs, tested: Sequence[Passed]) -> Iterator[str]:
    planned = schedule()
    hours, of_hours = (sum(cell.seconds for cell in some) / 3600 for some in ([cell for cell, _ in whole], [run.cell for run in planned]))
    yield f"**{len(whole)} of {len(planned)} runs are done: {hours:.1f} of about {of_hours:.1f} hours.** `make evaluate TIER=live` continues with the other runs, on any machine."
    if not whole:
        yield ""
        return
    times, loads = sorted(run.time[:16].replace("T", " ") for _, run in whole), [run.load for _, run in whole]
    yield f"Measured {times[0]} to {times[-1]} UTC. The load was {min(loads):g} to {max(loads):g} when a run began (median {statistics.median(loads):g})."
    machines = Counter(run.host for _, run in whole)
    yield f"Machines: {'; '.join(f'{name} ({count} runs)' for name, count in machines.items())}."
    for passed in tested[-1:]:
        yield (f"Compilers and runtimes: {', '.join(passed.platforms.values())}. The self-test passed {passed.checks} checks: every side returns the value of its number of steps, "
               "and C++ executes as many additional instructions as steps were added.")
    yield ""


def _aims(whole: Runs, measured: Runs) -> Iterator[str]:
    yield "### Aims\n"
    yield ("Shares have Clopper and Pearson's one-sided 95 % bounds in brackets. Comparisons of one run share sides, so the bounds use the effective number of "
           "independent comparisons (Korn and Graubard). Equal sides count as one comparison less than there are sides, because the other "
           "comparisons follow from these. *Yes* and *no* mean that a bound proves the answer. "
           "Two runs *find the same ratio* if their logarithms differ by at most √(a² + b²), where a and b are the margins of their 95 % intervals. "
           "Each pair is judged alone at 95 %, as in a report of two sides. A report of six sides divides the 5 % among its pairs (Holm), so it has fewer false "
           "stars and finds fewer differences; only the row of whole reports counts that.\n")
    yield "| aim | where | found | trials so far | met? |"
    yield "|---|---|---|---|---|"
    for row in (*_bias_rows(measured), *_agreement_rows(measured), *_false_rows(whole), *_power_rows(whole)):
        yield f"| {row.aim} | {row.where} | {row.found} | {row.trials} | {row.met} |"
    yield ""


def _kind(cell: Cell) -> str:
    return next((kind for kind, kernels in KINDS.items() if cell.kernel.startswith(kernels)), "")


def _bias_rows(measured: Runs) -> Iterator[Met]:
    planned = Counter(_kind(run.cell) for run in schedule() if run.cell.what == "bias")
    for kind, aim in BIAS_AIMS.items():
        runs = [entry for entry in measured if entry.cell.what == "bias" and _kind(entry.cell) == kind]
        found = findings.biases(runs)
        worst = max(found, key=lambda key: abs(found[key].middle), default=None)
        text = "–" if worst is None else (f"{sum(findings.within([mean], aim) == findings.YES for mean in found.values())} of {len(found)} sides certainly within the aim; "
                                         f"largest deviation: {NAMES[worst[0]]} {worst[1]} {_mean(found[worst])}")
        yield Met(f"a side takes the same time in turns and uninterrupted, ± {100 * aim:g} %", kind, text, f"{len(runs)} of {planned[kind]} runs",
                  findings.within(list(found.values()), aim))


def _agreement_rows(measured: Runs) -> Iterator[Met]:
    def is_two(cell: Cell) -> bool:
        return cell.what == "turns" and len(cell.sides) == 2 and cell.name.startswith("languages")

    for title, pairs in (
        ("a run of two sides and a run of all sides find the same ratio", findings.beside_each_other(measured, is_two, lambda cell: findings.is_mixed(cell) and not cell.quick)),
        ("`--quick` and the default find the same ratio", findings.beside_each_other(measured, lambda cell: cell.quick, lambda cell: findings.is_mixed(cell) and not cell.quick)),
        ("two runs an hour or more apart find the same ratio", findings.an_hour_apart(measured)),
    ):
        every = list(pairs)
        for kind in KINDS:
            chosen = [pair for pair in every if _kind(pair[0].cell) == kind]
            share = findings.agreements(chosen)
            has_aim = kind != "garbage" or "two sides" in title
            yield Met(f"{title}, at least {100 * AGREE:g} %" if has_aim else title, kind, _share(share),
                      f"{share.of} comparisons in {len(chosen)} pairs of runs", findings.at_least(share, AGREE) if has_aim else "reported")


def _false_rows(whole: Runs) -> Iterator[Met]:
    for title, accept, busy, met in (
        ("named cells", findings.is_named, 0, True),
        ("other cells without garbage, no side noisy", lambda cell: not (findings.is_named(cell) or findings.has_noise(cell)) and _kind(cell) != "garbage", 0, True),
        ("garbage", lambda cell: _kind(cell) == "garbage", 0, False),
        ("named cells beside 1 busy process", findings.is_named, 1, False),
        ("named cells beside 3 busy processes", findings.is_named, 3, False),
    ):
        for sets in (GROUP, 12):
            share, trials = _pairs(whole, accept, 0.0, sets, findings.is_starred, busy)
            yield Met("false stars at most 1 % (bound 2.5 %)", f"{title}, {sets} sets", _share(share), trials,
                      findings.at_most(share, 0.01, 0.025) if met else "reported")
    noisy = findings.false_family([entry for entry in whole if findings.has_noise(entry.cell)])
    planned = sum(cell.runs for cell in cells() if findings.has_noise(cell))
    yield Met("reports with any false star at most 5 %", "six sides, one of them noisy", _share(noisy), f"{noisy.of} of {planned} runs",
              findings.at_most(noisy, 0.05, 0.05))


def _power_rows(whole: Runs) -> Iterator[Met]:
    for sets in (GROUP, 12):
        share, trials = _pairs(whole, findings.is_named, 0.03, sets, findings.is_covered)
        yield Met("the interval contains the truth, 93 to 97 %, at + 3 %", f"named cells, {sets} sets", _share(share), trials, findings.between(share, 0.93, 0.97))
    for kind, aim in (("steady, branchy", 0.95), ("memory", 0.8), ("garbage", 0.0)):
        for sets in (GROUP, 12):
            share, trials = _pairs(whole, lambda cell, kind=kind: _kind(cell) == kind, 0.03, sets, findings.is_found)
            yield Met(f"+ 3 % found, at least {100 * aim:g} %" if aim else "+ 3 % found", f"{kind}, {sets} sets", _share(share), trials,
                      findings.at_least(share, aim) if aim else "reported")
    for kind, aim in (("steady, branchy", 0.8), ("memory", 0.0)):
        share, trials = _pairs(whole, lambda cell, kind=kind: _kind(cell) == kind and cell.sets == 16, 0.01, 16, findings.is_found)
        yield Met(f"+ 1 % found, at least {100 * aim:g} %" if aim else "+ 1 % found", f"{kind}, 16 sets", _share(share), trials,
                  findings.at_least(share, aim) if aim else "reported")


def _pairs(runs: Runs, accept: Callable[[Cell], bool], size: float, sets: int, counted: Callable, busy: int = 0) -> tuple[Share, str]:
    """Comparisons of that size by so many sets in the accepted cells that are measured in turns beside so many busy processes, and how many of how many they are."""
    def is_meant(cell: Cell) -> bool:
        return cell.what == "turns" and cell.busy == busy and accept(cell)

    chosen = findings.of_size(size, sets)
    of_cells = [entry for entry in runs if is_meant(entry.cell)]
    share = findings.share(of_cells, chosen, counted)
    return share, f"{share.of} of {findings.reachable_pairs(filter(is_meant, cells()), chosen, of_cells)}"


def _cells(measured: Runs) -> Iterator[str]:
    yield "### Cell by cell\n"
    yield (f"A run of six sides has 12 sets. Each {GROUP} consecutive sets are also judged like a run of two sides. "
           "*Rounds of forks* means `--no-live` with 5 forks. A star is false if both sides do the same. "
           "The last column has all waiting, also where scores leave it out; runs of C++ and Rust alone have recorded it since 30 November 2026 (– before).\n")
    yield f"| cell | runs | false stars, {GROUP} sets | false stars, all sets | + 3 % found, all sets | + 1 % found, all sets | truth in the interval, all sets | interval of a pair, median ± | waited for a CPU at most, median |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for cell in cells():
        runs = [entry for entry in measured if entry.cell.name == cell.name]
        if cell.what == "bias" or not runs:
            continue
        shares = [findings.share(runs, chosen, counted) for chosen, counted in (
            (findings.of_size(0.0, GROUP), findings.is_starred), (findings.of_size(0.0), findings.is_starred),
            (findings.of_size(0.03), findings.is_found), (findings.of_size(0.01), findings.is_found),
            (lambda cell, group, pair: group.sets == cell.number_of_sets and findings.truth(cell, pair) is not None, findings.is_covered))]
        width = statistics.median((pair.high - pair.low) / 2 for _, run in runs for pair in run.groups[0].pairs)
        waits = [run.waited for _, run in runs if run.waited >= 0]
        waited = f"{statistics.median(waits) / 10:.1f} %" if waits else "–"
        text = " | ".join(f"{share.found} of {share.of}" if share.of else "–" for share in shares)
        yield f"| {_title(cell)} | {len(runs)} of {cell.runs} | {text} | {100 * math.expm1(width * UNIT):.2f} % | {waited} |"
    yield ""
    codes = Counter(code for _, run in measured for code in run.warnings)
    if codes:
        yield f"Runs with a warning, of {len(measured)}: {', '.join(f'{code} {count}' for code, count in codes.most_common())}.\n"


def _title(cell: Cell) -> str:
    return " ".join({**NAMES, "languages": "all languages"}.get(word, word) for word in cell.name.split(" "))


def _biases(measured: Runs) -> Iterator[str]:
    runs = [entry for entry in measured if entry.cell.what == "bias"]
    found = findings.biases(runs)
    if not found:
        return
    kernels = list(dict.fromkeys(kernel for _, kernel in found))
    native = " and ".join(NAMES[language] for language in NAMES if languages()[language].no_helpers)
    yield "### Time of a side in turns and uninterrupted\n"
    yield ("The table shows time in turns ÷ uninterrupted time − 1, in the same processes. All languages take turns with slices of 5 ms. "
           "Before or after that, each runs alone for 70 ms, after 70 ms that are not timed. A figure is the mean of all runs. Its 95 % interval "
           "shows how much runs on the same machine differ, but it is never narrower than the differences between sets allow. "
           f"Times of {native} are without waiting for a CPU. The side that waited most did so in {statistics.median(run.waited for _, run in runs) / 10:.1f} % "
           "of its time (median of runs).\n")
    yield f"| language | {' | '.join(kernels)} |"
    yield "|---|" + "---|" * len(kernels)
    for language, name in NAMES.items():
        if any(key[0] == language for key in found):
            yield f"| {name} | {' | '.join(_mean(found[language, kernel]) if (language, kernel) in found else '–' for kernel in kernels)} |"
    yield f"\nThese languages make garbage: {', '.join(NAMES[language] for language in COLLECTED)}.\n"


def _mean(mean: Mean) -> str:
    middle, low, high = (100 * math.expm1(log) for log in (mean.middle, *mean.interval()))
    return f"{middle:+.2f} % [{low:+.2f}, {high:+.2f}]"


def _share(share: Share) -> str:
    if not share.of:
        return "–"
    low, high = share.bounds
    return f"{share.found} of {share.of}, {100 * share.found / share.of:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
