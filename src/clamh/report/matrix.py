"""Benchmarks × sides: how long each side takes, relative to the fastest or to the reference that the user chose."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from clamh.judging.statistics import stopping
from clamh.model import scores as model_scores
from clamh.model.identity import name_some
from clamh.model.results import Run
from clamh.model.summary import Contest, Interval, Ratio, Row, Summary
from clamh.report import formatting
from clamh.report.conclusion import name_sides
from clamh.report.look import Look
from clamh.report.ordering import explain_rest, order_contests
from clamh.report.ratios import format_exactly, format_noise, name_estimator, round_to_margin, round_to_three
from clamh.report.scores import format_score
from clamh.report.screen import Cell, Note, Style, Table
from clamh.report.side_columns import build_side_columns

WIDEST = 1.0  # an interval that reaches farther from its value than this share of it carries no information
MAX_NAMED = 3  # cells that a note names
MAX_SETS = 64  # more sets would take at least an hour for a comparison of six sides
FASTEST = "fastest"  # the heading of a column that no other table has
UNDECIDED, SAME, UNKNOWN, NOT_COMPARED = "~", "=", "?", "!"


class Relative(NamedTuple):
    """Time of a row ÷ time of the row that it is compared with, and its interval; `ratio` holds the verdict."""

    value: float
    interval: Interval | None
    ratio: Ratio | None


class Marked(NamedTuple):
    """A cell that a note below the table explains: the words for its place, its row and its relative time."""

    place: str
    row: Row
    relative: Relative


def build_table(summary: Summary, run: Run, look: Look) -> Table:
    """A row per contest, a column per side or source."""
    columns = build_side_columns(summary, run, look)
    shown = order_contests(summary, look.sort)
    marked: dict[str, list[Marked]] = {}
    rows, margins = [], []
    for contest, subject in shown:
        relatives = {row.case_id: relate(contest, row) for row in contest.rows}
        cells = []
        for row in columns.spread(contest.rows):
            cell = build_cell(contest, row, relatives.get(row.case_id) if row else None)
            cells.append(cell._replace(link=look.links.get(row.case_id, "")) if row else cell)
            if row and cell.mark:
                place = f"{columns.of_row[row.case_id]} at {subject.whole}"
                marked.setdefault(cell.mark, []).append(Marked(place, row, relatives[row.case_id]))
            elif row and (relative :=
                          relatives[row.case_id]) and relative.interval and cell.style in ("win", "loss", ""):
                margins.append(margin_of(relative))
        rows.append((Cell(subject.name, link=look.links.get(formatting.find_speller(contest).case_id, "")),
                     Cell(subject.values), Cell(format_fastest(contest, look.time_unit)), *cells))
    notes = [*explain_marks(summary, marked, columns.of_row), *explain_rest(summary, len(shown), look.rest)]
    side_names = name_sides([row.side for row in summary.rows], run, look.titles)
    return Table(title=describe_reference(summary, side_names), precision=describe_precision(margins),
                 columns=("", shown[0][1].params, FASTEST, *columns.names),
                 short_columns=("", shown[0][1].params, FASTEST, *columns.short_names),
                 names=2, rows=tuple(drop_repeated_names(rows)), notes=tuple(notes))


def relate(contest: Contest, row: Row) -> Relative | None:
    """The row's relative time; None if the row is not compared."""
    if contest.has_baseline:
        if row.ratio is None:
            return None
        turned = row.ratio.interval and Interval(low=1 / row.ratio.interval.high, high=1 / row.ratio.interval.low)
        return Relative(1 / row.ratio.value, turned, row.ratio)
    if row.case_id == contest.fastest:
        return Relative(1.0, None, None)
    ratio = next((ratio for ratio in contest.lead_ratios if ratio.reference == row.case_id), None)
    return ratio and Relative(ratio.value, ratio.interval, ratio)


def build_cell(contest: Contest, row: Row | None, relative: Relative | None) -> Cell:
    """The cell of a side: its relative time, or the reason why there is none."""
    if row is None:
        return Cell("-")
    if row.score is None:
        return Cell("failed" if row.status == "failed" else "not run", style="failed")
    if sum(other_row.score is not None for other_row in contest.rows) == 1 and not contest.has_baseline:
        return Cell("alone")
    if relative is None or relative.ratio is not None and relative.ratio.not_compared:
        return Cell("n/a", NOT_COMPARED if relative else "", "unclear")
    ratio = relative.ratio
    if ratio is None or contest.has_baseline and ratio.reference == row.case_id:
        return Cell("[1]", style="win" if is_fastest_certain(contest) else "")
    if is_wide(relative):
        return Cell("", UNKNOWN, "unclear")
    text = (round_to_margin(relative.value, margin_of(relative) * relative.value)
            if relative.interval else round_to_three(relative.value))
    return Cell(text, mark_of(ratio), style_of(contest, ratio))


def mark_of(ratio: Ratio) -> str:
    """The sign behind a figure: undecided, the same, or no verdict; "" for faster or slower."""
    if ratio.verdict is None or ratio.reason:
        return UNKNOWN
    return {"undecided": UNDECIDED, "same": SAME}.get(ratio.verdict, "")


def style_of(contest: Contest, ratio: Ratio) -> Style:
    """Whether the row's own side wins or loses; the fastest is judged in `ahead`, a chosen reference in the row."""
    if ratio.reason or ratio.verdict not in ("faster", "slower"):
        return "unclear" if ratio.verdict == "undecided" or ratio.reason else ""
    return "loss" if (ratio.verdict == "faster") != contest.has_baseline else "win"


def is_fastest_certain(contest: Contest) -> bool:
    """Whether the fastest is known to be faster than every other side that it is compared with."""
    judged = [ratio for ratio in contest.lead_ratios if not ratio.not_compared]
    return not contest.has_baseline and bool(judged) and all(ratio.verdict == "faster" for ratio in judged)


def margin_of(relative: Relative) -> float:
    """How far the interval reaches from the value, as a share of it."""
    return max(relative.interval.high / relative.value - 1, 1 - relative.interval.low / relative.value)


def is_wide(relative: Relative) -> bool:
    """Whether the interval is too wide to carry information."""
    return relative.interval is not None and margin_of(relative) > WIDEST


def format_fastest(contest: Contest, time_unit: str) -> str:
    """The score of the fastest side, in the requested unit or in one that suits it."""
    scored = [row for row in contest.rows if row.comparable]
    best = min(scored, key=lambda row: model_scores.cost_ns(row.score, row.unit), default=None)
    best = next((row for row in scored if row.case_id == contest.fastest), best)
    return format_score(best.score, best.unit, time_unit) if best else "-"


def drop_repeated_names(rows: Sequence[tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
    """The rows with each benchmark's name only in the first of its consecutive rows."""
    cleared, before = [], None
    for row in rows:
        cleared.append((Cell(""), *row[1:]) if row[0] == before else row)
        before = row[0]
    return cleared


def describe_reference(summary: Summary, names: Mapping[str, str]) -> str:
    """The title of the table: what the figures are relative to."""
    if any(contest.has_baseline for contest in summary.contests) and summary.reference:
        return (f"Relative time{name_estimator(summary.estimator)} (1 is "
                f"{names.get(summary.reference, summary.reference)}; below 1 is faster)")
    return f"Relative time{name_estimator(summary.estimator)} (1 is the fastest)"


def describe_precision(margins: Sequence[float]) -> str:
    """The median and the largest margin of the figures without a mark."""
    if not margins:
        return ""
    middle, widest = sorted(margins)[len(margins) // 2], max(margins)
    return f"± {format_noise(middle)}" + (f", at most {format_noise(widest)}"
                                          if format_noise(widest) != format_noise(middle) else "")


def explain_marks(summary: Summary, marked: Mapping[str, Sequence[Marked]], names: Mapping[str, str]) -> list[Note]:
    """A note for each sign in the table; `names` has the name of each case."""
    notes = []
    if cells := marked.get(UNDECIDED):
        notes.append(
            Note(UNDECIDED,
                 f"undecided at {format_exactly(summary.delta)}: {_list_places(cells)}{suggest_sets(summary, cells)}"))
    if SAME in marked:
        notes.append(Note(SAME, f"the same within {format_exactly(summary.delta)}"))
    for cells, text in ((marked.get(UNKNOWN, ()), "no verdict"), (marked.get(NOT_COMPARED, ()), "not compared")):
        reasons: dict[str, list[Marked]] = {}
        for cell in cells:
            # A wide interval may have a verdict, which other reports show.
            known = f"{text}, " if not is_wide(cell.relative) else ""
            reasons.setdefault(f"{known}{reason_of(cell.relative, names)}", []).append(cell)
        sign = UNKNOWN if text == "no verdict" else NOT_COMPARED
        notes += [Note(sign, f"{reason}: {_list_places(several)}") for reason, several in reasons.items()]
    return notes


def reason_of(relative: Relative, names: Mapping[str, str]) -> str:
    """Why there is no verdict; `names` has the name of each case."""
    if is_wide(relative):
        return "not measurable here (intervals wider than 100 %)"
    if relative.ratio.drift and not relative.ratio.not_compared:
        return f"{names[relative.ratio.drift.case_id]} was not steady"
    return relative.ratio.reason or "fewer than 3 sets or forks"


def suggest_sets(summary: Summary, cells: Sequence[Marked]) -> str:
    """The number of sets, forks or repetitions that would decide the undecided cells. "" if it is not known."""
    needed = []
    for cell in cells:
        if cell.relative.ratio.unwaited is not None:  # more sets do not narrow what waiting for a CPU adds
            continue
        count, ratio = len(cell.row.sets) or len(cell.row.fork_means), cell.relative.ratio
        limit = math.log1p(max(summary.delta, ratio.noise_floor or 0.0))
        needed.append(_count_to_decide(ratio, count, limit, ratio.confidence or summary.confidence))
    if not needed:
        return ""
    possible = sorted(count for count in needed if count <= MAX_SETS)
    if not possible:
        return f" (not with {MAX_SETS} {'sets' if summary.unit == 'fork' else 'repetitions'})"
    which = "it" if len(cells) == 1 else "all" if len(possible) == len(cells) else f"{len(possible)} of {len(cells)}"
    option = "-f" if summary.unit == "fork" else "--reps"
    return f" ({option} {possible[-1]} would decide {which})"


def _count_to_decide(ratio: Ratio, count: int, limit: float, confidence: float) -> int:
    """The number of sets that would decide an undecided ratio; MAX_FORKS if more sets do not help.

    A turn effect moves one end of the interval. More sets narrow only the margin, which is the same at both ends.
    """
    value, low, high = map(math.log, (ratio.value, ratio.interval.low, ratio.interval.high))
    half = min(value - low, high - value)
    ends = (low + half, high - half)
    if len({(end > -limit) + (end > limit) for end in ends}) > 1:
        return stopping.MAX_FORKS
    return max(stopping.count_to_decide(end, half, count, limit, confidence) for end in ends)


def _list_places(cells: Sequence[Marked]) -> str:
    return name_some([cell.place for cell in cells], MAX_NAMED)
