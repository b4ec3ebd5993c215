"""Does the table show the largest functions first, and is the flame graph a file of speedscope?"""

from __future__ import annotations

import json

from clamh.model.profiles import CaseProfile, Frame, Stack, share_functions
from clamh.report.look import Look
from clamh.report.profile import render_profile
from clamh.report.speedscope import render_speedscope

SUM, STEP = Frame("sum", "/folder/sums.c", 5), Frame("step", "/folder/sums.c", 2)
PROFILE = CaseProfile(title="sum (n = 3)", platform="c/gcc-12", tool="perf", unit="nanoseconds", outside=0.25, stacks=(
    Stack((SUM,), 1.0), Stack((SUM, STEP), 3.0)))


def test_own_and_total_shares() -> None:
    assert share_functions(PROFILE.stacks) == [(STEP, 0.75, 0.75), (SUM, 0.25, 1.0)]


def test_a_recursive_function_counts_once_per_stack() -> None:
    assert share_functions((Stack((SUM, STEP, STEP), 1.0),)) == [(STEP, 1.0, 1.0), (SUM, 0.0, 1.0)]


def test_the_table_has_shares_and_places() -> None:
    assert render_profile(PROFILE, Look(width=60)).splitlines() == [
        "sum (n = 3) c/gcc-12: CPU time (perf)",
        "    self   total  function",
        "   75.0%   75.0%  step  /folder/sums.c:2",
        "   25.0%  100.0%  sum   /folder/sums.c:5",
        "                  (left out: 25% outside of the benchmark, such as start and clock)",
    ]


def test_a_narrow_table_has_the_files_alone_and_long_names_are_cut() -> None:
    long = CaseProfile(title="t", platform="p/1", tool="perf", unit="none", outside=0.0,
                       stacks=(Stack((Frame("f" * 300 + "\n\x1b", "/a/very/long/folder/sums.c", 5),), 1.0),))
    first, _, row = render_profile(long, Look(width=50)).splitlines()
    assert len(row) <= 50 and row.endswith("  sums.c:5") and "…" in row and "\x1b" not in row
    assert first == "t p/1: instructions (perf)"


def test_only_the_largest_functions_are_shown() -> None:
    many = CaseProfile(title="t", platform="p/1", tool="perf", unit="none", outside=0.0,
                       stacks=tuple(Stack((Frame(f"f{number:02}"),), 1.0) for number in range(14)))
    assert render_profile(many, Look()).splitlines()[-1].strip() == "and 2 more functions"


def test_the_flame_graph_is_a_file_of_speedscope() -> None:
    data = json.loads(render_speedscope([PROFILE, PROFILE], "sum", "1.0"))
    assert data["$schema"].endswith("/file-format-schema.json") and data["name"] == "sum"
    assert data["shared"]["frames"] == [{"name": "sum", "file": "/folder/sums.c", "line": 5},
                                        {"name": "step", "file": "/folder/sums.c", "line": 2}]
    first, _ = data["profiles"]
    assert first == {"type": "sampled", "name": "sum (n = 3) c/gcc-12", "unit": "nanoseconds", "startValue": 0, "endValue": 4.0,
                     "samples": [[0], [0, 1]], "weights": [1.0, 3.0]}
