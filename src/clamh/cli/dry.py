"""clamh run --dry: every selected case once, with all of its fixtures and no timing."""

from __future__ import annotations

import re
import struct
import tempfile
from collections.abc import Callable
from pathlib import Path

from clamh.cli import show
from clamh.model.artifacts import Command
from clamh.model.cases import Case, Plan
from clamh.model.errors import WorkerError
from clamh.model.failures import details, sentence
from clamh.model.worker import MemberValue
from clamh.report.escape import printable
from clamh.report.work import title
from clamh.running.worker.fork import failed_end
from clamh.running.worker.invoke import invoke
from clamh.running.worker.messages import Value
from clamh.running.worker.printed import tail
from clamh.running.worker.process import LIMITS, Limits

VALUE_COLUMNS = 48


def dry(
    plan: Plan, command: Callable[[Plan, Case], Command], tell: Callable[[str], None], limits: Limits = LIMITS,
    fail_on_error: bool = False
) -> int:
    """Invokes each case in a fresh process, one line each, or up to the first failure; returns how many failed.

    `command` gives the process of a case. What a failed one said and printed last follows its line.
    """
    failures = 0
    width = max((len(title(case)) for case in plan.cases), default=0)
    with tempfile.TemporaryDirectory(prefix="clamh-dry-") as folder:
        for case in plan.cases:
            try:
                said = [_given(invoke(command(plan, case), case, Path(folder), limits))]
            except WorkerError as error:
                failures += 1
                said = _failure(plan, case, error, Path(folder))
            lines = [f"{title(case):<{width}}  {said[0]}", *(f"  | {line}" for line in said[1:])]
            tell(show.printable_lines("\n".join(lines)))
            if failures and fail_on_error:
                break
    return failures


def _given(value: Value) -> str:
    """What came back, of a group by function; shortened."""
    gave = "; ".join(f"{name} {_told(one)}" for name, one in value.members.items()) or _told(value)
    return show.cut(gave, VALUE_COLUMNS)


def _told(value: Value | MemberValue) -> str:
    """In canonical form (protocol/README.md) but for floats, which are in decimal."""
    if value.returned is not None:
        return printable(_decimal(value.returned))
    consumed = printable(", ".join(map(_decimal, value.consumed)))
    return f"consumed {consumed}" if value.consumed else "returned nothing"


def _decimal(canonical: str) -> str:
    """A float in the fewest digits that are it; every other value as it is."""
    bits = re.fullmatch(r"f:([0-9a-f]{16})", canonical)
    return f"f:{struct.unpack('>d', bytes.fromhex(bits[1]))[0]!r}" if bits else canonical


def _failure(plan: Plan, case: Case, error: WorkerError, outputs: Path) -> list[str]:
    """The cause with the benchmark's place, then the rest of the message and what was printed last."""
    end = failed_end(case, 0, error, tail(outputs / "out", outputs / "err", failed=True))
    places = {one.name: one.location for one in plan.catalogs[case.artifact].benchmarks}
    place = places.get(case.benchmark)
    where = f" ({place.path}:{place.line})" if place else ""
    return [f"FAILED: {sentence(end)}{where}", *(line.expandtabs(4) for line in (*details(end), *end.output_tail))]
