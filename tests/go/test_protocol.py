"""Does the worker answer every command as protocol/README.md says? Under the race detector, with the counted clock."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from made_protocol import EveryCheck, EveryClock, EveryLayout, EveryTeam, EveryWorker
from made_threads import EveryAllocation

from clamh.languages.go import toolchain

pytestmark = pytest.mark.language("go")

ALIGNED = {"n.Aligned.text": "a b", "n.Aligned.colour": "green", "n.Aligned.letter": "ü", "n.Aligned.flag": "true",
           "n.Aligned.ratio": "0.5", "n.Aligned.byte": "200"}
SHARED = {"n.Shared.level": "2"}


class TestProtocol(EveryWorker):
    source, twice, big = "talk", "n.Bench.twice", "n.big"
    collector, processors = "GOGC=100", 1
    level, params = "n.Shared.level", ALIGNED
    texts, given, long = "n.texts", ALIGNED | SHARED, "n.long"
    consumed = ["s:a b", "s:ü", "b:true", "i:7", "null", "[x:01ff,x:01ff,f:bfe0000000000000,[i:2],object,object,[i:1,i:-2]]"]
    printed = ["Shared.setup", "Aligned.setup", *2 * ["Shared.iteration", "Shared.iterated"], "Aligned.teardown", "Shared.teardown"]
    lives = ({"gc": "true"}, {"gc": "false"}, {"gc": "off"})
    half = ("n.halves", "n.Half.finish", r"no more(?:\n.*)*", ["Shared.setup", "Half.begin", "Half.teardown", "Shared.teardown"])


class TestAllocation(EveryAllocation):
    source, big, most = "talk", "n.big", 8192


class TestClock(EveryClock):
    source, big, clocks = "talk", "n.big", {"CLOCK_MONOTONIC", "time.Now"}


class TestCheck(EveryCheck):
    source, rows, state, doubled, every = "talk", "n.rowed", "n.Rows.", "Doubled", "All"


class TestLayout(EveryLayout):
    source, twice, given = "talk", "n.Bench.twice", ALIGNED | SHARED


class TestTeam(EveryTeam):
    scope = "teams."


def test_describe_sends_the_catalog_with_param_types(talk) -> None:
    worker = talk("talk")
    hello, *_, described = worker.describe()
    assert (hello["protocol"], hello["language"], hello["toolchain"]["name"]) == (2, "go", "go")
    assert hello["clocks"] == [{"name": "counted", "step_ns": 1, "cost_ns": 1, "taken": True}]
    assert hello["capabilities"]["gc"] == ["true", "off"] and "GOMAXPROCS=" in hello["runtime"]
    assert hello["capabilities"]["floor"] == described["benchmarks"]
    states = {state.name: state for state in worker.catalog.states}
    params = {param.name.rpartition(".")[2]: param for param in states["n.Aligned"].params}
    assert {name: param.type for name, param in params.items()} == {
        "text": "string", "colour": "enum", "letter": "character", "flag": "boolean", "ratio": "float", "byte": "integer"}
    assert (params["byte"].minimum, params["byte"].maximum, params["byte"].values) == (0, 255, ("200",))
    assert params["colour"].constants == ("red", "green")
    (level,) = states["n.Shared"].params
    assert (level.minimum, level.maximum) == (-(1 << 31), (1 << 31) - 1)


def test_failing_benchmark_shows_the_users_lines_only(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "n.fails", SHARED)
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["case"], failed["reason"], failed["where"]) == ("c1", "benchmark", "n.fails")
    message, *frames = failed["message"].splitlines()
    assert message == "runtime error: index out of range [2] with length 2"
    assert [(frame.split()[1], frame.rpartition("/")[2].rstrip(")")) for frame in frames] == [("deep", "talk.go:93"), ("fails", "talk.go:96")]
    assert worker.say("close", "c1")["reason"] == "malformed"
    assert worker.open("c2", "n.fails_with_text", SHARED)["event"] == "opened"
    failed = worker.say("iterate", "c2", "warmup", 1000, 0, 1, 0)
    assert (failed["reason"], failed["message"].splitlines()[0]) == ("benchmark", "boom \udcff")
    code, printed = worker.end()
    assert code == 0 and printed.split() == 2 * ["Shared.setup", "Shared.iteration", "Shared.iterated", "Shared.teardown"]


def test_a_benchmark_that_ends_its_process_ends_it_with_its_code(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "n.ends")
    worker.send("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert worker.end()[0] == 7


def test_several_results_are_a_sequence(talk) -> None:
    assert talk("talk").invoke("n.several")["returned"] == "[i:7,s:and more]"


def test_a_state_begins_a_page_and_lies_where_its_offset_says(talk) -> None:
    worker = talk("talk")
    for case, layout in (("a", "random"), ("b", "static")):
        found = worker.open(case, "n.Bench.twice", ALIGNED | SHARED, lseed=5, layout=layout)["layout"]
        assert layout == "random" or set(found["offsets"].values()) == {0}
        for name, (address,) in found["addresses"].items():
            assert int(address, 16) % 4096 == found["offsets"][name]


@pytest.mark.parametrize("gc", ["true", "off"])
def test_garbage_is_collected_before_an_iteration_and_not_before_each_slice(talk, gc: str) -> None:
    worker = talk("talk", GOGC="off")
    worker.open("c", "n.collected", gc=gc)

    def collections(begin: int, end: int) -> float:
        (thread,) = worker.say("slice", "c", "measurement", 1, 1, begin, end)["threads"]
        return thread["counters"]["n.Collector.Collections"]

    first = collections(2, 0)
    assert [collections(*depth) - first for depth in ((0, 0), (0, 1), (1, 0), (0, 2))] == [0, 0, 1, 1]


def test_suspended_collection_stays_suspended_between_slices_of_an_iteration(talk) -> None:
    worker = talk("talk", GOGC=None)

    def collections(case: str, *depths: tuple[int, int]) -> list[int]:
        return [worker.say("slice", case, "measurement", 1, 20, *depth)["collections"] for depth in depths]

    worker.open("c", "n.litters", gc="off")
    assert len(set(collections("c", (2, 0), (0, 0), (0, 0)))) == 1
    worker.open("d", "n.litters")
    first, last = collections("d", (2, 0), (0, 2))
    assert first < last  # another case's are not
    worker.say("close", "c")
    worker.open("e", "n.litters")
    first, last = collections("e", (2, 0), (0, 2))
    assert first < last


QUANTILES = """package clamh

import (
	"fmt"
	"testing"
)

func TestQuantiles(t *testing.T) {
	for _, count := range []int{2, 3, 1000} {
		open := &benchmarkCase{mode: "sample"}
		open.params.timeUnit, open.params.operations = "ns", 1
		own := &thread{open: open}
		for at := range count {
			own.result.sampleNs = append(own.result.sampleNs, int64(at+1))
		}
		fmt.Println(open.scoreText([]*thread{own}))
	}
}
"""


def test_quantile_of_solo_is_at_least_its_share_of_all_times(tmp_path: Path) -> None:
    shutil.copytree(toolchain.RUNTIME, tmp_path / "runtime")
    (tmp_path / "runtime" / "score_test.go").write_text(QUANTILES)
    process = subprocess.run(["go", "test", "-v", "-run", "TestQuantiles", "."], cwd=tmp_path / "runtime", capture_output=True, text=True, check=False)
    assert [line.partition("} = ")[2] for line in process.stdout.splitlines() if "} = " in line] == [
        "1, 1, 2, 2, 2, 2, 2, 2 ns/op", "1, 2, 3, 3, 3, 3, 3, 3 ns/op", "1, 500, 900, 950, 990, 999, 1000, 1000 ns/op"], process.stdout + process.stderr
