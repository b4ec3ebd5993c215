"""Is each chart a valid Vega-Lite specification that draws its data, whatever names are in them?"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import altair
import jsonschema
import pytest
import vl_convert
from made_pages import HOSTILE, compared_run, failed_run, hostile_run, judged, one_platform_run

from clamh.report import charts, figures
from clamh.report.plot import CHARTS, OF_ONE_BENCHMARK, OF_ONE_CONTEST, build_chart

RUNS = {"compared": compared_run, "hostile": hostile_run, "one": one_platform_run, "failed": failed_run}


@cache
def validator() -> jsonschema.Validator:
    """The schema of Vega-Lite, which Altair brings."""
    schema = json.loads((Path(altair.__file__).parent / "vegalite/v6/schema/vega-lite-schema.json").read_text("utf-8"))
    return jsonschema.Draft7Validator(schema)


def chart(kind: str, name: str) -> dict[str, Any] | None:
    judgement = judged(RUNS[name]())
    contests = figures.name_contests(judgement.summary)
    if kind in OF_ONE_BENCHMARK:
        contests = [named for named in contests if named.subject.name == contests[0].subject.name]
    return build_chart(kind, judgement.summary, judgement.run, {}, contests[:1] if kind in OF_ONE_CONTEST else contests)


@pytest.mark.parametrize("kind", CHARTS)
@pytest.mark.parametrize("name", RUNS)
def test_charts_are_valid_and_draw_marks(kind: str, name: str) -> None:
    spec = chart(kind, name)
    if spec is None:
        assert (kind, name) in {("relative", "one"), ("relative", "failed"), ("params", "failed")}
        return
    assert [error.message for error in validator().iter_errors({key: value for key, value in spec.items() if key != "data"} | {"data": {"values": []}})][:1] == []
    svg = vl_convert.vegalite_to_svg(spec)
    marks = re.findall(r'<g class="mark-(symbol|rect|line) role-mark', svg)
    assert marks and "NaN" not in svg and "undefined" not in svg


def test_hostile_names_are_labels_and_expressions_stay_whole() -> None:
    svg = vl_convert.vegalite_to_svg(chart("params", "hostile"))
    assert "attacked = 1&lt;/script>" in svg.replace("&gt;", ">") or "&lt;script&gt;" in svg
    assert "<script>" not in svg and "\u202e" not in svg
    for text in HOSTILE:
        quoted = charts._quote(text)
        assert re.fullmatch(r"'([A-Za-z0-9 _=]|\\u[0-9a-f]{4})*'", quoted) and json.loads(f'"{quoted[1:-1]}"') == text


def test_bars_become_points_when_there_are_many() -> None:
    few, many = chart("relative", "compared"), judged(compared_run(sizes=[str(2 ** n) for n in range(6)]))
    contests = figures.name_contests(many.summary)
    points = build_chart("relative", many.summary, many.run, {}, contests)
    assert few and few["layer"][1]["mark"]["type"] == "bar" and points and points["layer"][1]["mark"]["type"] == "point"


def test_a_side_has_the_same_colour_in_all_charts() -> None:
    scales = []
    for kind in CHARTS:
        spec = chart(kind, "compared")
        assert spec
        layer = spec.get("spec", spec)["layer"]
        scales.append(next(part["encoding"]["color"]["scale"] for part in layer if "color" in part["encoding"]))
    assert all(scale == scales[0] for scale in scales) and len(set(scales[0]["range"])) == 4


def test_a_wide_interval_does_not_stretch_the_axis() -> None:
    records = [{"value": 1.0, "low": None, "high": None}, {"value": 2.0, "low": 0.01, "high": 4000.0}]
    assert charts.choose_domain(records, zero=False) == pytest.approx([0.97, 4.12])
    assert charts.choose_domain(records, zero=True)[0] == 0.0


def test_page_and_paper_differ_only_in_colours() -> None:
    assert len(charts.PAGE.series) == len(charts.PAPER.series)
    assert all(color.startswith("var(--") for color in (*charts.PAGE.series, charts.PAGE.ink, charts.PAGE.faint, charts.PAGE.grid))
