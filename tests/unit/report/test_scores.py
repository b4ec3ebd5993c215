"""Does the first screen of a platform alone say how its benchmarks compare, in lines that fit the terminal?"""

from __future__ import annotations

from msgspec.structs import replace
from made_runs import case, fork, run

from clamh.judging.summarise import summarise
from clamh.model.results import CaseResult
from clamh.report import render
from clamh.report.look import Look


def measured(name: str, cost: float) -> CaseResult:
    """A benchmark whose rate and operations make a wide line."""
    forks = [fork(number, [cost * (1 + number / 1000)] * 2, case_id=name) for number in range(5)]
    return case(forks, name, key=name, benchmark=f"Search::{name}", params={"size": "8"})


def first_screen(*results: CaseResult, baseline: str = "", width: int = 80) -> str:
    measured_run = run(list(results))
    summary = summarise(measured_run, 0.95, baseline=baseline or None)
    return render(summary, measured_run, "terminal", Look(full=False, width=width))


def test_benchmarks_of_a_platform_get_the_command_that_compares_them() -> None:
    hint = "clamh report --baseline slow  how the benchmarks compare"
    both = measured("slow", 2_000_000.0), measured("fast", 1.0)
    assert hint in first_screen(*both)
    assert "--baseline" not in first_screen(*both, baseline="slow") and "--baseline" not in first_screen(both[0])


def test_the_command_names_a_baseline_to_which_there_are_ratios() -> None:
    slow, fast = measured("slow", 2_000_000.0), measured("fast", 1.0)
    assert "clamh report --baseline fast" in first_screen(slow, replace(fast, case=replace(fast.case, params={})))
    assert "--baseline" not in first_screen(slow, replace(fast, case=replace(fast.case, params={"size": "9"})))


def test_ratios_are_shown_before_rates_and_operations() -> None:
    both = measured("slow", 2_000_000.0), measured("fast", 1.0)
    wide, narrow = (first_screen(*both, baseline="slow", width=width).splitlines() for width in (120, 80))
    assert any({"rate", "iterations", "verdict"} <= set(line.split()) for line in wide)
    assert any("score" in line and "verdict" in line and "rate" not in line for line in narrow)
    assert any(line.startswith("fast") and line.endswith("faster") for line in narrow)


def test_the_words_of_a_verdict_are_explained() -> None:
    close = measured("a", 10.0), measured("b", 10.1)
    text = " ".join(first_screen(*close, baseline="a").split())
    assert "undecided (Δ" in text and "undecided shows the Δ that would be decided" in text


def test_a_name_above_its_lines_is_not_repeated() -> None:
    name = "aLongNameOfABenchmark" * 4
    sizes = [replace(result, case=replace(result.case, case_id=size, params={"size": size})) for size in ("8", "9")
             for result in [measured(name, 1.0)]]
    lines = first_screen(*sizes, width=60).splitlines()
    assert [line for line in lines if line == name] == [name] and {"  8", "  9"} <= {line[:3] for line in lines}
