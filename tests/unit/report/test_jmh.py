"""Do our text, csv, scsv, latex and json have the very bytes that JMH 1.37 writes for the same results?"""

from __future__ import annotations

import csv
import itertools
import json
import math
from pathlib import Path
from typing import Any

import pytest
from made_runs import case, fork, iteration, run, sampled
from msgspec.structs import replace

from clamh.judging.summarise import summarise
from clamh.model.cases import CounterMeaning
from clamh.model.results import ForkResult
from clamh.report import jmh, jmh_csv, jmh_json, jmh_latex, jmh_text, render
from clamh.report.jmh import Metric, Result

ORACLE = Path(__file__).parents[2] / "golden" / "jmh" / "formats"
RUNS = sorted(path.stem for path in ORACLE.glob("*.json"))
SPECIAL = {"NaN": math.nan, "+INF": math.inf, "-INF": -math.inf}
# What JMH leaves unescaped is not LaTeX: its file would not compile where these stand in a value.
NOT_LATEX = (("[&]", r"[\&]"), (r"back\slash", r"back\textbackslash{}slash"))


def theirs(name: str, format: str) -> str:
    return (ORACLE / f"{name}.{format}").read_bytes().decode()


def results(name: str) -> list[Result]:
    """The results in JMH's JSON file as the renderers take them; only the CSV has counts of secondary metrics."""
    counts = iter(int(line["Samples"]) for line in csv.DictReader(theirs(name, "csv").splitlines()))
    converted = []
    for entry in json.loads(theirs(name, "json")):
        written = [("", entry["primaryMetric"]), *entry["secondaryMetrics"].items()]
        metrics = tuple(Metric(label, next(counts), value(metric["score"]), value(metric["scoreError"]), metric["scoreUnit"])
                        for label, metric in written)
        converted.append(Result(entry["benchmark"], entry["mode"], entry["threads"], entry.get("params", {}), metrics))
    return converted


def value(written: float | str) -> float:
    return SPECIAL[written] if isinstance(written, str) else written


def test_the_oracle_has_all_cases_in_which_formats_differ() -> None:
    converted = [result for name in RUNS for result in results(name)]
    assert {result.mode for result in converted} == {"avgt", "thrpt", "sample", "ss"}
    assert {"a,b", "x;y", 'say "hi"', "two words", "° café"} <= {text for result in converted for text in result.params.values()}
    assert {0, 2} <= {len(result.params) for result in converted} and any(len(result.metrics) > 3 for result in converted)
    assert len({result.benchmark.rpartition(".")[0] for result in converted}) > 1
    assert any(math.isnan(result.metrics[0].error) for result in converted) and any(result.threads > 1 for result in converted)
    assert "≈ 10⁻⁷" in theirs("modes", "text") and "N/A" in theirs("packages", "text")


@pytest.mark.parametrize("name", RUNS)
def test_text(name: str) -> None:
    assert jmh_text.render(results(name)) == theirs(name, "text")


@pytest.mark.parametrize(("format", "delimiter"), [("csv", ","), ("scsv", ";")])
@pytest.mark.parametrize("name", RUNS)
def test_separated_values(name: str, format: str, delimiter: str) -> None:
    assert jmh_csv.render(results(name), delimiter) == theirs(name, format)


@pytest.mark.parametrize("name", [name for name in RUNS if (ORACLE / f"{name}.latex").exists()])
def test_latex(name: str) -> None:
    expected = theirs(name, "latex")
    for wrong, right in NOT_LATEX:
        expected = expected.replace(wrong, right)
    assert jmh_latex.render(results(name)) == expected


@pytest.mark.parametrize("name", RUNS)
def test_json_is_laid_out_as_jmhs(name: str) -> None:
    assert jmh_json.lay_out(json.loads(theirs(name, "json"))) == theirs(name, "json")


@pytest.mark.parametrize(("name", "format"), [
    *itertools.product(["awkward", "single", "threads"], ["text", "csv", "scsv", "json"]),
    ("modes", "text"), ("modes", "json"),  # six places of 91394772.904443 are more than a double turned into ns and back has
])
def test_the_same_raw_data_give_the_same_file(name: str, format: str) -> None:
    """From a results file on: judged, pooled and rendered."""
    result = run([measured(number, entry) for number, entry in enumerate(json.loads(theirs(name, "json")))])
    text = render(summarise(result, 0.95), result, format)
    if format != "json":
        assert text == theirs(name, format)
        return
    for ours, entry in zip(json.loads(text), json.loads(theirs(name, "json")), strict=True):
        for key in ("benchmark", "mode", "threads", "forks", "params"):
            assert ours.get(key) == entry.get(key)
        assert flat(ours["primaryMetric"]) == pytest.approx(flat(entry["primaryMetric"]), rel=1e-9, nan_ok=True)
        assert list(ours["secondaryMetrics"]) == list(entry["secondaryMetrics"])
        for label, metric in entry["secondaryMetrics"].items():
            assert list(ours["secondaryMetrics"][label]) == list(metric)
            assert flat(ours["secondaryMetrics"][label]) == pytest.approx(flat(metric), rel=1e-9, nan_ok=True)


def test_counters_are_jmhs() -> None:
    """Of `secondary`, whose other metrics are those of a profiler of the JVM."""
    entries = json.loads(theirs("secondary", "json"))
    result = run([measured(number, entry) for number, entry in enumerate(entries)])
    for ours, entry in zip(json.loads(render(summarise(result, 0.95), result, "json")), entries, strict=True):
        assert list(ours["secondaryMetrics"]) == ["hits", "misses"]
        for label, metric in ours["secondaryMetrics"].items():
            assert flat(metric) == pytest.approx(flat(entry["secondaryMetrics"][label]), rel=1e-9, nan_ok=True)
            assert metric["scoreUnit"] == entry["secondaryMetrics"][label]["scoreUnit"]
    expected = [line for line in theirs("secondary", "csv").splitlines() if ":gc" not in line]
    assert render(summarise(result, 0.95), result, "csv").splitlines() == expected


def measured(number: int, entry: dict[str, Any]) -> Any:
    """The case that has JMH's raw data: our iterations are counted in ns, so each score is turned into them."""
    metric = entry["primaryMetric"]
    unit = metric["scoreUnit"].removeprefix("ops/").removesuffix("/op")
    ns = {"ns": 1, "us": 1e3, "s": 1e9}[unit]
    rate = metric["scoreUnit"].startswith("ops/")
    if "rawDataHistogram" in metric:
        forks = [sampling(index, [[(round(score * ns), count) for score, count in histogram] for histogram in histograms])
                 for index, histograms in enumerate(metric["rawDataHistogram"])]
    else:
        forks = [fork(index, [score / ns if rate else score * ns for score in scores], mode=entry["mode"])
                 for index, scores in enumerate(metric["rawData"])]
    found = {label: entry["secondaryMetrics"][label] for label in COUNTERS if label in entry["secondaryMetrics"]}
    forks = [replace(measured_fork, measurement=tuple(
        replace(timed, threads=(replace(timed.threads[0], counters={
            f"Oracle.{label}": counted(counter["rawData"][index][k], label, timed.threads[0].elapsed_ns, rate)
            for label, counter in found.items()}),))
        for k, timed in enumerate(measured_fork.measurement))) for index, measured_fork in enumerate(forks)] if found else forks
    return case(forks, f"c{number}", mode=entry["mode"], unit=unit, benchmark=entry["benchmark"], key=entry["benchmark"],
                threads=entry["threads"], params=entry.get("params", {}), counters=COUNTERS)


COUNTERS = {"hits": CounterMeaning(type="OPERATIONS"), "misses": CounterMeaning(type="EVENTS")}


def counted(score: float, label: str, elapsed_ns: int, rate: bool) -> float:
    """What the counter stood at, from JMH's score of one iteration, in ns."""
    return score if label == "misses" else score * elapsed_ns if rate else elapsed_ns / score


def sampling(number: int, histograms: list[list[tuple[int, int]]]) -> ForkResult:
    """A fork of mode sample; JMH leaves the cost of the clock in."""
    threads = [sampled(histogram, clock_cost_ns=0.0) for histogram in histograms]
    return replace(fork(number, []), measurement=tuple(
        iteration(1.0, k, mode="sample", fork=number, threads=(histogram,)) for k, histogram in enumerate(threads)))


def flat(metric: dict[str, Any]) -> list[float]:
    raw = [score for scores in metric.get("rawData", []) for score in scores]
    raw += [number for fork_pairs in metric.get("rawDataHistogram", []) for pairs in fork_pairs for pair in pairs for number in pair]
    named = [metric["score"], metric["scoreError"], *metric["scoreConfidence"], *metric["scorePercentiles"].values()]
    return [value(number) for number in named + raw]


@pytest.mark.parametrize(("number", "places", "text"), [
    (2.0005, 3, "2.001"),  # exactly 2.000499999999999989…: C and Python write 2.000
    (0.0005, 3, "0.001"), (1e300, 3, f"1{'0' * 300}.000"), (1234567.5, 0, "1234568"), (math.nan, 3, "NaN"),
    (-math.inf, 3, "-Infinity"), (0.0, 6, "0.000000"),
])
def test_numbers_are_rounded_as_java_rounds(number: float, places: int, text: str) -> None:
    assert jmh.format_fixed(number, places) == text


@pytest.mark.parametrize(("number", "text"), [
    (0.0, "0.0"), (1.0, "1.0"), (0.001, "0.001"), (0.00099, "9.9E-4"), (9999999.0, "9999999.0"), (1e7, "1.0E7"),
    (-1.25e-7, "-1.25E-7"), (1.2345678e10, "1.2345678E10"),
])
def test_numbers_are_spelled_as_java_spells(number: float, text: str) -> None:
    assert jmh.format_shortest(number) == text
    assert float(text) == number


@pytest.mark.parametrize(("score", "text"), [
    (0.0005, "0.001"), (0.00049, "≈ 10⁻³"), (3.2e-8, "≈ 10⁻⁷"), (0.0, "≈ 0"), (-5.0, "≈ 0"), (math.nan, "NaN"),
])
def test_small_scores_are_printed_as_a_power_of_ten(score: float, text: str) -> None:
    assert jmh.format_score(score) == text


@pytest.mark.parametrize(("names", "short"), [
    (["a.b.C.m"], ["C.m"]),
    (["a.b.C.m", "a.b.D.n"], ["C.m", "D.n"]),
    (["a.b.C.m", "a.c.D.n"], ["a.b.C.m", "a.c.D.n"]),
    (["abc.bcd.C.m", "abc.cde.D.n"], ["a.bcd.C.m", "a.cde.D.n"]),
    (["Space::f", "space.g"], ["Space::f", "space.g"]),
    (["fib"], ["fib"]),  # JMH has no benchmark without a class
])
def test_names_are_shortened_by_their_packages(names: list[str], short: list[str]) -> None:
    assert list(jmh.shorten_names(names).values()) == short
