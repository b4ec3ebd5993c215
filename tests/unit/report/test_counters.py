"""Are counters of -prof shown on the first screen, below each row, in Markdown, and beside those of another run?"""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from made_runs import case, fork, iteration, platform, run

from clamh.judging.compare_runs import compare_runs
from clamh.judging.repetitions import _merge_secondary
from clamh.judging.summarise import summarise
from clamh.model.cases import CounterMeaning
from clamh.model.counting import SystemCounter
from clamh.model.results import Origin, Run
from clamh.model.summary import Judgement
from clamh.model.worker import ThreadIteration
from clamh.report import markdown, render, side_by_side, terminal
from clamh.report.look import Look

COUNTERS = (SystemCounter(name="page-faults", profiler="perf"), SystemCounter(name="task-clock:u", profiler="perf", unit="ns"),
            SystemCounter(name="cpu-migrations", profiler="perf"), SystemCounter(name="rusage.peak-memory", profiler="rusage", unit="B", peak=True))
SIDES = (("a", "cpp/g++-12", {"counters": True, "counts": ["rusage"]}), ("b", "java/openjdk-17", {"counters": False}))


def counted_run(factor: int = 1, migrations: int = 0) -> Run:
    """Two sides of 100 operations: 10 and 20 page faults for each, of which only the first side's worker reads them itself."""
    cases = []
    for place, (name, side, _) in enumerate(SIDES, 1):
        thread = ThreadIteration(operations=100, all_operations=100, elapsed_ns=1_000_000 * place)
        counts = {"page-faults": (1000 * place * factor, 9, 9), "task-clock:u": (1_234_000_000 * place, 9, 9), "cpu-migrations": (migrations, 9, 9),
                  "rusage.peak-memory": (place * 3 << 19,)}
        cases.append(case([replace(fork(number, [], case_id=name), measurement=(iteration(1.0, case_id=name, fork=number, threads=(thread,), counts=counts),))
                           for number in range(3)], name, side, source=f"{name}.src"))
    platforms = tuple(replace(platform(side, f"{name}.src"), hello={"capabilities": able}) for name, side, able in SIDES)
    return replace(run(cases), counters=COUNTERS, platforms=platforms)


def first_screen(format: str = "terminal", width: int = 80) -> str:
    measured = counted_run()
    return render(summarise(measured, 0.95), measured, format, Look(full=False, width=width, titles={"cpp": "C++", "java": "Java"}))


def test_the_first_screen_has_a_line_for_each_counter() -> None:
    shown = first_screen()
    lines = [line.rstrip() for line in shown[shown.index("Counted per operation"):].splitlines()]
    assert [line.split() for line in lines[1:6]] == [
        ["C++", "Java"], ["factorial", "25"], ["page-faults", "(#/op)", "10", "20"],
        ["task-clock:u", "(ns/op)", "12,300,000", "24,700,000"], ["rusage.peak-memory", "(MiB)", "1.5", "3"]]
    below = " ".join(" ".join(lines[6:]).split())
    assert "Never, on any side: cpu-migrations." in below
    assert "Counters are those of the whole process" in below
    assert "of Java also those of iteration fixtures and of invocations that are not timed" in below and ":u is without the kernel" in below


def test_a_counter_of_another_param_is_not_called_never_counted() -> None:
    some, none = counted_run(), counted_run(0)
    cases = [replace(result, case=replace(result.case, params={"number": "0"}, case_id=f"{result.case.case_id}0"), forks=result.forks[:alive])
             for result, alive in zip(none.cases, (3, 0))]
    both = replace(some, cases=(*some.cases, *cases))
    shown = " ".join(render(summarise(both, 0.95), both, "terminal", Look(full=False)).split())
    assert "Never, on any side: cpu-migrations." in shown and '"-" stands where nothing was counted.' in shown


def test_a_counter_of_a_contest_that_is_not_shown_is_not_called_never_counted() -> None:
    cases = [replace(result, case=replace(result.case, params={"number": str(number)}, case_id=f"{result.case.case_id}{number}"))
             for number in range(41) for result in counted_run(migrations=100 * (number == 40)).cases]
    many = replace(counted_run(), cases=tuple(cases))
    shown = " ".join(render(summarise(many, 0.95), many, "terminal", Look(full=False)).split())
    assert "1 more" in shown and "cpu-migrations" not in shown


def of_one_platform(counters: int, width: int = 100) -> str:
    measured = counted_run()
    alone = replace(measured, cases=measured.cases[:1], platforms=measured.platforms[:1], counters=COUNTERS[:counters])
    return render(summarise(alone, 0.95), alone, "terminal", Look(full=False, width=width, titles={"cpp": "C++"}))


def test_one_platform_has_few_counters_in_the_line_of_the_benchmark() -> None:
    shown = of_one_platform(2)
    head, line = (text.split() for text in shown.splitlines() if "page-faults" in text or text.startswith("factorial"))
    assert head[-3:] == ["iterations", "page-faults", "task-clock:u"] and line[-5:] == ["300", "10", "/op", "12,300,000", "ns/op"]
    assert "Counted per operation" not in shown and "Counters are those of the whole process" in " ".join(shown.split())
    narrow = of_one_platform(4)
    assert "Counted per operation" in narrow and next(text for text in narrow.splitlines() if text.startswith("factorial")).split()[-2:] == ["kops/s", "300"]
    wide = of_one_platform(4, 120)
    assert "Counted per operation" not in wide and "Never: cpu-migrations." in wide


def test_counters_of_the_benchmark_are_in_its_line_even_if_they_are_zero() -> None:
    thread = ThreadIteration(operations=100, all_operations=100, elapsed_ns=1_000_000, counters={"S::hits": 7.0, "S::misses": 0.0})
    own = run([case([replace(fork(number, []), measurement=(iteration(1.0, fork=number, threads=(thread,)),)) for number in range(3)],
                    counters={name: CounterMeaning(type="EVENTS") for name in ("hits", "misses")})])
    shown = render(summarise(own, 0.95), own, "terminal", Look(full=False)).splitlines()
    head, line = (text.split() for text in shown if "misses" in text or text.startswith("factorial"))
    assert head[-3:] == ["iterations", "hits", "misses"] and line[-3:] == ["300", "21", "0"]


def test_what_another_tool_measured_has_no_number_of_operations() -> None:
    measured = counted_run()
    foreign = replace(measured, cases=measured.cases[:1], platforms=measured.platforms[:1], counters=(), origin=Origin(tool="hyperfine"))
    plain, asked = (render(summarise(foreign, 0.95), foreign, "terminal", Look(full=False, iterations=iterations)) for iterations in (False, True))
    assert "iterations" not in plain and "kops/s" in plain
    assert next(line for line in asked.splitlines() if line.startswith("factorial")).split()[-1] == "-"
    head, *lines = render(summarise(foreign, 0.95), foreign, "csv", Look(iterations=True)).splitlines()
    assert head.endswith(',"Iterations"') and {line.rpartition(",")[2] for line in lines} == {""}


def test_measured_operations_are_shown_on_request() -> None:
    measured = counted_run()
    summary = summarise(measured, 0.95)
    asked, plain = Look(iterations=True, width=120), Look(width=120)
    assert render(summary, measured, "terminal", asked).count("   3/3         300  ") == 2
    assert [line.split(" | ")[6] for line in render(summary, measured, "md", asked).splitlines() if "3/3" in line] == ["300", "300"]
    for format in ("terminal", "md", "csv", "scsv"):
        assert "Iterations" not in render(summary, measured, format, plain)
    head, *lines = render(summary, measured, "csv", asked).splitlines()
    assert head.endswith(',"Iterations"') and {line.rpartition(",")[2] for line in lines} == {"300"}
    screen = render(summary, measured, "terminal", asked._replace(full=False))
    table = screen[screen.index("Iterations (measured operations, of all forks)"):].splitlines()
    assert table[2].split() == ["factorial", "25", "300", "300"]
    assert "| 300 | 300 |" in render(summary, measured, "md", asked._replace(full=False))


@pytest.mark.parametrize("format", ["terminal", "md"])
def test_a_run_in_which_nothing_was_counted_says_so(format: str) -> None:
    measured = replace(counted_run(0), counters=COUNTERS[:1])
    shown = render(summarise(measured, 0.95), measured, format, Look(full=False, titles={"cpp": "C++", "java": "Java"}))
    title, note = shown.index("Counted per operation"), shown.index("Never, on any side: page-faults.")
    assert "Java" not in shown[title:note]  # no names of sides above no rows


def test_a_run_without_counters_has_no_such_table() -> None:
    plain = replace(counted_run(), counters=())
    assert "Counted" not in render(summarise(plain, 0.95), plain, "terminal", Look(full=False))


def test_markdown_has_the_table_too() -> None:
    shown = first_screen("md")
    assert "**Counted per operation**" in shown and "|   page-faults (\\#/op) | 10 | 20 |" in shown


def test_each_row_has_its_counters_with_margin_and_ratio() -> None:
    measured = counted_run()
    summary = summarise(measured, 0.95)
    lines = terminal.render(summary, measured, {}, width=100, color=False, unicode=True).splitlines()
    faults = [line.split() for line in lines if line.strip().startswith("page-faults")]
    assert faults == [["page-faults", "10.000", "#/op", "±0.00", "%"], ["page-faults", "20.000", "#/op", "±0.00", "%", "0.500", "[0.500,", "0.500]"]]
    assert [line.split() for line in lines if "cpu-migrations" in line] == [["cpu-migrations", "0", "#/op"]] * 2
    assert "Counters are those of the whole process" in " ".join(" ".join(lines).split())
    table = markdown.render(summary, measured, {})
    assert "0.500 \\[0.500, 0.500\\]" in table


def test_two_runs_have_their_counters_side_by_side() -> None:
    runs = [counted_run(), counted_run(3)]
    judged = [Judgement(measured, summarise(measured, 0.95)) for measured in runs]
    text = side_by_side.render(compare_runs(*judged, ()), *judged, {}, width=120, color=False, unicode=True)
    faults = [line.split() for line in text.splitlines() if line.strip().startswith("page-faults")]
    assert [[words[1], words[4]] for words in faults] == [["10.000", "30.000"], ["20.000", "60.000"]]


def test_a_counted_and_an_uncounted_run_differ_in_that() -> None:
    counted, plain = counted_run(), replace(counted_run(), counters=())
    found = compare_runs(*(Judgement(measured, summarise(measured, 0.95)) for measured in (counted, plain)), ()).differences
    assert [(difference.a, difference.b) for difference in found if difference.what == "counters"] == [
        ("page-faults, task-clock:u, cpu-migrations, rusage.peak-memory", "none")]


def test_repetitions_of_a_submission_are_averaged() -> None:
    rows = [summarise(counted_run(factor), 0.95).rows[0] for factor in (1, 2, 3)]
    faults, *_, peak = _merge_secondary(rows, 0.95)
    assert (faults.score, faults.fork_means, faults.ratio) == (20.0, (10.0, 20.0, 30.0), None)
    assert faults.interval.low == 0.0 < faults.interval.high < 45 and peak.kind == "peak"
