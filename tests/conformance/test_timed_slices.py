"""Is the timed part of a slice the very loop that times a sample, of which the languages' tests read the code between two clock readings?"""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.mutate import Mutation, mutated
from conformance.observe import observe
from conformance.scenarios import scenarios

# Where each language has its one loop between two readings, and how many calls of `greet` are left without it: those of warm-ins.
LOOPS = {
    "cpp": ("native/clock.c", "    const int thrown = function->repeat(objects, invocations);\n", 3),
    "rust": ("native/clock.c", "    const int thrown = function->repeat(objects, invocations);\n", 3),
    "go": ("runtime/clock.go", "\trepeat(objects, invocations)\n", 3),
    "javascript": ("runtime/timing.js", "  kept[0] = repeat(objects, invocations);\n", 2),  # a warm-in is timed too; the first stretch of all is apart
    "python": ("runtime/timing.py", "            repeat(objects, invocations)\n", 3),
}


@pytest.mark.parametrize("language", [pytest.param(name, marks=pytest.mark.language(name)) for name in LOOPS])
def test_without_the_loop_of_samples_a_slice_does_nothing(language: str, tmp_path: Path) -> None:
    file, old, left = LOOPS[language]
    new = "    const int thrown = 0;\n" if file.startswith("native/") else ""
    mutation = Mutation(why="nothing is timed", file=file, red="", old=old, new=new, scenario="slice_fixtures", language=language)
    outcome = observe(scenarios()["slice_fixtures"], language, mutated(mutation, tmp_path))
    assert sum("call greet" in line for line in outcome.lines) == left, outcome.said
    assert "slice greet goods=bread begin=2 end=0: 3 of 5 operations, 1 ms" in outcome.lines
