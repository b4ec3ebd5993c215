"""Counts per operation as a table of the first screen."""

from __future__ import annotations

import math

from clamh.model.results import Run
from clamh.model.summary import Row, Secondary, Summary
from clamh.report import formatting
from clamh.report.conclusion import name_sides
from clamh.report.look import Look
from clamh.report.ordering import order_contests
from clamh.report.screen import Cell, Note, Table
from clamh.report.secondary import COUNTED, convert_secondary, describe_counters
from clamh.report.side_columns import build_side_columns


def build_counter_table(summary: Summary, run: Run, look: Look) -> Table | None:
    """A line per contest and counter, a column per side or source; None without counters."""
    columns = build_side_columns(summary, run, look)
    shown = order_contests(summary, look.sort)
    rows: list[tuple[Cell, ...]] = []
    all_labels: dict[str, None] = {}
    places = {counter.name: place for place, counter in enumerate(run.counters)}
    for contest, subject in shown:
        counters = [_index_counters(row) for row in contest.rows]
        labels = sorted(dict.fromkeys(label for results in counters for label in results),
                        key=lambda label: places.get(label, len(places)))
        counted = {label: next(results[label] for results in counters if label in results) for label in labels
                   if any(results[label].score for results in counters if label in results)}
        all_labels |= dict.fromkeys(labels)
        if counted:
            rows.append((Cell(" ".join(filter(None, (subject.name, subject.values)))),
                         *(Cell("") for _ in columns.names)))
        for label, like in counted.items():
            unit = convert_secondary(contest.rows[0], like).unit
            rows.append((Cell(f"  {label} ({unit})"),
                         *(Cell(_format_count(row, label, like)) for row in columns.spread(contest.rows))))
    if not all_labels:
        return None
    ever = {result.label for row in summary.rows for result in row.secondary if result.kind in COUNTED and result.score}
    never = [label for label in all_labels if label not in ever]
    included = describe_counters(summary, name_sides([row.side for row in summary.rows], run, look.titles))
    notes = [Note("", included)] if included else []
    if never:
        notes.insert(0, Note("", f"Never, on any side: {', '.join(never)}."))
    if any(cell.text == "-" for row in rows for cell in row):
        notes.insert(0, Note("", '"-" stands where nothing was counted.'))
    return Table(title="Counted per operation", precision="", columns=("", *columns.names),
                 short_columns=("", *columns.short_names), names=1, rows=tuple(rows), notes=tuple(notes))


def build_iterations_table(summary: Summary, run: Run, look: Look) -> Table:
    """A line per contest with the number of operations that were measured on each side."""
    columns = build_side_columns(summary, run, look)
    shown = order_contests(summary, look.sort)
    rows = []
    for contest, subject in shown:
        rows.append((Cell(subject.name), Cell(subject.values),
                     *(Cell(formatting.format_operations(row.measured_operations if row else 0.0))
                       for row in columns.spread(contest.rows))))
    return Table(title="Iterations (measured operations, of all forks)", precision="",
                 columns=("", shown[0][1].params, *columns.names),
                 short_columns=("", shown[0][1].params, *columns.short_names), names=2, rows=tuple(rows))


def _index_counters(row: Row) -> dict[str, Secondary]:
    return {result.label: result for result in row.secondary if result.kind in COUNTED}


def _format_count(row: Row | None, label: str, like: Secondary) -> str:
    """The figure of a row with three digits, in the unit of `like`; "-" if it has none."""
    result = _index_counters(row).get(label) if row else None
    return "-" if row is None or result is None else format_count(convert_secondary(row, result, like).score)


def format_count(value: float) -> str:
    """A count with three digits; "-" if it is not finite."""
    if not math.isfinite(value):
        return "-"
    digits = f"{value:.3g}"
    return f"{float(digits):,.0f}" if "e+" in digits and value < 1e9 else digits
