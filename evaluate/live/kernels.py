"""What the sides do: kernels whose work is a number of steps, in six languages, and what each must return."""

from __future__ import annotations

import math
from pathlib import Path

from clamh.model.noun import Noun

from evaluate.kernels import MASK, advanced, ring

SOURCES = Path(__file__).parent.parent / "sources" / "live"
LANGUAGES = {"cpp": "live.cpp", "rust": "live.rs", "go": "live.go", "javascript": "live.mjs", "java": "Live.java", "python": "live.py"}
COMPILED = ("cpp", "rust", "go")  # ahead of time: their warmup is short
SPIKES = 1.45  # a call in twenty takes ten times as long
RINGS = {"64 KB": 16_384, "400 KB": 100_000, "4 MB": 1_000_000}


class Kernel(Noun):
    """`steps` of the function `benchmark`; a ring has `size` places of four bytes."""

    name: str
    benchmark: str
    steps: int
    size: int = RINGS["64 KB"]


KERNELS = {kernel.name: kernel for kernel in (
    Kernel(name="steady", benchmark="steady", steps=20_000),  # dependent multiply-adds
    Kernel(name="branchy", benchmark="branchy", steps=3_000),  # one of eight branches by a random number
    *(Kernel(name=f"memory {name}", benchmark="memory", steps=5_000, size=size) for name, size in RINGS.items()),
    Kernel(name="garbage", benchmark="garbage", steps=2_000),  # objects made and dropped
    Kernel(name="spikes", benchmark="spikes", steps=20_000),
    Kernel(name="noisy", benchmark="noisy", steps=20_000),  # each process does up to half as much again, by chance
)}


class Side(Noun):
    """A side of a run: a kernel in a language, `slower` by a share of its steps; `clone` is the same text in another function."""

    language: str
    kernel: str
    slower: float = 0.0
    clone: bool = False

    @property
    def benchmark(self) -> str:
        """The function in the source, without what languages write differently."""
        return KERNELS[self.kernel].benchmark + "clone" * self.clone

    @property
    def steps(self) -> int:
        """How many steps an invocation has."""
        return round(KERNELS[self.kernel].steps * (1 + self.slower))


def true_ratio(first: Side, second: Side) -> float | None:
    """ln(time of the second ÷ time of the first), None where it is not known.

    What a call costs without any step is a few of 20,000 ns and left out.
    """
    if first.language != second.language or "noisy" in (first.kernel, second.kernel):
        return None
    if first.kernel == second.kernel:
        return math.log(second.steps / first.steps)
    if {first.kernel, second.kernel} <= {"steady", "spikes"}:
        work = [side.steps * (SPIKES if side.kernel == "spikes" else 1.0) for side in (first, second)]
        return math.log(work[1] / work[0])
    return None


def expected(kernel: Kernel, steps: int) -> int:
    """What the first call returns after so many steps: computed here once more, apart from the sources."""
    if kernel.benchmark == "branchy":
        return _walk(steps)
    if kernel.benchmark == "garbage":
        return steps * (steps - 1) // 2 & MASK
    if kernel.benchmark != "memory":
        x = 1
        for _ in range(steps):
            x = advanced(x ^ 0x5BD1E995)
        return x
    at, places = 0, ring(kernel.size)
    for _ in range(steps):
        at = places[at]
    return at


def _walk(steps: int) -> int:
    x, total = 1, 0
    for _ in range(steps):
        x = advanced(x)
        total = (total + x, total ^ x, total - (x >> 1), total * 3, total << 5 | total >> 27, ~total, total + 2654435769,
                 total ^ total >> 3)[x >> 29] & MASK
    return total
