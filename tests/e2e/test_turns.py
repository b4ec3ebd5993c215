"""Do real workers take turns, and does a run that was cut off within a set go on with it?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clamh.judging.results_file import read_results
from clamh.judging.summarise import summarise

pytestmark = [pytest.mark.language("cpp", "javascript", "python"), pytest.mark.slow]

SOURCES = {
    "sum.cpp": "//@@State(Scope.Thread)\nstruct In { int n = 7; };\n//@@Benchmark\nint sum(In &in) { return in.n + 1; }\n",
    "sum.js": "//@@State(Scope.Thread)\nclass Input { n = 7; }\n//@@Benchmark\nfunction sum(input) { return input.n + 1; }\n",
    "sum.py": "#@@State(Scope.Thread)\nclass Input:\n    n = 7\n#@@Benchmark\ndef sum(input): return input.n + 1\n",
}
SHORT = ("-f", "3", "-wi", "1", "-w", "10ms", "-i", "2", "-r", "5ms", "--platform", "cpp/g++*", "--platform", "javascript/node*", "--platform",
         "python/cpython*", "--no-lock")


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    for name, text in SOURCES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_cut_set_of_several_languages_is_measured_again(clamh, suite: Path) -> None:
    # As long as slices are by default: the kernel books some µs of a thread after it has said that it is stopped.
    done = clamh("run", ".", *SHORT, "-r", "50ms", "--results", "r.ndjson")
    assert done.returncode == 0, done.stderr
    assert "1 comparison takes turns; a turn is a slice of 5 ms" in done.stderr
    written = lines(suite / "r.ndjson")
    sets = [item for item in written if item["event"] == "set"]
    sides = len([item for item in written if item["event"] == "case"])
    assert sides >= 3 and len(sets) == 3 * 2 and all(len(item["cases"]) == sides for item in sets)
    assert all(min(item["elapsed_ns"]) > 0 for item in sets)
    assert not [item for item in written if item["event"] == "warning" and item["code"] == "not-stopped"]
    cut = next(number for number, item in enumerate(written) if item["event"] == "set" and item["forks"][0] == 1)
    text = (suite / "r.ndjson").read_text().splitlines(keepends=True)
    (suite / "cut.ndjson").write_text("".join(text[:cut + 1]))
    again = clamh("run", "--resume", "cut.ndjson")
    assert again.returncode == 0 and "work not checked" not in again.stderr, again.stderr
    whole = [line for line in lines(suite / "cut.ndjson") if line["event"] == "set" and line["forks"][0] >= 1]
    assert [item["forks"][0] for item in whole] == [1, 1, 1, 2, 2]  # the first of them is the one that was cut


def test_the_exact_ratio_comes_out_under_the_counted_clock(clamh, suite: Path) -> None:
    for name, mark, count in (("sum.cpp", "//", 2), ("sum.py", "#", 5)):
        text = (suite / name).read_text()
        (suite / name).write_text(text.replace(f"{mark}@@Benchmark", f"{mark}@@Benchmark\n{mark}@@OperationsPerInvocation({count})"))
    done = clamh("run", ".", *SHORT, "--results", "r.ndjson", env={"CLAMH_CLOCK": "counted:500000"})
    assert done.returncode == 0, done.stderr
    run = read_results(suite / "r.ndjson")
    assert len(run.sets) == 3 * 2 and all(set(set_record.elapsed_ns) == {500_000} for set_record in run.sets)
    (contest,) = summarise(run, 0.95).contests
    ratios = {row.platform.split("/")[0]: row.ratio for row in contest.rows}
    assert {language: ratio.value for language, ratio in ratios.items()} == pytest.approx({"cpp": 1, "javascript": 0.5, "python": 2.5}, rel=1e-12)
    assert all(ratios[text].interval.high - ratios[text].interval.low < 1e-9 for text in ("javascript", "python"))
    assert not {warning.code for row in contest.rows for warning in row.warnings} & {"uneven-cost", "rare-costs"}
