"""Is a file of another tool that was damaged in any one place refused, or judged, and never our bug?"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made_foreign import FILES, JMH, OURS

from clamh.judging.compare_runs import compare_runs
from clamh.judging.foreign import read_any_results
from clamh.judging.summarise import summarise
from clamh.model.errors import InputError
from clamh.report import COMPARISON_FORMATS, FORMATS, render, render_comparison
from clamh.report.trend import render_trend

WHOLE = {path.stem: json.loads(path.read_text()) for path in (
    JMH / "forks3x2.json", OURS / "two_languages.json", FILES / "hyperfine_failing.json", FILES / "pyperf_memory.json",
    FILES / "google_benchmark_before.json", FILES / "pytest_benchmark_before.json", FILES / "benchmarkdotnet.json", FILES / "nanobench.json",
    FILES / "criterion_before/sum/new/sample.json", FILES / "criterion_before/sum/new/estimates.json")}
TEXTS = {path.name: path.read_text() for path in (FILES / "go_test_before.txt", FILES / "go_test.json", FILES / "divan_before.txt",
                                                  FILES / "catch2_before.txt", FILES / "catch2.xml")}
# Every figure of every form is in a few entries, and each example writes all reports: of long files only those.
WHOLE["forks3x2"] = [next(item for item in WHOLE["forks3x2"] if item["mode"] == mode) for mode in ("avgt", "sample")]
WHOLE["two_languages"] = WHOLE["two_languages"][:2]
WHOLE["pytest_benchmark_before"]["benchmarks"] = WHOLE["pytest_benchmark_before"]["benchmarks"][:2]
WHOLE["benchmarkdotnet"]["Benchmarks"] = WHOLE["benchmarkdotnet"]["Benchmarks"][1:]
GONE = object()
VALUES = st.one_of(
    st.just(GONE), st.none(), st.booleans(), st.integers(-2**70, 2**70), st.floats(), st.text(max_size=5),
    st.sampled_from(["NaN", "+INF", "-INF", "Infinity", "", [], {}, [[]], [{}], 1e308, 5e-324, -0.0, "ops/s", "\x1b[31m", "a\nb"]))
FEW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


def places(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a document, the document itself left out."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for name, item in inner for place in [(*here, name), *places(item, (*here, name))]]


PLACES = {name: places(document) for name, document in WHOLE.items()}


def changed(document: Any, place: tuple[Any, ...], value: Any) -> Any:
    result = copy.deepcopy(document)
    owner = result
    for name in place[:-1]:
        owner = owner[name]
    if value is GONE:
        del owner[place[-1]]
    else:
        owner[place[-1]] = value
    return result


def everything(path: Path) -> None:
    """Read and judge the file, and write every report of it; InputError is an answer, anything else a fault."""
    try:
        run = read_any_results(path)
        judged = run, summarise(run, 0.95)
    except InputError as error:
        assert all(diagnostic.hint and (str(path) in diagnostic.message or diagnostic.location) for diagnostic in error.diagnostics)
        return
    for form in FORMATS:
        render(judged[1], run, form)
    render_trend(run)
    comparison = compare_runs(judged, judged)
    for form in COMPARISON_FORMATS:
        render_comparison(comparison, judged, judged, form)
    for pair in comparison.pairs:
        assert pair.ratio is None or pair.ratio.value == pytest.approx(1)


@pytest.mark.parametrize("name", WHOLE)
@FEW
@given(data=st.data())
def test_a_file_changed_in_one_place_is_refused_or_judged(name: str, data: st.DataObject, tmp_path: Path) -> None:
    place = data.draw(st.sampled_from(PLACES[name]))
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(changed(WHOLE[name], place, data.draw(VALUES))))
    everything(path)


@pytest.mark.parametrize("name", WHOLE)
@FEW
@given(share=st.floats(0, 1))
def test_a_file_cut_off_anywhere_is_refused(name: str, share: float, tmp_path: Path) -> None:
    text = json.dumps(WHOLE[name])
    path = tmp_path / "cut.json"
    path.write_text(text[:int(share * (len(text) - 1))])
    with pytest.raises(InputError):
        read_any_results(path)


@pytest.mark.parametrize("name", WHOLE)
def test_every_report_can_be_made_of_a_whole_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / "whole.json"
    path.write_text(json.dumps(WHOLE[name]))
    everything(path)


@pytest.mark.parametrize("name", TEXTS)
@FEW
@given(data=st.data())
def test_a_text_changed_in_a_place_is_refused_or_judged(name: str, data: st.DataObject, tmp_path: Path) -> None:
    text = TEXTS[name]
    begin = data.draw(st.integers(0, len(text)))
    end = begin + data.draw(st.sampled_from([0, 1, 3, 40, len(text)]))
    path = tmp_path / "changed.txt"
    path.write_text(text[:begin] + data.draw(st.sampled_from(["", "\n", "-", "1e999", "NaN", "\x1b[31m", " │ ", "{", "<", "&lol;", text[:300]])) + text[end:])
    everything(path)
