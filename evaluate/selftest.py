"""Is what is injected really there? Before anything is timed: every kernel returns what exactly so many steps return, in
every language, and in C++ valgrind counts exactly so many more instructions. When a line is not right, nothing else runs.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from clamh.cases import Catalog
from clamh.errors import WorkerError
from clamh.execute import case_command
from clamh.options import Options
from clamh.worker.invoke import invoke

from evaluate.kernels import KERNELS, Kernel, expected
from evaluate.own import SHAPE, Failure, planned, sides
from evaluate.records import Checked
from evaluate.schedule import P

COUNTED = re.compile(r"Collected\s*:\s*(\d+)")
NEARLY = 0.01  # of the instructions injected: an allocator does not do the same for each object
BRANCHES_STEPS = 150  # of the kernel without steps of its own: about what half a per cent of its sort takes
# valgrind 3.19 knows no AVX-512; which instructions the steps are made of is not what is asked here.
PLAIN = ("-march=x86-64-v2",)


def levels(kernel: Kernel) -> list[int]:
    """Nothing injected, the least and the most: how many steps."""
    if not kernel.steps:
        return [0, BRANCHES_STEPS, 10 * BRANCHES_STEPS]
    return [kernel.steps, *(kernel.steps + round(p * kernel.steps) for p in (min(P), max(P)))]


def values(language: str, made: Sequence[Catalog], folder: Path) -> Iterator[Checked]:
    """What each kernel and its clone return in a process that does not measure, against the same computed in Python."""
    for kernel in KERNELS.values():
        for track in ("T2", *(["T3"] if len(made) > 1 else [])):
            for steps in levels(kernel):
                right = expected(kernel, steps)
                both = planned(*sides(made, track, kernel.name, (steps, steps)), Options(settings=SHAPE, seed=1))
                for case in both.cases:
                    found = _returned(both, case, folder)
                    yield Checked(language=language, kernel=kernel.name, what=f"{case.benchmark} returns after {steps} steps",
                                  found=found, right=right, passed=found == right)


def _returned(both, case, folder: Path) -> float:  # noqa: ANN001 - a Plan and a Case of it
    try:
        said = invoke(case_command(both, case), case, folder).returned
    except WorkerError as error:
        raise Failure(f"{case.benchmark}: {error}") from None
    return float(said.removeprefix("i:")) if said and said.startswith("i:") else -1.0


def instructions(program: Path) -> Iterator[Checked]:
    """C++ under callgrind: each step injected costs what a step of the kernel costs, so the share of instructions is p."""
    for kernel in KERNELS.values():
        none, *more = [counted(program, kernel.name, steps) for steps in (0, *levels(kernel))]
        base, *injected = zip(levels(kernel), more, strict=True)
        # Of the kernel without steps of its own, one step is what the largest injection says.
        steps, count = base if base[0] else injected[-1]
        each = (count - none) / steps
        for steps, count in injected:
            found = count / base[1] - 1
            right = (steps - base[0]) * each / base[1]
            yield Checked(language="cpp", kernel=kernel.name, what=f"share of instructions that {steps - base[0]} steps add",
                          found=found, right=right, passed=right > 0 and abs(found - right) <= NEARLY * right)


def counted(program: Path, kernel: str, steps: int) -> int:
    """The instructions of one call, under valgrind's callgrind."""
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=counted", str(program), kernel,
         str(steps), "1"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    found = COUNTED.search(done.stderr)
    if done.returncode != 0 or not found:
        raise Failure(f"valgrind counted nothing: {done.stderr.strip()[-300:]}")
    return int(found[1])
