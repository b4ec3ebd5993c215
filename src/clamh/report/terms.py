"""On which terms ratios were made, in one line under the table: what holds of all of them is told once."""

from __future__ import annotations

from collections.abc import Sequence

from clamh.model.summary import Comparison, Ratio, Row, Summary
from clamh.report import words

NAMED = 2  # rows that are named; of more their number is told
MESSAGES = 3


def of_summary(summary: Summary) -> str:
    """The line for the ratios within a run, "" where there are none."""
    return _line([(row, row.ratio) for row in summary.rows if row.ratio and row.ratio.terms])


def of_comparison(comparison: Comparison) -> str:
    """The line for the ratios of two runs, "" where there are none."""
    return _line([(pair.row, pair.ratio) for pair in comparison.pairs if pair.ratio and pair.ratio.terms])


def _line(ratios: Sequence[tuple[Row, Ratio]]) -> str:
    if not ratios:
        return ""
    missing: dict[str, dict[str, list[Row]]] = {}
    for row, ratio in ratios:
        for term in ratio.terms:
            if term.holds is not True:
                missing.setdefault(term.name, {}).setdefault(term.message, []).append(row)
    order = [term.name for term in ratios[0][1].terms]
    told = [_told(name, missing[name], len(ratios)) for name in sorted(missing, key=order.index)]
    return f"Terms: all equal but {', '.join(told)}." if told else "Terms: all equal."


def _told(name: str, messages: dict[str, list[Row]], ratios: int) -> str:
    parts = [f"{message}{_where(rows, ratios)}" for message, rows in messages.items()]
    if len(parts) > MESSAGES:
        parts[MESSAGES:] = [f"and {len(parts) - MESSAGES} more"]
    return f"{name} ({'; '.join(parts)})"


def _where(rows: Sequence[Row], ratios: int) -> str:
    """Which rows it is told of, unless it is all of them."""
    if len(rows) == ratios:
        return ""
    if len(rows) > NAMED:
        return f", in {len(rows)} of {ratios} rows"
    named = (f"{words.named(row, ', '.join(words.values(row)), '')} on {row.side}" for row in rows)
    return f", in {' and '.join(named)}"
