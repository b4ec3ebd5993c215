"""Does every mode time what protocol/README.md says, and tell exactly that?"""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.language("javascript")

CALL = ["before", "call", "after"]


def words(printed: str) -> list[str]:
    return [line.split()[0] for line in printed.splitlines()]


@pytest.mark.parametrize("benchmark", ["cheap", "waits", "promises"])
def test_a_single_shot_is_one_stretch_of_the_whole_batch(talk, benchmark: str) -> None:
    worker = talk("modes.js")
    worker.open("c", benchmark, mode="ss", batch=7, wbatch=2, opi=3)
    warm = worker.say("iterate", "c", "warmup", 0, 1, 1, 0)["threads"][0]
    assert (warm["operations"], warm["sample_invocations"], warm["timings"], warm["elapsed_ns"]) == (3, 2, 1, 1_000_000)
    shot = worker.say("iterate", "c", "measurement", 0, 1, 0, 1)["threads"][0]
    assert (shot["operations"], shot["all_operations"], shot["sample_invocations"], shot["timings"]) == (3, 3, 7, 1)
    assert (shot["elapsed_ns"], shot["sample_ns"]) == (1_000_000, [1_000_000])


@pytest.mark.parametrize("benchmark", ["cheap", "waits", "promises"])
def test_sample_mode_times_some_batches_one_by_one_and_tells_all(talk, platform, benchmark: str) -> None:
    worker = talk("modes.js", platform=platform, CLAMH_CLOCK=None)
    assert worker.open("c", benchmark, mode="sample", batch=3, opi=2)["clock_cost_ns"] > 0
    for first in (1, 0):
        thread = worker.say("iterate", "c", "measurement", 100_000_000, 0, first, 0)["threads"][0]
    assert len(thread["sample_ns"]) == thread["timings"] > 100 and thread["sample_invocations"] == 3
    assert thread["operations"] == 2 * thread["timings"] < thread["all_operations"]
    assert sum(thread["sample_ns"]) == thread["elapsed_ns"]


def test_sample_mode_is_exact_under_the_counted_clock(talk) -> None:
    worker = talk("modes.js")
    worker.open("c", "cheap", mode="sample", batch=3, opi=2)
    thread = worker.say("iterate", "c", "measurement", 0, 5, 1, 1)["threads"][0]
    assert thread["sample_ns"] == [1_000_000] * 5
    assert (thread["operations"], thread["all_operations"], thread["elapsed_ns"], thread["timings"]) == (10, 10, 5_000_000, 5)


@pytest.mark.parametrize("mode", ["avgt", "sample", "ss"])
def test_control_has_stopped_after_a_count_as_after_a_time(talk, mode: str) -> None:
    worker = talk("modes.js")
    worker.open("c", "watched", mode=mode)
    if mode != "ss":
        worker.say("iterate", "c", "warmup", 3_000_000, 0, 1, 0)
    worker.say("iterate", "c", "measurement", 0, 2, int(mode == "ss"), 1)
    assert {*worker.end()[1].splitlines()} == {"started true stopped true"}


def test_short_batches_are_sampled_at_random_with_a_constant_mean(talk) -> None:
    # A batch of one reading's length, 1 µs, is to be timed every 50th time; each sampled one takes two readings.
    drawn = []
    for seed in (7, 7, 8):
        worker = talk("modes.js", CLAMH_CLOCK="counted:1000")
        worker.open("c", "cheap", mode="sample", seed=seed)
        for first in (1, 0):
            thread = worker.say("iterate", "c", "measurement", 20_000_000, 0, first, 1 - first)["threads"][0]
            assert thread["sample_ns"] == [1000] * thread["timings"]
            # 10,000 gaps: their mean is off by 2.5 in one of a million runs
            assert 46 < (thread["all_operations"] - thread["timings"]) / thread["timings"] < 52
            drawn.append((thread["timings"], thread["all_operations"]))
    assert drawn[:2] == drawn[2:4] and len(set(drawn)) == 4


@pytest.mark.parametrize(("mode", "batch", "count", "calls"), [
    ("avgt", 2, 3, 6), ("thrpt", 1, 4, 4), ("wall", 1, 2, 2), ("ss", 5, 1, 5), ("sample", 1, 3, 3),
])
def test_invocation_fixtures_stand_outside_of_every_stretch(talk, mode: str, batch: int, count: int, calls: int) -> None:
    worker = talk("modes.js")
    worker.open("c", "between", mode=mode, batch=batch)
    thread = worker.say("iterate", "c", "measurement", 0, count, 1, 1)["threads"][0]
    assert (thread["timings"], thread["elapsed_ns"], thread["operations"]) == (calls, calls * 1_000_000, count)
    series = (1, [1_000_000] * 3) if mode == "sample" else (calls, [calls * 1_000_000])
    assert (thread["sample_invocations"], thread["sample_ns"]) == series
    assert words(worker.end()[1]) == [*CALL * calls, "iterated", "leave"]


def test_in_sample_mode_invocation_fixtures_stand_around_each_batch(talk) -> None:
    worker = talk("modes.js")
    worker.open("c", "between", mode="sample", batch=3)
    worker.say("iterate", "c", "measurement", 0, 2, 1, 1)
    assert words(worker.end()[1]) == [*["before", "call", "call", "call", "after"] * 2, "iterated", "leave"]


@pytest.mark.parametrize("mode", ["avgt", "sample"])
def test_with_invocation_fixtures_total_time_ends_an_iteration(talk, mode: str) -> None:
    worker = talk("modes.js")
    worker.open("c", "between", mode=mode)
    thread = worker.say("iterate", "c", "measurement", 5_000_000, 0, 1, 1)["threads"][0]
    # readings 1 and 2 are those of the first call, 5 and 6 those of the third: 5 ms between first and last
    assert (thread["timings"], thread["elapsed_ns"], thread["sample_ns"]) == (3, 3_000_000, [1_000_000] * 3)
    assert words(worker.end()[1]) == [*CALL * 3, "iterated", "leave"]


@pytest.mark.parametrize("mode", ["avgt", "sample", "ss"])
def test_a_failure_within_an_invocation_tears_down_every_level(talk, mode: str) -> None:
    worker = talk("modes.js")
    worker.open("c", "thrice", mode=mode, batch=5)
    failed = worker.say("iterate", "c", "measurement", 0, 1, 1, 1)
    assert (failed["event"], failed["reason"], failed["where"]) == ("failed", "benchmark", "thrice")
    assert words(worker.end()[1])[-3:] == ["after", "iterated", "leave"]


COUNTING = """
let calls = 0;
//@@Benchmark
export function count() { calls += 1; }
//@@Teardown(Level.Iteration)
function tell() { console.log(calls); calls = 0; }
"""


def test_stub_makes_the_requested_number_of_invocations(talk, platform, tmp_path: Path) -> None:
    (tmp_path / "count.mjs").write_text(COUNTING, encoding="utf-8")
    worker = talk(tmp_path / "count.mjs", platform=platform)
    worker.open("c", "count")
    counts = (1, 2, 1023, 1024, 1025, 2047, 2048, 2049, 3_000_000, 1, 1024)
    for at, count in enumerate(counts):
        worker.say("iterate", "c", "measurement", 0, count, int(at == 0), int(at == len(counts) - 1))
    assert worker.end()[1].split() == [str(count) for count in counts]
