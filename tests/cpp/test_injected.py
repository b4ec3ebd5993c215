"""Do injected objects, counters and fixtures around an invocation belong to exactly what the protocol says, in each mode?

One artifact, compiled with sanitizers from an annotated source, under the counted clock.
"""

from __future__ import annotations

import json
import struct
import subprocess
from pathlib import Path

import pytest
from made_cpp import made
from made_talk import Talk

from clamh.languages import languages

toolchain = languages()["cpp"].toolchain

HERE = Path(__file__).parent
MS = 1_000_000
pytestmark = pytest.mark.language("cpp")


def written(call: str, value: object) -> str:
    """A value as random_values.hpp writes it."""
    if call in ("nextDouble()", "nextFloat()"):
        code = "d" if call == "nextDouble()" else "f"
        return struct.pack(f">{code}", value).hex().lstrip("0")
    return str(value).lower()


@pytest.fixture(scope="module")
def artifact(tmp_path_factory: pytest.TempPathFactory) -> str:
    return toolchain.recorder(made(HERE / "injected.cpp", tmp_path_factory.mktemp("cache"), "-fsanitize=address,undefined",
                                   "-fno-sanitize-recover=all")).path


@pytest.fixture
def worker(artifact: str):
    talk = Talk([artifact], {}, ())
    yield talk
    if not talk.ended():
        talk.end()


def iterate(worker: Talk, benchmark: str, mode: str, count: int = 0, time_ns: int = 0, phase: str = "measurement",
            params: dict[str, str] = {}, **fields: object) -> dict:
    """The one thread of one iteration that is a whole trial."""
    assert (opened := worker.open("c", benchmark, params, mode=mode, **fields))["event"] == "opened", opened
    event = worker.say("iterate", "c", phase, time_ns, count, 1, 1)
    worker.say("close", "c")
    return event if event["event"] == "failed" else event["threads"][0]


def printed(worker: Talk) -> list[str]:
    return worker.end()[1].split()


@pytest.mark.parametrize("mode", ["avgt", "thrpt", "wall", "ss"])
def test_fixtures_of_an_invocation_stand_around_each_and_outside_of_its_time(worker, mode: str) -> None:
    thread = iterate(worker, "n::around", mode, count=2, batch=3, opi=5)
    # Six stretches of one reading's length; ss: two batches are two operations of opi each, else invocations × opi ÷ batch.
    assert (thread["timings"], thread["elapsed_ns"], thread["operations"]) == (6, 6 * MS, 10)
    assert printed(worker) == ["before", "call", "after"] * 6 + ["iterated"]


def test_in_mode_sample_they_stand_around_each_batch(worker) -> None:
    thread = iterate(worker, "n::around", "sample", count=2, batch=3, opi=5)
    assert (thread["timings"], thread["elapsed_ns"], thread["operations"]) == (2, 2 * MS, 10)
    assert thread["sample_ns"] == [MS, MS]
    assert printed(worker) == (["before"] + ["call"] * 3 + ["after"]) * 2 + ["iterated"]


@pytest.mark.parametrize("mode", ["avgt", "sample"])
def test_with_invocation_fixtures_total_time_ends_an_iteration(worker, mode: str) -> None:
    thread = iterate(worker, "n::around", mode, time_ns=5 * MS)
    # Readings 1 and 2 are those of the first call, 5 and 6 those of the third: 5 ms between first and last.
    assert (thread["timings"], thread["elapsed_ns"], thread["all_operations"]) == (3, 3 * MS, 3)
    assert thread["sample_ns"] == [MS] * 3
    assert printed(worker) == ["before", "call", "after"] * 3 + ["iterated"]


def test_after_a_failure_the_invocation_is_torn_down_before_the_iteration(worker) -> None:
    failed = iterate(worker, "n::fails_inside", "avgt", count=2)
    assert (failed["reason"], failed["where"], failed["message"]) == ("benchmark", "n::fails_inside", "inside")
    assert printed(worker) == ["before", "after", "iterated"]


def test_a_batch_between_one_pair_of_readings_is_one_operation_in_mode_ss(worker) -> None:
    thread = iterate(worker, "n::counts", "ss", count=1, batch=7, wbatch=3, opi=2)
    assert (thread["timings"], thread["operations"], thread["sample_ns"]) == (1, 2, [MS])
    assert thread["counters"] == {"n::Counts::hits": 7, "n::Counts::halves": 3.5, "n::Counts::doubled": 14}
    warmup = iterate(worker, "n::counts", "ss", count=1, batch=7, wbatch=3, phase="warmup")
    assert warmup["counters"]["n::Counts::hits"] == 3


@pytest.mark.parametrize("step", [1, 1000, MS])
def test_counters_belong_to_the_operations_that_are_counted(artifact, step: int) -> None:
    worker = Talk([artifact], {"CLAMH_CLOCK": f"counted:{step}"}, ())
    averaged = iterate(worker, "n::counts", "avgt", time_ns=5 * step)
    assert averaged["counters"]["n::Counts::hits"] == averaged["operations"]
    sampled = iterate(worker, "n::counts", "sample", time_ns=200 * step)
    assert sampled["counters"]["n::Counts::hits"] == sampled["all_operations"]
    assert len(sampled["sample_ns"]) == sampled["timings"] == sampled["operations"] <= sampled["all_operations"]
    worker.end()


def test_short_batches_are_sampled_at_random_with_a_constant_mean(artifact) -> None:
    # A batch of one reading's length, 1 µs, is to be timed every 50th time; each sampled one takes two readings.
    def run(seed: int) -> tuple[dict, ...]:
        worker = Talk([artifact], {"CLAMH_CLOCK": "counted:1000"}, ())
        worker.open("c", "n::counts", {}, mode="sample", seed=seed)
        threads = tuple(worker.say("iterate", "c", "measurement", 20 * MS, 0, int(at == 0), int(at == 1))["threads"][0]
                        for at in range(2))
        worker.end()
        return threads

    first, again, other = run(7), run(7), run(8)
    drawn = [[(thread["timings"], thread["all_operations"]) for thread in threads] for threads in (first, again, other)]
    assert drawn[0] == drawn[1] and len({*drawn[0], *drawn[2]}) == 4
    for thread in (*first, *other):
        assert thread["sample_ns"] == [1000] * thread["timings"]
        skipped = (thread["all_operations"] - thread["timings"]) / thread["timings"]
        assert 45 < skipped < 54  # 10,000 gaps: their mean is off by 0.5 in one of a million runs


def test_an_interruption_of_the_calibration_does_not_have_every_batch_timed(artifact) -> None:
    # Such an iteration would have a hundred times the samples of the others, and the percentiles of all would be its own.
    worker = Talk([artifact], {"CLAMH_CLOCK": None}, ())
    thread = iterate(worker, "n::interrupted", "sample", time_ns=20 * MS)
    assert thread["all_operations"] > 10 * thread["timings"]
    worker.end()


def test_phase_and_running_cases_are_shown(worker) -> None:
    text = {"batch": 4, "wbatch": 2, "opi": 3, "seed": 9, "forks": 5, "wforks": 1, "wi": 6, "w": 100, "i": 7, "r": 200, "to": 300,
            "tu": "us"}
    worker.open("c", "n::what_runs", {"n::Base::number": "2", "n::Another::zone": "x"}, mode="thrpt", **text)
    returned = worker.say("invoke", "c", 1)["returned"]
    assert returned == ("s:n::what_runs number=2 zone=x thrpt us 2 1 5 1 6 200 3 300 9 1 n%3A%3Awhat_runs-Throughput-number-2-zone-x MEASUREMENT 7 200 4")


def test_control_starts_with_the_measurement(worker) -> None:
    worker.open("c", "n::flags")
    assert worker.say("invoke", "c", 1)["returned"] == "s:waits goes on"
    assert worker.open("d", "n::watches")["event"] == "opened"


def test_an_invocation_says_how_many_operations_it_did(worker) -> None:
    thread = iterate(worker, "n::varies", "avgt", count=2, batch=2, opi=10)
    assert (thread["operations"], thread["all_operations"]) == (1 + 2 + 3 + 4, 10)
    timed = iterate(worker, "n::varies", "thrpt", time_ns=3 * MS)
    assert timed["operations"] == 5 + 6 + 7
    failed = iterate(worker, "n::says_nothing", "avgt", count=2)
    assert failed["reason"] == "benchmark" and "add(n)" in failed["message"]


def test_Random_gives_the_published_values_of_every_method_here_and_outside(worker, platform, compile_cpp, tmp_path) -> None:
    golden = json.loads((HERE.parent / "golden" / "random" / "values.json").read_text())
    compile_cpp(platform, [HERE / "random_outside.cpp"], tmp_path / "outside", "-std=c++11")
    outside = subprocess.run([tmp_path / "outside", golden["seed"], *golden["values"]], capture_output=True, text=True, check=True)
    for (call, values), line in zip(golden["values"].items(), outside.stdout.splitlines(), strict=True):
        text = " ".join(written(call, value) for value in values)
        assert line == text, call
        worker.open("c", "n::draws", {"n::Draws::call": call}, seed=golden["seed"])
        assert worker.say("invoke", "c", 1)["returned"] == f"s:{text}", call
        worker.say("close", "c")
    worker.open("c", "n::beyond")
    assert "must be above 0" in worker.say("invoke", "c", 1)["message"]


def test_Memory_is_placed_by_the_seed(worker) -> None:
    places = []
    for case, seed in (("a", 7), ("b", 7), ("c", 8), ("d", 0)):
        worker.open(case, "n::arrays", {"n::Base::number": "1"}, seed=seed)
        places.append(worker.say("invoke", case, 1)["returned"].removeprefix("s:").split())
    assert places[0] == places[1] != places[2] and places[3] == ["2"] * 8 and len(set(places[0])) > 3
    worker.open("e", "n::what_runs", {"n::Base::number": "1", "n::Another::zone": "x"})
    worker.say("invoke", "e")
    assert printed(worker) == ["place"] * 4


def test_there_is_no_garbage_to_collect(worker) -> None:
    for case, text in (("a", "true"), ("b", "off"), ("c", "false")):
        assert worker.open(case, "n::watches", {}, gc=text)["event"] == "opened"
    assert worker.describe()[0]["capabilities"]["gc"] == ["true", "off"]
