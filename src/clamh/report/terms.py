"""The line under the table about the terms of its ratios; terms that all ratios share are mentioned once."""

from __future__ import annotations

from collections.abc import Sequence

from clamh.model.summary import Comparison, Ratio, Row, Summary
from clamh.report import formatting

MAX_NAMED = 2  # rows that are named; for more rows only their number is given
MAX_MESSAGES = 3


def describe_terms(summary: Summary) -> str:
    """The line about the ratios within a run, "" if there are none."""
    return _describe_ratios([(row, row.ratio) for row in summary.rows if row.ratio and row.ratio.terms])


def describe_comparison(comparison: Comparison) -> str:
    """The line about the ratios of two runs, "" if there are none."""
    return _describe_ratios([(pair.row, pair.ratio) for pair in comparison.pairs if pair.ratio and pair.ratio.terms])


def _describe_ratios(ratios: Sequence[tuple[Row, Ratio]]) -> str:
    if not ratios:
        return ""
    missing: dict[str, dict[str, list[Row]]] = {}
    for row, ratio in ratios:
        for term in ratio.terms:
            if term.holds is not True or term.message:  # a term that clamh.toml excuses holds and has a message
                missing.setdefault(term.name, {}).setdefault(term.message, []).append(row)
    order = [term.name for term in ratios[0][1].terms]
    unequal = [_describe_term(name, missing[name], len(ratios)) for name in sorted(missing, key=order.index)]
    artefacts = _collect_artefacts(ratios)
    equal = f"all equal except {', '.join(unequal)}" if unequal else "equal where rows are compared" if artefacts else "all equal"
    return " ".join([f"Terms: {equal}.", *([f"Not compared{_format_reasons(artefacts, len(ratios))}."] if artefacts else [])])


def _collect_artefacts(ratios: Sequence[tuple[Row, Ratio]]) -> dict[str, list[Row]]:
    """The reasons of rows that are not compared although no term says so: their time is not the time of the work."""
    reasons: dict[str, list[Row]] = {}
    for row, ratio in ratios:
        if ratio.not_compared and not any(term.message == ratio.reason for term in ratio.terms):
            reasons.setdefault(ratio.reason, []).append(row)
    return reasons


def _describe_term(name: str, messages: dict[str, list[Row]], ratios: int) -> str:
    return f"{name}{_format_reasons(messages, ratios)}"


def _format_reasons(messages: dict[str, list[Row]], ratios: int) -> str:
    parts = [f"{message}{_name_rows(rows, ratios)}" for message, rows in messages.items()]
    if len(parts) > MAX_MESSAGES:
        parts[MAX_MESSAGES:] = [f"and {len(parts) - MAX_MESSAGES} more"]
    return f" ({'; '.join(parts)})"


def _name_rows(rows: Sequence[Row], ratios: int) -> str:
    """The rows that a reason applies to, "" for all rows."""
    if len(rows) == ratios:
        return ""
    if len(rows) > MAX_NAMED:
        return f", in {len(rows)} of {ratios} rows"
    named = (f"{formatting.name_benchmark(row, ', '.join(formatting.format_values(row)), '')} on {row.side}" for row in rows)
    return f", in {' and '.join(named)}"
