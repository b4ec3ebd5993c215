"""Two runs of a suite of which some benchmarks became slower, for tests of the gate."""

from __future__ import annotations

from typing import Any

from made_runs import case, fork, run
from msgspec.structs import replace

from clamh.judging.compare_runs import compare_runs
from clamh.judging.summarise import summarise
from clamh.model.results import CaseResult, Run
from clamh.model.summary import Comparison, Summary

SPREAD = (1.0, 1.004, 0.997, 1.002, 0.999)  # of five forks
TIMES = {"sort": 20.0, "search": 5.0, "parse": 400.0, "hash": 1.5, "copy": 90.0, "print": 7.0, "split": 11.0, "gone": 3.0}


def timed(key: str, ns: float, spread: float = 1.0, forks: int = 5, **fields: Any) -> CaseResult:
    """A case of five forks around this time; `spread` widens how much they differ."""
    fork_results = [fork(n, [ns * (1 + spread * (part - 1))] * 3, mode=fields.get("mode", "avgt")) for n, part in enumerate(SPREAD[:forks])]
    return case(fork_results, key, **({"key": key, "benchmark": f"Suite::{key}", "params": {}} | fields))


def several_sources(*times: float) -> Run:
    """A run with a benchmark `sort` in so many sources of a side, with these times."""
    cases = [timed("sort", ns, source=f"suite/v{number}.cpp") for number, ns in enumerate(times)]
    return run([replace(item, case=replace(item.case, case_id=f"sort-{number}")) for number, item in enumerate(cases)])


def base() -> Run:
    """What the gate measures by."""
    return run([timed(key, ns) for key, ns in TIMES.items()])


def new() -> Run:
    """sort is 10 % slower, search 20 % faster, hash 0.4 % slower, print scatters, copy failed, split has two forks, one is gone."""
    dead = [fork(n, [], end={"status": "failed", "reason": "killed", "signal": 11}) for n in range(1)]
    cases = [timed("sort", 22.0), timed("search", 4.0), timed("parse", 400.0), timed("hash", 1.506), timed("print", 7.2, spread=10.0),
             timed("split", 11.0, forks=2), timed("added", 2.0)]
    cases.insert(4, case(dead, "copy", key="copy", benchmark="Suite::copy", params={}, planned=5))
    return run(cases)


def judged(item: Run) -> tuple[Run, Summary]:
    return item, summarise(item, 0.95)


def compared(a: Run, b: Run) -> Comparison:
    return compare_runs(judged(a), judged(b))
