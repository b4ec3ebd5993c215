"""Does the trend file hold every iteration, sample and speed reading, in the form that is documented?"""

from __future__ import annotations

import re
from pathlib import Path

from made_runs import case, fork, iteration, run, sampled, thread
from msgspec.structs import replace

from clamh.model.results import Run
from clamh.report.trend import LINES, render_trend

DOCS = Path(__file__).parents[3] / "docs" / "reference" / "report.md"


def lines(result: Run) -> list[list[str]]:
    return [line.split("\t") for line in render_trend(result).splitlines() if not line.startswith("#")]


def test_every_fact_of_a_fork_is_a_line() -> None:
    series = thread(10.0, sample_ns=(1000, 1100), sample_invocations=100)
    whole = replace(fork(0, []), warmup=(iteration(20.0, phase="warmup", speed_ns=(1000, 2000)),),
                    measurement=(iteration(10.0, threads=(series,), speed_ns=(1000,)),))
    assert lines(run([case([whole])])) == [
        ["case", "c", "Benchmarks::factorial", "cpp/g++-12", "avgt", "1", "ns/op", "number=25"],
        ["score", "c", "0", "warmup", "0", "20"],
        ["speed", "c", "0", "warmup", "0", "0", "1000", "1.0000"],
        ["speed", "c", "0", "warmup", "0", "1", "2000", "0.5000"],
        ["score", "c", "0", "measurement", "0", "10"],
        ["sample", "c", "0", "measurement", "0", "0", "0", "10"],
        ["sample", "c", "0", "measurement", "0", "0", "1", "11"],
        ["speed", "c", "0", "measurement", "0", "0", "1000", "1.0000"],
        ["end", "c", "0", "ok"],
    ]


def test_the_file_has_warmup_failed_and_interrupted_forks() -> None:
    forks = [fork(-1, [9.0]), fork(0, [8.0], end={"status": "failed", "reason": "killed", "signal": 9}), fork(1, [7.0], end=None)]
    facts = lines(run([case(forks)]))
    assert [(fact[2], fact[5]) for fact in facts if fact[0] == "score"] == [("-1", "9"), ("0", "8"), ("1", "7")]
    assert [fact[1:] for fact in facts if fact[0] == "end"] == [["c", "-1", "ok"], ["c", "0", "failed", "killed"]]


def test_scores_are_the_modes_own() -> None:
    whole = replace(fork(0, []), measurement=(iteration(1.0, threads=(sampled([(122, 4)]),)),))
    assert [fact[5] for fact in lines(run([case([whole], mode="sample", unit="us")])) if fact[0] == "score"] == ["0.1"]


def test_no_name_makes_a_line_or_a_field() -> None:
    result = run([case([], params={"a\tb": "x\ny"}, benchmark="evil\r\n# x")])
    assert lines(result) == [["case", "c", "evil\\x0d\\x0a# x", "cpp/g++-12", "avgt", "1", "ns/op", "a\\x09b=x\\x0ay"]]


def test_the_documentation_has_the_files_form() -> None:
    described = [line.removeprefix("# ").split("\t") for line in render_trend(run([])).splitlines()[2:]]
    assert described == [list(fields) for fields in LINES]
    table = DOCS.read_text(encoding="utf-8").partition("## The trend file")[2]
    documented = re.findall(r"^\| `(\w+)` \| (.+?) \|", table, re.MULTILINE)
    assert [(kind, fields.replace("`", "")) for kind, fields in documented] == [(kind, ", ".join(fields)) for kind, *fields in LINES]
