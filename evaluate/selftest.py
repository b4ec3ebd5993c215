"""Is what is injected really there? Before anything is timed: every kernel returns what exactly so many steps return, in
every language, and in C++ valgrind counts exactly so many more instructions. When a line is not right, nothing else runs.
"""

from __future__ import annotations

import math
import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from clamh.model.cases import Case, Catalog
from clamh.model.errors import WorkerError
from clamh.running.starting import case_command
from clamh.running.worker.invoke import Given, invocations, together

from evaluate.kernels import KERNELS, Kernel, expected
from evaluate.own import Failure, options, planned, sides
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


def values(language: str, catalogs: Sequence[Catalog], folder: Path) -> Iterator[Checked]:
    """What each kernel, its clone and the kernel of another build return, against the same computed in Python.

    Processes that do not measure, all at once, one for each function with all of its steps. Raises Failure.
    """
    requested = []
    processes = []
    for kernel in KERNELS.values():
        for track in ("T2", *(["T3"] if len(catalogs) > 1 else [])):
            plans = []
            for steps in levels(kernel):
                a, b = sides(catalogs, track, kernel.name, (steps, steps))
                plans.append(planned(a, b, options(a, 1, folder)))
            for side in (0, 1) if track == "T2" else (1,):
                cases = [plan.cases[side] for plan in plans]
                requested.append((kernel, cases))
                processes.append(invocations(case_command(plans[0], cases[0]), cases, Path(tempfile.mkdtemp(dir=folder))))
    for (kernel, cases), given in zip(requested, together(processes), strict=True):
        for case, steps in zip(cases, levels(kernel), strict=True):
            found, right = read_number(case, given[case.case_id]), expected(kernel, steps)
            yield Checked(language=language, kernel=kernel.name, what=f"{case.benchmark} returns after {steps} steps",
                          found=found, right=right, passed=found == right)


def read_number(case: Case, given: Given) -> float:
    """The whole number that was returned; NaN where it was none."""
    if isinstance(given, WorkerError):
        raise Failure(f"{case.benchmark}: {given}")
    returned = given.calls[0].value.returned or ""
    return float(returned.removeprefix("i:")) if returned.startswith("i:") else math.nan


def instructions(program: Path) -> Iterator[Checked]:
    """C++ under callgrind: each step injected costs what a step of the kernel costs, so the share of instructions is p."""
    for kernel in KERNELS.values():
        none, *more = [counted(program, kernel.name, steps, 1) for steps in (0, *levels(kernel))]
        base, *injected = zip(levels(kernel), more, strict=True)
        # Of the kernel without steps of its own, one step is what the largest injection says.
        steps, count = base if base[0] else injected[-1]
        each = (count - none) / steps
        for steps, count in injected:
            found = count / base[1] - 1
            right = (steps - base[0]) * each / base[1]
            yield Checked(language="cpp", kernel=kernel.name, what=f"share of instructions that {steps - base[0]} steps add",
                          found=found, right=right, passed=right > 0 and abs(found - right) <= NEARLY * right)


def counted(program: Path, *arguments: object) -> int:
    """The instructions of its function `counted` with these arguments, under valgrind's callgrind. Raises Failure."""
    process = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=counted", str(program), *map(str, arguments)],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    match = COUNTED.search(process.stderr)
    if process.returncode != 0 or not match:
        raise Failure(f"valgrind counted nothing: {process.stderr.strip()[-300:]}")
    return int(match[1])
