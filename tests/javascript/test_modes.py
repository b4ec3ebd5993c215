"""Does every mode time what protocol/version-1.md says, and tell exactly that?"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from made_javascript import PLATFORMS

from clamh.languages.javascript import toolchain

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
    assert (shot["elapsed_ns"], shot["sample_ns"], shot["clock_cost_ns"]) == (1_000_000, [1_000_000], 0)
    worker.open("d", benchmark, mode="ss")
    assert "takes a count" in worker.say("iterate", "d", "measurement", 1, 0, 1, 1)["message"]


@pytest.mark.parametrize("benchmark", ["cheap", "waits", "promises"])
def test_sample_mode_times_some_batches_one_by_one_and_tells_all(talk, platform, benchmark: str) -> None:
    worker = talk("modes.js", platform=platform, CLAMH_CLOCK=None)
    worker.open("c", benchmark, mode="sample", batch=3, opi=2)
    for first in (1, 0):
        thread = worker.say("iterate", "c", "measurement", 100_000_000, 0, first, 0)["threads"][0]
    values, counts = thread["histogram"][::2], thread["histogram"][1::2]
    assert values == sorted(set(values)) and sum(counts) == thread["timings"] > 100
    assert thread["operations"] == 2 * thread["timings"] < thread["all_operations"]
    low = sum(value * count for value, count in zip(values, counts, strict=True))
    assert low <= thread["elapsed_ns"] <= low * (1 + 1 / 1024)
    assert thread["sample_ns"] == [] and thread["clock_cost_ns"] > 0


def test_sample_mode_is_exact_under_the_counted_clock(talk) -> None:
    worker = talk("modes.js")
    worker.open("c", "cheap", mode="sample", batch=3, opi=2)
    thread = worker.say("iterate", "c", "measurement", 0, 5, 1, 1)["threads"][0]
    assert thread["histogram"] == [1_000_000 // 512 * 512, 5]  # a thousand and more buckets from 2^19 ns on
    assert (thread["operations"], thread["all_operations"], thread["elapsed_ns"], thread["timings"]) == (10, 10, 5_000_000, 5)


def test_short_batches_are_sampled_at_random_with_a_constant_mean(talk) -> None:
    # A batch of one reading's length, 1 µs, is to be timed every 50th time; each sampled one takes two readings.
    drawn = []
    for seed in (7, 7, 8):
        worker = talk("modes.js", CLAMH_CLOCK="counted:1000")
        worker.open("c", "cheap", mode="sample", seed=seed)
        for first in (1, 0):
            thread = worker.say("iterate", "c", "measurement", 20_000_000, 0, first, 1 - first)["threads"][0]
            assert thread["histogram"] == [1000, thread["timings"]]
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
    series = (0, []) if mode == "sample" else (calls, [calls * 1_000_000])
    assert (thread["sample_invocations"], thread["sample_ns"]) == series
    assert words(worker.end()[1]) == [*CALL * calls, "iterated", "leave"]


def test_in_sample_mode_invocation_fixtures_stand_around_each_batch(talk) -> None:
    worker = talk("modes.js")
    worker.open("c", "between", mode="sample", batch=3)
    worker.say("iterate", "c", "measurement", 0, 2, 1, 1)
    assert words(worker.end()[1]) == [*["before", "call", "call", "call", "after"] * 2, "iterated", "leave"]


@pytest.mark.parametrize(("mode", "timings", "series"), [("avgt", 3, [1_000_000] * 3), ("sample", 3, [])])
def test_with_invocation_fixtures_an_iteration_ends_by_the_time_that_all_took(talk, mode, timings, series) -> None:
    worker = talk("modes.js")
    worker.open("c", "between", mode=mode)
    thread = worker.say("iterate", "c", "measurement", 5_000_000, 0, 1, 1)["threads"][0]
    # readings 1 and 2 are those of the first call, 5 and 6 those of the third: 5 ms between first and last
    assert (thread["timings"], thread["elapsed_ns"], thread["sample_ns"]) == (timings, timings * 1_000_000, series)
    assert words(worker.end()[1]) == [*CALL * timings, "iterated", "leave"]


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


def test_a_stub_makes_as_many_invocations_as_it_is_told(talk, platform, tmp_path: Path) -> None:
    (tmp_path / "count.mjs").write_text(COUNTING, encoding="utf-8")
    worker = talk(tmp_path / "count.mjs", platform=platform)
    worker.open("c", "count")
    counts = (1, 2, 1023, 1024, 1025, 2047, 2048, 2049, 3_000_000, 1, 1024)
    for at, count in enumerate(counts):
        worker.say("iterate", "c", "measurement", 0, count, int(at == 0), int(at == len(counts) - 1))
    assert worker.end()[1].split() == [str(one) for one in counts]


def test_a_histogram_of_many_buckets_is_joined_until_it_fits_into_a_line_with_those_of_the_other_threads() -> None:
    script = """
    const { Histogram } = require(process.argv[1]);
    const one = new Histogram();
    for (let power = 11; power < 41; power += 1) for (let at = 0; at < 1024; at += 1) one.add(2 ** power + at * 2 ** (power - 10));
    const told = (pairs) => {
      let [ascending, count, sum] = [true, 0, 0];
      for (let at = 0; at < pairs.length; at += 2) {
        ascending &&= at === 0 || pairs[at] > pairs[at - 2];
        count += pairs[at + 1];
        sum += pairs[at] * pairs[at + 1];
      }
      return [pairs.length / 2, ascending, count, sum];
    };
    const few = new Histogram();
    few.add(5), few.add(5), few.add(3);
    const late = new Histogram();
    for (let at = 0; at < 1024; at += 1) late.add(2048 + 2 * at);
    late.add(1_000_000), late.add(3_000_000);
    console.log(JSON.stringify([told(one.pairs()), told(one.pairs(64)), few.pairs(64), late.pairs(64)]));
    """
    path = Path(toolchain.__file__).parent / "runtime" / "histogram.js"
    printed = subprocess.run([PLATFORMS[0].executable, "-e", script, path], capture_output=True, text=True, check=True).stdout
    alone, of_many, few, late = json.loads(printed)
    least = [2**power + at * 2 ** (power - 10) for power in range(11, 41) for at in range(1024)]
    for (pairs, ascending, count, total), most in ((alone, 20_000), (of_many, 20_000 // 64)):
        assert most / 2 <= pairs <= most and ascending and count == len(least) == 30_720
        assert total == pytest.approx(sum(least), rel=1e-3)
    assert few == [3, 1, 5, 2]
    assert late[-4:] == [999_936, 1, 2_998_272, 1] and len(late) == 516  # what lies apart stays so: the longest time is no mean
    assert late[:4] == [2051, 4, 2059, 4]
