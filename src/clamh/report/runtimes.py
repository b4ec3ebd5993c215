"""What the runtimes chose and saw at their start: the collector of garbage, and how many processors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clamh.model.summary import Row, Summary


def sentence(summary: Summary) -> str:
    """Of each platform that says so: `Runtimes saw: java/openjdk-17 2 processors (G1); javascript/node-20 2 processors.`"""
    sides: dict[str, list[Row]] = {}
    for row in summary.rows:
        sides.setdefault(row.side, []).append(row)
    found = {side: seen for side, rows in sides.items() if (seen := describe_runtime(rows))}
    return f"Runtimes saw: {'; '.join(f'{side} {seen}' for side, seen in found.items())}." if found else ""


def describe_runtime(rows: Sequence[Row]) -> str:
    """What the processes of these rows saw, `2 processors (G1)`: each answer, where they do not agree; "" where they do not say."""
    collectors, processors = _each(row.collectors for row in rows), _each(map(str, row.processors) for row in rows)
    count = f"{processors} processor{'s' * (processors != '1')}" if processors else ""
    return f"{count} ({collectors})" if count and collectors else count or collectors


def _each(answers: Iterable[Iterable[str]]) -> str:
    return " or ".join(dict.fromkeys(answer for several in answers for answer in several))
