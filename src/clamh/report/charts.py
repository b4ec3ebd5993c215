"""The charts of the HTML report and of `clamh plot` as Vega-Lite specifications, without their data (figures.py).

A specification names colours of a `Palette`: concrete ones for a picture, variables of the page's style sheet for a
page, which then is light, dark or printed without drawing anew. https://vega.github.io/vega-lite/docs/
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from clamh.report.figures import grows_by_factors, needs_log

Spec = dict[str, Any]
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left")
DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [1, 0], [6, 3], [2, 2], [8, 3, 2, 3])
MAX_BARS = 40  # more bars become points
BAR, DOT, GAP = 13, 8, 12  # pixels of a bar, of a line with a point, and between contests
NUMBER = ",.5~r"  # five significant digits, without an exponent
FACET_WIDTH, FACET_HEIGHT, WIDTH, HEIGHT = 240, 130, 560, 300


class Palette(NamedTuple):
    """Colours and font: `series` are those of the sides, in order; the first come back for further sides."""

    ink: str
    faint: str
    grid: str
    series: tuple[str, ...]
    font: str
    background: str | None = None


PAPER = Palette(background="white", ink="#1c2024", faint="#5b6570", grid="#dfe3e8",
                font="Liberation Sans, Arial, Helvetica, sans-serif",
                series=("#0064ad", "#c4500c", "#00805c", "#a8487f", "#8a6a00", "#3d8fc4", "#6b5bb5", "#5f6b76"))
PAGE = Palette(ink="var(--ink)", faint="var(--faint)", grid="var(--grid)", font="system-ui, sans-serif",
               series=tuple(f"var(--side-{number})" for number in range(1, len(PAPER.series) + 1)))


def draw_relative(records: Sequence[Mapping[str, Any]], sides: Sequence[str], palette: Palette) -> Spec:
    """Relative time with intervals: a bar per side and contest, or for many contests a point."""
    cases = list(dict.fromkeys(record["case"] for record in records))
    shown = [record for record in records if record["value"]]
    log, dots = needs_log([record["value"] for record in shown]), len(records) > MAX_BARS
    scale = {"type": "log" if log else "linear", "domain": choose_domain(shown, not log and not dots), "nice": not log}
    x = {
        "type": "quantitative", "scale": scale, "title": "relative time" + (" (log scale)" if log else ""),
        "axis": {"grid": True, "tickCount": 6, "format": NUMBER}
    }
    place = {
        "y": {
            "field": "case", "type": "nominal", "sort": cases, "title": None,
            "axis": {"labelLimit": 320, "ticks": False, "domain": False}
        }, "yOffset": {"field": "side", "type": "nominal", "sort": list(sides)}
    }
    mark = {"type": "point", "filled": True, "size": 45, "opacity": 1
            } if dots else {"type": "bar", "cornerRadiusEnd": 2}
    marks = {**_points(sides, palette)} if dots else {"color": _color(sides, palette)}
    start = {"x2": {"datum": 1}} if log and not dots else {}
    tooltip = [{"field": name, "type": "nominal"} for name in ("case", "side")]
    tooltip += [{"field": name, "type": "quantitative", "format": NUMBER} for name in ("value", "low", "high")]
    return _finish(
        {
            "height": len(cases) *
            (len(sides) * (DOT if dots else BAR) + GAP),  # a step in pixels cannot be combined with a fitted width
            "transform": [{"filter": "isValid(datum.value)"}],
            "layer": [
                {"mark": {"type": "rule", "color": palette.faint}, "encoding": {"x": {**x, "datum": 1}}},
                {
                    "mark": mark,
                    "encoding": {**place, "x": {**x, "field": "value"}, **start, **marks, "tooltip": tooltip}
                },
                {
                    "transform": [{"filter": "isValid(datum.low)"}], "mark": {
                        "type": "rule", "strokeWidth": 1.5, "clip": True, **({} if dots else {"color": palette.ink})
                    }, "encoding": {
                        **place, "x": {**x, "field": "low"}, "x2": {"field": "high"},
                        **({"color": _color(sides, palette)} if dots else {})
                    }
                },
            ],
        },
        palette)


def choose_domain(records: Sequence[Mapping[str, Any]], zero: bool) -> list[float]:
    """The ends of an axis that shows all values, and their intervals as far as these are no wider than the value."""
    lows = [max(record["low"] or record["value"], record["value"] / 2) for record in records]
    highs = [min(record["high"] or record["value"], record["value"] * 2) for record in records]
    return [0.0 if zero else min(lows, default=1.0) * 0.97, max(highs, default=1.0) * 1.03]


def draw_params(records: Sequence[Mapping[str, Any]], sides: Sequence[str], palette: Palette, axis: str,
                unit: str) -> Spec:
    """The score over a param: a line per side, and per combination of the other params. The data decide about each
    axis.
    """
    others = [name for name in dict.fromkeys(name for record in records for name in record["params"]) if name != axis]
    numbers = [record["params"].get(axis) for record in records]
    x_log, y_log = needs_log(numbers) or grows_by_factors(numbers), needs_log(
        [record["score"] and record["score"] * record.get("scale", 1) for record in records])
    x = {
        "field": "at", "type": "quantitative", "title": axis + (" (log scale)" if x_log else ""),
        "scale": {"type": "log", "nice": False} if x_log else {"zero": False}, "axis": {"format": "~s", "tickCount": 6}
    }
    scale = {"type": "log"} if y_log else {"zero": True}
    y = {
        "field": "score", "type": "quantitative", "title": unit + (" (log scale)" if y_log else ""), "scale": scale,
        "axis": {"format": NUMBER, "tickCount": 6}
    }
    member = f"datum.params[{_quote(axis)}]"
    with_others = "+', '+".join(f"{_quote(f'{name} = ')}+datum.params[{_quote(name)}]" for name in others)
    tooltip = [{"field": "side"}, {"field": "case"}, {"field": "score", "type": "quantitative", "format": NUMBER}]
    chart: Spec = {
        "height": HEIGHT,
        "resolve": {"legend": {"strokeDash": "independent"}
                    },  # together with the others, its missing legend would remove theirs
        "layer": [
            {
                "mark": {"type": "line", "strokeWidth": 2}, "encoding": {
                    "x": x, "y": y, "color": _color(sides, palette),
                    "strokeDash": {**_by_side(sides, DASHES), "legend": None}
                }
            },
            {
                "mark": {"type": "rule", "strokeWidth": 1.5}, "transform": [{"filter": "isValid(datum.score_low)"}],
                "encoding": {
                    "x": x, "y": {"field": "score_low", "type": "quantitative", "scale": scale},
                    "y2": {"field": "score_high"}, "color": _color(sides, palette)
                }
            },
            {
                "mark": {"type": "point", "filled": True, "size": 60, "opacity": 1},
                "encoding": {"x": x, "y": y, **_points(sides, palette), "tooltip": tooltip}
            },
        ],
    }
    transform = [{"calculate": member, "as": "at"}, {"filter": "isValid(datum.at) && isValid(datum.score)"},
                 *(_scaled(name) for name in ("score", "score_low", "score_high"))]
    if not others:
        return _finish({"transform": transform, **chart}, palette)
    transform.append({"calculate": with_others, "as": "others"})
    return _finish(
        {
            "transform": transform, "columns": 2, "facet": {"field": "others", "type": "nominal", "title": None},
            "spec": {"width": FACET_WIDTH, **chart, "height": FACET_HEIGHT * 1.5}
        }, palette)


def draw_distributions(sides: Sequence[str], palette: Palette, unit: str, unit_ns: int) -> Spec:
    """How the samples of each fork are distributed: the share of samples below a time, a line per fork, with the
    samples behind.
    """
    x = {
        "field": "time", "type": "quantitative", "title": f"{unit} per operation", "scale": {"zero": False},
        "axis": {"tickCount": 4, "format": NUMBER}
    }
    y = {
        "field": "share", "type": "quantitative", "title": "share below",
        "axis": {"format": "%", "values": [0, 0.5, 1]}
    }
    return _finish(
        {
            "transform": [{"filter": "datum.counts"}, {"flatten": ["samples"], "as": ["sample"]},
                          {"calculate": f"datum.sample / {unit_ns}", "as": "time"}, {
                              "window": [{"op": "cume_dist", "as": "share"}], "sort": [{"field": "sample"}],
                              "groupby": ["side", "fork"]
                          }],
            **_facet_sides(sides, [
                {
                    "mark": {"type": "point", "filled": True, "size": 12, "opacity": 0.35},
                    "encoding": {"x": x, "y": y, "color": _color(sides, palette, None)}
                },
                {
                    "mark": {"type": "line", "interpolate": "step-after", "strokeWidth": 1.2, "opacity": 0.8},
                    "encoding": {"x": x, "y": y, "color": _color(sides, palette, None), "detail": {"field": "fork"}}
                },
            ]),
        }, palette)


def draw_warmup(sides: Sequence[str], palette: Palette, unit: str) -> Spec:
    """The score of each iteration, warmup first: a line per fork. A vertical line separates warmup from measurement."""
    x = {
        "field": "iteration", "type": "quantitative", "title": "iteration", "axis": {"format": "d", "tickMinStep": 1},
        "scale": {"zero": False, "nice": False}
    }
    y = {
        "field": "score", "type": "quantitative", "title": unit, "scale": {"zero": False},
        "axis": {"format": NUMBER, "tickCount": 4}
    }
    return _finish(
        {
            "transform": [{"calculate": "datum.warmup + 0.5", "as": "start"}, {"flatten": ["scores"], "as": ["score"]},
                          {"window": [{"op": "row_number", "as": "iteration"}], "groupby": ["side", "fork"]
                           }, {"filter": "isValid(datum.score)"}, _scaled("score")],
            **_facet_sides(sides, [
                {
                    "mark": {"type": "rule", "color": palette.faint, "strokeDash": [3, 3]}, "transform": [{
                        "aggregate": [{"op": "min", "field": "start", "as": "start"}]
                    }], "encoding": {"x": {"field": "start", "type": "quantitative"}}
                },
                {
                    "mark": {"type": "line", "strokeWidth": 1.2, "opacity": 0.7, "point": {"size": 14, "opacity": 0.8}},
                    "encoding": {"x": x, "y": y, "color": _color(sides, palette, None), "detail": {"field": "fork"}}
                },
            ]),
        }, palette)


def _facet_sides(sides: Sequence[str], layer: Sequence[Spec]) -> Spec:
    """A small chart per side with axes of its own: sides differ by more than their forks do."""
    return {
        "columns": 3, "facet": {"field": "side", "type": "nominal", "sort": list(sides), "title": None},
        "spec": {"width": FACET_WIDTH, "height": FACET_HEIGHT,
                 "layer": list(layer)}, "resolve": {"scale": {"x": "independent", "y": "independent"}}
    }


def _color(sides: Sequence[str], palette: Palette, legend: Any = ()) -> Spec:
    """The colour of a side; `legend` None leaves the legend out."""
    return {**_by_side(sides, palette.series), **({} if legend == () else {"legend": legend})}


def _points(sides: Sequence[str], palette: Palette) -> Spec:
    """Colour and shape of a side, so that nothing depends on colour alone."""
    return {"color": _color(sides, palette), "shape": _by_side(sides, SHAPES)}


def _by_side(sides: Sequence[str], values: Sequence[Any]) -> Spec:
    """A scale that gives each side of the run the same value in every chart."""
    return {"field": "side", "type": "nominal", "title": None,
            "scale": {"domain": list(sides), "range": [values[place % len(values)] for place in range(len(sides))]}}


def _scaled(name: str) -> Spec:
    """The figure in the unit of the chart (`find_scales`); a missing figure stays missing."""
    return {"calculate": f"isValid(datum.{name}) ? datum.{name} * (datum.scale || 1) : null", "as": name}


def _quote(text: str) -> str:
    """The text as a string of Vega's expression language, whatever it contains."""
    escaped = "".join(c if c.isascii() and (c.isalnum() or c in " _=") else "".join(f"\\u{unit:04x}"
                                                                                    for unit in _utf16(c))
                      for c in text)
    return f"'{escaped}'"


def _utf16(character: str) -> list[int]:
    data = character.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(data[place:place + 2], "big") for place in range(0, len(data), 2)]


def _finish(spec: Spec, palette: Palette) -> Spec:
    """The specification with its look, and with a name for its data, which are added when it is drawn."""
    axis = {
        "labelColor": palette.faint, "titleColor": palette.ink, "gridColor": palette.grid, "domainColor": palette.grid,
        "tickColor": palette.grid, "titleFontWeight": "normal", "labelFontSize": 11, "titleFontSize": 11
    }
    sized = {} if "facet" in spec else {"width": WIDTH}
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "data": {"name": "records"},
        **sized,
        **spec,
        "config": {
            "background": palette.background,
            "font": palette.font,
            "axis": axis,
            "view": {"stroke": None},
            "legend": {"labelColor": palette.ink, "orient": "top", "labelFontSize": 12, "symbolSize": 90},
            "header": {
                "labelColor": palette.ink, "labelFontSize": 12, "labelFontWeight": "bold", "labelAnchor": "start"
            },
            "mark": {"aria": False},  # a table beside the chart has the figures
        },
    }
