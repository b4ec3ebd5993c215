"""Does the launcher speak the protocol, on every JVM, and do what JMH does?"""

from __future__ import annotations

import hashlib
import os
import struct
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clamh.languages.base import Command
from clamh.model.errors import WorkerError
from clamh.model.sources import Settings
from clamh.running.worker.version_1 import Closed, Drained, Failed, Hello, Iteration, MemberValue, Opened, StateEntry, Value

pytestmark = pytest.mark.language("java")
MS = 1_000_000
RECURSIVE = "clamh.Factorial.factorialRecursive"
NUMBER = "p:clamh.Factorial.InputValue.number"


def journal(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = folder / "transcript"
    monkeypatch.setenv("CLAMH_TRANSCRIPT", str(path))
    return path


def test_the_catalog_is_jmhs_list_with_what_reflection_adds(factorial: Any) -> None:
    hello, state, *_ = factorial.catalog
    assert isinstance(hello, Hello) and hello.language == "java" and hello.platform == factorial.artifact.platform.id
    assert "Java" in hello.runtime or "VM" in hello.runtime
    assert hello.clocks[0].step_ns > 0 and hello.clocks[0].cost_ns > 0
    assert hello.sources == {factorial.artifact.source: factorial.artifact.sources[factorial.artifact.source]}
    assert isinstance(state, StateEntry)
    (number,) = state.params
    assert (state.name, number.name) == ("clamh.Factorial.InputValue", "clamh.Factorial.InputValue.number")
    assert (number.type, number.values, number.minimum) == ("integer", ("25", "30"), -(2**63))
    assert sorted(factorial.benchmarks) == ["clamh.Factorial.factorialIterative", RECURSIVE]
    assert factorial.benchmarks[RECURSIVE].settings == Settings(modes=("avgt",), time_unit="ns")


def test_params_of_every_type_and_settings_are_described(scenes: Any) -> None:
    states = {one.name: one for one in scenes.catalog if isinstance(one, StateEntry)}
    params = {one.name.split(".")[-1]: one for one in states["scenes.Scenes.Params"].params}
    assert {name: one.type for name, one in params.items()} == {
        "text": "string", "colour": "enum", "letter": "character", "real": "float", "flag": "boolean", "small": "integer"}
    assert params["text"].values == ("a b", "é\t%")
    assert params["colour"].values == params["colour"].constants == ("RED", "GREEN")
    assert (params["small"].minimum, params["small"].maximum) == (-128, 127)
    fixtures = [(one.kind, one.level, one.name) for one in states["scenes.Scenes.Journal"].fixtures]
    assert ("Teardown", "Trial", "scenes.Scenes.Journal.trialTeardown") in fixtures and len(fixtures) == 4
    assert scenes.benchmarks["scenes.Scenes.settled"].settings == Settings(
        modes=("avgt", "sample"), warmup_iterations=3, warmup_time_ns=70 * MS, forks=2, threads=(2,),
        operations_per_invocation=4, timeout_ns=3_000 * MS, language={"jvmArgsAppend": ("-Dscenes.mark=a b",)})


@pytest.mark.parametrize("mode", ["avgt", "thrpt"])
def test_a_whole_conversation(factorial: Any, mode: str) -> None:
    with factorial.worker(RECURSIVE) as talk:
        opened = talk.open(RECURSIVE, f"{NUMBER}=25", mode=mode)
        assert isinstance(opened, Opened) and opened.layout.seed == 2**63 - 1
        assert opened.collector in ("G1", "Serial") and 1 <= opened.processors <= os.cpu_count()  # the JVM's own choices
        for phase, first, last in (("warmup", 1, 0), ("measurement", 0, 0), ("measurement", 0, 1)):
            event = talk.ask("iterate", "c", phase, 60 * MS, 0, first, last)
            assert isinstance(event, Iteration) and (event.phase, event.source) == (phase, "jmh")
            (thread,) = event.threads
            # Milliseconds, and not micro- or nanoseconds: that is all a real clock can be asked. JMH sets a flag after
            # 60 ms; a thread that a busy machine let begin late has measured less (57 once), or sees the flag late.
            assert thread.elapsed_ns > 6 * MS
            assert thread.operations == int(thread.operations) and thread.operations > 1000
            assert thread.all_operations >= thread.operations
            assert len(event.speed_ns) > 0 and min(event.speed_ns) > 0
        assert isinstance(talk.ask("close", "c"), Closed)
        assert talk.exit()


def test_operations_count_batches_and_operations_per_invocation(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.empty") as talk:
        counts = {}
        for batch, opi in ((1, 1), (1, 1000), (1000, 1)):
            talk.open("scenes.Scenes.empty", batch=batch, opi=opi)
            (thread,) = talk.ask("iterate", "c", "measurement", 50 * MS, 0, 1, 1).threads
            counts[batch, opi] = thread.operations
            talk.ask("close", "c")
        assert counts[1, 1000] % 1000 == 0
        # Orders of magnitude only: nothing but the factor 1000 in either direction can part them so far.
        assert counts[1000, 1] * 30 < counts[1, 1] < counts[1, 1000] / 30


def test_each_thread_is_told(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.object") as talk:
        talk.open("scenes.Scenes.object", threads=3)
        event = talk.ask("iterate", "c", "measurement", 50 * MS, 0, 1, 0)
        assert len(event.threads) == 3 and all(one.operations > 0 and one.elapsed_ns > 0 for one in event.threads)
        assert talk.ask("drain", "c") == Drained(case="c", extra_operations=3)
        talk.ask("close", "c")


def test_the_benchmark_gets_the_arguments_of_its_fork_and_its_params(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.settled") as talk:
        talk.open("scenes.Scenes.settled")
        assert talk.ask("invoke", "c") == Value(case="c", returned="s:a b")
        talk.ask("close", "c")
        given = {"text": "é\t% ü", "colour": "GREEN", "letter": "=", "real": "-0.25", "flag": "false", "small": "7"}
        talk.open("scenes.Scenes.params", *(f"p:scenes.Scenes.Params.{name}={value}" for name, value in given.items()))
        assert talk.ask("invoke", "c") == Value(case="c", returned="s:é\t% üGREEN=-0.25false7")


@pytest.mark.parametrize("end", ["last", "drain", "close"])
def test_fixtures_run_where_jmh_runs_them(scenes: Any, end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = journal(tmp_path, monkeypatch)
    with scenes.worker("scenes.Scenes.journalled") as talk:
        talk.open("scenes.Scenes.journalled")
        assert not path.exists()
        talk.ask("iterate", "c", "warmup", MS, 0, 1, 0)
        assert path.read_text().split() == ["trial+", "iteration+", "iteration-"]
        talk.ask("iterate", "c", "measurement", MS, 0, 0, int(end == "last"))
        if end == "drain":
            assert talk.ask("drain", "c") == Drained(case="c", extra_operations=1)
        talk.ask("close", "c")
    extra = [] if end == "last" else ["iteration+", "iteration-"]  # JMH can only tear down after an iteration
    assert path.read_text().split() == ["trial+", *["iteration+", "iteration-"] * 2, *extra, "trial-"]


def test_a_case_that_never_iterated_has_nothing_to_tear_down(
    scenes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = journal(tmp_path, monkeypatch)
    with scenes.worker("scenes.Scenes.journalled") as talk:
        talk.open("scenes.Scenes.journalled")
        assert isinstance(talk.ask("close", "c"), Closed)
    assert not path.exists()


def test_invoke_gives_the_value_that_python_computes(factorial: Any) -> None:
    recursive, iterative = 1.0, 1.0
    for factor in range(2, 26):
        recursive = factor * recursive
    for factor in range(25, 1, -1):
        iterative *= factor
    with factorial.worker(RECURSIVE) as talk:
        for name, expected in ((RECURSIVE, recursive), ("clamh.Factorial.factorialIterative", iterative)):
            talk.open(name, f"{NUMBER}=25")
            assert talk.ask("invoke", "c") == Value(case="c", returned=f"i:{int(expected)}")
            talk.ask("close", "c")


def test_invoke_records_what_the_benchmark_consumed_and_not_its_fixtures(
    scenes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = journal(tmp_path, monkeypatch)
    with scenes.worker("scenes.Scenes.consuming") as talk:
        talk.open("scenes.Scenes.consuming")
        assert talk.ask("invoke", "c") == Value(case="c", returned="f:nan", consumed=("s:é", "[i:1,i:2]", bits(0.5)))
        assert path.read_text().split() == ["trial+", "iteration+", "iteration-", "trial-"]
        refused = talk.ask("iterate", "c", "warmup", MS, 0, 1, 0)
        assert isinstance(refused, Failed) and (refused.reason, refused.case) == ("usage", "c")
        talk.ask("close", "c")
        talk.open("scenes.Scenes.empty")
        assert talk.ask("invoke", "c") == Value(case="c", returned=None)


def test_what_is_consumed_deep_in_a_recursion_is_recorded(scenes: Any) -> None:
    """A JVM tells the upper 1,024 frames of a stack, by default."""
    with scenes.worker("scenes.Scenes.deep") as talk:
        talk.open("scenes.Scenes.deep")
        assert talk.ask("invoke", "c") == Value(case="c", returned=None, consumed=("i:7",))


def test_a_check_that_fails_is_the_failure_of_its_case_which_is_torn_down(
    scenes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = journal(tmp_path, monkeypatch)
    with scenes.worker("scenes.Scenes.ask") as talk:
        talk.open("scenes.Scenes.ask")
        failed = talk.ask("invoke", "c")
        assert (failed.reason, failed.where) == ("benchmark", "scenes.Scenes.Doubtful.answer")
        assert failed.message.startswith("java.lang.IllegalStateException: no answer\n\tat scenes.Scenes$Doubtful.answer(")
        assert path.read_text().split() == ["closed"]


def test_an_inherited_benchmark_of_a_nested_class_has_jmhs_name(scenes: Any) -> None:
    name = "scenes.Scenes.Derived.inherited"
    with scenes.worker(name) as talk:
        talk.open(name)
        assert talk.ask("invoke", "c") == Value(case="c", returned="i:1", consumed=("i:7",))


def test_a_group_is_one_benchmark_whose_threads_tell_their_member(scenes: Any) -> None:
    name = "scenes.Scenes.both"
    assert [(one.name, one.threads) for one in scenes.benchmarks[name].members] == [("left", 1), ("right", 1)]
    with scenes.worker(name) as talk:
        for wrong in (["tg=1"], ["tg=0,0"], ["tg=1,1"], ["tg=x,1"]):
            assert talk.open(name, *wrong, threads=3).reason == "usage"
        assert talk.open("scenes.Scenes.object", "tg=1").reason == "usage"
        assert talk.open("scenes.Scenes.object", threads=1025).reason == "usage"
        opened = talk.open(name, "tg=1,2", threads=6)
        there = set(map(int, os.listdir(f"/proc/{talk.worker.pid}/task")))
        assert len(set(opened.threads)) == 6 and set(opened.threads) <= there - {talk.worker.pid}
        event = talk.ask("iterate", "c", "measurement", 10 * MS, 0, 1, 0)
        assert [one.member for one in event.threads] == ["left", "right", "right"] * 2
        assert all(one.operations > 0 for one in event.threads)
        assert talk.ask("drain", "c").extra_operations >= 6
        talk.ask("close", "c")


@pytest.mark.parametrize("how", ["iterate", "invoke"])
def test_a_partner_of_a_thread_that_failed_is_interrupted(how: str, scenes: Any) -> None:
    name = "scenes.Scenes.deserted"
    with scenes.worker(name) as talk:
        talk.open(name, threads=2)
        failed = talk.ask("iterate", "c", "measurement", 10 * MS, 0, 1, 1) if how == "iterate" else talk.ask("invoke", "c")
        assert isinstance(failed, Failed) and (failed.reason, failed.where) == ("benchmark", "scenes.Scenes.leave")
        assert failed.message.startswith("thread 1: java.lang.IllegalArgumentException: seven")


def test_a_call_that_its_partners_have_left_alone_is_ended_long_before_the_timeout(scenes: Any) -> None:
    name = "scenes.Scenes.parting"
    with scenes.worker(name) as talk:
        talk.open(name, "to=600000000000", threads=2)
        assert isinstance(talk.ask("iterate", "c", "measurement", 5 * MS, 0, 1, 1), Iteration)
        talk.ask("close", "c")


def test_a_call_that_is_only_slow_is_left_to_its_end(scenes: Any) -> None:
    name = "scenes.Scenes.unhurried"
    with scenes.worker(name) as talk:
        talk.open(name, "to=600000000000", "r=5000000000", threads=2)
        answer = talk.ask("iterate", "c", "measurement", 5 * MS, 0, 1, 1)
        assert isinstance(answer, Iteration), answer
        talk.ask("close", "c")


def test_each_member_of_a_group_is_invoked(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.market") as talk:
        talk.open("scenes.Scenes.market", threads=2)
        value = talk.ask("invoke", "c")
        assert value.members == {
            "buy": MemberValue(returned="i:42", consumed=("s:bought",)), "sell": MemberValue(returned=None, consumed=()),
        }
        assert (value.returned, value.consumed) == (None, ())


def bits(value: float) -> str:
    return f"f:{struct.unpack('>Q', struct.pack('>d', value))[0]:016x}"


def test_values_have_one_form_each(scenes: Any) -> None:
    text = "s:" + "é" * 600
    forms = {
        "null": "null", "byte": "i:-42", "long": f"i:{-(2**63)}", "whole double": "i:42", "minus zero": "i:0",
        "large double": f"i:{int(1e300)}", "float": bits(struct.unpack("f", struct.pack("f", 0.1))[0]), "nan": "f:nan",
        "infinity": "f:-inf", "boolean": "b:true", "char": "s:é", "string": "s:a\tb", "builder": "s:built",
        "bytes": "x:00ff10", "nested": f"[i:1,null,[s:x,{bits(0.5)}],[]]", "itself": "[" * 64 + "object" + "]" * 64,
        "long string": f"sha256:{hashlib.sha256(text.encode()).hexdigest()}:{len(text.encode())}", "object": "object",
    }
    said = {}
    with scenes.worker("scenes.Scenes.valued") as talk:
        for kind in forms:
            talk.open("scenes.Scenes.valued", f"p:scenes.Scenes.Kind.kind={kind}")
            said[kind] = talk.ask("invoke", "c").returned
            talk.ask("close", "c")
    assert said == forms


def test_a_process_that_has_measured_does_not_invoke_anything_fresh(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.empty") as talk:
        talk.open("scenes.Scenes.empty")
        talk.ask("iterate", "c", "warmup", MS, 0, 1, 1)
        assert talk.ask("invoke", "c").reason == "unsupported"  # JMH has let its states go
        talk.ask("close", "c")
        talk.open("scenes.Scenes.empty")
        refused = talk.ask("invoke", "c")
        assert refused.reason == "usage" and "has measured another case" in refused.message


@pytest.mark.parametrize(
    ("name", "reason", "where", "said"),
    [
        ("throwing", "benchmark", "scenes.Scenes.throwing", "IllegalArgumentException: seven"),
        ("brokenSetup", "setup", "scenes.Scenes.Broken.prepare", "IllegalStateException: not today"),
    ],
)
@pytest.mark.parametrize("verb", ["iterate", "invoke"])
def test_a_failure_says_where_and_the_process_goes_on(
    scenes: Any, verb: str, name: str, reason: str, where: str, said: str
) -> None:
    full = f"scenes.Scenes.{name}"
    with scenes.worker(full) as talk:
        talk.open(full)
        failed = talk.ask("iterate", "c", "warmup", 20 * MS, 0, 1, 0) if verb == "iterate" else talk.ask("invoke", "c")
        assert isinstance(failed, Failed) and (failed.reason, failed.where, failed.case) == (reason, where, "c")
        assert said in failed.message and "Scenes.java:" in failed.message
        assert talk.ask("close", "c").reason == "usage"  # it is closed already
        again = talk.open(full)
        assert again.reason == "unsupported" and "new process" in again.message
        assert isinstance(talk.open("scenes.Scenes.empty"), Opened)


@pytest.mark.parametrize(
    ("fields", "reason", "said"),
    [
        (["benchmark=nobody"], "usage", "no benchmark 'nobody'"),
        (["mode=fast"], "unsupported", "mode 'fast'"),
        (["threads=0"], "usage", "threads='0'"),
        (["batch=x"], "usage", "batch='x'"),
        (["opi=-1"], "usage", "opi='-1'"),
        ([f"{NUMBER}=1e3"], "usage", "'1e3' is not a number of type long"),
        ([f"{NUMBER}=9223372036854775808"], "usage", "is not a number"),
        (["p:other=1"], "usage", "no param 'other'"),
        (["what"], "usage", "'what' is not KEY=VALUE"),
    ],
)
def test_a_wrong_open_is_refused(factorial: Any, fields: list[str], reason: str, said: str) -> None:
    with factorial.worker(RECURSIVE) as talk:
        refused = talk.open(RECURSIVE, f"{NUMBER}=25", *fields)
        assert isinstance(refused, Failed) and refused.reason == reason and said in refused.message
        assert isinstance(talk.open(RECURSIVE, f"{NUMBER}=25"), Opened)  # nothing was left behind


def test_wrong_order_and_unknown_commands_are_refused(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.empty") as talk:
        assert talk.ask("iterate", "c", "warmup", MS, 0, 1, 0).reason == "usage"
        assert talk.ask("dance").reason == "unsupported"
        talk.open("scenes.Scenes.empty")
        assert talk.open("scenes.Scenes.empty").reason == "usage"
        assert talk.ask("samples", "c", 10, 10).reason == "unsupported"
        assert talk.ask("iterate", "c", "measurement", 0, 10, 1, 0).reason == "unsupported"
        assert talk.ask("iterate", "c", "warmup", MS, 0, 0, 0).reason == "usage"
        assert isinstance(talk.ask("iterate", "c", "warmup", MS, 0, 1, 1), Iteration)
        assert talk.ask("iterate", "c", "warmup", MS, 0, 0, 0).reason == "usage"


def test_half_a_set_of_arguments_is_refused(scenes: Any) -> None:
    whole = scenes.command("scenes.Scenes.empty").argv
    class_path = whole.index("-cp")
    for dropped in range(1, class_path):
        half = Command(argv=whole[:dropped] + whole[dropped + 1 :])
        with type(scenes.worker("scenes.Scenes.empty"))(half, scenes.folder) as talk:
            refused = talk.open("scenes.Scenes.empty")
            assert refused.reason == "usage" and whole[dropped] in refused.message
    bare = Command(argv=(whole[0], *whole[class_path : class_path + 3]))
    with type(scenes.worker("scenes.Scenes.empty"))(bare, scenes.folder) as talk:
        assert "`launch`" in talk.open("scenes.Scenes.empty").message


def test_changed_compiler_hints_are_refused(scenes: Any, tmp_path: Path) -> None:
    argv = scenes.command("scenes.Scenes.empty").argv
    flag = next(one for one in argv if one.startswith("-XX:CompileCommandFile="))
    copy = tmp_path / "hints"
    copy.write_text("quiet\n", encoding="utf-8")
    other = Command(argv=tuple(f"-XX:CompileCommandFile={copy}" if one == flag else one for one in argv))
    with type(scenes.worker("scenes.Scenes.empty"))(other, scenes.folder) as talk:
        assert "compiler hints" in talk.open("scenes.Scenes.empty").message


def test_system_exit_in_a_benchmark_is_the_end_of_the_process(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.exiting") as talk, pytest.raises(WorkerError) as ended:
        talk.open("scenes.Scenes.exiting")
        talk.ask("iterate", "c", "warmup", MS, 0, 1, 0)
    assert ended.value.code == 3


def test_stray_threads_and_noise_keep_nobody_from_leaving(scenes: Any) -> None:
    for name in ("stray", "printing"):
        with scenes.worker(f"scenes.Scenes.{name}") as talk:
            talk.open(f"scenes.Scenes.{name}")
            assert isinstance(talk.ask("iterate", "c", "warmup", MS, 0, 1, 1), Iteration)
            assert isinstance(talk.ask("close", "c"), Closed)
            assert talk.exit()
    assert talk.stdout.read_text().startswith("noise\n")
    assert "more\n" in talk.stderr.read_text()  # JDK 25 warns of what JMH does, before it


def test_the_drivers_death_ends_an_iteration_at_once(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.empty") as talk:
        talk.open("scenes.Scenes.empty")
        talk.worker.send(b"iterate\tc\twarmup\t600000000000\t0\t1\t0\n", time.monotonic() + 5)
        time.sleep(0.2)
        os.dup2(os.open(os.devnull, os.O_WRONLY), talk.worker._commands)  # the only writing end of the pipe
        assert talk.worker.finish()  # with code 0


def test_events_are_ascii_whatever_they_say(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.consuming") as talk:
        refused = talk.open("ü\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace"))
        assert isinstance(refused, Failed) and "ü" in refused.message
        assert msgspec.json.encode(refused)
