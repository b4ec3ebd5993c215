"""Does a suspended part of an invocation cost nothing, however it is left, and does code stay on its side of the two calls?"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from machine_code import X86_64, find_order, read_functions
from made_rust import compiled, made, rustc
from made_talk import Talk

from clamh.languages.rust import toolchain

HERE = Path(__file__).parent
MS = 1_000_000
FACTORS = (1000003, 1000033, 1000037)
IN_ORDER = ["1000003", "call", "1000033", "call", "1000037"]
SINK = "use crate::blackhole::sink;\n"
pytestmark = pytest.mark.language("rust")


@pytest.fixture(scope="module")
def worker(tmp_path_factory: pytest.TempPathFactory):
    talk = Talk([made(HERE / "suspended.rs", tmp_path_factory.mktemp("cache")).path], {}, ())
    yield talk
    if not talk.ended():
        talk.end()


def iterate(worker: Talk, benchmark: str, count: int = 3) -> dict:
    assert (opened := worker.open("c", benchmark, {}, mode="avgt"))["event"] == "opened", opened
    assert opened["suspend_cost_ns"] == MS
    event = worker.say("iterate", "c", "measurement", 0, count, 1, 1)
    worker.say("close", "c")
    return event if event["event"] == "failed" else event["threads"][0]


@pytest.mark.parametrize(("benchmark", "suspensions"), [("nested", 1), ("leaves_early", 4), ("run", 1), ("paused", 1)])
def test_a_suspended_part_costs_nothing_however_it_is_left(worker: Talk, benchmark: str, suspensions: int) -> None:
    """A suspension is one reading long, and costs one more."""
    thread = iterate(worker, benchmark)
    assert (thread["operations"], thread["elapsed_ns"], thread["suspensions"]) == (3, MS, 3 * suspensions)
    assert thread["suspended_ns"] == 2 * MS * thread["suspensions"]


def test_a_benchmark_that_panics_while_suspended_fails_as_any_other(worker: Talk) -> None:
    assert (iterate(worker, "panics")["reason"], iterate(worker, "run")["elapsed_ns"]) == ("benchmark", MS)


def test_a_clock_that_is_still_suspended_at_the_end_is_a_failure(worker: Talk) -> None:
    failed = iterate(worker, "holds", 1)
    assert failed["reason"] == "benchmark" and "exactly once" in failed["message"]


def on_x86_64(test):
    for mark in X86_64:
        test = mark(test)
    return test


@pytest.fixture
def functions(tmp_path: Path):
    """functions(old, new): the order of calls and multiplications in two stubs, with this change of the runtime."""
    def functions(old: str = "", new: str = "") -> list[list[str]]:
        runtime = tmp_path / ("changed" if old else "own")
        shutil.copytree(toolchain.RUNTIME, runtime)
        text = (runtime / "suspend.rs").read_text()
        assert old in text
        (runtime / "suspend.rs").write_text(text.replace(old, new) if old else text)
        code = read_functions(compiled(HERE / "suspended.rs", tmp_path / f"made_{runtime.name}", runtime))
        return [find_order(code[f"clamh_user::__clamh_b{number}"], FACTORS) for number in (4, 5)]

    return functions


@on_x86_64
def test_code_stays_on_its_side_of_the_calls(functions) -> None:
    assert functions() == [IN_ORDER] * 2


@on_x86_64
def test_values_in_registers_would_move_if_they_were_not_put_into_memory(functions) -> None:
    run, returned = functions(SINK, "fn sink<T>(_: &T) {}\n")
    assert run != IN_ORDER and returned != IN_ORDER


def test_the_package_alone_suspends_nothing_and_needs_no_core(tmp_path: Path) -> None:
    (tmp_path / "main.rs").write_text(
        "use clamh::Suspend;\nfn main() {\n    let suspend = Suspend::default();\n    let _paused = suspend.pause();\n"
        "    println!(\"{}\", suspend.run(|| 7));\n}\n")
    rust = [rustc().executable, toolchain.EDITION]
    subprocess.run([*rust, "--crate-name=clamh", "--crate-type=rlib", toolchain.RUNTIME / "clamh.rs", "-Awarnings", "-o", "libclamh.rlib"], cwd=tmp_path, check=True)
    subprocess.run([*rust, "--extern=clamh=libclamh.rlib", "main.rs", "-o", "main"], cwd=tmp_path, check=True)
    assert subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True).stdout == "7\n"
