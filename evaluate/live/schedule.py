"""Which runs the campaign has, in which order: a cell is a set of sides, measured so many times, and all cells go on at the same pace."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from clamh.model.noun import Noun
from clamh.model.options import SETS

from evaluate.live.kernels import COMPILED, LANGUAGES, RINGS, Side

SEED = "CLAMH, turns, 2026-11-25"
NAMED = (("cpp", "steady"), ("rust", "branchy"), ("cpp", "memory 64 KB"))  # 400 comparisons of the same with the same
BUSY = (1, 3)  # processes that use a CPU each
GROUP = SETS[2]  # sets, as two sides have by default: a run of sixteen holds two such groups
QUICK = 5  # sets of --quick; forks of rounds
LANGUAGE_SIDES = ((0.0, False), (0.0, False), (0.0, True), (0.0, True), (0.03, False), (0.01, False))
KERNELS_OF = {
    "cpp": ("branchy", "memory 400 KB", "memory 4 MB"), "rust": ("steady", "memory 64 KB", "memory 400 KB"),
    "go": ("steady", "branchy", "memory 64 KB", "memory 400 KB", "garbage"),
    **dict.fromkeys(("javascript", "java", "python"), ("steady", "branchy", "memory 400 KB", "garbage"))}
COLLECTED = ("go", "javascript", "java", "python")  # languages with a garbage collector
MANY, SIXTEEN, BESIDE, ROUNDS, TWO, OTHERS, NOISY, MIXED, BIAS = 20, 14, 4, 3, 5, 4, 60, 4, 6  # runs of a cell
# Seconds of a side in a set: start, warmup, half as much again on average, slices with what stands between; in --quick.
NATIVE_S, MANAGED_S, NATIVE_QUICK_S, MANAGED_QUICK_S = 1.2, 3.2, 0.9, 1.3
ROUND_S = 2.8  # a fork of 5 × 300 ms and 5 × 200 ms
BESIDE_S = {0: 1.0, 1: 1.3, 3: 2.2}  # times as long beside so many busy processes
BIAS_SETS, BIAS_S = 4, 2.0  # of a side in a set, beside the warmup; few sets, because runs differ more than sets do


class Cell(Noun):
    """A set of sides that is measured `runs` times, with the defaults of `clamh run` but for what is said here; `sets` 0 is the default.

    `what`: `turns`, `rounds` (of forks, as with --no-live), or `bias` (each side in turns and uninterrupted, in the same processes).
    """

    name: str
    kernel: str
    sides: tuple[Side, ...]
    runs: int
    what: str = "turns"
    sets: int = 0
    busy: int = 0
    quick: bool = False

    @property
    def seconds(self) -> float:
        """What a run takes, about, on 2 CPUs."""
        native = sum(side.language in COMPILED for side in self.sides)
        managed = len(self.sides) - native
        if self.what == "rounds":
            return QUICK * ROUND_S * len(self.sides)
        if self.what == "bias":
            return BIAS_SETS * (native * NATIVE_S + managed * MANAGED_S + BIAS_S * len(self.sides))
        if self.quick:
            return QUICK * (native * NATIVE_QUICK_S + managed * MANAGED_QUICK_S)
        return BESIDE_S[self.busy] * self.number_of_sets * (native * NATIVE_S + managed * MANAGED_S)

    @property
    def number_of_sets(self) -> int:
        """As many as `clamh run` has of so many sides, unless `sets` says another; forks of rounds."""
        if self.quick or self.what == "rounds":
            return QUICK
        return self.sets or SETS[max(least for least in SETS if least <= len(self.sides))]


class Run(NamedTuple):
    """The run of that number of a cell."""

    cell: Cell
    number: int

    @property
    def seed(self) -> int:
        """The seed of its data, layouts and order; drawn from SEED."""
        return int.from_bytes(hashlib.sha256(f"{SEED}: {self.cell.name} {self.number}".encode()).digest()[:4], "big")


def cells() -> list[Cell]:
    """Every cell of the campaign."""
    return [*_named(), *_others(), *_mixed(), *_bias()]


def _six(language: str, kernel: str) -> tuple[Side, ...]:
    """Twice the kernel, twice its clone, one that is 3 % slower and one that is 1 % slower: six comparisons of the same with the same."""
    return tuple(Side(language=language, kernel=kernel, slower=slower, clone=clone) for slower, clone in LANGUAGE_SIDES)


def _named() -> Iterator[Cell]:
    for language, kernel in NAMED:
        name, sides = f"{language} {kernel}", _six(language, kernel)
        yield Cell(name=name, kernel=kernel, sides=sides, runs=MANY)
        yield Cell(name=f"{name}, 16 sets", kernel=kernel, sides=sides, runs=SIXTEEN, sets=16)
        for busy in BUSY:
            yield Cell(name=f"{name}, beside {busy} busy", kernel=kernel, sides=sides, runs=BESIDE, busy=busy)
        yield Cell(name=f"{name}, rounds of forks", kernel=kernel, sides=sides, runs=ROUNDS, what="rounds")
        yield Cell(name=f"{name}, two sides", kernel=kernel, sides=(sides[0], sides[4]), runs=TWO)


def _others() -> Iterator[Cell]:
    for language, kernels in KERNELS_OF.items():
        for kernel in kernels:
            yield Cell(name=f"{language} {kernel}", kernel=kernel, sides=_six(language, kernel), runs=OTHERS)
    for language in ("cpp", "javascript"):
        sides = tuple(Side(language=language, kernel=kernel) for kernel in ("steady", "spikes") for _ in range(3))
        yield Cell(name=f"{language} spikes", kernel="spikes", sides=sides, runs=OTHERS)
    steady = Side(language="cpp", kernel="steady")
    yield Cell(name="cpp steady, one side noisy", kernel="steady", sides=(*[steady] * 5, Side(language="cpp", kernel="noisy")), runs=NOISY)


def _mixed() -> Iterator[Cell]:
    for kernel in ("steady", "branchy", "memory 400 KB", "garbage"):
        languages = COLLECTED if kernel == "garbage" else tuple(LANGUAGES)
        sides = tuple(Side(language=language, kernel=kernel) for language in languages)
        yield Cell(name=f"languages {kernel}", kernel=kernel, sides=sides, runs=MIXED)
        yield Cell(name=f"languages {kernel}, quick", kernel=kernel, sides=sides, runs=MIXED, quick=True)
        for second in (1, 3):
            yield Cell(name=f"languages {kernel}, {languages[0]} and {languages[second]}", kernel=kernel,
                       sides=(sides[0], sides[second]), runs=MIXED)


def _bias() -> Iterator[Cell]:
    for kernel in ("steady", "branchy", *(f"memory {size}" for size in RINGS), "garbage"):
        languages = COLLECTED if kernel == "garbage" else tuple(LANGUAGES)
        yield Cell(name=f"turn bias {kernel}", kernel=kernel, sides=tuple(Side(language=language, kernel=kernel) for language in languages),
                   runs=BIAS, what="bias")


def schedule() -> list[Run]:
    """All runs in their order: the n-th of a cell's m is due when n ÷ m of the campaign is over, so that any first part has some of each."""
    def due(run: Run) -> tuple[float, str]:
        shift = int.from_bytes(hashlib.sha256(f"{SEED}: {run.cell.name}".encode()).digest()[:4], "big") / 2**32
        return (run.number + shift) / run.cell.runs, run.cell.name

    return sorted((Run(cell, number) for cell in cells() for number in range(cell.runs)), key=due)
