"""Does a suspended part of an invocation cost nothing, however it is left, and does code stay on its side of the two calls?"""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest
from machine_code import X86_64, find_order, read_functions
from made_cpp import made
from made_talk import Talk

from clamh.languages.c_family.compilers import SHARED
from clamh.languages.cpp import toolchain
from clamh.languages.native import CORE
from clamh.model.artifacts import Platform

HERE = Path(__file__).parent
MS = 1_000_000
FACTORS = (1000003, 1000033, 1000037)
IN_ORDER = ["1000003", "call", "1000033", "call", "1000037"]
pytestmark = pytest.mark.language("cpp")


@pytest.fixture(scope="module")
def worker(tmp_path_factory: pytest.TempPathFactory):
    artifact = made(HERE / "suspended.cpp", tmp_path_factory.mktemp("cache"), "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    talk = Talk([artifact.path], {}, ())
    yield talk
    if not talk.ended():
        talk.end()


def iterate(worker: Talk, benchmark: str, count: int = 3) -> dict:
    assert (opened := worker.open("c", benchmark, {}, mode="avgt"))["event"] == "opened", opened
    assert opened.get("suspend_cost_ns") == (None if benchmark == "never" else MS)
    event = worker.say("iterate", "c", "measurement", 0, count, 1, 1)
    worker.say("close", "c")
    return event if event["event"] == "failed" else event["threads"][0]


@pytest.mark.parametrize(("benchmark", "suspensions"), [("once", 1), ("nested", 1), ("leaves_early", 4), ("returns", 2)])
def test_a_suspended_part_costs_nothing_however_it_is_left(worker: Talk, benchmark: str, suspensions: int) -> None:
    """A suspension is one reading long, and costs one more."""
    thread = iterate(worker, benchmark)
    assert (thread["operations"], thread["elapsed_ns"], thread["suspensions"]) == (3, MS, 3 * suspensions)
    assert thread["suspended_ns"] == 2 * MS * thread["suspensions"]


def test_nothing_is_reported_of_a_benchmark_that_cannot_suspend(worker: Talk) -> None:
    thread = iterate(worker, "never")
    assert (thread["elapsed_ns"], thread["timings"]) == (MS, 0) and not {"suspensions", "suspended_ns"} & thread.keys()


def test_a_benchmark_that_throws_while_suspended_fails_as_any_other(worker: Talk) -> None:
    assert (iterate(worker, "throws")["reason"], iterate(worker, "once")["elapsed_ns"]) == ("benchmark", MS)


def test_a_clock_that_is_still_suspended_at_the_end_is_a_failure(worker: Talk) -> None:
    failed = iterate(worker, "holds", 1)
    assert (failed["reason"], failed["where"]) == ("benchmark", "holds") and "exactly once" in failed["message"]


def on_x86_64(test):
    for mark in X86_64:
        test = mark(test)
    return test


@pytest.fixture(params=["-O1", "-O2", "-O3"])
def functions(request: pytest.FixtureRequest, platform: Platform, compile_cpp, tmp_path: Path):
    """functions(old, new): the order of calls and multiplications in each function, with this change of the header."""
    optimised = msgspec.structs.replace(platform, flags=(*platform.flags, request.param))

    def functions(old: str = "", new: str = "") -> dict[str, list[str]]:
        runtime = tmp_path / (new or "own") / "languages" / "cpp" / "runtime"
        shutil.copytree(toolchain.RUNTIME, runtime)
        shutil.copytree(CORE, runtime.parents[2] / "native")
        shutil.copytree(SHARED, runtime.parents[1] / "c_family" / "runtime")
        text = (runtime / "suspend.hpp").read_text()
        assert not old or old in text
        (runtime / "suspend.hpp").write_text(text.replace(old, new) if old else text)
        # Without the header of a wrapper the names are those of any compiler's: what CLAMH defines is defined here.
        source = tmp_path / "suspended.cpp"
        names = "#include <suspend.hpp>\nusing harness_utils::Suspend;\n"
        source.write_text(names + (HERE / "suspended.cpp").read_text().replace('#include "clamh.h"', ""))
        compile_cpp(optimised, [source], runtime / "suspended.o", "-c", "-g0", "-DCLAMH", runtime=runtime)
        return {name.removeprefix("clamh_test_"): find_order(lines, FACTORS) for name, lines in read_functions(runtime / "suspended.o").items()
                if name.startswith("clamh_test_")}

    return functions


@on_x86_64
def test_code_stays_on_its_side_of_the_calls(functions) -> None:
    assert functions() == dict.fromkeys(("run", "returned", "paused"), IN_ORDER)


@on_x86_64
def test_values_in_registers_would_move_if_they_were_not_put_into_memory(functions) -> None:
    moved = functions('asm volatile("" : : "r"(&reinterpret_cast<const volatile char &>(value)) : "memory");', "static_cast<void>(value);")
    assert moved["run"] != IN_ORDER and moved["returned"] != IN_ORDER
