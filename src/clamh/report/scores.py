"""The table without a comparison of platforms: a line per benchmark with its score, interval, rate, operations and
counters, in units that suit the figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len

from clamh.model.results import Run
from clamh.model.scores import cost_ns, of_cost_ns
from clamh.model.summary import Row, Summary
from clamh.report import formatting
from clamh.report.conclusion import name_rows
from clamh.report.counters import format_count
from clamh.report.look import Look
from clamh.report.ordering import explain_rest, order_contests
from clamh.report.ratios import format_exactly, format_verdict, name_estimator, round_to_margin
from clamh.report.screen import GAP, MIN_NAME, Cell, Note, Style, Table
from clamh.report.secondary import COUNTED, convert_secondary, describe_counters
from clamh.report.units import PREFIXES, magnitude

UNITS = {"ns": 1, "µs": 10**3, "ms": 10**6, "s": 10**9}  # what times are scaled to
OF_USER = ("operations", "events")  # counters of the benchmark itself
STYLES: Mapping[str | None, Style] = {"faster": "win", "slower": "loss", "undecided": "unclear"}


def build_table(summary: Summary, run: Run, look: Look) -> Table:
    """A line per row: score, interval, rate, measured operations, and if there is a baseline how the row compares with
    it.

    Counters stand in place of the rate: those of the benchmark, and those of -prof if the lines are short enough. Lines
    of several sides have the side's name.
    """
    own, counted = _list_labels(summary, OF_USER), _list_labels(summary, COUNTED)
    table = _build(summary, run, look, [*own, *counted])
    if counted and _measure_width(table) > look.width:
        table = _build(summary, run, look, own)
    return table if _measure_width(table) <= look.width else _drop_columns(table, look)


def _build(summary: Summary, run: Run, look: Look, labels: Sequence[str]) -> Table:
    names = name_rows(summary, run, look.titles)
    several = len(set(names.values())) > 1
    shown = order_contests(summary, look.sort)
    compared = any(row.ratio and row.ratio.reference != row.case_id for row in summary.rows)
    known = look.iterations or any(row.measured_operations for row in summary.rows)  # other tools' files lack them
    rows = [(Cell(f"{subject.name}, {names[row.case_id]}" if several else subject.name,
                  link=look.links.get(row.case_id, "")), Cell(subject.values),
             *build_cells(row, summary.delta, look.time_unit, compared, known, labels)) for contest, subject in shown
            for row in contest.rows]
    columns = ("", shown[0][1].params, "score", f"±{format_exactly(summary.confidence)}",
               *([] if labels else ["rate"]), *(["iterations"] if known else []), *labels,
               *(["times as fast", "verdict"] if compared else []))
    title = (f"Times as fast as {summary.reference}{name_estimator(summary.estimator)}: above 1 is faster" if compared
             else "")
    notes = [*explain_rest(summary, len(shown), look.rest), *_explain_counters(summary, labels)]
    verdicts = formatting.describe_verdicts(summary.delta, [row.ratio for row in summary.rows]).removeprefix("; ")
    notes += [Note("", f"{verdicts[0].upper()}{verdicts[1:]}.")] if verdicts else []
    return Table(title=title, precision="", columns=columns, short_columns=columns, names=2, rows=tuple(rows),
                 notes=tuple(notes))


def _list_labels(summary: Summary, kinds: Sequence[str]) -> list[str]:
    """The counters of these kinds; those of -prof only if they counted something."""
    return list(dict.fromkeys(result.label for row in summary.rows for result in row.secondary
                              if result.kind in kinds and (result.score or result.kind in OF_USER)))


def _drop_columns(table: Table, look: Look) -> Table:
    """The table without its rate, then without its operations, if it has ratios and is too wide for the terminal."""
    for heading in ("rate", *([] if look.iterations else ["iterations"])):
        if "verdict" in table.columns and heading in table.columns and _measure_width(table) > look.width:
            place = table.columns.index(heading)
            columns = (*table.columns[:place], *table.columns[place + 1:])
            rows = tuple((*row[:place], *row[place + 1:]) for row in table.rows)
            table = table._replace(columns=columns, short_columns=columns, rows=rows)
    return table


def _measure_width(table: Table) -> int:
    """The columns that a terminal needs at least: names can be shortened."""
    widths = [max(cell_len(head), *(cell_len(row[place].text) for row in table.rows))
              for place, head in enumerate(table.columns)]
    return min(sum(widths[:2]), MIN_NAME) + sum(width + GAP + 1 for width in widths[2:])


def has_counters(table: Table | None, summary: Summary) -> bool:
    """Whether the counters of -prof stand in the lines of the table, so that they need none of their own."""
    counted = _list_labels(summary, COUNTED)
    return table is not None and bool(counted) and set(counted) <= set(table.columns)


def _explain_counters(summary: Summary, labels: Sequence[str]) -> list[Note]:
    counted = _list_labels(summary, COUNTED)
    if not counted or not set(counted) <= set(labels):
        return []
    never = dict.fromkeys(result.label for row in summary.rows for result in row.secondary
                          if result.kind in COUNTED and result.label not in counted)
    return [*([Note("", f"Never: {', '.join(never)}.")] if never else []), Note("", describe_counters(summary))]


def _format_counter(row: Row, label: str) -> str:
    result = next((result for result in row.secondary if result.label == label), None)
    if result is None:
        return "-"
    shown = convert_secondary(row, result)
    return f"{format_count(shown.score)} {shown.unit.removeprefix('#')}".rstrip()


def build_cells(row: Row, delta: float, time_unit: str, compared: bool, known: bool,
                labels: Sequence[str] = ()) -> list[Cell]:
    """The cells of a row: score, margin, rate (or counters), operations if they are `known`, and with `compared` its
    ratio and verdict.
    """
    if row.score is None:
        empty = 1 + known + (len(labels) or 1) + 2 * compared
        return [Cell(formatting.describe_status(row), style="failed"), *[Cell("")] * empty]
    cells = [
        Cell(format_score(row.score, row.unit, time_unit)),
        Cell(formatting.format_margin(row.score, row.interval)),
        *([] if labels else [Cell(format_other(row))]),
        *([Cell(formatting.format_operations(row.measured_operations))] if known else []),
        *(Cell(_format_counter(row, label)) for label in labels)
    ]
    if not compared:
        return cells
    if row.ratio is None or row.ratio.reference == row.case_id or row.ratio.not_compared:
        return [
            *cells,
            Cell("[1]" if row.ratio and not row.ratio.not_compared else "n/a"),
            Cell(format_verdict(row.ratio, delta))
        ]
    interval = row.ratio.interval
    margin = max(interval.high - row.ratio.value, row.ratio.value - interval.low) if interval else row.ratio.value / 100
    ratio = Cell(round_to_margin(row.ratio.value, margin), style=STYLES.get(row.ratio.verdict, ""))
    return [*cells, ratio, Cell(format_verdict(row.ratio, delta).removesuffix(" *"))]  # the ratio has its colour


def format_score(score: float, unit: str, time_unit: str = "") -> str:
    """A score with three digits, `143 µs` or `6.99 Mops/s`, in a unit that suits it; in its own if `time_unit` was
    requested.
    """
    cost = cost_ns(score, unit)
    if time_unit or not 0 < cost < float("inf"):
        return f"{three_digits(score)} {unit.removesuffix('/op')}"
    return format_rate(cost) if unit.startswith("ops/") else format_time(cost)


def format_other(row: Row) -> str:
    """The rate of a time, or the time of a rate."""
    cost = cost_ns(row.score, row.unit)
    if not 0 < cost < float("inf"):
        return ""
    return format_time(cost) if row.unit.startswith("ops/") else format_rate(cost)


def format_time(cost_ns: float) -> str:
    """A time with three digits in the largest unit that leaves at least 1."""
    units = [name for name in UNITS if float(f"{cost_ns / UNITS[name]:.3g}") >= 1] or ["ns"]
    return f"{three_digits(cost_ns / UNITS[units[-1]])} {units[-1]}"


def format_rate(cost_ns: float) -> str:
    """The operations per second for a time per operation, with three digits."""
    rate = of_cost_ns(cost_ns, "ops/s")
    power = magnitude(float(f"{rate:.3g}"), 1000)
    return f"{three_digits(rate / 1000**power)} {PREFIXES[power]}ops/s"


def three_digits(value: float) -> str:
    """A number with three digits, without an exponent from 0.001 to 999: 143, 1.20, 0.250."""
    return f"{value:.3g}" if not 1e-3 <= value < 1e3 else f"{value:#.3g}".rstrip(".")
