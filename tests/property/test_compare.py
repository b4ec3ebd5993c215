"""Is text from elsewhere harmless where two runs stand side by side, and is the comparison the same turned round?"""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_runs import case, fork, run

from clamh.judging.compare_runs import compare_runs
from clamh.judging.summarise import summarise
from clamh.model.results import WarningRecord
from clamh.report import COMPARISON_FORMATS, render_comparison
from clamh.report.look import Look

TEXT = st.text(st.characters(exclude_categories=[]), min_size=1, max_size=20)
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
TIMES = st.lists(st.floats(1e-3, 1e6), min_size=3, max_size=6)


@pytest.mark.parametrize("format", COMPARISON_FORMATS)
@settings(max_examples=40)
@given(name=TEXT, param=TEXT, value=TEXT, platform=TEXT, message=TEXT)
def test_any_text_can_be_written_and_controls_nothing(
    format: str, name: str, param: str, value: str, platform: str, message: str
) -> None:
    dead = {"status": "failed", "reason": "benchmark", "message": message, "where": name, "output_tail": (message,)}
    fields = {"key": name, "benchmark": name, "params": {param: value}, "source": f"s/{name}"}
    result = run(
        [case([*(fork(n, [9.0 + n]) for n in range(3)), fork(3, [], end=dead)], "a", f"java/{platform}", **fields),
         case([fork(0, [], end=dead)], "b", f"cpp/{platform}", **fields)],
        warnings=[WarningRecord(code="worker", message=message)])
    judged = result, summarise(result, 0.95)
    comparison = compare_runs(judged, judged)
    text = render_comparison(comparison, judged, judged, format)
    text.encode()  # no lone surrogate is left
    assert not CONTROL.search(text.replace("\r\n", "\n") if format == "csv" else text)
    assert render_comparison(comparison, judged, judged, "terminal", Look(unicode=False)).isascii()
    if format == "json":
        json.loads(text)


@given(TIMES, TIMES)
def test_turned_round_the_ratio_is_the_reciprocal(one: list[float], other: list[float]) -> None:
    runs = [run([case([fork(n, [time]) for n, time in enumerate(times)])]) for times in (one, other)]
    a, b = [(result, summarise(result, 0.95)) for result in runs]
    (there,), (back,) = compare_runs(a, b).pairs, compare_runs(b, a).pairs
    assert back.ratio.value == pytest.approx(1 / there.ratio.value, rel=1e-9)
    assert back.ratio.interval.low == pytest.approx(1 / there.ratio.interval.high, rel=1e-6)
