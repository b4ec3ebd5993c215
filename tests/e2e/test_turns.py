"""Do real workers take turns, and does a run that was cut off within a set go on with it?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytestmark = [pytest.mark.language("cpp", "javascript", "python"), pytest.mark.slow]

SOURCES = {
    "sum.cpp": "//@@State(Scope.Thread)\nstruct In { int n = 7; };\n//@@Benchmark\nint sum(In &in) { return in.n + 1; }\n",
    "sum.js": "//@@State(Scope.Thread)\nclass Input { n = 7; }\n//@@Benchmark\nfunction sum(input) { return input.n + 1; }\n",
    "sum.py": "#@@State(Scope.Thread)\nclass Input:\n    n = 7\n#@@Benchmark\ndef sum(input): return input.n + 1\n",
}
SHORT = ("-f", "3", "-wi", "1", "-w", "10ms", "-i", "2", "-r", "5ms", "--platform", "cpp/g++*", "--platform", "javascript/node*", "--platform",
         "python/cpython*")


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    for name, text in SOURCES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_sides_of_several_languages_take_turns_and_a_cut_set_is_measured_again(clamh, suite: Path) -> None:
    done = clamh("run", ".", *SHORT, "--results", "r.ndjson")
    assert done.returncode == 0, done.stderr
    assert "1 contest measured in turns, each a slice of 500 " in done.stderr
    written = lines(suite / "r.ndjson")
    sets = [one for one in written if one["event"] == "set"]
    sides = len([one for one in written if one["event"] == "case"])
    assert sides >= 3 and len(sets) == 3 * 2 and all(len(one["cases"]) == sides for one in sets)
    assert all(min(one["elapsed_ns"]) > 0 for one in sets)
    assert not [one for one in written if one["event"] == "warning" and one["code"] == "not-stopped"]
    cut = next(number for number, one in enumerate(written) if one["event"] == "set" and one["forks"][0] == 1)
    text = (suite / "r.ndjson").read_text().splitlines(keepends=True)
    (suite / "cut.ndjson").write_text("".join(text[:cut + 1]))
    again = clamh("run", "--resume", "cut.ndjson")
    assert again.returncode == 0, again.stderr
    whole = [one for one in lines(suite / "cut.ndjson") if one["event"] == "set" and one["forks"][0] >= 1]
    assert [one["forks"][0] for one in whole] == [1, 1, 1, 2, 2]  # the first of them is the one that was cut
