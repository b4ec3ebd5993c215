"""Is each doubt raised by the facts that justify it, and by nothing less?"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from made_runs import CLOCKS, SAMPLE, case, fork, iteration, platform, run, thread
from msgspec.structs import replace

from clamh.judging.summarise import summarise
from clamh.model.advice import HINTS
from clamh.model.cases import AutoWarmup, CallBounds
from clamh.model.results import FloorRecord, ForkResult, PlatformRecord
from clamh.model.summary import Warning

SOURCE = Path(__file__).parents[3] / "src" / "clamh"
DOCS = Path(__file__).parents[3] / "docs" / "reference" / "warnings.md"
OPTION = re.compile(r"(?<![\w-])--?[a-zA-Z][\w-]*")


def warnings(forks: Sequence[ForkResult], platforms: Sequence[PlatformRecord] = (), floors: Sequence[FloorRecord] = (),
             status: str = "complete", **fields: Any) -> dict[str, Warning]:
    (row,) = summarise(run([case(forks, **fields)], platforms, floors=floors, status=status), 0.95).rows
    return {warning.code: warning for warning in row.warnings}


def with_iterations(number: int, *iterations: Any) -> ForkResult:
    whole = fork(number, [])
    return ForkResult(start=whole.start, warmup=(),
                      measurement=tuple(replace(item, index=index) for index, item in enumerate(iterations)), end=whole.end)


def series(*scores: Sequence[float]) -> list[ForkResult]:
    return [fork(number, values) for number, values in enumerate(scores)]


STEADY = [[10.0, 10.1, 9.9, 10.0, 10.05]] * 5


def test_a_good_run_has_no_warning() -> None:
    assert warnings(series(*STEADY)) == {}


@pytest.mark.parametrize(("lengths", "doubtful"), [((15_500,), False), ((15_499,), True)])
def test_samples_of_five_hundred_clock_steps_are_long_enough(lengths: tuple[int, ...], doubtful: bool) -> None:
    forks = [with_iterations(n, iteration(10.0, threads=(thread(10.0, sample_ns=lengths * 9),))) for n in range(3)]
    assert ("interval-too-short" in warnings(forks)) is doubtful  # the taken clock: step 20 ns, reading 31 ns


def test_without_a_series_the_whole_iteration_is_the_sample() -> None:
    short = thread(10.0, sample_ns=(), elapsed_ns=5_000, operations=500)
    forks = [with_iterations(n, iteration(10.0, threads=(short,))) for n in range(3)]
    assert warnings(forks)["interval-too-short"].message == (
        "half of the samples take at most 5000 ns, but the clock resolves only 31 ns")
    bounded = warnings(forks, options={"bounds": CallBounds(least=1, most=500)})["interval-too-short"]
    assert bounded.message == "iterations of at most 500 calls take 5000 ns, but the clock resolves only 31 ns"
    assert bounded.advice == "allow more calls (maxIterations), or let each do more"  # more time would not help


@pytest.mark.parametrize(("options", "most", "expected"), [
    ({}, 500, True), ({}, 501, False), ({"measurement_batch_size": 3}, 1502, True), ({"measurement_batch_size": 3}, 1503, False),
    ({"operations_per_invocation": 5}, 100, True), ({"operations_per_invocation": 5}, 101, False),
])
def test_more_calls_are_advised_only_where_iterations_had_the_most(options: dict[str, int], most: int, expected: bool) -> None:
    short = thread(10.0, sample_ns=(), elapsed_ns=5_000, operations=500)
    forks = [with_iterations(n, iteration(10.0, threads=(short,))) for n in range(3)]
    warning = warnings(forks, options={"bounds": CallBounds(least=1, most=most), **options})["interval-too-short"]
    assert ("maxIterations" in warning.advice) is expected and ("lengthen iterations" in warning.advice) is not expected


def test_a_clock_without_a_description_is_not_judged() -> None:
    mute = platform()
    mute = type(mute)(**{name: getattr(mute, name) for name in mute.__struct_fields__} | {"hello": {}})
    forks = [with_iterations(n, iteration(10.0, threads=(thread(10.0, sample_ns=(1,)),))) for n in range(3)]
    assert warnings(forks, [mute]) == {}
    assert CLOCKS[0]["taken"]


@pytest.mark.parametrize(("change", "doubtful"), [(0.005, False), (0.05, True), (-0.05, True)])
def test_iterations_that_move_one_way_in_every_fork_are_not_steady(change: float, doubtful: bool) -> None:
    moving = [[10.0 * (1 + change * i / 4) for i in range(5)]] * 5
    found = warnings(series(*moving))
    assert ("trend" in found) is doubtful
    if doubtful:
        assert f"{100 * change:+.1f} %" in found["trend"].message


def test_under_auto_warmup_its_tolerance_is_what_iterations_may_move() -> None:
    forks = series(*[[10.0 * (1 + 0.05 * i / 4) for i in range(5)]] * 5)
    for tolerance, doubtful in ((0.06, False), (0.04, True)):
        assert ("trend" in warnings(forks, options={"auto_warmup": AutoWarmup(max_ns=10**10, tolerance=tolerance)})) is doubtful


def test_opposite_movements_are_noise_and_no_trend() -> None:
    up, down = [10.0, 10.1, 10.2, 10.3, 10.4], [10.4, 10.3, 10.2, 10.1, 10.0]
    assert "trend" not in warnings(series(up, down, up, down))


@pytest.mark.parametrize(("spread", "doubtful"), [(0.5, False), (3.0, True)])
def test_iterations_that_scatter_are_noisy(spread: float, doubtful: bool) -> None:
    scattered = [10.0 - spread, 10.0 + spread, 10.0 - spread, 10.0 + spread]
    assert ("high-variance" in warnings(series(*[scattered] * 3))) is doubtful


def test_a_large_trend_is_printed_as_a_factor() -> None:
    growing = warnings(series(*[[10.0, 100.0, 1000.0, 5000.0, 20_427.7]] * 5))
    assert growing["trend"].message.endswith("measured iteration of a fork the score grows to 2043 times its size")


@pytest.mark.parametrize(("score", "options", "doubtful"), [
    (10.0, {}, False),
    (1.9, {}, True),
    (1.9, {"operations_per_invocation": 2}, False),  # 3.8 ns an invocation
    (3.0, {"measurement_batch_size": 2}, True),  # 1.5 ns an invocation
])
@pytest.mark.parametrize("mode", ["avgt", "thrpt"])
def test_a_score_near_the_floor_is_warned(score: float, options: dict[str, int], doubtful: bool, mode: str) -> None:
    floor = FloorRecord(platform="cpp/g++-12", mode=mode, threads=1, operations=200.0 * SAMPLE, elapsed_ns=200 * SAMPLE)
    forks = [fork(n, [score if mode == "avgt" else 1 / score] * 3, mode=mode) for n in range(3)]
    assert ("below-floor" in warnings(forks, floors=[floor], options=options, mode=mode)) is doubtful


def test_a_floor_of_another_platform_is_ignored() -> None:
    floor = FloorRecord(platform="other/x", mode="avgt", threads=1, operations=1.0, elapsed_ns=1000)
    assert warnings(series(*STEADY), floors=[floor]) == {}


def test_forks_left_out_after_a_failure_are_no_interruption() -> None:
    broken = [fork(0, [], end={"status": "failed", "reason": "timeout"})]
    assert set(warnings(broken, planned=5)) == {"failed-forks"}
    assert set(warnings(broken, planned=5, status="interrupted")) == {"failed-forks"}


@pytest.mark.parametrize(("one", "other", "doubtful"), [
    (True, False, True), (False, True, True), (True, True, False), (None, False, False),
])
def test_platforms_of_different_optimisation_are_not_compared_silently(one: bool | None, other: bool, doubtful: bool) -> None:
    java = {"platform": "java/openjdk-17", "source": "fac_tests/Factorial.java"}
    platforms = [
        platform(optimised=one),
        platform(java["platform"], java["source"], optimised=other),
    ]
    _, row = summarise(run([case(series(*STEADY), "a"), case(series(*STEADY), "b", **java)], platforms), 0.95).rows
    assert ("different-flags" in [w.code for w in row.warnings]) is doubtful


@pytest.mark.parametrize(("other", "one", "two", "codes"), [
    ("cpp/plain", {}, {"optimisation": "-O2"}, ["different-flags"]),
    ("cpp/plain", {"optimisation": "-O2"}, {"optimisation": "-O2"}, []),
    ("java/openjdk-17", {"optimisation": "-O1"}, {}, ["different-flags"]),
    ("cpp/plain", {"optimised": True}, {"optimisation": "-O0", "optimised": False}, ["different-flags"]),
    ("cpp/plain", {}, {"target": "-march=x86-64"}, ["different-flags"]),
    ("java/openjdk-17", {}, {"target": "-XX:UseAVX=0"}, ["different-flags"]),
    ("java/openjdk-17", {}, {}, []),
    ("cpp/plain", {"optimisation": "-O2"}, {"target": "-march=x"}, ["different-flags", "different-flags"]),
])
def test_a_ratio_of_platforms_with_different_flags_is_warned(
    other: str, one: dict[str, Any], two: dict[str, Any], codes: list[str]
) -> None:
    platforms = [platform(**one), platform(other, **two)]
    cases = [case(series(*STEADY), "a"), case(series(*STEADY), "b", platform=other)]
    first, second = summarise(run(cases, platforms), 0.95).rows
    assert (first.warnings, [w.code for w in second.warnings]) == ((), codes)
    assert all(w.advice and (platforms[0].id in w.message and other in w.message) for w in second.warnings)


@pytest.mark.parametrize(("platforms", "one", "two", "codes"), [
    ({}, {}, {"optimisation": "-XX:TieredStopAtLevel=1"}, ["different-flags"]),
    ({}, {"target": ""}, {"target": "-XX:UseAVX=0"}, ["different-flags"]),
    ({"optimisation": "-Xcomp"}, {}, {"optimisation": "-Xcomp"}, []),
    ({"optimisation": "-Xcomp"}, {"optimisation": ""}, {"optimisation": ""}, []),  # what the case says wins
])
def test_arguments_of_a_case_override_flags_of_its_platform(
    platforms: dict[str, Any], one: dict[str, Any], two: dict[str, Any], codes: list[str]
) -> None:
    cases = [case(series(*STEADY), "a", baseline="reference", **one),
             case(series(*STEADY), "b", benchmark="Benchmarks::other", **two)]
    first, second = summarise(run(cases, [platform(**platforms)]), 0.95).rows
    assert (first.warnings, [w.code for w in second.warnings]) == ((), codes)


def test_every_code_that_a_run_records_is_known() -> None:
    recorded = {
        keyword.value.value
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and (
            getattr(node.func, "id", "") in ("WarningRecord", "make_warning", "Finding", "_told", "_diagnostic", "_warn")
            or path.parent.name == "planning" and "severity" in [item.arg for item in node.keywords])
        for keyword in [*node.keywords, *(ast.keyword(arg="code", value=argument) for argument in node.args[:1])]
        if keyword.arg == "code" and isinstance(keyword.value, ast.Constant)
    }
    assert recorded == set(HINTS)


def test_every_code_has_advice_and_its_section_in_the_documentation() -> None:
    assert all(HINTS.values())
    sections = [line.removeprefix("## ").strip("`") for line in DOCS.read_text().splitlines() if line.startswith("## ")]
    assert sections == list(HINTS)


def test_a_section_has_the_options_that_the_advice_names() -> None:
    """The advice and its section are written apart: neither may recommend something else than the other."""
    _, *sections = re.split(r"^## `(?=[a-z-]+`$)", DOCS.read_text(), flags=re.MULTILINE)
    missing = {(code, option) for section, (code, advice) in zip(sections, HINTS.items(), strict=True)
               for option in OPTION.findall(advice) if option not in OPTION.findall(section) or "**What to do:**" not in section}
    assert not missing


def test_one_fork_is_counted_in_the_singular() -> None:
    dead = fork(0, [], end={"status": "failed", "reason": "killed", "signal": 11})
    assert warnings([dead])["failed-forks"].message == "1 of 1 fork failed: killed by signal 11 (SIGSEGV)"
    cut = warnings([], planned=1, status="interrupted")["interrupted"].message
    assert cut == "the run was interrupted: 1 of 1 fork was not finished"


def test_forks_beyond_the_plan_are_counted_too() -> None:
    """Under a precision or a budget forks are added: of seven the last failed, where the plan had five."""
    fork_results = [*series(*[[10.0]] * 6), fork(6, [], end={"status": "failed", "reason": "timeout"})]
    message = warnings(fork_results, planned=5)["failed-forks"].message
    assert message.startswith("1 of 7 forks failed: timed out")
