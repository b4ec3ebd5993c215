"""Does the worker answer every command as protocol/README.md says? With the counted clock."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from made_commands import splitmix

pytestmark = pytest.mark.language("javascript")

ALIGNED = {"Aligned__text": "a%20b", "Aligned__flag": "true", "Aligned__ratio": "0x1p-1", "Aligned__big": "-0x20_0000_0000_0001",
           "Aligned__plain": "q"}
SHARED = {"Shared__level": "2"}


def test_describe_tells_the_whole_catalog(talk, platform) -> None:
    hello, *catalog, described = talk("talk.js", platform=platform).describe()
    assert (hello["event"], hello["protocol"], hello["language"], hello["platform"]) == ("hello", 1, "javascript", platform.id)
    assert hello["toolchain"] == {"name": "node", "version": platform.version, "flags": [], "optimised": True}
    assert hello["runtime"].startswith("V8 ")
    assert hello["clocks"] == [{"name": "counted", "step_ns": 1, "cost_ns": 1, "taken": True}]
    [(path, digest)] = hello["sources"].items()
    assert digest == hashlib.sha256(Path(path).read_bytes()).hexdigest()
    states = {one["name"]: one for one in catalog if one["event"] == "state"}
    assert list(states) == ["Shared", "Aligned", "Half"]
    assert {one["name"]: one["type"] for one in states["Aligned"]["params"]} == {
        "Aligned.text": "string", "Aligned.flag": "boolean", "Aligned.ratio": "float", "Aligned.big": "integer",
        "Aligned.plain": "string"}
    assert states["Shared"]["params"][0]["values"] == ["1", "2"]
    assert states["Shared"]["fixtures"] == [
        {"kind": "Setup", "level": "Trial", "name": "Shared.setup"},
        {"kind": "Teardown", "level": "Trial", "name": "Shared.teardown"},
        {"kind": "Setup", "level": "Iteration", "name": "Shared.iteration"},
        {"kind": "Teardown", "level": "Iteration", "name": "Shared.iterated"}]
    benchmarks = {one["name"]: one for one in catalog if one["event"] == "benchmark"}
    assert benchmarks["Bench.twice"]["baseline"] == "reference" and benchmarks["Bench.twice"]["line"] == 8
    assert benchmarks["Bench.texts"]["states"] == ["Aligned", "Shared"]  # Shared comes along with Aligned's setup
    assert benchmarks["Bench.big"]["settings"] == {"operations_per_invocation": 4}
    assert described == {"event": "described", "benchmarks": 11, "states": 3}


@pytest.mark.parametrize("clock", ["", "counted", "counted:", "counted:0", "counted:1x", "sundial"])
def test_a_malformed_clock_is_refused(talk, clock: str) -> None:
    worker = talk("talk.js", CLAMH_CLOCK=clock)
    assert worker.hear()["where"] == "CLAMH_CLOCK"
    assert worker.end()[0] == 2


def test_an_iteration_is_exact_under_the_counted_clock(talk) -> None:
    worker = talk("talk.js")
    opened = worker.say("open", "c1", "benchmark=Bench.twice", "mode=avgt", "threads=1", "batch=2", "opi=3", "seed=7",
                        "p:Shared.level=1", "unknown=ignored")
    assert opened["event"] == "opened"
    first = worker.say("iterate", "c1", "warmup", 3_000_000, 0, 1, 0)
    thread = first["threads"][0]
    assert (thread["elapsed_ns"], thread["sample_ns"], thread["sample_invocations"]) == (3_000_000, [1_000_000] * 3, 1)
    assert (thread["operations"], thread["all_operations"]) == (4.5, 4.5)
    counted = worker.say("iterate", "c1", "measurement", 0, 5, 0, 1)["threads"][0]
    assert (counted["operations"], counted["elapsed_ns"], counted["sample_invocations"]) == (15, 1_000_000, 10)
    assert worker.say("close", "c1") == {"event": "closed", "case": "c1"}
    assert worker.say("exit") == {"event": "bye"}
    assert worker.end()[0] == 0


def test_a_series_that_would_be_too_long_is_folded(talk) -> None:
    worker = talk("talk.js", CLAMH_CLOCK="counted:1")
    worker.open("c1", "Bench.big")
    thread = worker.say("iterate", "c1", "measurement", 2500, 0, 1, 0)["threads"][0]
    assert (thread["elapsed_ns"], thread["sample_invocations"]) == (2500, 2)
    assert thread["sample_ns"] == [2] * 1000 + [1] * 500
    assert thread["operations"] == 3000


def test_a_sample_spans_a_thousand_resolutions_of_the_best_clock(talk, platform) -> None:
    worker = talk("talk.js", platform=platform, CLAMH_CLOCK=None)
    clocks = {one["name"]: one for one in worker.describe()[0]["clocks"]}
    assert set(clocks) == {"performance.now", "process.hrtime", "process.hrtime.bigint"}
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
    worker = talk("talk.js")
    worker.open("c1", "Bench.texts", **ALIGNED, **SHARED)
    worker.say("iterate", "c1", "warmup", 0, 1, 1, 0)
    worker.say("iterate", "c1", "measurement", 0, 1, 0, 1)
    worker.say("close", "c1")
    iteration = ["Shared.iteration", "Shared.iterated"]
    assert worker.end() == (0, "\n".join([
        "Shared()", "everywhere", "Shared.setup", "Aligned.setup Shared", *iteration, *iteration, "Aligned.teardown",
        "Shared.teardown", ""]))


@pytest.mark.parametrize(("benchmark", "message", "line"), [
    ("fails", "TypeError: boom 2\n    at fails (", 73),
    ("failsOddly", "thrown: { odd: 1 }", 0),
    ("failsLater", "RangeError: later\n    at failsLater (", 79),
    ("forgets", "Error: nobody catches this\n    at forgets (", 82),
    ("never", "a promise is waited for that nothing can settle any more", 0),
])
def test_a_failing_benchmark_is_told_with_its_place_and_others_go_on(talk, platform, benchmark, message, line) -> None:
    worker = talk("talk.js", platform=platform)
    worker.open("c1", benchmark, **(SHARED if benchmark == "fails" else {}))
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["event"], failed["case"], failed["reason"], failed["where"]) == ("failed", "c1", "benchmark", benchmark)
    assert message in failed["message"] and "clamh" not in failed["message"]
    assert not line or failed["message"].splitlines()[-1].split(":")[1] == str(line)
    assert worker.say("close", "c1")["reason"] == "usage"
    worker.open("c2", "Bench.big")
    assert worker.say("iterate", "c2", "warmup", 0, 1, 1, 1)["event"] == "iteration"
    code, printed = worker.end()
    assert code == 0
    if benchmark == "fails":
        assert printed.split()[:6] == ["Shared()", "everywhere", "Shared.setup", "Shared.iteration", "Shared.iterated",
                                       "Shared.teardown"]


def test_a_state_counts_as_set_up_from_its_first_setup_that_came_to_its_end(talk) -> None:
    worker = talk("talk.js")
    worker.open("c1", "half", **SHARED)
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["reason"], failed["where"]) == ("setup", "Half.finish")
    assert failed["message"].startswith("Error: no more\n    at Half.finish (") and failed["message"].count("\n") == 1
    # `half` takes shared, half: the last one is set up first, and what did not get its turn is not torn down
    assert worker.end()[1].split() == ["Shared()", "everywhere", "Half.begin", "Half.teardown"]


def test_what_is_promised_is_awaited_whether_or_not_the_function_is_async(talk, platform) -> None:
    worker = talk("talk.js", platform=platform, CLAMH_CLOCK=None)
    for case, least in (("promises", 0), ("sleeps", 1_000_000)):
        worker.open(case, case)
        thread = worker.say("iterate", case, "warmup", 0, 3, 1, 0)["threads"][0]
        assert thread["all_operations"] == thread["operations"] == 3
        assert thread["elapsed_ns"] > 3 * least
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
    ("Bench.big", {}, {"threads": 2}, "threads=2"),
    ("Bench.big", {}, {"mode": "ss"}, "mode ss"),
    ("Bench.big", {}, {"batch": 0}, "batch=0"),
    ("Bench.big", {}, {"seed": 2**64}, "seed="),
])
def test_open_refuses_what_cannot_be_and_sets_nothing_up(talk, benchmark, params, fields, complaint) -> None:
    worker = talk("talk.js")
    all_params = {name.replace("__", "."): value for name, value in (ALIGNED | SHARED).items()} | params
    given = all_params if benchmark == "Bench.texts" else params
    said = {"mode": "avgt", "threads": 1, "batch": 1, "opi": 1, "seed": 7} | fields
    failed = worker.say("open", "c1", f"benchmark={benchmark}", *(f"{name}={value}" for name, value in said.items()),
                        *(f"p:{name}={value}" for name, value in given.items()))
    assert failed["reason"] == "usage" and complaint in failed["message"]
    assert worker.end() == (0, "")


@pytest.mark.parametrize(("line", "reason"), [
    ("fly", "unsupported"), ("", "unsupported"), ("constructor", "unsupported"), ("iterate\tc9\twarmup\t1\t0\t1\t0", "usage"),
    ("open", "usage"), ("close\t%4", "usage"), ("close\t%ff", "usage"), ("samples\tc1\t1\t1", "usage"),
    ("iterate\tc1\twarmup\t1\t1\t1\t0", "usage"), ("iterate\tc1\twarmup\t1\t0\t0\t0", "usage"),
    ("iterate\tc1\tlunch\t1\t0\t1\t0", "usage"), ("drain\tc1", "usage"), ("x" * (1 << 20), "usage"),
])
def test_a_wrong_command_is_refused_and_the_case_lives_on(talk, line: str, reason: str) -> None:
    worker = talk("talk.js")
    worker.open("c1", "Bench.big")
    assert worker.say(line)["reason"] == reason
    assert worker.say("iterate", "c1", "warmup", 0, 1, 1, 1)["event"] == "iteration"


def test_values_are_canonical_and_what_Blackhole_got_is_recorded(talk) -> None:
    worker = talk("talk.js")
    worker.open("c1", "Bench.big")
    value = worker.invoke("Bench.texts", **ALIGNED, **SHARED)
    assert value["consumed"] == ["s:a b", "b:true", "f:3fe0000000000000", "i:-9007199254740993", "s:q"]
    assert value["returned"] == f"sha256:{hashlib.sha256(b's:' + b'x' * 1500).hexdigest()}:1502"
    assert worker.say("iterate", "c1", "warmup", 0, 1, 1, 0)["reason"] == "usage"  # it must not measure any more
    assert worker.say("exit") == {"event": "bye"}
    assert worker.end()[0] == 0


def test_samples_and_pairs_come_in_parts_with_their_order(talk) -> None:
    worker = talk("talk.js")
    for case in ("a", "b"):
        worker.open(case, "Bench.big")
        worker.say("iterate", case, "warmup", 0, 1, 1, 0)
    worker.send("samples", "a", 2, 70_000)
    parts = [worker.hear(), worker.hear()]
    assert [(one["part"], one["last"], len(one["sample_ns"])) for one in parts] == [(0, False, 65536), (1, True, 4464)]
    pairs = worker.say("pair", "a", "b", 3, 64, 42)
    assert (pairs["cases"], pairs["invocations"], pairs["part"], pairs["last"]) == (["a", "b"], 3, 0, True)
    assert pairs["first_ns"] == pairs["second_ns"] == [1_000_000] * 64
    assert pairs["order"] == "".join(str(one >> 63) for one in splitmix(42, 64))
    assert worker.say("drain", "a") == {"event": "drained", "case": "a", "extra_operations": 0}


def test_two_workers_duel_without_the_driver(talk) -> None:
    there, back = os.pipe(), os.pipe()
    ends = ((back[0], there[1]), (there[0], back[1]))
    workers = [talk("talk.js", pass_fds=end) for end in ends]
    for worker in workers:
        worker.open("c", "Bench.big")
        worker.say("iterate", "c", "warmup", 0, 1, 1, 0)
    for role, (worker, (token_in, token_out)) in enumerate(zip(workers, ends, strict=True)):
        worker.send("duel", "c", 2, 50, 42, token_in, token_out, role)
    order = "".join(str(one >> 63) for one in splitmix(42, 50))
    for role, worker in enumerate(workers):
        heard = worker.hear()
        assert (heard["event"], heard["role"], heard["order"], heard["last"]) == ("duel", role, order, True)
        assert heard["sample_ns"] == [1_000_000] * 50
    for descriptor in (*there, *back):
        os.close(descriptor)


def test_static_params_are_each_cases_own_when_two_are_open(talk) -> None:
    worker = talk("talk.js")
    for case, level in (("a", 1), ("b", 2)):
        worker.open(case, "Bench.twice", Shared__level=level)
    assert worker.say("invoke", "a")["returned"] == "f:4004000000000000"  # 1 call + 0.5 + level 1 = 2.5
    assert worker.say("invoke", "b")["returned"] == "f:400c000000000000"  # 3.5


def test_the_end_of_the_commands_ends_the_worker_with_0_and_its_children_hold_no_pipe(talk) -> None:
    worker = talk("talk.js")
    worker.describe()
    for descriptor in os.listdir(f"/proc/{worker.process.pid}/fd"):
        flags = Path(f"/proc/{worker.process.pid}/fdinfo/{descriptor}").read_text()
        if int(descriptor) > 2:
            assert int(flags.split("flags:")[1].split()[0], 8) & 0o2000000, f"{descriptor} is not close-on-exec"
    assert worker.end()[0] == 0


def test_a_driver_that_does_not_read_any_more_ends_the_worker_quietly(talk) -> None:
    worker = talk("talk.js")
    worker.events.close()
    worker.send("describe")
    assert worker.process.wait(60) == 0
