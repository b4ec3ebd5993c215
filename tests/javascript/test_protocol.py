"""Does the worker answer every command as protocol/README.md says? With the counted clock."""

from __future__ import annotations

import hashlib
from functools import partial
from pathlib import Path

import pytest
from made_commands import Case
from made_javascript import PLATFORMS, SOURCES, V8
from made_protocol import EveryClock, EveryTeam, EveryWorker
from msgspec.structs import replace

pytestmark = pytest.mark.language("javascript")

ALIGNED = {"Aligned.text": "a b", "Aligned.flag": "true", "Aligned.ratio": "0.5", "Aligned.big": "-9007199254740993", "Aligned.plain": "q"}
SHARED = {"Shared.level": "2"}


class TestProtocol(EveryWorker):
    source, twice, big = "talk.js", "Bench.twice", "Bench.big"
    processors = 1
    level, params = "Shared.level", {}
    texts, long, given = "Bench.texts", "long", ALIGNED | SHARED
    consumed = ["s:a b", "b:true", "f:3fe0000000000000", "i:-9007199254740993", "s:q"]
    printed = ["Shared()", "everywhere", "Shared.setup", "Aligned.setup Shared", *2 * ["Shared.iteration", "Shared.iterated"],
               "Aligned.teardown", "Shared.teardown"]
    # `half` takes shared, half: the last one is set up first, and what did not get its turn is not torn down
    half = ("half", "Half.finish", r"Error: no more\n    at Half\.finish \(.*", ["Shared()", "everywhere", "Half.begin", "Half.teardown"])


class TestClock(EveryClock):
    source, big, clocks = "talk.js", "Bench.big", {"process.hrtime", "process.hrtime.bigint"}  # none that user code can replace

    @pytest.fixture
    def talk(self, talk, platform):
        return partial(talk, platform=platform)


class TestTeam(EveryTeam):
    @pytest.fixture
    def team(self, talk):
        return talk("teams.js")


@pytest.mark.parametrize("options", [None, "--no-warnings --jitless"])
def test_a_runtime_that_may_not_compile_says_that_it_does_not_optimise(talk, platform, options: str | None) -> None:
    bun = "bun" in platform.id
    worker = talk("talk.js", platform=platform, flags=() if bun or options else ("--jitless",), BUN_JSC_useJIT="0" if bun else None,
                  NODE_OPTIONS=options)
    assert worker.describe()[0]["toolchain"]["optimised"] is False


def test_an_artifact_names_the_runtime_that_runs_it(made, talk) -> None:
    artifact = made(SOURCES / "talk.js", PLATFORMS[0])
    runtimes = {platform.id: platform for platform in (*PLATFORMS, *V8)}
    assert len(runtimes) > 1, "one runtime cannot show it"
    for name, platform in runtimes.items():
        assert talk(replace(artifact, platform=platform)).describe()[0]["platform"] == name


def test_describe_prints_the_whole_catalog(talk, platform) -> None:
    worker = talk("talk.js", platform=platform)
    hello, *_, described = worker.describe()
    assert (hello["event"], hello["protocol"], hello["language"], hello["platform"]) == ("hello", 2, "javascript", platform.id)
    name, engine = ("bun", "JavaScriptCore ") if "bun" in platform.id else ("node", "V8 ")
    assert hello["toolchain"] == {"name": name, "version": platform.version, "flags": [], "optimised": True}
    assert hello["runtime"].startswith(engine)
    assert hello["clocks"] == [{"name": "counted", "step_ns": 1, "cost_ns": 1, "taken": True}]
    [(path, digest)] = hello["sources"].items()
    assert digest == hashlib.sha256(Path(path).read_bytes()).hexdigest()
    assert hello["capabilities"]["floor"] == len(worker.catalog.benchmarks)
    states = {state.name: state for state in worker.catalog.states}
    assert list(states) == ["Shared", "Aligned", "Half", ""]  # Bench is no state
    assert {param.name: param.type for param in states["Aligned"].params} == {
        "Aligned.text": "string", "Aligned.flag": "boolean", "Aligned.ratio": "float", "Aligned.big": "integer",
        "Aligned.plain": "string"}
    assert states["Shared"].params[0].values == ("1", "2")
    assert [(fixture.kind, fixture.level, fixture.name) for fixture in worker.catalog.fixtures if fixture.name.startswith("Shared")] == [
        ("Teardown", "Iteration", "Shared.iterated"), ("Setup", "Iteration", "Shared.iteration"),
        ("Setup", "Trial", "Shared.setup"), ("Teardown", "Trial", "Shared.teardown")]
    benchmarks = {benchmark.name: benchmark for benchmark in worker.catalog.benchmarks}
    assert benchmarks["Bench.twice"].baseline == "reference" and benchmarks["Bench.twice"].line == 8
    assert benchmarks["Bench.big"].settings.operations_per_invocation == 4
    assert described == {"event": "described", "benchmarks": 12, "states": 4, "fixtures": 10}


def test_the_empty_benchmark_has_the_next_number_and_no_states(talk, platform) -> None:
    worker = talk("talk.js", platform=platform)
    fields = [text for text in Case(worker.catalog, "never").fields({}) if not text.startswith(("benchmark=", "step="))]
    worker.say("open", "c", f"benchmark={len(worker.catalog.benchmarks)}", *fields)
    assert worker.say("slice", "c", "warmup", 1, 5, 2, 2)["threads"][0]["operations"] == 5


@pytest.mark.parametrize(("benchmark", "message", "line"), [
    ("fails", "TypeError: boom 2\n    at fails (", 73),
    ("failsOddly", "thrown: { odd: 1 }", 0),
    ("failsLater", "RangeError: later\n    at failsLater (", 79),
    ("forgets", "Error: nobody catches this\n    at forgets (", 82),
    ("never", "a promise is waited for that nothing can settle any more", 0),
])
def test_failing_benchmark_names_its_line_and_others_continue(talk, platform, benchmark, message, line) -> None:
    worker = talk("talk.js", platform=platform)
    worker.open("c1", benchmark, SHARED if benchmark == "fails" else {})
    failed = worker.say("iterate", "c1", "warmup", 1000, 0, 1, 0)
    assert (failed["event"], failed["case"], failed["reason"], failed["where"]) == ("failed", "c1", "benchmark", benchmark)
    assert message in failed["message"] and "clamh-runtime" not in failed["message"]
    assert not line or f"talk.js:{line}:" in failed["message"]
    assert worker.say("close", "c1")["reason"] == "malformed"
    worker.open("c2", "Bench.big")
    assert worker.say("iterate", "c2", "warmup", 0, 1, 1, 1)["event"] == "iteration"
    code, printed = worker.end()
    assert code == 0
    if benchmark == "fails":
        assert printed.split()[:6] == ["Shared()", "everywhere", "Shared.setup", "Shared.iteration", "Shared.iterated",
                                       "Shared.teardown"]


def test_what_is_promised_is_awaited_whether_or_not_the_function_is_async(talk, platform) -> None:
    worker = talk("talk.js", platform=platform, CLAMH_CLOCK=None)
    for case, least in (("promises", 0), ("sleeps", 1_000_000)):
        worker.open(case, case)
        thread = worker.say("iterate", case, "warmup", 0, 3, 1, 0)["threads"][0]
        assert thread["all_operations"] == thread["operations"] == 3
        assert thread["elapsed_ns"] > least  # Node's timers may end a little early: three sleeps are more than one
    assert worker.invoke("promises")["returned"] == "i:21"


@pytest.mark.parametrize(("does", "message"), [
    ("throws", "RangeError: no answer\n    at Doubtful.answer ("), ("says nothing", "this Check returned nothing")])
def test_a_check_that_fails_is_the_failure_of_its_case_which_is_torn_down(talk, does: str, message: str) -> None:
    worker = talk("checks.js")
    failed = worker.invoke("ask", {"Doubtful.does": does})
    assert (failed["reason"], failed["where"]) == ("benchmark", "Doubtful.answer") and failed["message"].startswith(message)
    promised = worker.invoke("ask", {"Doubtful.does": "promises"})  # the process goes on with other cases
    assert (promised["returned"], promised["checks"]) == ("i:8", {"Doubtful.answer": "i:42"})
    assert worker.end() == (0, "teardown\nteardown\n")


def test_slices_make_no_array_buffers(talk) -> None:
    """V8's collector waits in each of its runs for a helper thread where there are young ones: in turns alone, not in one long iteration."""
    worker = talk("buffers.js")
    worker.open("c1", "idle")
    for index in range(30):
        worker.say("slice", "c1", "measurement", 1, 1, 1 if index else 2, 1)
    worker.say("close", "c1")
    code, printed = worker.end()
    numbers = [int(line) for line in printed.split()]
    assert code == 0 and len(numbers) == 30
    assert numbers[-1] <= numbers[9]  # of the first ones V8 makes some itself


@pytest.mark.parametrize("platform", {platform.id: platform for platform in (*PLATFORMS, *V8)}.values(), ids=lambda item: item.id.removeprefix("javascript/"))
@pytest.mark.parametrize(("benchmark", "changed"), [("linked", True), ("nothing", False)])
def test_slices_say_whether_the_heap_is_filled_anew(talk, platform, benchmark: str, changed: bool) -> None:
    worker = talk("garbage.js", platform=platform)
    worker.open("c", benchmark)
    worker.say("slice", "c", "measurement", 10, 10, 2, 0)  # it compiles
    answers = {worker.say("slice", "c", "measurement", 10, 50, 0, 0).get("heap_changed") for _ in range(10)}
    assert answers == {None} if "bun" in platform.id else (True in answers) is changed


@pytest.mark.parametrize("gc", ["true", "false"])
@pytest.mark.parametrize("platform", {platform.id: platform for platform in (*PLATFORMS, *V8)}.values(), ids=lambda item: item.id.removeprefix("javascript/"))
def test_only_full_collections_are_counted(talk, platform, gc: str) -> None:
    worker = talk("garbage.js", platform=platform)
    worker.open("c", "dropped", gc=gc)
    depths = ((2, 0), (0, 0), (0, 1), (1, 0), (0, 2))
    first, *others = [worker.say("slice", "c", "measurement", 10, 50, *depth).get("collections") for depth in depths]
    if "bun" in platform.id:
        assert {first, *others} == {None}  # it collects all garbage when it likes
    else:
        assert [count - first for count in others] == ([0, 0, 1, 1] if gc == "true" else [0, 0, 0, 0])
