"""Is a turn of the measured loop as cheap as timeit's, and does it hold nothing but the call? In bytecode, and on PyPy in its effects."""

from __future__ import annotations

import dis
import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from made_python import PLATFORMS

import clamh
from clamh.model.artifacts import Platform

pytestmark = pytest.mark.language("python")

RUNTIME = Path(clamh.__file__).parent / "languages" / "python" / "runtime"


@pytest.fixture(scope="module")
def loop() -> ModuleType:
    """The worker's own module."""
    spec = importlib.util.spec_from_file_location("clamh_loop", RUNTIME / "loop.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# The instructions of one turn of the loop in ours and in timeit's, from behind FOR_ITER to the jump back, that included.
TURNS = """
import dis, importlib.util, json, timeit
spec = importlib.util.spec_from_file_location("loop", {path!r})
loop = importlib.util.module_from_spec(spec)
spec.loader.exec_module(loop)

def turn(code):
    every = [one for one in dis.get_instructions(code) if one.opname not in ("CACHE", "NOP", "PRECALL", "EXTENDED_ARG")]
    begin = next(at for at, one in enumerate(every) if one.opname == "FOR_ITER")
    end = next(at for at, one in enumerate(every[begin:], begin) if one.opname.startswith("JUMP") and one.argval <= every[begin].offset)
    return [one.opname for one in every[begin:end + 1]]

for statement, code, takes in {cases!r}:
    theirs = timeit.Timer(statement, setup="f = a = b = None").inner
    print(json.dumps([turn(loop.Stub("x", print, code, takes).repeat.__code__), turn(theirs.__code__)]))
"""


@pytest.mark.parametrize("one", [platform for platform in PLATFORMS if platform.facts["implementation"] == "cpython"], ids=lambda item: item.id)
def test_a_turn_has_no_more_instructions_than_timeits(one: Platform) -> None:
    cases = [("f()", "f()", 0), ("f(a)", "f({0})", 1), ("a.m(b)", "{0}.m({1})", 2)]
    program = TURNS.format(path=str(RUNTIME / "loop.py"), cases=cases)
    process = subprocess.run([one.executable, "-I", "-c", program], capture_output=True, text=True, check=True, timeout=300)
    for (ours, theirs), (_, code, _) in zip(map(json.loads, process.stdout.splitlines()), cases, strict=True):
        assert len(ours) <= len(theirs)
        assert sum(name.startswith("CALL") for name in ours) == 1
        assert not any("GLOBAL" in name or "ATTR" in name for name in ours) or ".m" in code


def test_stub_makes_the_requested_number_of_calls(loop: ModuleType) -> None:
    calls: list[object] = []
    stub = loop.Stub("x", calls.append, "f({0})", 1)
    stub.repeat(("one",), 5)
    assert calls == ["one"] * 5
    stub.repeat(("one",), 0)
    assert len(calls) == 5


def between_readings(text: str) -> list[tuple[str, object]]:
    """The instructions of `timed` from the first reading of the clock to the second, that one's call included."""
    (stretches,) = [co_const for co_const in compile(text, "timing.py", "exec").co_consts if getattr(co_const, "co_name", "") == "Timing"]
    (timed,) = [co_const for co_const in stretches.co_consts if getattr(co_const, "co_name", "") == "timed"]
    code = [(instruction.opname, instruction.argval) for instruction in dis.get_instructions(timed) if instruction.opname not in ("PUSH_NULL", "PRECALL", "CACHE")]
    first, last = (max(at for at, item in enumerate(code) if item == ("STORE_FAST", name)) for name in ("start", "stop"))
    return code[first + 1:last]


def test_only_the_stub_runs_between_two_readings() -> None:
    text = (RUNTIME / "timing.py").read_text()
    only = [("LOAD_FAST", "repeat"), ("LOAD_FAST", "objects"), ("LOAD_FAST", "invocations"), ("CALL", 2), ("POP_TOP", None), ("LOAD_FAST", "now"), ("CALL", 0)]
    stub = "            repeat(objects, invocations)\n"
    assert between_readings(text) == only and text.count(stub) == 1
    assert between_readings(text.replace(stub, f"{stub}            len(objects)\n")) != only


@pytest.fixture
def compiled(loop: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Callable[..., object]:
    """A stub as PyPy gets it, run here."""
    monkeypatch.setattr(loop, "COMPILES", True)
    return lambda function, code, takes: loop.Stub("x", function, code, takes)


def test_compiled_loop_fetches_by_varying_index_and_stores(compiled) -> None:
    calls: list[object] = []
    stub = compiled(lambda item: calls.append(item) or len(calls), "f({0})", 1)
    stub.repeat((sys,), 3)
    assert calls == [sys] * 3
    names = {instruction.opname for instruction in dis.get_instructions(stub.repeat.__code__)}
    assert "STORE_SUBSCR" in names and "[i & 1]" in stub.text
    assert stub.repeat.__globals__["kept"] == [3]


# The stub as it is, then without its store, with one object for all turns, with a list of objects for the results, with names of a
# common dict, and around a function that returns an object: as many functions, or PyPy joins what it learns.
TRIED = """
import importlib.util
spec = importlib.util.spec_from_file_location("loop", {path!r})
loop = importlib.util.module_from_spec(spec)
spec.loader.exec_module(loop)

class State: pass

state = State()
state.left, state.right = 3, 4
whole = loop.COMPILED
for name in ("whole", "unstored", "fixed", "objects", "dict", "object"):
    loop.COMPILED = whole.replace("kept[0] = ", "") if name == "unstored" else whole
    space = {{"State": State}}
    exec("def run(s): return " + ("State()" if name == "object" else "s.left + s.right"), space)
    stub = loop.Stub(name, space["run"], "f({{0}})", 1)
    names = stub.repeat.__globals__
    if name == "objects":
        names["kept"][0] = None
    if name in ("fixed", "dict"):
        text = stub.text
        if name == "fixed":
            text = text.replace("[i & 1]", "").replace("[objects[0], objects[0]]", "objects[0]")
        names = names if name == "fixed" else dict(names)
        exec(compile(text, "<clamh stub of " + name + ">", "exec"), names)
        stub.repeat = names["repeat"]
    for _ in range(10):
        stub.repeat((state,), 5000)
"""
FETCHED, READ, ADDED, MADE, STORED = "getarrayitem_gc_r", "getfield_gc_r", "int_add_ovf", "new_with_vtable", "setarrayitem_gc"


def test_pypys_loop_stores_without_boxing_integers(tmp_path: Path) -> None:
    pypy = next((platform for platform in PLATFORMS if platform.facts["implementation"] == "pypy"), None)
    if pypy is None:
        assert "CI" not in os.environ, "PyPy is missing: type make setup"
        pytest.skip("PyPy is not here")
    (tmp_path / "tried.py").write_text(TRIED.format(path=str(RUNTIME / "loop.py")), encoding="utf-8")
    subprocess.run([pypy.executable, "tried.py"], cwd=tmp_path, check=True, timeout=300,
                   env={**os.environ, "PYPYLOG": "jit-log-opt:log", "PYTHONDONTWRITEBYTECODE": "1"})
    result = {}
    for name, trace in re.findall(r"# Loop \d+ \(repeat;<clamh stub of (\w+)>.*?\n(.*?)--end of the loop--", (tmp_path / "log").read_text(), re.DOTALL):
        turn = trace.rpartition(" label(")[2]  # what comes by each time; before it stands what is done once
        result[name] = {text for text in (FETCHED, READ, ADDED, MADE, STORED) if re.search(rf"\b{text}\(", turn)}
    assert result["whole"] == {FETCHED, READ, ADDED, STORED}
    assert not result["unstored"] & {MADE, STORED}
    assert not result["fixed"] & {FETCHED, READ}
    assert result["objects"] == result["whole"] | {MADE}
    assert {MADE, STORED} <= result["object"]
    assert MADE in result["dict"]
