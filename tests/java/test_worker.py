"""Does the launcher speak the protocol, on every JVM, and do what JMH does?"""

from __future__ import annotations

import json
import os
import shutil
import struct
import time
from pathlib import Path
from typing import Any

import pytest

from clamh.languages.base import Command
from clamh.languages.java import toolchain
from clamh.model.artifacts import Platform
from clamh.model.errors import WorkerError

from .conftest import PATIENCE_S, SOURCES, values

pytestmark = pytest.mark.language("java")
MS = 1_000_000
RECURSIVE = "clamh.Factorial.factorialRecursive"
INPUT = {"clamh.Factorial.InputValue.number": "25"}


def journal(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = folder / "transcript"
    monkeypatch.setenv("CLAMH_TRANSCRIPT", str(path))
    return path


@pytest.mark.parametrize("mode", ["avgt", "thrpt"])
def test_a_whole_conversation(factorial: Any, mode: str) -> None:
    with factorial.worker(RECURSIVE) as talk:
        opened = talk.open(RECURSIVE, INPUT, mode=mode)
        assert opened["source"] == "jmh" and opened["clock_cost_ns"] == 0 and len(opened["threads"]) == 1
        assert opened["collector"] in ("G1", "Serial") and 1 <= opened["processors"] <= os.cpu_count()  # the JVM's own choices
        for phase, first, last in (("warmup", 1, 0), ("measurement", 0, 0), ("measurement", 0, 1)):
            event = talk.say("iterate", "c", phase, 200 * MS, 0, first, last)
            (thread,) = event["threads"]
            # Milliseconds, and not micro- or nanoseconds: that is all a real clock can be asked. JMH sets a flag after
            # 200 ms; a thread that a busy machine let begin late has measured less, or sees the flag late.
            assert thread["elapsed_ns"] > 6 * MS
            assert thread["operations"] == int(thread["operations"]) and thread["operations"] > 1000
            assert thread["all_operations"] >= thread["operations"]
            assert min(event["speed_ns"]) > 0
        assert talk.say("close", "c")["event"] == "closed"
        assert talk.exit()


def test_operations_count_batches_and_operations_per_invocation(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.empty") as talk:
        counts = {}
        for batch, opi in ((1, 1), (1, 1000), (1000, 1)):
            talk.open("scenes.Scenes.empty", batch=batch, opi=opi)
            (thread,) = talk.say("iterate", "c", "measurement", 50 * MS, 0, 1, 1)["threads"]
            counts[batch, opi] = thread["operations"]
            talk.say("close", "c")
        assert counts[1, 1000] % 1000 == 0
        talk.open("scenes.Scenes.empty", batch=2_000_000_000)  # of which it does a part
        (thread,) = talk.say("iterate", "c", "measurement", 10 * MS, 0, 1, 1)["threads"]
        assert 0 < thread["operations"] <= thread["all_operations"]
        talk.say("close", "c")
        # Orders of magnitude only: nothing but the factor 1000 in either direction can part them so far.
        assert counts[1000, 1] * 30 < counts[1, 1] < counts[1, 1000] / 30


def test_each_thread_has_an_entry(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.object") as talk:
        talk.open("scenes.Scenes.object", threads=3)
        threads = talk.say("iterate", "c", "measurement", 50 * MS, 0, 1, 0)["threads"]
        assert len(threads) == 3 and all(thread["operations"] > 0 and thread["elapsed_ns"] > 0 for thread in threads)
        talk.say("close", "c")


def test_the_benchmark_gets_the_arguments_of_its_fork_and_its_params(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.settled") as talk:
        talk.open("scenes.Scenes.settled")
        assert values(talk.say("invoke", "c", 1)) == ("s:a b", [])
        talk.say("close", "c")
        given = {"text": "é\t% ü", "colour": "GREEN", "letter": "=", "real": "-0.25", "flag": "false", "small": "7"}
        talk.open("scenes.Scenes.params", {f"scenes.Scenes.Params.{name}": value for name, value in given.items()})
        assert values(talk.say("invoke", "c", 1)) == ("s:é\t% üGREEN=-0.25false7", [])


@pytest.mark.parametrize(("sent", "real"), [("inf", "Infinity"), ("-inf", "-Infinity"), ("nan", "NaN"), ("1e+22", "1.0E22")])
def test_a_float_param_may_be_infinite_or_not_a_number(scenes: Any, sent: str, real: str) -> None:
    with scenes.worker("scenes.Scenes.params") as talk:
        given = {"text": sent, "colour": "GREEN", "letter": "=", "real": sent, "flag": "true", "small": "7"}
        talk.open("scenes.Scenes.params", {f"scenes.Scenes.Params.{name}": value for name, value in given.items()})
        assert values(talk.say("invoke", "c", 1)) == (f"s:{sent}GREEN={real}true7", [])


@pytest.mark.parametrize("end", ["last", "close"])
def test_fixtures_run_where_jmh_runs_them(scenes: Any, end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = journal(tmp_path, monkeypatch)
    with scenes.worker("scenes.Scenes.journalled") as talk:
        talk.open("scenes.Scenes.journalled")
        assert not path.exists()
        talk.say("iterate", "c", "warmup", MS, 0, 1, 0)
        assert path.read_text().split() == ["trial+", "iteration+", "iteration-"]
        talk.say("iterate", "c", "measurement", MS, 0, 0, int(end == "last"))
        talk.say("close", "c")
    extra = [] if end == "last" else ["iteration+", "iteration-"]  # JMH can only tear down after an iteration
    assert path.read_text().split() == ["trial+", *["iteration+", "iteration-"] * 2, *extra, "trial-"]


@pytest.mark.parametrize(("name", "known"), [
    ("object", [False, True, True]), ("ask", [False, True, False]), ("journalled", [False, False, False]),
])
def test_waiting_for_a_cpu_is_known_where_jmh_only_loops(
    scenes: Any, name: str, known: list[bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal(tmp_path, monkeypatch)
    with scenes.worker(f"scenes.Scenes.{name}") as talk:
        talk.open(f"scenes.Scenes.{name}")
        answers = [talk.say("iterate", "c", "measurement", MS, 0, first, last) for first, last in ((1, 0), (0, 0), (0, 1))]
        assert ["waited_ns" in answer["threads"][0] for answer in answers] == known


def test_a_case_that_never_iterated_has_nothing_to_tear_down(
    scenes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = journal(tmp_path, monkeypatch)
    with scenes.worker("scenes.Scenes.journalled") as talk:
        talk.open("scenes.Scenes.journalled")
        assert talk.say("close", "c")["event"] == "closed"
    assert not path.exists()


def test_invoke_gives_the_value_that_python_computes(factorial: Any) -> None:
    recursive, iterative = 1.0, 1.0
    for factor in range(2, 26):
        recursive = factor * recursive
    for factor in range(25, 1, -1):
        iterative *= factor
    with factorial.worker(RECURSIVE) as talk:
        for name, expected in ((RECURSIVE, recursive), ("clamh.Factorial.factorialIterative", iterative)):
            talk.open(name, INPUT)
            assert values(talk.say("invoke", "c", 1)) == (f"i:{int(expected)}", [])
            talk.say("close", "c")


def test_invoke_records_what_the_benchmark_consumed_and_not_its_fixtures(
    scenes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = journal(tmp_path, monkeypatch)
    with scenes.worker("scenes.Scenes.consuming") as talk:
        talk.open("scenes.Scenes.consuming")
        assert values(talk.say("invoke", "c", 1)) == ("f:nan", ["s:é", "[i:1,i:2]", bits(0.5)])
        assert path.read_text().split() == ["trial+", "iteration+", "iteration-", "trial-"]
        refused = talk.say("iterate", "c", "warmup", MS, 0, 1, 0)
        assert (refused["reason"], refused["case"], refused["message"]) == ("malformed", "c", "malformed command")
        talk.say("close", "c")
        talk.open("scenes.Scenes.empty")
        assert values(talk.say("invoke", "c", 1)) == (None, [])


def test_what_is_consumed_deep_in_a_recursion_is_recorded(scenes: Any) -> None:
    """A JVM tells the upper 1,024 frames of a stack, by default."""
    with scenes.worker("scenes.Scenes.deep") as talk:
        talk.open("scenes.Scenes.deep")
        assert values(talk.say("invoke", "c", 1)) == (None, ["i:7"])


def test_a_check_that_fails_is_the_failure_of_its_case_which_is_torn_down(
    scenes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = journal(tmp_path, monkeypatch)
    with scenes.worker("scenes.Scenes.ask") as talk:
        talk.open("scenes.Scenes.ask")
        failed = talk.say("invoke", "c", 1)
        assert (failed["reason"], failed["where"]) == ("benchmark", "scenes.Scenes.Doubtful.answer")
        assert failed["message"].startswith("java.lang.IllegalStateException: no answer\n\tat scenes.Scenes$Doubtful.answer(")
        assert path.read_text().split() == ["closed"]


def test_an_inherited_benchmark_of_a_nested_class_has_jmhs_name(scenes: Any) -> None:
    name = "scenes.Scenes.Derived.inherited"
    with scenes.worker(name) as talk:
        talk.open(name)
        assert values(talk.say("invoke", "c", 1)) == ("i:1", ["i:7"])


def bits(value: float) -> str:
    return f"f:{struct.unpack('>Q', struct.pack('>d', value))[0]:016x}"


def test_values_have_one_form_each(scenes: Any) -> None:
    forms = {
        "null": "null", "byte": "i:-42", "long": f"i:{-(2**63)}", "whole double": "i:42", "minus zero": "i:0",
        "large double": f"i:{int(1e300)}", "float": bits(struct.unpack("f", struct.pack("f", 0.1))[0]), "nan": "f:nan",
        "infinity": "f:-inf", "boolean": "b:true", "char": "s:é", "string": "s:a\tb", "builder": "s:built",
        "bytes": "x:00ff10", "nested": f"[i:1,null,[s:x,{bits(0.5)}],[]]", "itself": "[" * 64 + "object" + "]" * 64,
        "long string": "s:" + "é" * 600, "object": "object",
    }
    found = {}
    with scenes.worker("scenes.Scenes.valued") as talk:
        for kind in forms:
            talk.open("scenes.Scenes.valued", {"scenes.Scenes.Kind.kind": kind})
            found[kind] = talk.say("invoke", "c", 1)["returned"]
            talk.say("close", "c")
    assert found == forms


def test_a_text_that_is_too_long_for_a_line_comes_in_parts(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.valued") as talk:
        talk.open("scenes.Scenes.valued", {"scenes.Scenes.Kind.kind": "huge string"})
        assert talk.say("invoke", "c", 1)["returned"] == "s:" + "ü\N{GRINNING FACE}\n" * 300_000


def test_a_process_that_has_measured_does_not_invoke_anything_fresh(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.empty") as talk:
        talk.open("scenes.Scenes.empty")
        talk.say("iterate", "c", "warmup", MS, 0, 1, 1)
        assert talk.say("invoke", "c", 1)["reason"] == "malformed"  # JMH has let its states go
        talk.say("close", "c")
        talk.open("scenes.Scenes.empty")
        assert talk.say("invoke", "c", 1)["reason"] == "malformed"


@pytest.mark.parametrize(
    ("name", "reason", "where", "message"),
    [
        ("throwing", "benchmark", "scenes.Scenes.throwing", "IllegalArgumentException: seven"),
        ("brokenSetup", "setup", "scenes.Scenes.Broken.prepare", "IllegalStateException: not today"),
    ],
)
@pytest.mark.parametrize("verb", ["iterate", "invoke"])
def test_a_failure_says_where_and_the_process_goes_on(
    scenes: Any, verb: str, name: str, reason: str, where: str, message: str
) -> None:
    full = f"scenes.Scenes.{name}"
    with scenes.worker(full) as talk:
        talk.open(full)
        failed = talk.say("iterate", "c", "warmup", 20 * MS, 0, 1, 0) if verb == "iterate" else talk.say("invoke", "c", 1)
        assert (failed["reason"], failed["where"], failed["case"]) == (reason, where, "c")
        assert message in failed["message"] and "Scenes.java:" in failed["message"]
        assert talk.say("close", "c")["reason"] == "malformed"  # it is closed already
        again = talk.open(full)
        assert again["reason"] == "unsupported" and "new process" in again["message"]
        assert talk.open("scenes.Scenes.empty")["event"] == "opened"


@pytest.mark.parametrize("fields", [{"benchmark": "99"}, {"mode": "fast"}, {"batch": "x"}, {"opi": "3000000000"}, {"p": "7:1"}])
def test_an_open_that_cannot_be_executed_is_malformed(factorial: Any, fields: dict[str, str]) -> None:
    with factorial.worker(RECURSIVE) as talk:
        talk.open(RECURSIVE, INPUT)
        talk.say("close", "c")
        fixed = [field for field in talk.case.fields(INPUT) if field.partition("=")[0] not in fields]
        wrong = talk.say("open", "c", *fixed, *(f"{name}={value}" for name, value in fields.items()))
        assert (wrong["reason"], wrong["message"]) == ("malformed", "malformed command")
        assert talk.open(RECURSIVE, INPUT)["event"] == "opened"  # nothing was left behind


def test_wrong_order_and_unknown_commands_are_refused(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.empty") as talk:
        assert talk.say("iterate", "c", "warmup", MS, 0, 1, 0)["reason"] == "malformed"
        assert talk.say("dance")["reason"] == "unsupported"
        talk.open("scenes.Scenes.empty")
        assert talk.open("scenes.Scenes.empty")["reason"] == "malformed"
        assert talk.say("samples", "c", 10, 10)["reason"] == "unsupported"
        assert talk.say("iterate", "c", "measurement", 0, 10, 1, 0)["reason"] == "unsupported"
        assert talk.say("iterate", "c", "warmup", MS, 0, 0, 0)["reason"] == "malformed"
        assert talk.say("iterate", "c", "warmup")["reason"] == "malformed"
        assert talk.say("iterate", "c", "warmup", MS, 0, 1, 1)["event"] == "iteration"
        assert talk.say("iterate", "c", "warmup", MS, 0, 0, 0)["reason"] == "malformed"


def test_params_of_one_name_have_one_value(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.valued") as talk:
        talk.open("scenes.Scenes.valued", {"scenes.Scenes.Kind.kind": "null"})
        talk.say("close", "c")
        fields = talk.case.fields({"scenes.Scenes.Kind.kind": "null"})
        (given,) = [field for field in fields if field.startswith("p=")]
        refused = talk.say("open", "c", *fields, given.replace("null", "long"))
        assert refused["reason"] == "unsupported" and "one value" in refused["message"]


def test_half_a_set_of_arguments_is_refused(scenes: Any) -> None:
    whole = scenes.command("scenes.Scenes.empty").argv
    class_path = whole.index("-cp")
    for dropped in range(1, class_path):
        half = Command(argv=whole[:dropped] + whole[dropped + 1 :])
        with scenes.talk(half) as talk:
            refused = talk.open("scenes.Scenes.empty")
            assert refused["reason"] == "unsupported" and whole[dropped] in refused["message"]
    with scenes.talk(Command(argv=(whole[0], whole[1], *whole[1:]))) as talk:
        assert f"repeated or in another order: [{whole[1]}, {whole[1]}," in talk.open("scenes.Scenes.empty")["message"]
    bare = Command(argv=(whole[0], *whole[class_path : class_path + 3]))
    with scenes.talk(bare) as talk:
        assert "`launch`" in talk.open("scenes.Scenes.empty")["message"]


def test_arguments_are_compared_without_proc_too(made: Any, platform: Platform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on macOS, where Java 8 does not show them."""
    files = toolchain._runtime
    monkeypatch.setattr(toolchain, "_runtime", lambda folder: {name: text.replace("/proc/self/cmdline", "/missing") for name, text in files(folder).items()})
    monkeypatch.setattr(toolchain, "_runtime_hash", toolchain._runtime_hash.__wrapped__)
    scenes = made(Path(shutil.copy(SOURCES / "Scenes.java", tmp_path)))
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Dof.all=1")  # is no argument
    whole = scenes.command("scenes.Scenes.empty").argv
    with scenes.talk(Command(argv=whole)) as talk:
        assert talk.open("scenes.Scenes.empty")["event"] == "opened"
    with scenes.talk(Command(argv=(whole[0], "-Dof.this=1", *whole[1:]))) as talk:
        opened = talk.open("scenes.Scenes.empty")
        assert "surplus [-Dof.this=1]" in opened["message"] if platform.facts["release"] > 8 else opened["event"] == "opened"


def test_changed_compiler_hints_are_refused(scenes: Any, tmp_path: Path) -> None:
    argv = scenes.command("scenes.Scenes.empty").argv
    flag = next(word for word in argv if word.startswith("-XX:CompileCommandFile="))
    copy = tmp_path / "hints"
    copy.write_text("quiet\n", encoding="utf-8")
    other_command = Command(argv=tuple(f"-XX:CompileCommandFile={copy}" if word == flag else word for word in argv))
    with scenes.talk(other_command) as talk:
        assert "compiler hints" in talk.open("scenes.Scenes.empty")["message"]


def test_system_exit_in_a_benchmark_is_the_end_of_the_process(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.exiting") as talk, pytest.raises(WorkerError) as ended:
        talk.open("scenes.Scenes.exiting")
        talk.say("iterate", "c", "warmup", MS, 0, 1, 0)
    assert ended.value.code == 3


def test_stray_threads_and_output_do_not_delay_the_end(scenes: Any) -> None:
    for name in ("stray", "printing"):
        with scenes.worker(f"scenes.Scenes.{name}") as talk:
            talk.open(f"scenes.Scenes.{name}")
            assert talk.say("iterate", "c", "warmup", MS, 0, 1, 1)["event"] == "iteration"
            assert talk.say("close", "c")["event"] == "closed"
            assert talk.exit()
    assert talk.stdout.read_text().startswith("noise\n")
    assert "more\n" in talk.stderr.read_text()  # JDK 25 warns of what JMH does, before it


def test_the_drivers_death_ends_an_iteration_at_once(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.empty") as talk:
        talk.open("scenes.Scenes.empty")
        talk.worker.send(b"iterate\tc\twarmup\t600000000000\t0\t1\t0\n", time.monotonic() + PATIENCE_S)
        time.sleep(0.2)
        os.dup2(os.open(os.devnull, os.O_WRONLY), talk.worker._commands)  # the only writing end of the pipe
        assert talk.worker.finish()  # with code 0


def test_events_are_ascii_whatever_they_say(scenes: Any) -> None:
    with scenes.worker("scenes.Scenes.consuming") as talk:
        talk.worker.send(b"%C3%BC%ED%A0%80\n", time.monotonic() + PATIENCE_S)
        line = talk.worker.receive(time.monotonic() + PATIENCE_S)
        assert line.isascii() and "ü" in json.loads(line)["message"]
