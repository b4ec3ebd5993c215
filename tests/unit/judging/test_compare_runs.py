"""Are the rows of two runs paired as they belong together?"""

from __future__ import annotations

from typing import Any

import pytest
from made_runs import case, fork, run
from msgspec.structs import replace

from clamh.judging.compare_runs import compare_runs
from clamh.judging.summarise import summarise
from clamh.model.results import CaseResult, Origin, Run
from clamh.model.summary import Comparison, SetTotal, Summary


def timed(time: float, case_id: str, **fields: Any) -> CaseResult:
    return case([fork(n, [time * (1 + n / 1000)]) for n in range(3)], case_id, **fields)


def compared(a: list[CaseResult], b: list[CaseResult]) -> Comparison:
    runs = [run(cases) for cases in (a, b)]
    return compare_runs(*((item, summarise(item, 0.95)) for item in runs))


def paired(comparison: Comparison) -> list[tuple[str | None, str | None]]:
    return [(pair.a and pair.a.case_id, pair.b and pair.b.case_id) for pair in comparison.pairs]


def test_the_ratio_is_how_many_times_as_fast_b_is() -> None:
    (pair,) = compared([timed(20.0, "a")], [timed(10.0, "b")]).pairs
    assert pair.ratio.value == pytest.approx(2)
    assert pair.ratio.interval.low < 2 < pair.ratio.interval.high


@pytest.mark.parametrize("other", [
    {"key": "else"}, {"params": {"number": "26"}}, {"params": {}}, {"threads": 2}, {"platform": "java/openjdk-17"},
    {"mode": "ss"}, {"build": "old"},
])
def test_rows_that_measure_something_else_are_not_paired(other: dict[str, Any]) -> None:
    comparison = compared([timed(1.0, "a")], [timed(1.0, "b", **other)])
    assert paired(comparison) == [("a", None), (None, "b")]
    assert all(pair.ratio is None for pair in comparison.pairs)


def test_params_of_another_run_may_spell_numbers_differently() -> None:
    """Earlier versions kept the source's spelling of a float."""
    comparison = compared([timed(1.0, "a", params={"n": "1e3"}), timed(1.0, "b", params={"n": "0.50"})],
                          [timed(1.0, "c", params={"n": "0.5"}), timed(1.0, "d", params={"n": "1000"})])
    assert paired(comparison) == [("a", "d"), ("b", "c")]
    assert all(term.holds for pair in comparison.pairs for term in pair.ratio.terms if term.name == "params")
    texts = [timed(1.0, "a", params={"n": "1"}), timed(1.0, "b", params={"n": "1.0"})]
    assert paired(compared(texts, texts)) == [("a", "a"), ("b", "b")]


def test_options_and_checkouts_may_differ() -> None:
    comparison = compared([timed(1.0, "a", source="here/f.cpp")], [timed(1.0, "b", source="there/f.cpp", options={"forks": 9})])
    assert paired(comparison) == [("a", "b")]
    assert [difference.what for difference in comparison.differences] == ["forks"]


def test_rows_with_one_key_are_paired_by_source_first() -> None:
    a = [timed(1.0, f"a{name}", source=f"s/{name}.cpp") for name in ("x", "y", "z")]
    b = [timed(1.0, f"b{name}", source=f"s/{name}.cpp") for name in ("y", "x", "new")]
    assert paired(compared(a, b)) == [("ax", "bx"), ("ay", "by"), ("az", "bnew")]


def test_platforms_are_ignored_only_between_two_tools() -> None:
    """Two exports of CLAMH, of C++ and of Java, were compared with each other."""
    def measured_by(tool: str, platform: str) -> tuple[Run, Summary]:
        item = replace(run([timed(1.0, platform, platform=platform)]), origin=Origin(tool=tool))
        return item, summarise(item, 0.95)

    cpp, java, jmh = measured_by("CLAMH", "cpp/g++-12"), measured_by("CLAMH", "java/openjdk-17"), measured_by("JMH", "jmh/17")
    assert paired(compare_runs(cpp, java)) == [("cpp/g++-12", None), (None, "java/openjdk-17")]
    assert paired(compare_runs(cpp, jmh)) == [("cpp/g++-12", "jmh/17")]


def test_a_row_without_a_score_has_a_partner_and_no_ratio() -> None:
    comparison = compared([timed(1.0, "a")], [case([], "b", planned=3)])
    assert paired(comparison) == [("a", "b")]
    assert comparison.pairs[0].ratio is None


def test_sets_of_two_runs_are_never_shared() -> None:
    """Each run counts its sets from 0: the third set of one and of the other share nothing."""
    judged = []
    for scale in (1.0, 2.0):
        result = run([case([fork(n, [scale * (10.0 + n)]) for n in range(3)])])
        summary = summarise(result, 0.95)
        (contest,) = summary.contests
        row = replace(contest.rows[0], sets=tuple(SetTotal(number=n, time_ns=scale * (10.0 + n), operations=1.0) for n in range(3)))
        judged.append((result, replace(summary, contests=(replace(contest, rows=(row,)),))))
    (pair,) = compare_runs(*judged).pairs
    assert pair.ratio.interval.high / pair.ratio.interval.low > 1.3  # that of forks; as pairs they are in the ratio 2 each
