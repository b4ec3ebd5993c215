"""Does the worker answer every command as protocol/README.md says? With the counted clock."""

from __future__ import annotations

import hashlib
import itertools
import runpy
import subprocess
import time
from pathlib import Path

import pytest
from made_protocol import EveryWorker
from made_python import PLATFORMS, SOURCES

import clamh

pytestmark = pytest.mark.language("python")
RUNTIME = Path(clamh.__file__).parent / "languages" / "python" / "runtime"

ALIGNED = {"Aligned.text": "a%20b", "Aligned.flag": "true", "Aligned.ratio": "0x1p-1", "Aligned.big": "-0x20_0000_0000_0001",
           "Aligned.plain": "q"}
SHARED = {"Shared.level": "2"}


class TestProtocol(EveryWorker):
    source, twice, big = "talk.py", "Bench.twice", "Bench.big"
    level, params, numbers = "Shared.level", {}, 65536


def test_describe_tells_the_whole_catalog(talk, platform) -> None:
    hello, *catalog, described = talk("talk.py", platform=platform).describe()
    assert (hello["event"], hello["protocol"], hello["language"], hello["platform"]) == ("hello", 1, "python", platform.id)
    assert hello["toolchain"] == {"name": platform.facts["implementation"], "version": platform.version, "flags": [], "optimised": True}
    assert hello["runtime"].startswith(("CPython 3.", "PyPy 3.")) and hello["runtime"].endswith(("; GIL: threads run in turn", "; no GIL"))
    assert hello["clocks"] == [{"name": "counted", "step_ns": 1, "cost_ns": 1, "taken": True}]
    [(path, digest)] = hello["sources"].items()
    assert digest == hashlib.sha256(Path(path).read_bytes()).hexdigest()
    states = {one["name"]: one for one in catalog if one["event"] == "state"}
    assert list(states) == ["Shared", "Aligned", "Half", "Own", "Belt"]
    assert {one["name"]: one["type"] for one in states["Aligned"]["params"]} == {
        "Aligned.text": "string", "Aligned.flag": "boolean", "Aligned.ratio": "float", "Aligned.big": "integer",
        "Aligned.plain": "string"}
    assert states["Shared"]["params"][0]["values"] == ["1", "2"]
    assert states["Shared"]["fixtures"] == [
        {"kind": "Teardown", "level": "Iteration", "name": "Shared.iterated"},
        {"kind": "Setup", "level": "Iteration", "name": "Shared.iteration"},
        {"kind": "Setup", "level": "Trial", "name": "Shared.setup"},
        {"kind": "Teardown", "level": "Trial", "name": "Shared.teardown"}]
    benchmarks = {one["name"]: one for one in catalog if one["event"] == "benchmark"}
    assert benchmarks["Bench.twice"]["baseline"] == "reference" and benchmarks["Bench.twice"]["line"] == 16
    assert benchmarks["Bench.texts"]["states"] == ["Aligned", "Shared"]  # Shared comes along with Aligned's setup
    assert benchmarks["Bench.big"]["settings"] == {"operations_per_invocation": 4}
    assert described == {"event": "described", "benchmarks": 10, "states": 5}


def test_a_sample_spans_a_thousand_resolutions_of_the_best_clock(talk, platform) -> None:
    worker = talk("talk.py", platform=platform, CLAMH_CLOCK=None)
    clocks = {one["name"]: one for one in worker.describe()[0]["clocks"]}
    assert set(clocks) == {"time.perf_counter_ns", "time.monotonic_ns"}
    (taken,) = [one for one in clocks.values() if one["taken"]]
    resolution = {name: max(one["step_ns"], one["cost_ns"]) for name, one in clocks.items()}
    assert resolution[taken["name"]] == min(resolution.values()) >= 1
    worker.open("c1", "Bench.big")
    for phase, first in (("warmup", 1), ("measurement", 0)):
        thread = worker.say("iterate", "c1", phase, 20_000_000, 0, first, 0)["threads"][0]
        assert 1 <= len(thread["sample_ns"]) <= 2000
        assert sum(thread["sample_ns"]) == thread["elapsed_ns"] >= 20_000_000
        assert thread["operations"] == thread["sample_invocations"] * len(thread["sample_ns"]) < thread["all_operations"]
    assert thread["sample_invocations"] > 1


def test_fixtures_run_in_order_and_come_down_in_reverse(talk) -> None:
    worker = talk("talk.py")
    worker.open("c1", "Bench.texts", ALIGNED | SHARED)
    worker.say("iterate", "c1", "warmup", 0, 1, 1, 0)
    worker.say("iterate", "c1", "measurement", 0, 1, 0, 1)
    worker.say("close", "c1")
    iteration = ["Shared.iteration", "Shared.iterated"]
    assert worker.end() == (0, "\n".join([
        "Shared()", "everywhere", "Shared.setup", "Aligned.setup Shared", *iteration, *iteration, "Aligned.teardown",
        "Shared.teardown", ""]))


@pytest.mark.parametrize(("benchmark", "message", "line"), [
    ("fails", "TypeError: boom 2\n    at fails (", 104),
    ("fails_later", "LookupError: later\n    at fails_later (", 110),
])
def test_a_failing_benchmark_is_told_with_its_place_and_others_go_on(talk, platform, benchmark, message, line) -> None:
    worker = talk("talk.py", platform=platform)
    worker.open("c1", benchmark, SHARED if benchmark == "fails" else {})
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["event"], failed["case"], failed["reason"], failed["where"]) == ("failed", "c1", "benchmark", benchmark)
    assert message in failed["message"] and "clamh_worker" not in failed["message"]
    assert f"talk.py:{line})" in failed["message"]
    assert worker.say("close", "c1")["reason"] == "usage"
    worker.open("c2", "Bench.big")
    assert worker.say("iterate", "c2", "warmup", 0, 1, 1, 1)["event"] == "iteration"
    code, printed = worker.end()
    assert code == 0
    if benchmark == "fails":
        assert printed.split()[:6] == ["Shared()", "everywhere", "Shared.setup", "Shared.iteration", "Shared.iterated",
                                       "Shared.teardown"]


def test_a_state_counts_as_set_up_from_its_first_setup_that_came_to_its_end(talk) -> None:
    worker = talk("talk.py")
    worker.open("c1", "half", SHARED)
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["reason"], failed["where"]) == ("setup", "Half.finish")
    assert failed["message"].startswith("ValueError: no more\n    at finish (") and failed["message"].count("\n") == 1
    # `half` takes shared, half: the last one is set up first, and what did not get its turn is not torn down
    assert worker.end()[1].split() == ["Shared()", "everywhere", "Half.begin", "Half.teardown"]


def test_an_async_benchmark_is_awaited(talk, platform) -> None:
    worker = talk("talk.py", platform=platform, CLAMH_CLOCK=None)
    for case, least in (("promises", 0), ("sleeps", 3_000_000)):
        worker.open(case, case)
        thread = worker.say("iterate", case, "warmup", 0, 3, 1, 0)["threads"][0]
        assert thread["all_operations"] == thread["operations"] == 3
        assert thread["elapsed_ns"] > least
    assert worker.invoke("promises")["returned"] == "i:21"


@pytest.mark.parametrize(("benchmark", "params", "fields", "complaint"), [
    ("none", {}, {}, "no benchmark is called none"),
    ("Bench.big", {"x": "1"}, {}, "no state of Bench.big has a param x"),
    ("fails", {}, {}, "param Shared.level is not given"),
    ("fails", {"Shared.level": "1_0"}, {}, 'is of type float and cannot be "1_0"'),
    ("fails", {"Shared.level": ""}, {}, "float"),
    ("Bench.texts", {"Aligned.flag": "1"}, {}, "boolean"),
    ("Bench.texts", {"Aligned.ratio": "1,5"}, {}, "float"),
    ("Bench.texts", {"Aligned.big": "1.0"}, {}, "integer"),
    ("Bench.big", {}, {"threads": 0}, "threads=0"),
    ("Bench.big", {}, {"tg": "1"}, "tg=1"),
    ("Bench.big", {}, {"mode": "lap"}, "mode lap"),
    ("Bench.big", {}, {"batch": 0}, "batch=0"),
    ("Bench.big", {}, {"seed": 2**64}, "seed="),
])
def test_open_refuses_what_cannot_be_and_sets_nothing_up(talk, benchmark, params, fields, complaint) -> None:
    worker = talk("talk.py")
    given = ALIGNED | SHARED | params if benchmark == "Bench.texts" else params
    failed = worker.open("c1", benchmark, given, **fields)
    assert failed["reason"] == "usage" and complaint in failed["message"]
    assert worker.end() == (0, "")


@pytest.mark.parametrize(("does", "message"), [
    ("raises", "IndexError: no answer\n    at answer ("), ("says%20nothing", "this Check returned nothing")])
def test_a_check_that_fails_is_the_failure_of_its_case_which_is_torn_down(talk, does: str, message: str) -> None:
    worker = talk("checks.py")
    failed = worker.invoke("ask", {"Doubtful.does": does})
    assert (failed["reason"], failed["where"]) == ("benchmark", "Doubtful.answer") and failed["message"].startswith(message)
    promised = worker.invoke("ask", {"Doubtful.does": "promises"})  # the process goes on with other cases
    assert (promised["returned"], promised["checks"]) == ("i:8", {"Doubtful.answer": "i:42"})
    assert worker.end() == (0, "teardown\nteardown\n")


def test_values_are_canonical_and_what_Blackhole_got_is_recorded(talk) -> None:
    worker = talk("talk.py")
    worker.open("c1", "Bench.big")
    value = worker.invoke("Bench.texts", ALIGNED | SHARED)
    assert value["consumed"] == ["s:a b", "b:true", "f:3fe0000000000000", "i:-9007199254740993", "s:q"]
    assert value["returned"] == f"sha256:{hashlib.sha256(b's:' + b'x' * 1500).hexdigest()}:1502"
    assert worker.say("iterate", "c1", "warmup", 0, 1, 1, 0)["reason"] == "usage"  # it must not measure any more
    assert worker.say("exit") == {"event": "bye"}
    assert worker.end()[0] == 0


def test_a_shot_that_lasts_until_it_is_stopped_is_no_score_and_a_slower_one_is_left_to_its_end(talk, platform) -> None:
    worker = talk("talk.py", platform=platform)
    worker.open("c", "watch", threads=2, tg="1,0,1", mode="ss")
    worker.open("d", "watch", threads=2, tg="0,1,1", mode="ss")
    for number in range(3):  # on a busy machine the slower one may be taken for the other
        begun = time.monotonic()
        guard, work = worker.say("iterate", "c", "measurement", 0, 1, int(number == 0), 0)["threads"]
        took = time.monotonic() - begun
        assert (guard["operations"], guard["elapsed_ns"], guard["timings"], guard["sample_ns"]) == (0, 0, 0, [])
        assert (guard["all_operations"], guard["sample_invocations"], guard["counters"]["Own.made"]) == (1, 0, 0)
        assert (work["operations"], work["all_operations"]) == (1, 1)
        slow, _ = worker.say("iterate", "d", "measurement", 0, 1, int(number == 0), 0)["threads"]
        if slow["operations"] == 1 and took < 1.5:  # the last resort takes 2 s
            return
    raise AssertionError(f"slow did {slow['operations']} operations, all came to their end after {took:.1f} s")


@pytest.mark.parametrize("mode", ["avgt", "sample"])
def test_members_that_wait_for_each_other_and_look_at_no_control_come_to_their_end(talk, platform, mode: str) -> None:
    worker = talk("talk.py", platform=platform, CLAMH_CLOCK=None)
    worker.open("c", "belt", threads=2, mode=mode)
    for number in range(20):
        put, take = worker.say("iterate", "c", "measurement", 500_000, 0, int(number == 0), int(number == 19))["threads"]
        assert (put["member"], take["member"]) == ("put", "take") and put["operations"] >= 0


@pytest.mark.parametrize(("threads", "told"), [(1, 0), (2, 1)])
def test_several_threads_under_the_lock_are_warned_of(talk, platform, threads: int, told: int) -> None:
    worker = talk("talk.py", platform=platform)
    locked = "no GIL" not in worker.describe()[0]["runtime"]
    warnings = worker.open("c1", "Bench.big", threads=threads)["warnings"]
    assert len(warnings) == told * locked and all("GIL" in one for one in warnings)


def test_a_histogram_of_many_threads_is_widened_until_it_fits_into_a_line_and_its_end_stays() -> None:
    histogram = runpy.run_path(str(RUNTIME / "histogram.py"))["Histogram"]
    tens, late = histogram(), histogram()
    for ns in (10, 10, 20, 30, 40, 50):
        tens.add(ns)
    assert [tens.pairs(threads) for threads in (4_000, 10_000)] == [[10, 2, 20, 1, 30, 1, 40, 1, 50, 1], [10, 2, 35, 4]]
    for ns in (*range(2048, 4096, 2), 1_000_000, 3_000_000):
        late.add(ns)
    wide = late.pairs(64)
    assert (len(late.pairs()), len(wide)) == (2052, 516)
    assert (wide[:4], wide[-4:]) == ([2051, 4, 2059, 4], [999_936, 1, 2_998_272, 1])


@pytest.mark.parametrize(("said", "told"), [("4294967295", 4294967295), ("0", 0), ("random", None), (None, None)])
def test_the_seed_of_hashes_is_told(talk, said: str | None, told: int | None) -> None:
    assert talk("talk.py", PYTHONHASHSEED=said).open("c1", "Bench.big")["layout"].get("hash_seed") == told


def test_a_module_that_the_interpreter_lacks_is_told_with_that_interpreter(talk, platform, tmp_path: Path) -> None:
    source = tmp_path / "lacks.py"
    source.write_text("import no_such_package\n\n\n#@@Benchmark\ndef one():\n    return 1\n", encoding="utf-8")
    [failed] = talk(source, platform=platform).describe()
    assert failed["message"].startswith("ModuleNotFoundError: No module named 'no_such_package'\n    at <module> (")
    assert " has it not: install it there, or let CLAMH_PYTHON name the interpreter that has it" in failed["message"]


def test_an_artifact_of_another_interpreter_is_refused_in_words(made) -> None:
    for one, other in itertools.pairwise(PLATFORMS):
        done = subprocess.run([other.executable, made(SOURCES / "talk.py", one).path, "--solo", "x"], capture_output=True, text=True,
                              check=False)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"was built for {one.id}, which " in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(("fields", "seed"), [({"seed": 7}, 7), ({"seed": 7, "lseed": 9}, 9), ({"lseed": 9, "layout": "static"}, 0)])
def test_the_seed_of_the_layout_is_told(talk, fields: dict[str, object], seed: int) -> None:
    assert talk("talk.py").open("c1", "Bench.big", **fields)["layout"]["seed"] == seed
