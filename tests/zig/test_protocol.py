"""Does the worker answer every command as protocol/README.md says? With the counted clock."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from made_floats import EveryFloat
from made_protocol import EveryAlignedLayout, EveryCheck, EveryClock, EveryTeam, EveryWorker
from made_talk import Talk
from made_threads import EveryAllocation
from made_zig import made

from clamh.model.errors import BuildError

pytestmark = pytest.mark.language("zig")

SOURCE = (Path(__file__).parent / "talk.zig").read_text().splitlines()
ALIGNED = {"Aligned.text": "a b", "Aligned.colour": "light green", "Aligned.letter": "x", "Aligned.flag": "true",
           "Aligned.ratio": "0.5", "Aligned.byte": "200"}
SHARED = {"Shared.level": "2"}


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(SOURCE, 1) if text in line)


class TestProtocol(EveryWorker):
    source, twice, big = "talk", "Bench.twice", "Bench.big"
    level, params = "Shared.level", ALIGNED
    texts, given, long = "Bench.texts", ALIGNED | SHARED, "long"
    consumed = ["s:a b", "s:x", "b:true", "s:light green", "[f:3ff8000000000000,i:2]",
                "[i:1,null,i:7,i:1267650600228229401496703205376]", "x:616263", "object"]
    printed = ["Shared()", "Shared.setup", "Aligned.setup", *2 * ["Shared.iteration", "Shared.iterated"],
               "Aligned.teardown", "Shared.teardown", "~Shared()"]
    half = ("half", "Half.finish", r"no more(?:\n.*)*", [
        "Shared()", "Shared.setup", "Half.begin", "Half.teardown", "Shared.teardown", "~Shared()"])


class TestAllocation(EveryAllocation):
    source, big = "talk", "Bench.big"


class TestClock(EveryClock):
    source, big, clocks = "talk", "Bench.big", {"CLOCK_MONOTONIC", "CLOCK_MONOTONIC_RAW"}


class TestCheck(EveryCheck):
    source, rows, state, doubled, every = "talk", "rows", "Rows.", "doubled", "all"
    others = {"Rows.text": "a"}


class TestLayout(EveryAlignedLayout):
    aligned, shared = "Aligned", "Shared"
    source, twice, given = "talk", "Bench.twice", ALIGNED | SHARED


class TestFloat(EveryFloat):
    source, twice, given = "talk", "Bench.twice", ALIGNED | SHARED


class TestTeam(EveryTeam):
    pass


def test_describe_sends_the_whole_catalog_with_what_the_compiler_says_of_params(talk) -> None:
    worker = talk("talk")
    hello, *_, described = worker.describe()
    assert (hello["protocol"], hello["language"], hello["toolchain"]["name"]) == (2, "zig", "zig") and len(hello["sources"]) == 1
    assert hello["clocks"] == [{"name": "counted", "step_ns": 1, "cost_ns": 1, "taken": True}]
    assert hello["capabilities"]["floor"] == described["benchmarks"] == 15
    states = {state.name: state for state in worker.catalog.states if state.name}
    assert list(states) == ["Shared", "Aligned", "Big", "Broken", "Half", "Rows", "Leaking", "Tidy", "Twice"]
    params = {param.name.rpartition(".")[2]: param for param in states["Aligned"].params}
    assert {name: param.type for name, param in params.items()} == {
        "text": "string", "colour": "enum", "letter": "string", "flag": "boolean", "ratio": "float", "byte": "integer"}
    assert (params["byte"].minimum, params["byte"].maximum, params["byte"].values) == (0, 255, ("200",))
    assert params["colour"].constants == ("red", "light green")
    (level,) = states["Shared"].params
    assert (level.minimum, level.maximum) == (-(1 << 31), (1 << 31) - 1)


def test_a_panic_comes_with_the_users_lines_alone_and_others_go_on(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "Bench.fails", SHARED)
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["case"], failed["reason"], failed["where"]) == ("c1", "benchmark", "Bench.fails")
    words, *stack = failed["message"].splitlines()
    assert words == "boom é"
    assert stack[0].startswith("    at deeper (") and f"talk.zig:{line_of('@panic(' + chr(34) + 'boom')}:" in stack[0], failed["message"]
    assert any("    at fails (" in line for line in stack) and all("talk.zig:" in line for line in stack), failed["message"]
    assert worker.say("close", "c1")["reason"] == "malformed"
    assert worker.open("c2", "Bench.big")["event"] == "opened"
    code, printed = worker.end()
    assert code == 0 and printed.split() == ["Shared()", "Shared.setup", "Shared.iteration", "Shared.iterated",
                                             "Shared.teardown", "~Shared()"]


def test_an_error_that_is_returned_is_a_failure_with_its_trace(talk) -> None:
    worker = talk("talk")
    for command in (("iterate", "c1", "warmup", 1000, 0, 1, 0), ("invoke", "c1", 1)):
        worker.open("c1", "Bench.errs")
        failed = worker.say(*command)
        assert (failed["reason"], failed["where"]) == ("benchmark", "Bench.errs"), failed
        words, *stack = failed["message"].splitlines()
        assert words == "error.NoNumber" and stack[0].startswith("    at parse (") and f":{line_of('error.NoNumber')}:" in stack[0], failed


def test_a_failing_setup_tears_down_only_what_was_set_up(talk) -> None:
    worker = talk("talk")
    worker.open("c1", "broken", SHARED)
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["reason"], failed["where"], failed["message"].splitlines()[0]) == ("setup", "Broken.setup", "error.NoLuck")
    assert worker.end()[1].split() == ["Shared()", "Shared.setup", "Shared.teardown", "~Shared()"]


def test_what_the_allocator_never_gets_back_is_a_failure_with_its_line(talk) -> None:
    worker = talk("talk")
    for name in ("leaks", "tidy"):
        worker.open(name, name)
        worker.send("invoke", name, 1)
        answers = [worker.hear()]
        while answers[-1]["event"] == "value":
            answers.append(worker.hear())
        if name == "leaks":
            failed = answers[-1]
            assert (failed["event"], failed["reason"], failed["where"]) == ("failed", "teardown", "Leaking"), failed
            words, stack = failed["message"].splitlines()[:2]
            assert words == "leak: 1 allocations of clamh.allocator, 24 bytes, are never freed; the first has 24 bytes"
            assert stack.startswith("    at fill (") and f"talk.zig:{line_of('alloc(u8, 24)')}:" in stack, failed
        else:
            assert answers[-1]["event"] == "invoked", answers


def invoke(worker, name: str) -> dict:
    """The last answer: what says whether the invocation failed."""
    worker.open(name, name)
    worker.send("invoke", name, 1)
    while (answer := worker.hear())["event"] == "value":
        pass
    return answer


def test_memory_that_is_freed_twice_is_a_failure_and_no_hang(talk) -> None:
    worker = talk("talk")
    failed = invoke(worker, "freesTwice")
    assert (failed["event"], failed["reason"], failed["where"]) == ("failed", "teardown", "Twice.drop"), failed
    assert failed["message"].splitlines()[0] == "clamh.allocator frees what it has not allocated, or has freed"
    assert invoke(worker, "tidy")["event"] == "invoked"


def test_a_leak_of_a_benchmark_without_a_state_is_not_that_of_the_next_case(talk) -> None:
    worker = talk("talk")
    for name in ("tidy", "leaksWithoutState"):
        assert invoke(worker, name)["event"] == "invoked"
        worker.say("close", name)
    assert invoke(worker, "tidy")["event"] == "invoked"


def test_benchmarks_that_are_made_at_compile_time_are_in_the_catalog_with_what_they_take(talk) -> None:
    worker = talk("talk")
    worker.describe()
    made = {benchmark.name: benchmark for benchmark in worker.catalog.benchmarks}["length_u64"]
    rows = next(state.number for state in worker.catalog.states if state.name == "Rows")
    assert (made.line, made.functions[0].states, made.functions[0].injected) == (line_of("const clamh_benchmarks"), (rows,), ("Blackhole",))
    for name in ("length_u8", "length_u64"):
        worker.open(name, name, {"Rows.n": "4", "Rows.text": "abc"})
        value = worker.say("invoke", name, 1)
        assert (value["returned"], value["consumed"]) == ("i:3", ["i:4"])
        worker.say("close", name)


@pytest.mark.parametrize(("parameter", "expected"), [
    ("*const Helper", "takes source.a.Helper, which is no state and no injected type"), ("anytype", "is generic"),
])
def test_listed_function_that_cannot_be_called_is_an_error(tmp_path: Path, cache: Path, parameter: str, expected: str) -> None:
    source = tmp_path / "a.zig"
    source.write_text("const Helper = struct {\n    //@@Benchmark\n    fn own(_: *const Helper) void {}\n};\n"
                      f"fn sum(_: {parameter}) void {{}}\nconst clamh_benchmarks = .{{.{{ \"sum\", sum }}}};\n")
    with pytest.raises(BuildError, match=re.escape(f"clamh_benchmarks: 'sum' {expected}")):
        made(source, cache, "-ODebug")


@pytest.mark.skipif(shutil.which("valgrind") is None or "avx512" in Path("/proc/cpuinfo").read_text(),
                    reason="valgrind is missing (apt-get install valgrind), or does not know this CPU's instructions")
def test_worker_and_core_use_only_their_own_memory_when_a_benchmark_fails_too(artifact) -> None:
    """No read or write of wrong memory and no lost block, with Zig's traces, panics and several threads."""
    worker = Talk([shutil.which("valgrind"), "-q", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite", artifact("talk")], {}, ())
    for benchmark, params, threads in (("Bench.twice", ALIGNED | SHARED, 1), ("Bench.big", {}, 2), ("Bench.errs", {}, 1), ("Bench.fails", SHARED, 1)):
        assert worker.open("c1", benchmark, params, threads=threads)["event"] == "opened"
        answer = worker.say("iterate", "c1", "measurement", 0, 5, 1, 1)
        assert answer["event"] == ("failed" if benchmark in ("Bench.errs", "Bench.fails") else "iteration")
        if answer["event"] == "iteration":
            worker.say("close", "c1")
    assert worker.invoke("Bench.texts", ALIGNED | SHARED)["event"] == "invoked"
    code, printed = worker.end()
    assert code == 0, printed
