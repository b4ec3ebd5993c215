"""What the runtimes chose and detected at their start: the garbage collector and the number of processors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clamh.model.summary import Row, Summary


def describe_runtimes(summary: Summary) -> str:
    """A line with each platform that reports it: `Runtimes saw: java/openjdk-17 2 processors (G1); javascript/node-20 2
    processors.`
    """
    sides: dict[str, list[Row]] = {}
    for row in summary.rows:
        sides.setdefault(row.side, []).append(row)
    runtimes = {side: runtime for side, rows in sides.items() if (runtime := describe_runtime(rows))}
    return (f"Runtimes reported: {'; '.join(f'{side} {runtime}' for side, runtime in runtimes.items())}." if runtimes
            else "")


def describe_runtime(rows: Sequence[Row]) -> str:
    """What the processes of these rows detected, `2 processors (G1)`; all answers if they differ, "" if there are none.
    """
    collectors, processors = _join_answers(row.collectors
                                           for row in rows), _join_answers(map(str, row.processors) for row in rows)
    count = f"{processors} processor{'s' * (processors != '1')}" if processors else ""
    return f"{count} ({collectors})" if count and collectors else count or collectors


def _join_answers(answers: Iterable[Iterable[str]]) -> str:
    return " or ".join(dict.fromkeys(answer for several in answers for answer in several))
