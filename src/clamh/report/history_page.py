"""The history as a page: a chart over commits for each series, with its levels, in a single file without scripts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from clamh.model.history import Point, Series
from clamh.report.history import (describe_changes, describe_method, describe_place, format_commit, format_cost,
                                  format_minute, format_margin, name_series)

WIDTH, HEIGHT = 760, 200
LEFT, RIGHT, TOP, BOTTOM = 80, 12, 12, 24
TEMPLATE = "history_page.html.j2"


class Mark(NamedTuple):
    """A point of the chart: its place, the ends of its interval, and its text."""

    x: float
    y: float
    low: float
    high: float
    title: str


class Line(NamedTuple):
    """A horizontal line of the chart, from `x1` to `x2`, with its label."""

    x1: float
    x2: float
    y: float
    label: str = ""


class Chart(NamedTuple):
    """A series as it is drawn; `rows` are the same results as text."""

    name: str
    place: str
    marks: list[Mark]
    levels: list[Line]
    ticks: list[Line]
    changes: list[tuple[float, str]]
    rows: list[tuple[str, str, str, str, str]]
    first: str
    last: str
    earlier: int


def render_page(series: Sequence[Series], machines: dict[str, str], notes: Sequence[str] = ()) -> str:
    """The page as HTML; names of benchmarks, params, branches and machines are text in it."""
    import jinja2

    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(Path(__file__).parent), autoescape=True,
                                     undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    charts = [_draw(each, machines) for each in series]
    changes = sorted(
        ((each.points[level.first].time, number, name_series(each), format_commit(each.points[level.first]), text)
         for number, each in enumerate(series) for level, text in describe_changes(each)), reverse=True)
    return environment.get_template(TEMPLATE).render(charts=charts, changes=[
        (format_minute(time), *rest) for time, *rest in changes
    ], method=describe_method(), notes=notes, width=WIDTH, height=HEIGHT, left=LEFT, right=WIDTH - RIGHT,
                                                     bottom=HEIGHT - BOTTOM, top=TOP)


def _draw(series: Series, machines: dict[str, str]) -> Chart:
    """The chart of a series: its times on a logarithmic scale, a step for each result."""
    points = series.points
    lowest = min(point.low_ns or point.time_ns for point in points)
    highest = max(point.high_ns or point.time_ns for point in points)
    low, high = math.log(lowest) - 0.01, math.log(highest) + 0.01
    step = (WIDTH - LEFT - RIGHT) / max(1, len(points))

    def x(index: float) -> float:
        return round(LEFT + (index + 0.5) * step, 1)

    def y(time_ns: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - math.log(time_ns)) / (high - low), 1)

    def title(point: Point) -> str:
        doubts = f", doubts: {point.doubts}" if point.doubts else ""
        return (f"{format_minute(point.time)}, {format_commit(point)}: {format_cost(series.mode, point.time_ns)} "
                f"{format_margin(point)}{doubts}")

    texts = {level.first: text for level, text in describe_changes(series)}
    return Chart(
        name=name_series(series), place=describe_place(series, machines), marks=[
            Mark(x(number), y(point.time_ns), y(point.low_ns or point.time_ns), y(point.high_ns or point.time_ns),
                 title(point)) for number, point in enumerate(points)
        ], levels=[Line(x(level.first - 0.4), x(level.end - 0.6), y(level.median_ns))
                   for level in series.levels], ticks=[
                       Line(LEFT, WIDTH - RIGHT, y(time), format_cost(series.mode, time))
                       for time in dict.fromkeys((lowest, math.sqrt(lowest * highest), highest))
                   ], changes=[(x(first - 0.5), text) for first, text in texts.items()],
        rows=[(format_minute(point.time), format_commit(point), format_cost(series.mode, point.time_ns),
               format_margin(point), texts.get(number, "")) for number, point in reversed([*enumerate(points)])],
        first=format_minute(points[0].time)[:10], last=format_minute(points[-1].time)[:10], earlier=series.earlier)
