"""Is the start of a process described if it matters, and only then?"""

from __future__ import annotations

import json
from typing import Any

import pytest
from made_runs import case, run, sampled_fork
from made_runs import fork as measured
from msgspec.structs import replace

from clamh.judging.summarise import summarise
from clamh.model.cases import AutoWarmup
from clamh.model.results import WarmedRecord
from clamh.model.summary import ForkScores, Warming
from clamh.report import render
from clamh.report.warmup import describe_auto_warmup, describe_start, describe_starts

JAVASCRIPT = {"platform": "javascript/node-20", "source": "fac_tests/factorial.js"}


def fork(**known: Any) -> ForkScores:
    return ForkScores(fork=0, warmup=(), measurement=(), counts=True, warming=Warming(**known) if known else None)


@pytest.mark.parametrize(("fields", "text"), [
    ({}, ""),
    ({"kind": "flat", "steady_after_s": 0.0, "first_call_ns": 950}, "Start: flat, steady at once, first call 950 ns"),
    ({"kind": "warmup", "steady_after_s": 0.1234, "first_call_ns": 1_234_567, "first_iteration": 2.5},
     "Start: warmup, steady after 0.12 s, first call 1.23 ms, first iteration 2.5 times the steady time"),
    ({"kind": "no steady state", "first_call_ns": 2.5e9}, "Start: no steady state, first call 2.5 s"),
    ({"kind": "slowdown", "steady_after_s": 12.3}, "Start: slowdown, steady after 12 s"),
    ({"first_call_ns": 42_000}, "Start: first call 42 µs"),
])
def test_the_line_of_a_fork(fields: dict[str, Any], text: str) -> None:
    assert describe_start(fork(**fields)) == text


def sampled_case(level: int, first_ns: int, **fields: Any) -> Any:
    """Five forks whose first 3 of 10 iterations are at this level, where the others take 1,000 ns."""
    scatter = [1000 + (7 * at) % 11 for at in range(20)]
    slow = [level + (7 * at) % 11 for at in range(20)]
    forks = [sampled_fork(number, [scatter] * 5, [slow] * 3 + [scatter] * 2, first_ns=first_ns) for number in range(5)]
    return case(forks, fields.get("platform", "c"), **fields)


def test_a_warmup_is_described_with_its_time_and_a_slow_first_call() -> None:
    summary = summarise(run([sampled_case(1000, 2000), sampled_case(1500, 50_000, **JAVASCRIPT)]), 0.95)
    sentence = "Start of a process: the first call took 50 µs, steady after 0.09 s on javascript/node-20."
    assert describe_starts(summary) == [sentence]
    assert summary.rows[0].fork_scores[0].warming.kind == "flat"
    assert summary.rows[1].fork_scores[0].warming.steady_after_s == pytest.approx(3 * 20 * 1.5e-3, rel=0.05)


def test_a_steady_start_is_not_mentioned() -> None:
    assert describe_starts(summarise(run([sampled_case(1000, 9_000)]), 0.95)) == []


def test_forks_that_were_never_steady_are_counted() -> None:
    levels = [[1000 + (7 * at) % 11 for at in range(20)]] * 9 + [[1300 + (7 * at) % 11 for at in range(20)]]
    result = run([case([sampled_fork(number, levels[5:], levels[:5]) for number in range(3)])])
    summary = summarise(result, 0.95)
    assert describe_starts(summary) == ["Start of a process: 3 of 3 forks never steady on cpp/g++-12."]
    assert "Start: no steady state" in render(summary, result, "log")
    assert "not-steady" in {w.code for w in summary.rows[0].warnings}


def test_forks_without_warmup_facts_are_counted_too() -> None:
    levels = [[1000 + (7 * at) % 11 for at in range(20)]] * 9 + [[1300 + (7 * at) % 11 for at in range(20)]]
    known = [sampled_fork(number, levels[5:], levels[:5]) for number in range(2)]
    short = measured(2, [1000.0] * 5)
    summary = summarise(run([case([*known, short], options={"measurement_iterations": 5})]), 0.95)
    assert summary.rows[0].fork_scores[2].counts and summary.rows[0].fork_scores[2].warming is None
    assert describe_starts(summary) == ["Start of a process: 2 of 3 forks never steady on cpp/g++-12."]


def warmed(iterations: int, steady_after: int, **fields: Any) -> WarmedRecord:
    return WarmedRecord(case_id="c", fork=0, iterations=iterations, elapsed_ns=300_000_000 * iterations, max_ns=10 * 10**9, steady_after=steady_after, **fields)


@pytest.mark.parametrize(("record", "text"), [
    (None, ""),
    (warmed(12, 12), "AutoWarmup: warmed up for 3.6 s (steady after 12 iterations)"),
    (warmed(20, 12), "AutoWarmup: warmed up for 6 s (steady after 12 of 20 iterations)"),
    (warmed(33, 0), "AutoWarmup: warmed up for 9.9 s (33 iterations), not steady by then"),
])
def test_the_line_of_a_fork_under_auto_warmup(record: WarmedRecord | None, text: str) -> None:
    assert describe_auto_warmup(ForkScores(fork=0, warmup=(), measurement=(), counts=True, warmed=record)) == text


def test_auto_warmup_is_in_the_log_the_full_report_and_json() -> None:
    forks = [replace(measured(number, [1000.0] * 5, [1000.0] * 2), warmed=record)
             for number, record in enumerate([warmed(5, 5), warmed(12, 12), warmed(33, 0)])]
    result = run([case(forks, options={"auto_warmup": AutoWarmup(max_ns=10 * 10**9, tolerance=0.02)}), case(forks[:1], **JAVASCRIPT, case_id="d")])
    summary = summarise(result, 0.95)
    text = "warmed up for 1.5 s to 9.9 s (steady after 5 to 12 iterations), 1 of 3 forks not steady by then on cpp/g++-12"
    assert describe_starts(summary)[-1].startswith(f"AutoWarmup: {text}; warmed up for 1.5 s (steady after 5 iterations) on javascript/node-20.")
    log = render(summary, result, "log")
    assert "Warmup: 2 iterations, 300 ms each, then until steady within 2 % (AutoWarmup, 10 s at most)" in log
    assert "AutoWarmup: warmed up for 9.9 s (33 iterations), not steady by then" in log
    assert [warming["steady_after"] for warming in json.loads(render(summary, result, "json"))[0]["clamh"]["auto_warmup"]] == [5, 12, 0]
    (doubt,) = [w.message for w in summary.rows[0].warnings if w.code == "not-steady"]
    assert doubt == "in 1 of 3 forks AutoWarmup did not reach a steady state within 9.9 s"
