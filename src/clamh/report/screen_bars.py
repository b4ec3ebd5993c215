"""Bars for a terminal (--plot): relative time per benchmark, or the scores of a benchmark over its params."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.bar import END_BLOCK_ELEMENTS
from rich.cells import cell_len
from rich.text import Text

from clamh.model.results import Run
from clamh.model.scores import cost_ns
from clamh.model.summary import Row, Summary
from clamh.report import matrix
from clamh.report.columns import print_lines
from clamh.report.escape import choose_spelling
from clamh.report.conclusion import name_rows
from clamh.report.figures import Named, name_contests
from clamh.report.look import Look
from clamh.report.relative_bars import Bar, format_relative, is_log, list_relatives, scale_bars
from clamh.report.scores import format_score
from clamh.report.screen import Style, shorten
from clamh.report.screen_terminal import STYLES

MIN_BAR, MAX_BAR, MAX_LABEL = 8, 60, 24  # columns
GAP = 2


class Line(NamedTuple):
    """A bar with its label, its figure, and the style of the first screen."""

    label: str
    bar: Bar
    figure: str
    style: Style


class Group(NamedTuple):
    """Bars on a common scale under a heading."""

    heading: str
    log: bool
    lines: tuple[Line, ...]


def render(summary: Summary, run: Run, look: Look) -> str:
    """The bars as text of at most `look.width` columns; "" if nothing can be compared."""
    spell = choose_spelling(look.unicode)
    groups = list(build_groups(summary, run, look))
    lines = [Text("")] if groups else []
    labels = [cell_len(spell(line.label)) for group in groups for line in group.lines]
    label_width = min(max(labels, default=0), MAX_LABEL, look.width // 3)
    for group in groups:
        lines.append(
            Text(shorten(spell(group.heading) + ("  (log scale)" if group.log else ""), look.width), style="bold"))
        lines += print_group(group, label_width, look, spell)
    return print_lines(lines, look.color) if groups else ""


def print_group(group: Group, label_width: int, look: Look, spell: Callable[[str], str]) -> Iterator[Text]:
    """A line per bar: label, bar, figure. Without room for all three, the figure is left out, since the table has it.
    """
    figures = [spell(line.figure) for line in group.lines]
    room = look.width - label_width - 2 * GAP
    figure_width = max(map(cell_len, figures)) + GAP
    if room - figure_width < MIN_BAR:
        figure_width = 0
    width = max(MIN_BAR, min(MAX_BAR, room - figure_width))
    for line, figure in zip(group.lines, figures, strict=True):
        label = shorten(spell(line.label), label_width)
        text = Text(f"{' ' * GAP}{label}{' ' * (label_width - cell_len(label) + GAP)}")
        text.append(draw_bar(line.bar, width, look.unicode), STYLES[line.style])
        text.append(f"{' ' * GAP}{figure}" if figure_width else "")
        text.rstrip()
        yield text


def draw_bar(bar: Bar, width: int, unicode: bool) -> str:
    """A bar of `width` columns, with a line from its end to the upper end of the interval."""
    start = round(bar.start * width)
    eighths = max(1, round((bar.end - bar.start) * width * 8))
    full, rest = divmod(eighths, 8)
    if unicode:
        drawn = " " * start + "█" * full + (END_BLOCK_ELEMENTS[rest] if rest else "")
    else:
        drawn = " " * start + "#" * max(1, round(eighths / 8))
    drawn = drawn[:width]
    end = min(width, round((bar.high or 0.0) * width))
    return (drawn + ("─" if unicode else "-") * max(0, end - len(drawn))).ljust(width)


def build_groups(summary: Summary, run: Run, look: Look) -> Iterator[Group]:
    """A group per contest with a comparison; without any comparison, a group per benchmark with several scores."""
    contests, names = name_contests(summary), name_rows(summary, run, look.titles)
    compared = [named for named in contests if len(list_relatives(named.contest)) > 1]
    for named in compared:
        relatives = list_relatives(named.contest)
        log = is_log(list(relatives.values()))
        scale = scale_bars(list(relatives.values()), log)
        lines = [
            Line(names[row.case_id], scale(relatives[row.case_id]), format_relative(relatives[row.case_id]),
                 matrix.build_cell(named.contest, row, relatives[row.case_id]).style) for row in named.contest.rows
            if row.case_id in relatives
        ]
        yield Group(named.subject.whole, log, tuple(lines))
    for name, several in groupby([] if compared else contests, key=lambda named: named.subject.name):
        rows = [(named, row) for named in several for row in named.contest.rows if row.comparable]
        if len(rows) > 1:
            yield _group_scores(name, rows, names, look)


def _group_scores(name: str, rows: Sequence[tuple[Named, Row]], names: dict[str, str], look: Look) -> Group:
    """The scores of a benchmark over its params, as times: a longer bar is slower."""
    fastest = min(cost_ns(row.score, row.unit) for _, row in rows)
    relatives = [matrix.Relative(cost_ns(row.score, row.unit) / fastest, None, None) for _, row in rows]
    log = is_log(relatives)
    scale, several_sides = scale_bars(relatives, log), len({names[row.case_id] for _, row in rows}) > 1
    return Group(
        name, log,
        tuple(
            Line(" ".join(filter(None, [named.subject.values, names[row.case_id] if several_sides else ""])),
                 scale(relative), format_score(row.score, row.unit, look.time_unit), "")
            for (named, row), relative in zip(rows, relatives, strict=True)))
