"""Runs → what they say of each aim: how often verdicts are false, how often a difference is found, how far off a side is. Pure."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import combinations
from typing import NamedTuple

from clamh.judging.statistics.forks import t_quantile

from evaluate import proportions
from evaluate.live.kernels import Side, true_ratio
from evaluate.live.measured import UNIT, Group, Measured, Pair
from evaluate.live.schedule import BIAS_SETS, GROUP, NAMED, Cell
from evaluate.proportions import CONFIDENCE

CLOSE = 0.002  # of a logarithm: differences of 1 % and of 3 % are told apart by it
APART_S = 3600  # two runs of a cell that are compared for agreement began so long after each other
YES, NO, OPEN = "yes", "no", "not decided yet"


class Share(NamedTuple):
    """So many of so many comparisons, in clusters of a run each: comparisons of a run share its sides.

    `dependent` of them follow from the others: three equal sides have three comparisons, and the third is the difference of two.
    """

    runs: tuple[tuple[int, int], ...]
    dependent: int = 0

    @property
    def found(self) -> int:
        """How many comparisons were what was counted."""
        return sum(found for found, _ in self.runs)

    @property
    def of(self) -> int:
        """How many comparisons there were."""
        return sum(of for _, of in self.runs)

    @property
    def bounds(self) -> tuple[float, float]:
        """Clopper and Pearson's one-sided 95 % bounds, for as many independent comparisons as these are worth."""
        others, independent = [(of - found, of) for found, of in self.runs], self.of - self.dependent
        return 1 - proportions.clustered_upper(others, independent), proportions.clustered_upper(self.runs, independent)


class Entry(NamedTuple):
    """A run of the file with its cell."""

    cell: Cell
    run: Measured


class Met(NamedTuple):
    """One line of the table of aims."""

    aim: str
    where: str
    found: str
    trials: str
    met: str


Chosen = Callable[[Cell, Group, Pair], bool]


def share(measured: Iterable[Entry], chosen: Chosen, counted: Callable[[Cell, Pair], bool]) -> Share:
    """Of the chosen pairs those that are counted."""
    runs, dependent = [], 0
    for cell, run in measured:
        found = of = 0
        for group in run.groups:
            pairs = [pair for pair in group.pairs if chosen(cell, group, pair)]
            found, of = found + sum(counted(cell, pair) for pair in pairs), of + len(pairs)
            dependent += len(pairs) - _contrasts(pairs)
        runs.append((found, of))
    return Share(tuple((found, of) for found, of in runs if of), dependent)


def _contrasts(pairs: Iterable[Pair]) -> int:
    """How many of the pairs are differences that do not follow from the others: sides − 1 in each set of sides that pairs connect."""
    connected: list[set[int]] = []
    for pair in pairs:
        ends = {pair.first, pair.second}
        joined = ends.union(*(sides for sides in connected if sides & ends))
        connected = [sides for sides in connected if not sides & ends] + [joined]
    return sum(len(sides) - 1 for sides in connected)


def truth(cell: Cell, pair: Pair) -> float | None:
    """The true ln(time of the second ÷ time of the first)."""
    return true_ratio(cell.sides[pair.first], cell.sides[pair.second])


def of_size(size: float, sets: int = 0) -> Chosen:
    """Pairs that truly differ by about that share (0: not at all), by so many sets (0: all of the run)."""
    def chosen(cell: Cell, group: Group, pair: Pair) -> bool:
        true = truth(cell, pair)
        return true is not None and abs(abs(true) - math.log1p(size)) < CLOSE and group.sets == (sets or cell.number_of_sets)

    return chosen


def is_starred(cell: Cell, pair: Pair) -> bool:
    """A star, which is false where there is no difference."""
    return pair.starred


def is_found(cell: Cell, pair: Pair) -> bool:
    """The interval excludes 1, on the right side."""
    return pair.excludes_equal and pair.estimate * (truth(cell, pair) or 0.0) > 0


def is_covered(cell: Cell, pair: Pair) -> bool:
    """The truth is in the interval, to the unit of the file."""
    true = truth(cell, pair)
    return true is not None and pair.low - 1 <= true / UNIT <= pair.high + 1


def false_family(measured: Iterable[Entry]) -> Share:
    """Of these runs those whose report has a false star at all."""
    def wrong(cell: Cell, first: int, second: int, verdict: str) -> bool:
        return verdict in ("f", "s") and true_ratio(cell.sides[first], cell.sides[second]) == 0

    return Share(tuple((int(any(wrong(cell, *claim) for claim in run.printed)), 1) for cell, run in measured if run.printed))


class Error(NamedTuple):
    """The standard error of a mean, and its degrees of freedom."""

    error: float
    degrees: float


class Mean(NamedTuple):
    """The mean of a logarithm over `runs` with its possible standard errors, of which the one with the widest interval counts."""

    middle: float
    errors: tuple[Error, ...]
    runs: int

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The t interval at `confidence`."""
        margin = max(t_quantile((1 + confidence) / 2, degrees) * error for error, degrees in self.errors)
        return self.middle - margin, self.middle + margin


def mean_of(by_host: Sequence[Sequence[tuple[float, Error]]]) -> Mean:
    """The mean over all runs, each with its own error over its sets; at least one run.

    Hosts are strata and no sample: a host has its own true value, and the mean is of the hosts that were measured, weighed by
    their runs. So its error comes from the runs of each host alone. Where few runs agree by chance, the runs' own errors are
    more than these say; their degrees of freedom are after Welch and Satterthwaite.
    """
    runs = [run for of_host in by_host for run in of_host]
    variances = [own.error**2 for _, own in runs]
    freedom = sum(own.error**4 / own.degrees for _, own in runs)
    errors = [Error(math.sqrt(sum(variances)) / len(runs), sum(variances) ** 2 / freedom if freedom else math.inf)]
    degrees = len(runs) - len(by_host)
    if degrees:
        around = [(log, statistics.fmean(log for log, _ in of_host)) for of_host in by_host for log, _ in of_host]
        errors.append(Error(math.sqrt(sum((log - middle) ** 2 for log, middle in around) / degrees / len(runs)), degrees))
    return Mean(statistics.fmean(log for log, _ in runs), tuple(errors), len(runs))


def biases(measured: Iterable[Entry]) -> dict[tuple[str, str], Mean]:
    """By language and kernel."""
    found: dict[tuple[str, str], dict[str, list[tuple[float, Error]]]] = {}
    quantile = t_quantile((1 + CONFIDENCE) / 2, BIAS_SETS - 1)
    for cell, run in measured:
        for side, bias in zip(cell.sides, run.bias, strict=False):
            own = Error((bias.high - bias.low) / 2 / quantile * UNIT, BIAS_SETS - 1)
            by_host = found.setdefault((side.language, side.kernel), {})
            by_host.setdefault(run.host, []).append((bias.estimate * UNIT, own))
    return {key: mean_of(list(by_host.values())) for key, by_host in found.items()}


def agreements(pairs: Iterable[tuple[Entry, Entry]]) -> Share:
    """Of comparisons of the same sides in two runs each, those whose difference is at most the root of their squared margins' sum.

    The margins are those of 95 % intervals by t with few degrees of freedom, so that more than 95 % of equal ratios agree.
    """
    runs = []
    for entries in pairs:
        verdicts = [_agree(*pairs) for pairs in _same(*entries)]
        runs.append((sum(verdicts), len(verdicts)))
    return Share(tuple((found, of) for found, of in runs if of))


def _same(first: Entry, second: Entry) -> Iterator[tuple[Pair, Pair]]:
    """The pairs of the first that the second has too, in all sets; relative to the first side, so that none follows from others."""
    there: dict[tuple[Side, Side], Pair] = {}
    for pair in second.run.groups[0].pairs:
        there.setdefault((second.cell.sides[pair.first], second.cell.sides[pair.second]), pair)
    for pair in first.run.groups[0].pairs:
        same = there.get((first.cell.sides[pair.first], first.cell.sides[pair.second]))
        if pair.first == 0 and same is not None:
            yield pair, same


def _agree(first: Pair, second: Pair) -> bool:
    margins = ((pair.high - pair.low) / 2 for pair in (first, second))
    return abs(first.estimate - second.estimate) <= math.hypot(*margins) + 1


def beside_each_other(measured: Iterable[Entry], of_first: Callable[[Cell], bool], of_second: Callable[[Cell], bool]) -> Iterator[tuple[Entry, Entry]]:
    """Of two cells with the same kernel that are chosen, the k-th run of the first on a host and the k-th of the second there.

    Runs of two hosts are never compared: a ratio truly differs between machines.
    """
    runs: dict[tuple[Cell, str], list[Entry]] = {}
    for entry in sorted(measured, key=lambda entry: entry.run.time):
        runs.setdefault((entry.cell, entry.run.host), []).append(entry)
    for (first, host), of_cell in runs.items():
        for (second, other_host), of_other in runs.items():
            if host == other_host and of_first(first) and of_second(second) and first.kernel == second.kernel:
                yield from zip(of_cell, of_other, strict=False)


def an_hour_apart(measured: Sequence[Entry]) -> Iterator[tuple[Entry, Entry]]:
    """Of each cell of several languages the runs that follow each other by an hour or more on one host, each used once."""
    waiting: dict[tuple[str, str], Entry] = {}
    for entry in sorted((entry for entry in measured if is_mixed(entry.cell) and not entry.cell.quick), key=lambda entry: entry.run.time):
        key = (entry.cell.name, entry.run.host)
        if key not in waiting:
            waiting[key] = entry
        elif (_when(entry.run) - _when(waiting[key].run)).total_seconds() >= APART_S:
            yield waiting.pop(key), entry


def _when(run: Measured) -> datetime:
    return datetime.fromisoformat(run.time)


def is_mixed(cell: Cell) -> bool:
    """Whether its sides are of more than one language, all that there are."""
    return cell.what == "turns" and len(cell.sides) > 2 and len({side.language for side in cell.sides}) > 1


def is_named(cell: Cell) -> bool:
    """Whether its sides are of a cell with many comparisons."""
    return cell.what == "turns" and (cell.sides[0].language, cell.sides[0].kernel) in NAMED and {side.kernel for side in cell.sides} == {cell.kernel}


def has_noise(cell: Cell) -> bool:
    """Whether a side of it is noisy."""
    return any(side.kernel == "noisy" for side in cell.sides)


def at_most(found: Share, aim: float, bound: float) -> str:
    """Whether a share is at most `aim`, and surely at most `bound`."""
    low, high = found.bounds
    if found.of and found.found <= aim * found.of and high <= bound:
        return YES
    return NO if found.of and low > aim else OPEN


def at_least(found: Share, aim: float) -> str:
    """Whether a share is surely at least `aim`."""
    low, high = found.bounds
    return OPEN if not found.of else YES if low >= aim else NO if high < aim else OPEN


def between(found: Share, least: float, most: float) -> str:
    """Whether a share is surely between the two."""
    low, high = found.bounds
    return OPEN if not found.of else YES if least <= low and high <= most else NO if high < least or low > most else OPEN


def within(means: Sequence[Mean], aim: float) -> str:
    """Whether every mean is surely within ± `aim`; no, if a mean surely is not.

    Among many means, some lie outside of their intervals by chance, so "no" divides the error among them (Bonferroni).
    """
    shared = [mean.interval(1 - (1 - CONFIDENCE) / len(means)) for mean in means]
    if any(low > aim or high < -aim for low, high in shared):
        return NO
    return YES if means and all(-aim <= low and high <= aim for low, high in (mean.interval() for mean in means)) else OPEN


def reachable_pairs(cells: Iterable[Cell], chosen: Chosen, done: Iterable[Entry] = ()) -> int:
    """How many such pairs there are when all of the campaign is done.

    Of runs that are done, those that they have: a failed run has none, and a run of before two sides had GROUP sets has no group of so many.
    """
    total, number_done = 0, Counter()
    for entry in done:
        number_done[entry.cell.name] += 1
        total += sum(chosen(entry.cell, group, pair) for group in entry.run.groups for pair in group.pairs)
    for cell in cells:
        if cell.what == "bias":
            continue
        sets = cell.number_of_sets
        sizes = [sets, *([GROUP] * (sets // GROUP) if cell.what == "turns" and sets > GROUP else [])]
        pairs = [Pair(first, second, 0, 0, 0, "") for first, second in combinations(range(len(cell.sides)), 2)]
        of_run = sum(chosen(cell, Group(sets=size, pairs=()), pair) for size in sizes for pair in pairs)
        total += (cell.runs - number_done[cell.name]) * of_run
    return total
