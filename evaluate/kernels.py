"""What is measured: four kernels whose work is a number of steps, and how much slower more of them must be."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

from clamh.model.noun import Noun

SOURCES = Path(__file__).parent / "sources"
LANGUAGES = {"cpp": "kernels.cpp", "javascript": "kernels.mjs", "java": "Kernels.java"}
RING, NUMBERS = 100_000, 1_000
MASK = 2**32 - 1


class Kernel(Noun):
    """A kernel does `steps` steps when nothing is injected; one that does other work beside them has `steps` = 0.

    `probe` is how many steps are timed to know what one takes.
    """

    name: str
    steps: int
    probe: int


KERNELS = {kernel.name: kernel for kernel in (
    Kernel(name="chain", steps=20_000, probe=20_000),  # K1: dependent multiply-adds
    Kernel(name="memory", steps=5_000, probe=5_000),  # K2: hops through 400 KB in random order
    Kernel(name="allocation", steps=2_000, probe=2_000),  # K3: objects made and dropped
    Kernel(name="branches", steps=0, probe=20_000),  # K4: a sort of 1,000 integers, then dependent multiply-adds
)}


class Cost(Noun):
    """What a kernel costs in one way of measuring: `fixed_ns` without any step, `step_ns` for each."""

    fixed_ns: float
    step_ns: float

    def ns(self, steps: int) -> float:
        """What so many steps take."""
        return self.fixed_ns + steps * self.step_ns


def injected(kernel: Kernel, p: float, cost: Cost | None) -> int:
    """How many steps are added to be slower by the share `p`: round(p × steps); of a kernel without, by its cost."""
    if kernel.steps or not p:
        return round(p * kernel.steps)
    return max(1, round(p * cost.fixed_ns / cost.step_ns))


def truth(cost: Cost, steps_a: int, steps_b: int) -> float:
    """ln of how many times the time of A that of B really is (methodology: the fixed cost is no part of what is injected)."""
    return math.log(cost.ns(steps_b) / cost.ns(steps_a)) if steps_a != steps_b else 0.0


def advanced(x: int) -> int:
    """One step of the chain, on 32 bits."""
    return (x * 1664525 + 1013904223) & MASK


def chained(x: int, steps: int) -> int:
    """So many steps of the chain."""
    for _ in range(steps):
        x = advanced(x)
    return x


def expected(kernel: Kernel, steps: int) -> int:
    """What the kernel returns after so many steps and no others: computed here once more, apart from the sources."""
    if kernel.name == "chain":
        return chained(1, steps)
    if kernel.name == "allocation":
        return steps * (steps - 1) // 2 & MASK
    if kernel.name == "branches":
        x, numbers = 1, []
        for _ in range(NUMBERS):
            x = advanced(x)
            numbers.append(x >> 1)
        return chained(sorted(numbers)[NUMBERS // 2], steps)
    at = 0
    for _ in range(steps):
        at = ring(RING)[at]
    return at


@cache
def ring(size: int) -> list[int]:
    """Where each place of a memory of that size leads to: one cycle through all of them."""
    places, x = list(range(size)), 1
    for at in range(size - 1, 0, -1):
        x = advanced(x)
        other = (x >> 8) % at
        places[at], places[other] = places[other], places[at]
    return places
