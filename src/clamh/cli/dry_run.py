"""clamh run --dry: a line per case, with what it gave back or why it failed."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterable

from clamh.cli import show
from clamh.model.cases import Case, Plan
from clamh.model.failures import details, sentence
from clamh.model.folders import shorten_path
from clamh.model.results import ForkEnd
from clamh.model.worker import MemberValue
from clamh.report.escape import escape_unprintable
from clamh.report.screen import shorten
from clamh.report.work import format_title
from clamh.running.dry import TriedCase
from clamh.running.worker.answers import CallValues

VALUE_COLUMNS = 48
UNTRIED = "not tried: its benchmarks return nothing, and its program can only measure"


def report(plan: Plan, tried: Iterable[TriedCase], tell: Callable[[str], None], fail_on_error: bool = False) -> int:
    """Tells of each case as it is tried, up to the first failure with `fail_on_error`; returns how many failed."""
    failures = 0
    width = max((len(format_title(case)) for case in plan.cases), default=0)
    for case, value, failure in tried:
        failures += failure is not None
        first, *more = _failure(plan, case, failure) if failure else [_given(value) if value else UNTRIED]
        lines = [f"{format_title(case):<{width}}  {first}", *(f"  | {line}" for line in more)]
        tell(show.escape_lines("\n".join(lines)))
        if failure and fail_on_error:
            break
    return failures


def _given(value: CallValues) -> str:
    """What came back, of a group by function; shortened."""
    gave = "; ".join(f"{name} {_told(member_value)}" for name, member_value in value.members.items()) or _told(value)
    return shorten(gave, VALUE_COLUMNS)


def _told(value: CallValues | MemberValue) -> str:
    """In canonical form (protocol/README.md) but for floats, which are in decimal."""
    if value.returned is not None:
        return escape_unprintable(_decimal(value.returned))
    consumed = escape_unprintable(", ".join(map(_decimal, value.consumed)))
    return f"consumed {consumed}" if value.consumed else "returned nothing"


def _decimal(canonical: str) -> str:
    """A float in the fewest digits that are it; every other value as it is."""
    bits = re.fullmatch(r"f:([0-9a-f]{16})", canonical)
    return f"f:{struct.unpack('>d', bytes.fromhex(bits[1]))[0]!r}" if bits else canonical


def _failure(plan: Plan, case: Case, end: ForkEnd) -> list[str]:
    """The cause with the benchmark's place, then the rest of the message and what was printed last."""
    places = {benchmark.name: benchmark.location for benchmark in plan.catalogs[case.artifact].benchmarks}
    place = places.get(case.benchmark)
    where = f" ({shorten_path(place.path)}:{place.line})" if place else ""
    return [f"FAILED: {sentence(end)}{where}", *(line.expandtabs(4) for line in (*details(end), *end.output_tail))]
