"""Is the first screen of a report right, explained and readable, whatever was measured, whatever it is called and however wide the terminal is?"""

from __future__ import annotations

import math
import random
import re

import pytest
from made_runs import case, fork, iteration, platform, run
from msgspec.structs import replace
from rich.cells import cell_len

from clamh.judging.statistics.stopping import MAX_FORKS, count_to_decide, half_width
from clamh.judging.summarise import summarise
from clamh.model.counting import SystemCounter
from clamh.model.results import IterationRecord, Run
from clamh.model.summary import Interval, Ratio
from clamh.model.worker import ThreadIteration
from clamh.report import render
from clamh.report.first_screen import build_screen
from clamh.report.look import Look
from clamh.report.matrix import Marked, Relative, relate, suggest_sets
from clamh.report.ordering import cost_of_fastest
from clamh.report.page.answer import build_answer
from clamh.report.page.benchmarks import build_benchmark
from clamh.report.page.data import Figures
from clamh.report.plot import CHARTS, build_chart
from clamh.report.screen import shorten
from clamh.report.sections import divide_summary

SIDES = ("cpp/g++-12", "java/temurin-25", "javascript/node-20", "rust/rustc-1.95", "go/go-1.26", "python/cpython-3.11")
TITLES = {"cpp": "C++", "java": "Java", "javascript": "JavaScript", "rust": "Rust", "go": "Go", "python": "Python"}
NAMES = ("parse", "hash_map_of_strings_with_a_long_name", "n" * 200, "שלום", "ééé", "并行排序", "\x1b[31mred", "a|b`c")
SIGNS = "~=?!"


def draw_run(draw: random.Random) -> Run:
    """Some benchmarks on some sides, with differences from none to thousandfold, noise from none to more than they are, and failures."""
    sides = draw.sample(SIDES, draw.randint(1, len(SIDES)))
    cases = []
    for number in range(draw.randint(1, 6)):
        key, params = draw.choice(NAMES), {"n": str(10 ** draw.randint(0, 6)), **({"kind": "x" * draw.choice((1, 60))} if draw.random() < 0.3 else {})}
        for side in sides:
            cost, noise = 10 ** draw.uniform(0, 9), draw.choice((0, 1e-4, 0.02, 1.0))
            forks = draw.choice((0, 1, 2, 5, 5, 5, 8))
            measured = [fork(at, [cost * math.exp(noise * draw.gauss(0, 1))] * 3) for at in range(forks)]
            if draw.random() < 0.1:
                measured = [fork(0, [], end={"status": "failed", "reason": "exited", "message": "exit code 3", "exit_code": 3})]
            cases.append(case(measured, case_id=f"c{number}-{side}", platform=side, key=f"{key}{number}", benchmark=f"{key}{number}", params=params))
    return run(cases)


@pytest.mark.parametrize("seed", range(40))
def test_figures_are_the_judged_ones_and_every_sign_is_explained(seed: int) -> None:
    drawn = draw_run(random.Random(seed))
    summary = summarise(drawn, 0.95)
    screen = build_screen(summary, drawn, Look(titles=TITLES, full=False))
    if screen.table is None:
        assert not any(row.score for row in summary.rows)
        return
    used = {cell.mark for row in screen.table.rows for cell in row} - {""}
    assert used <= set(SIGNS) and used == {note.label for note in screen.table.notes} - {"…"}
    for contest in summary.contests:
        scores = {row.case_id: row.score for row in contest.rows if row.score is not None}
        for row in contest.rows:
            relative = relate(contest, row)
            if relative and contest.fastest:
                assert relative.value == pytest.approx(scores[row.case_id] / scores[contest.fastest], rel=1e-6)


@pytest.mark.parametrize("width", [50, 80, 120, 200])
@pytest.mark.parametrize("seed", range(8))
def test_lines_are_no_wider_than_the_terminal(seed: int, width: int) -> None:
    drawn = draw_run(random.Random(seed))
    text = render(summarise(drawn, 0.95), drawn, "terminal", Look(titles=TITLES, width=width, full=False))
    assert "\x1b" not in text
    for line in text.splitlines():
        assert cell_len(line) <= width or max(map(cell_len, line.split())) > width - 10, line  # one word that is longer than that


def test_the_answer_of_36_rows_takes_20_lines_and_80_columns() -> None:
    cases = [case([fork(at, [cost * (1 + at / 1e4)] * 3) for at in range(5)], case_id=f"{key}{n}{side}", platform=side, key=key, benchmark=key, params={"n": n})
             for key in ("parseJson", "hashMap", "sortDoubles") for n in ("1000", "100000") for cost, side in enumerate(SIDES, 100)]
    result = run(cases)
    text = render(summarise(result, 0.95), result, "terminal", Look(titles=TITLES, short_titles={"javascript": "JS"}, full=False))
    lines = text.splitlines()
    assert len(lines) <= 20 and max(map(cell_len, lines)) <= 80
    assert re.search(r"parseJson +1000 +100 ns +\[1\]", text) and "3 benchmarks in 6 variants, 6 languages" in text


def test_too_many_sides_for_a_line_have_their_names_above_and_stay_in_columns() -> None:
    sides = (*SIDES, "c/gcc-12", "zig/zig-0.17")
    cases = [case([fork(at, [cost * (1 + at / 1e4)] * 3) for at in range(5)], case_id=f"{n}{side}", platform=side, key="factorialRecursive",
                  benchmark="factorialRecursive", params={"number": n}) for n in ("25", "30") for cost, side in enumerate(sides, 100)]
    result = run(cases)
    look = Look(titles={**TITLES, "c": "C", "zig": "Zig"}, short_titles={"javascript": "JS"}, full=False)
    lines = render(summarise(result, 0.95), result, "terminal", look).splitlines()
    heading = next(number for number, line in enumerate(lines) if "fastest" in line and "Zig" in line)
    assert lines[heading + 1] == "factorialRecursive" and [line.split()[0] for line in lines[heading + 2:heading + 4]] == ["25", "30"]
    ends = [[match.end() for match in re.finditer(r"\S+", line.replace("100 ns", "100_ns"))][1:] for line in lines[heading:heading + 4] if " " in line]
    assert len(ends[0]) == 9 and all(abs(at - end) <= 1 for row in ends[1:] for at, end in zip(row, ends[0], strict=True))
    assert max(map(cell_len, lines)) <= 80


def test_a_chosen_reference_is_1_and_the_heading_says_so() -> None:
    result = run([case([fork(at, [cost * (1 + at / 1e6)] * 3) for at in range(5)], case_id=side, platform=side) for side, cost in zip(SIDES, (100, 50, 200))])
    screen = build_screen(summarise(result, 0.95, baseline="java/*"), result, Look(titles=TITLES))
    assert [cell.text for cell in screen.table.rows[0][3:]] == ["2.000", "[1]", "4.000"]
    assert screen.table.title == "Relative time (1 is Java; below 1 is faster)"


def counted(at: int, cost: int) -> IterationRecord:
    """An iteration of 10 operations with 100 page faults per ns of an operation."""
    thread = ThreadIteration(operations=10, all_operations=10, elapsed_ns=10 * cost)
    return iteration(cost, fork=at, threads=(thread,), counts={"page-faults": (1000 * cost, 9, 9)})


def test_each_source_of_a_side_has_its_own_column() -> None:
    """v2.cpp was in no table, though it was measured and compared."""
    cases = [case([replace(fork(at, [cost] * 3), measurement=(counted(at, cost),)) for at in range(5)], case_id=name, source=f"s/{name}")
             for name, cost in (("v1.cpp", 10), ("v2.cpp", 20))]
    result = replace(run(cases), counters=(SystemCounter(name="page-faults", profiler="perf"),))
    summary, look = summarise(result, 0.95), Look(titles=TITLES, iterations=True)
    screen = build_screen(summary, result, look)
    for table, cells in ((screen.table, ["[1]", "2.000"]), (screen.counters, ["1,000", "2,000"]), (screen.iterations, ["50", "50"])):
        assert table.columns[-2:] == ("C++ (v1.cpp)", "C++ (v2.cpp)")
        assert [cell.text for cell in table.rows[-1]][-2:] == cells
    answer = build_answer(summary, result, look, screen, Figures(summary, result, TITLES))
    assert [figure.row for figure in answer.lines[0].figures] == [None, None, 0, 0, 1]
    assert [name for name, _ in divide_summary(summary)[0].rows] == ["cpp/g++-12 (v1.cpp)", "cpp/g++-12 (v2.cpp)"]
    assert [name.split(") ", 1)[1] for name, _ in divide_summary(summary, "key")[0].rows] == ["cpp/g++-12 (v1.cpp)", "cpp/g++-12 (v2.cpp)"]
    assert [name.split(" ")[-1] for name, _ in divide_summary(summary, "platform")[0].rows] == ["(v1.cpp)", "(v2.cpp)"]


def test_charts_and_sections_of_the_page_name_each_source_of_a_side() -> None:
    """The distributions had the samples of both sources in a line, and the warmup chart appended the iterations of v2.cpp to those of v1.cpp."""
    cases = [case([fork(at, [cost] * 3) for at in range(5)], case_id=f"{key} {name}", source=f"s/{name}", key=key, benchmark=key)
             for key, name, cost in (("a", "v1.cpp", 10), ("a", "v2.cpp", 20), ("b", "v1.cpp", 10), ("c", "v2.cpp", 20), ("d", "other.cpp", 5))]
    result = run(cases)
    summary, both = summarise(result, 0.95), ["C++ (v1.cpp)", "C++ (v2.cpp)"]
    table = build_screen(summary, result, Look(titles=TITLES)).table
    assert table.columns[-3:] == (*both, "C++") and [cell.text for cell in table.rows[1]][-3:] == ["alone", "-", "-"]
    collected = Figures(summary, result, TITLES)
    assert [collected.record_of(row)["side"] for row in summary.rows] == [*both, *both, "C++"] and collected.sides == [*both, "C++"]
    section = build_benchmark(0, collected.contests[:1], summary, collected)
    assert [(line.side, line.place) for line in section.variants[0].lines] == [(both[0], 0), (both[1], 1)]
    for kind in CHARTS:
        chart = build_chart(kind, summary, result, TITLES, collected.contests[:1])
        assert chart is None or list(dict.fromkeys(record["side"] for record in chart["data"]["values"])) == both


def test_each_platform_is_1_in_the_first_of_two_builds() -> None:
    """Java old was 3.0 below a title that called it 1, and two builds were four."""
    sides = [(id, build, cost) for id, cost in (("cpp/g++-12", 100), ("java/temurin-25", 300)) for build in ("old", "new")]
    cases = [case([fork(at, [cost * (1 + at / 1e6)] * 3) for at in range(5)], case_id=id + build, platform=id, build=build) for id, build, cost in sides]
    result = run(cases, [replace(platform(id), build=build) for id, build, _ in sides])
    screen = build_screen(summarise(result, 0.95), result, Look(titles=TITLES))
    assert screen.table.title == "Relative time (1 is cpp/g++-12 old; java/temurin-25 old; below 1 is faster)"
    assert [cell.text for cell in screen.table.rows[0][3:]] == ["[1]", "1.000", "[1]", "1.000"]
    assert screen.compared == "1 benchmark, 2 builds on 2 platforms"


def test_lines_of_several_platforms_without_a_comparison_name_them() -> None:
    cases = [case([fork(at, [100 * (1 + at / 1e6)] * 3) for at in range(5)], case_id=side, platform=side, key=key, benchmark=key)
             for key, side in (("alpha", "cpp/g++-12"), ("beta", "python/cpython-3.11"))]
    both, alone = (build_screen(summarise(result, 0.95), result, Look(titles=TITLES)).table for result in (run(cases), run(cases[:1])))
    assert [row[0].text for row in both.rows] == ["alpha, C++", "beta, Python"]
    assert [row[0].text for row in alone.rows] == ["alpha"]


def test_long_reports_show_the_largest_differences() -> None:
    cases = [case([fork(at, [cost * (1 + at / 1e6)] * 3) for at in range(5)], case_id=f"{n} {side}", platform=side, key=f"k{n}", benchmark=f"k{n}", params={})
             for n in range(65) for side, cost in (("cpp/g++-12", 100), ("go/go-1.26", 110 + n))]
    result = run(cases)
    table = build_screen(summarise(result, 0.95), result, Look(titles=TITLES)).table
    assert [row[0].text for row in table.rows] == [f"k{n}" for n in range(25, 65)]
    assert "25 more with smaller differences: --full" in [note.text for note in table.notes]


@pytest.mark.parametrize(("sort", "shown"), [("", range(40)), ("time", range(64, 24, -1))])
def test_long_reports_without_differences_are_sorted_before_they_are_cut(sort: str, shown: range) -> None:
    result = run([case([fork(at, [(100 - n) * (1 + at / 1e6)] * 3) for at in range(5)], case_id=f"{n}", key=f"k{n}", benchmark=f"k{n}", params={})
                  for n in range(65)])
    table = build_screen(summarise(result, 0.95), result, Look(sort=sort)).table
    assert [row[0].text for row in table.rows] == [f"k{n}" for n in shown]
    assert "25 more: --full" in [note.text for note in table.notes]


def test_contests_are_sorted_by_the_time_of_the_fastest() -> None:
    """By the median it is not the side with the smallest mean."""
    summary = summarise(run([case([fork(at, [cost]) for at in range(5)], case_id=side, platform=side) for side, cost in zip(SIDES, (100, 50))]), 0.95)
    (contest,) = summary.contests
    assert [cost_of_fastest(replace(contest, fastest=side)) for side in (*SIDES[:2], "")] == pytest.approx([100, 50, 50])


@pytest.mark.parametrize("seed", range(20))
def test_number_of_sets_decides_exactly_at_its_limit(seed: int) -> None:
    draw = random.Random(seed)
    count, log, half, limit = draw.randint(2, 12), draw.uniform(0, 0.1), draw.uniform(0.001, 0.1), math.log1p(0.01)
    needed, spread = count_to_decide(log, half, count, limit, 0.95), half / half_width(1.0, count, 0.95)
    assert needed == MAX_FORKS or half_width(spread, needed, 0.95) <= abs(log - limit)
    assert needed in (count, MAX_FORKS) or half_width(spread, needed - 1, 0.95) > abs(log - limit)


@pytest.mark.parametrize(("value", "low", "high", "unwaited", "advice"), [
    (1.05, 0.995, 1.055, None, " (not with 64 sets)"), (0.95, 0.945, 1.005, None, " (not with 64 sets)"), (1.05, 0.995, 1.055, 1.0, ""),
    (1.03, 1.0, 1.04, None, " (not with 64 sets)"), (1.04, 1.005, 1.06, None, " (-f 13 would decide it)"), (1.03, 1.005, 1.055, None, " (-f 12 would decide it)")])
def test_sets_that_did_not_decide_are_not_called_enough(value: float, low: float, high: float, unwaited: float | None, advice: str) -> None:
    """A turn effect widens the interval to one side, and waiting by an amount, that more sets do not change."""
    summary = summarise(run([case([fork(at, [100.0 + at]) for at in range(8)])]), 0.95)
    ratio = Ratio(reference="c", value=value, interval=Interval(low=low, high=high), verdict="undecided", confidence=0.95, unwaited=unwaited)
    assert suggest_sets(summary, [Marked("C++ at sort", summary.rows[0], Relative(value, ratio.interval, ratio))]) == advice


def test_a_wide_interval_with_a_verdict_is_not_called_undecided() -> None:
    """The sentence below the full table has a star."""
    sides = [case([fork(at, [cost * spread]) for at, spread in enumerate((0.3, 1.0, 3.0))], case_id=side, platform=side)
             for side, cost in zip(SIDES, (1.0, 1e6))]
    result = run(sides)
    summary = summarise(result, 0.95)
    assert summary.contests[0].lead_ratios[0].verdict == "faster"
    (note,) = [note.text for note in build_screen(summary, result, Look()).table.notes if note.label == "?"]
    assert note.startswith("not measurable here (intervals wider than 100 %): ")


@pytest.mark.parametrize("width", [5, 8, 17])
@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_is_too_long_keeps_its_beginning_and_its_end(name: str, width: int) -> None:
    short = shorten(name, width)
    assert cell_len(short) <= width and (short == name or (short[0], short[-1]) == (name[0], name[-1]))
