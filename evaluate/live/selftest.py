"""Do the sides do the work that they are meant to do? Nothing is timed until each returns what so many steps return, and until valgrind
counts in C++ as many more instructions as steps were added."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from clamh.model.cases import Case, Catalog
from clamh.model.options import Options
from clamh.running.starting import case_command
from clamh.running.worker.invoke import invocations, together

from evaluate.live.kernels import KERNELS, SOURCES, Side, expected
from evaluate.live.schedule import cells
from evaluate.live.sides import plan_sides
from evaluate.records import Checked
from evaluate.rivals import ran
from evaluate.selftest import NEARLY, PLAIN, counted, read_number

COUNTED_STEPS, COUNTED_SHARE = 200_000, 0.03


def sources_digest() -> str:
    """The SHA-256 of all kernels."""
    files = sorted(path for path in SOURCES.iterdir() if path.is_file())
    return hashlib.sha256(b"".join(path.name.encode() + path.read_bytes() for path in files)).hexdigest()


def values(built: dict[str, Catalog], folder: Path) -> Iterator[Checked]:
    """What the first call of every side of every cell returns, against the same computed in Python. Raises Failure."""
    for language in built:
        sides = sorted({side for cell in cells() for side in cell.sides if side.language == language}, key=repr)
        plans = [plan_sides([side], built, Options(seed=1)) for side in sides]
        processes = [invocations(case_command(plan, plan.cases[0]), [plan.cases[0]], Path(tempfile.mkdtemp(dir=folder))) for plan in plans]
        for side, plan, given in zip(sides, plans, together(processes), strict=True):
            yield _checked(side, plan.cases[0], given)


def _checked(side: Side, case: Case, given: dict) -> Checked:
    found, right = read_number(case, given[case.case_id]), expected(KERNELS[side.kernel], side.steps)
    return Checked(language=side.language, kernel=side.kernel, what=f"{case.benchmark} returns after {side.steps} steps",
                   found=found, right=right, passed=found == right)


def instructions(built: dict[str, Catalog], folder: Path) -> Iterator[Checked]:
    """C++ under callgrind: so many per cent more steps are so many per cent more instructions. Raises Failure."""
    program, platform = folder / "counted", built["cpp"].artifact.platform
    ran([platform.executable, *platform.flags, *PLAIN, str(SOURCES / "counted.cpp"), "-o", str(program)])
    more = round(COUNTED_STEPS * COUNTED_SHARE)
    for kernel in ("steady", "branchy", "memory"):
        none, base, slower = (counted(program, kernel, steps) for steps in (0, COUNTED_STEPS, COUNTED_STEPS + more))
        found = (slower - base) / (base - none)
        yield Checked(language="cpp", kernel=kernel, what=f"share of instructions that {more} steps add", found=found, right=COUNTED_SHARE,
                      passed=abs(found / COUNTED_SHARE - 1) <= NEARLY)
