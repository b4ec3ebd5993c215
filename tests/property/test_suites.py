"""Do the laws of a suite's geometric mean hold for whatever is compared?"""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_runs import case, fork, run

from clamh.judging.statistics.suite import geometric_mean, geometric_mean_interval
from clamh.judging.summarise import summarise
from clamh.model.baselines import Known, describe_unclear, find_platforms_named
from clamh.model.errors import InputError

positive = st.floats(1e-6, 1e6)
suites = st.lists(st.lists(positive, min_size=1, max_size=4), min_size=1, max_size=8)
levels = st.floats(0.5, 0.999)


@given(suites, levels, st.integers(0, 1000))
def test_order_of_benchmarks_and_rows_does_not_matter(ratios: list[list[float]], level: float, seed: int) -> None:
    mixed = random.Random(seed).sample([random.Random(seed).sample(ratio, len(ratio)) for ratio in ratios], len(ratios))
    assert geometric_mean(mixed) == geometric_mean(ratios)
    assert geometric_mean_interval(mixed, level) == geometric_mean_interval(ratios, level)


@given(suites, levels)
def test_the_other_side_round_is_the_reciprocal(ratios: list[list[float]], level: float) -> None:
    turned = [[1 / each for each in ratio] for ratio in ratios]
    assert geometric_mean(turned) * geometric_mean(ratios) == pytest.approx(1, rel=1e-12)
    ends, others = geometric_mean_interval(ratios, level), geometric_mean_interval(turned, level)
    assert (ends is None) == (others is None) == (len(ratios) < 3)
    if ends and others:
        # On logarithms, as the interval of very different ratios is wider than what a double tells apart.
        assert [math.log(value) for value in others] == pytest.approx([-math.log(end) for end in reversed(ends)], rel=1e-9, abs=1e-9)


@given(suites, levels)
def test_an_interval_holds_its_mean_which_lies_among_the_ratios(ratios: list[list[float]], level: float) -> None:
    middle, every = geometric_mean(ratios), [each for ratio in ratios for each in ratio]
    assert min(every) * (1 - 1e-9) <= middle <= max(every) * (1 + 1e-9)
    if ends := geometric_mean_interval(ratios, level):
        assert ends[0] <= middle * (1 + 1e-9) and middle <= ends[1] * (1 + 1e-9)


TIMES = st.lists(st.tuples(positive, positive, st.sampled_from(["avgt", "wall"])), min_size=1, max_size=5)


@settings(max_examples=30)  # each judges two runs
@given(TIMES, st.integers(0, 1000))
def test_a_run_has_a_mean_per_mode_and_turning_its_sides_turns_the_means(times: list[tuple[float, float, str]], seed: int) -> None:
    platforms = ("cpp/a", "java/b")
    cases = [case([fork(i, [side[n] * (1 + i / 100)]) for i in range(3)], f"{number}{platform}", platform, mode=mode, params={},
                  key=f"k{number}", benchmark=f"k{number}", source=f"s/x.{platform[0]}")
             for number, (*side, mode) in enumerate(times) for n, platform in enumerate(platforms)]
    result = run(random.Random(seed).sample(cases, len(cases)))
    suite_ratios, other = (summarise(result, 0.95, baseline=f"{platform}").suites for platform in platforms)
    modes = {mode for _, _, mode in times}
    assert {suite_ratio.mode for suite_ratio in suite_ratios} == modes and len(suite_ratios) == len(other) == len(modes)
    for suite_ratio in suite_ratios:
        back = next(turned for turned in other if turned.mode == suite_ratio.mode)
        assert suite_ratio.benchmarks == back.benchmarks == sum(mode == suite_ratio.mode for _, _, mode in times)
        assert suite_ratio.value * back.value == pytest.approx(1, rel=1e-9)
        assert (suite_ratio.verdicts.get("faster", 0), suite_ratio.verdicts.get("slower", 0)) == (
            back.verdicts.get("slower", 0), back.verdicts.get("faster", 0))


CASES = [case([fork(i, [10.0 + i]) for i in range(3)], f"{key}{platform}", platform, key=key, benchmark=f"ns::{key}", params={},
              source=f"s/x.{platform[0]}") for key in ("quick", "heap.run", "tree.run") for platform in ("cpp/a", "java/b")]
PIECES = st.sampled_from(["cpp", "java", "/", "*", "?", "[", "]", "!", "::", ".", "_", "quick", "run", "heap", "ns", "a", "İ", "\0", " "])


@given(st.text(max_size=8) | st.lists(PIECES, min_size=1, max_size=6).map("".join))
def test_any_requested_baseline_is_used_or_refused_with_a_hint(name: str) -> None:
    known = [Known("s", case_result.case.key, case_result.case.benchmark, case_result.case.platform) for case_result in CASES]
    wrong = describe_unclear(name, known)
    try:
        summary = summarise(run(CASES), 0.95, baseline=name)
    except InputError as error:
        assert wrong and all(wrong)
        assert [diagnostic.hint for diagnostic in error.diagnostics] == [wrong[1]]
    else:
        assert wrong is None or not name
        assert all(row.ratio for row in summary.rows) or find_platforms_named(name, [item.platform for item in known])
