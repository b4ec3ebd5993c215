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
            if term.holds is not True or term.message:  # what clamh.toml excuses holds, and has a message
                missing.setdefault(term.name, {}).setdefault(term.message, []).append(row)
    order = [term.name for term in ratios[0][1].terms]
    told = [_told(name, missing[name], len(ratios)) for name in sorted(missing, key=order.index)]
    artefacts = _artefacts(ratios)
    equal = f"all equal but {', '.join(told)}" if told else "equal where rows are compared" if artefacts else "all equal"
    return " ".join([f"Terms: {equal}.", *([f"Not compared{_reasons(artefacts, len(ratios))}."] if artefacts else [])])


def _artefacts(ratios: Sequence[tuple[Row, Ratio]]) -> dict[str, list[Row]]:
    """Why rows are not compared that no term says: their time is not that of the work."""
    found: dict[str, list[Row]] = {}
    for row, ratio in ratios:
        if ratio.not_compared and not any(term.message == ratio.reason for term in ratio.terms):
            found.setdefault(ratio.reason, []).append(row)
    return found


def _told(name: str, messages: dict[str, list[Row]], ratios: int) -> str:
    return f"{name}{_reasons(messages, ratios)}"


def _reasons(messages: dict[str, list[Row]], ratios: int) -> str:
    parts = [f"{message}{_where(rows, ratios)}" for message, rows in messages.items()]
    if len(parts) > MESSAGES:
        parts[MESSAGES:] = [f"and {len(parts) - MESSAGES} more"]
    return f" ({'; '.join(parts)})"


def _where(rows: Sequence[Row], ratios: int) -> str:
    """Which rows it is told of, unless it is all of them."""
    if len(rows) == ratios:
        return ""
    if len(rows) > NAMED:
        return f", in {len(rows)} of {ratios} rows"
    named = (f"{words.named(row, ', '.join(words.values(row)), '')} on {row.side}" for row in rows)
    return f", in {' and '.join(named)}"
