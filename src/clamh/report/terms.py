"""The line under the table about the terms of its ratios; terms that all ratios share are mentioned once."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from clamh.model.results import Origin
from clamh.model.summary import Comparison, Ratio, Row, Summary
from clamh.report import formatting

MAX_NAMED = 2  # rows that are named; for more rows only their number is given
MAX_MESSAGES = 3
# Why a term of another tool's file is unknown. A reason for several terms of all rows has a sentence of its own.
NOT_RECORDED = re.compile(r"(.+) does not record .+")


def describe_terms(summary: Summary) -> str:
    """The line about the ratios within a run, "" if there are none."""
    return _describe_ratios([(row, row.ratio) for row in summary.rows if row.ratio and row.ratio.terms])


def describe_comparison(comparison: Comparison) -> str:
    """The line about the ratios of two runs, "" if there are none."""
    return _describe_ratios([(pair.row, pair.ratio) for pair in comparison.pairs if pair.ratio and pair.ratio.terms])


def describe_unrecorded(tool: str, names: Collection[str]) -> str:
    """What the file of another tool does not state, and what follows for a ratio of two such files."""
    *first, last = names
    listed = f"{', '.join(first)} and {last}" if first else last
    return (f"{tool} does not record {listed}: where they differ between two files, the ratio contains that difference "
            "too")


def describe_origin(origin: Origin) -> list[str]:
    """A sentence about the terms that the files of a tool do not record, and about each other term that they leave
    open.
    """
    unrecorded = [name for name, reason in origin.unknown.items() if NOT_RECORDED.fullmatch(reason)]
    return [
        describe_unrecorded(origin.tool, unrecorded),
        *dict.fromkeys(origin.unknown[name] for name in origin.unknown if name not in unrecorded)
    ]


def _describe_ratios(ratios: Sequence[tuple[Row, Ratio]]) -> str:
    if not ratios:
        return ""
    missing: dict[str, dict[str, list[Row]]] = {}
    for row, ratio in ratios:
        for term in ratio.terms:
            if term.holds is not True or term.message:  # a term that clamh.toml excuses holds and has a message
                missing.setdefault(term.name, {}).setdefault(term.message, []).append(row)
    order = [term.name for term in ratios[0][1].terms]
    names = sorted(missing, key=order.index)
    unrecorded = _collect_unrecorded({name: missing[name] for name in names}, len(ratios))
    together = {name for of_tool in unrecorded.values() for name in of_tool}
    unequal = [_describe_term(name, missing[name], len(ratios)) for name in names if name not in together]
    artefacts = _collect_artefacts(ratios)
    equal = (f"all equal except {', '.join(unequal)}" if unequal
             else "equal where rows are compared" if artefacts else "all equal")
    if unrecorded and not unequal:
        equal = "all that are known are equal"
    return " ".join([
        f"Terms: {equal}.", *(f"{describe_unrecorded(tool, of_tool)}." for tool, of_tool in unrecorded.items()),
        *([f"Not compared{_format_reasons(artefacts, len(ratios))}."] if artefacts else [])
    ])


def _collect_unrecorded(missing: dict[str, dict[str, list[Row]]], ratios: int) -> dict[str, list[str]]:
    """By tool, the terms of all rows that its files do not record."""
    by_tool: dict[str, list[str]] = {}
    for name, messages in missing.items():
        (message, rows), *more = messages.items()
        if len(rows) == ratios and not more and (match := NOT_RECORDED.fullmatch(message)):
            by_tool.setdefault(match[1], []).append(name)
    return {tool: names for tool, names in by_tool.items() if len(names) > 1}


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
    named = (f"{formatting.name_benchmark(row, ', '.join(formatting.format_values(row)), '')} on {row.side}"
             for row in rows)
    return f", in {' and '.join(named)}"
