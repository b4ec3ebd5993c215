"""Is what the rivals print read right, and is each rule the one of its own guide? Their outputs in said/ are real."""

from __future__ import annotations

import json
import math
import re
import shlex
import statistics
from pathlib import Path

import pytest

from clamh.judging.statistics import jmh
from evaluate import rivals
from evaluate.own import Compared, Failure
from evaluate.rivals import google_times, hyperfine_times, jmh_rules, mitata_figures, quoted, thresholds, u_test, welch

SAID = Path(__file__).parent / "said"


def said(name: str) -> str:
    return (SAID / name).read_text(encoding="utf-8")


def test_google_benchmarks_repetitions_are_read_and_its_aggregates_are_not() -> None:
    found = google_times(said("google.json"))
    assert {name: len(times) for name, times in found.items()} == {"a": 12, "b": 12}
    text = {item["name"]: item["real_time"] for item in json.loads(said("google.json"))["benchmarks"]}
    assert statistics.fmean(found["a"]) == pytest.approx(text["a/2000_mean"])
    assert statistics.median(found["b"]) == pytest.approx(text["b/2000_median"])


def test_the_u_test_is_that_of_compare_py(monkeypatch: pytest.MonkeyPatch) -> None:
    """said/compare.txt is what compare.py of Google Benchmark 1.7.1 printed of the same file."""
    [pvalue] = re.findall(r"_pvalue +([\d.]+)", said("compare.txt"))
    found = google_times(said("google.json"))
    for alpha, positive in ((float(pvalue) + 0.0001, True), (float(pvalue) - 0.0001, False)):
        monkeypatch.setattr(rivals, "ALPHA", alpha)
        assert u_test(found["a"], found["b"]).positive is positive
    assert u_test(found["a"], found["b"]).estimate == pytest.approx(
        math.log(statistics.fmean(found["b"]) / statistics.fmean(found["a"])))


def test_hyperfines_runs_are_read_in_ns() -> None:
    a, b = hyperfine_times(said("hyperfine.json"))
    text = [item["mean"] for item in json.loads(said("hyperfine.json"))["results"]]
    assert (len(a), len(b)) == (15, 15)
    assert [statistics.fmean(a), statistics.fmean(b)] == pytest.approx([1e9 * item for item in text])


def test_hyperfines_plus_minus_is_the_spread_of_its_runs() -> None:
    """relative_speed.rs: ratio × √((σa ÷ μa)² + (σb ÷ μb)²)."""
    a, b = hyperfine_times(said("hyperfine.json"))
    item, other = json.loads(said("hyperfine.json"))["results"]
    outcome = welch(a, b)
    around = math.hypot(item["stddev"] / item["mean"], other["stddev"] / other["mean"])
    assert (outcome.high - outcome.low) / 2 == pytest.approx(around)
    assert (outcome.high + outcome.low) / 2 == pytest.approx(math.log(other["mean"] / item["mean"]))


def test_a_command_reaches_hyperfine_word_by_word() -> None:
    argv = ["/a folder/it's", "chain", "20000", "$(x) \"y\""]
    assert shlex.split(quoted(argv)) == argv


def test_mitatas_figures_are_read_and_taken_for_a_difference_from_a_share_on() -> None:
    a, b = mitata_figures(said("mitata.json"))
    assert set(a) == set(b) == {"avg", "p50"} and a["p50"] > 100
    found = {threshold.tool: threshold.positive for threshold in thresholds({"avg": 100.0, "p50": 100.0}, {"avg": 103.0, "p50": 99.5})}
    assert found == {"mitata, avg beyond 1 %": True, "mitata, avg beyond 5 %": False, "mitata, p50 beyond 1 %": False,
                     "mitata, p50 beyond 5 %": False}


@pytest.mark.parametrize("read", [google_times, hyperfine_times, mitata_figures])
@pytest.mark.parametrize("text", ["", "{", "[1]", '{"benchmarks": [{}], "results": [{}]}', "null"])
def test_what_is_no_output_of_theirs_is_a_failure_that_names_them(read, text: str) -> None:  # noqa: ANN001
    with pytest.raises(Failure, match="Google Benchmark|hyperfine|mitata"):
        read(text)


def compared(a: tuple[tuple[float, ...], ...], b: tuple[tuple[float, ...], ...]) -> Compared:
    return Compared(a=(), b=(), estimate=0, low=None, high=None, iterations_a=a, iterations_b=b)


def test_forks_that_differ_deceive_who_pools_their_iterations() -> None:
    """Each fork has a level of its own; iterations within agree. Three forks a side tell nothing, nine iterations seem to."""
    a = tuple((level, level + 0.1, level - 0.1) for level in (100.0, 101.0, 102.0))
    b = tuple((level, level + 0.1, level - 0.1) for level in (101.0, 102.0, 103.0))
    assert [jmh_rule.positive for jmh_rule in jmh_rules(compared(a, b))] == [False, True, False]


def test_intervals_that_have_nothing_in_common_are_jmhs() -> None:
    a, b = ((100.0, 100.2), (100.1, 100.3), (99.9, 100.1)), ((110.0, 110.2), (110.1, 110.3), (109.9, 110.1))
    first, second, third = jmh_rules(compared(a, b))
    assert first.positive and second.positive and third.positive
    errors = [jmh.pool_values([value for fork in side for value in fork]) for side in (a, b)]
    assert (first.high - first.low) / 2 == pytest.approx(math.hypot(*(error.error / error.mean for error in errors)))
    assert first.estimate == pytest.approx(math.log(110.1 / 100.1))
    assert [outcome.low for outcome in (second, third)] == [None, None]


def test_a_program_that_fails_or_is_not_there_is_a_failure_with_its_words() -> None:
    with pytest.raises(Failure, match="ended with 3: the reason"):
        rivals.ran(["sh", "-c", "echo the reason >&2; exit 3"])
    with pytest.raises(Failure, match="no-such-program"):
        rivals.ran(["no-such-program"])
