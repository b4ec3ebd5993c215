"""Does the machine code of every stub do its work once per invocation, and is it there when measuring begins?

Node prints what its last compiler, TurboFan, made. Each line is also asserted to turn red when the fence, the loop variable
that holds what was returned, or Blackhole's sinks are taken out of a copy of the artifact.
"""

from __future__ import annotations

import json
import platform as host
import re
import stat
import subprocess
from collections.abc import Callable, Container, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from made_javascript import V8

from clamh.model.artifacts import Platform
from clamh.model.opening import find_opening

pytestmark = [
    pytest.mark.language("javascript"),
    pytest.mark.skipif(host.machine() != "x86_64", reason="the lines are x86-64's"),
]

STUB = "clamh$repeat_"
PRINTED = ("--print-opt-code", f"--print-opt-code-filter={STUB}*", "--trace-opt", "--trace-deopt")
ENTERED = (*PRINTED, "--no-use-osr")  # code that is entered while a loop runs has no first turn
PARAMS = ("Plain.number", "Static.number")
# What is taken out of the artifact's text: (what stands there, what stands there instead).
MUTATIONS = {
    "fence": ("  clamh$fence(); ", "  "),
    "laundering": ("clamh$fence(); clamh$0 = clamh$o[0]; ", "clamh$fence(); "),
    "both": ("  clamh$fence(); clamh$0 = clamh$o[0]; ", "  "),
    "last value": ("clamh$r = ", ""),
    "sinks": ("  consume(value) {", "  consume(value) { return;"),
}
TRIES = 8  # processes, at most
NEWER = 24  # its V8 computes once what does not change; that of Node 20 mostly does not, with or without a fence
# The factors of a benchmark, and what must turn it red.
LINES: dict[str, tuple[tuple[int, ...], set[str]]] = {
    "field": ((1000003,), {"both", "last value"}),
    "element": ((1000033,), {"both", "last value"}),
    "nested": ((1000037,), {"both", "last value"}),
    "ofClass": ((1000039,), {"fence", "last value"}),
    "ofModule": ((1000081,), {"last value"}),
    "made": ((1000099,), {"last value"}),
    "consumed": ((1000117, 1000121), {"sinks"}),
    "consumedObject": ((1000133, 1000151), {"sinks"}),
    "Own.method": ((1000159,), {"laundering", "both", "last value"}),
}


@pytest.fixture(scope="session", params=V8, ids=lambda item: item.id.removeprefix("javascript/"))
def platform(request: pytest.FixtureRequest) -> Platform:
    """Every Node that is found here, one after the other."""
    return request.param


def code_of(printed: str) -> dict[str, list[tuple[int, str]]]:
    """(offset, instruction) of each stub that TurboFan compiled, the newest of each."""
    return dict(all_code(printed))


def all_code(printed: str, prefix: str = STUB) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    """The same of each time that one was compiled, by whichever thread."""
    for block in re.split(r"^--- Raw source ---|^--- Code ---", printed, flags=re.MULTILINE):
        name = re.search(rf"^name = {re.escape(prefix)}([\w$]+)$", block, re.MULTILINE)
        if name is None or "compiler = turbofan" not in block or "Instructions" not in block:
            continue
        lines = re.findall(r"^0x[0-9a-f]+ +([0-9a-f]+) +[0-9a-f]+ +(.*)$", block[block.index("Instructions"):], re.MULTILINE)
        yield name[1], [(int(offset, 16), text) for offset, text in lines]


def spans(code: list[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    """Every loop with its offsets: from where a jump leads back to, to the nearest such jump.

    A jump back over the return is no loop: it comes from code that is run rarely and so stands behind it.
    """
    ends: dict[int, int] = {}
    for offset, text in code:
        jump = re.match(r"j\w+ .*<\+0x([0-9a-f]+)>", text)
        if jump and int(jump[1], 16) < offset:
            ends.setdefault(int(jump[1], 16), offset)
    found = [[item for item in code if start <= item[0] <= end] for start, end in ends.items()]
    return [span for span in found if not any(text.startswith("ret") for _, text in span)]


def loops(code: list[tuple[int, str]]) -> list[list[str]]:
    """The instructions of every loop."""
    return [[text for _, text in span] for span in spans(code)]


def works(code: list[tuple[int, str]], factors: tuple[int, ...]) -> bool:
    """Whether some loop multiplies by each factor exactly once."""
    return any(all(sum(f",0x{factor:x}" in text for text in body if "imul" in text) == 1 for factor in factors)
               for body in loops(code))


def first_turn(code: list[tuple[int, str]]) -> list[str]:
    """What a call for one invocation runs: V8 takes a loop's first turn out of it, from the call of fence to the loop's head.

    Empty when it has not: then the loop itself, which tests whether to call fence, is what is run.
    """
    heads = [span[0][0] for span in spans(code) if any(",0x400" in text for _, text in span)]
    fence = min((offset for offset, text in code if text.startswith("call")), default=0)
    return [text for offset, text in code if heads and fence < offset < max(heads)]


def works_once(code: list[tuple[int, str]], factors: tuple[int, ...]) -> bool:
    """Whether a call for one invocation multiplies by each factor exactly once."""
    turn = first_turn(code) if code else []
    return all(sum(f",0x{factor:x}" in text for text in turn if "imul" in text) == 1 for factor in factors) if turn else works(
        code, factors)


def printed_by(talk: Any, warmups: int = 4, mode: str = "avgt", names: Container[str] = ()) -> tuple[dict[str, str], str]:
    """The stub of each benchmark, and all that Node printed while each, or each of these, was warmed up and measured."""
    benchmarks = talk.catalog.benchmarks
    for benchmark in benchmarks if not names else [benchmark for benchmark in benchmarks if benchmark.name in names]:
        params = {name: "3" for name in find_opening(benchmark, talk.catalog).params if name in PARAMS}
        amount = (0, 1) if mode == "ss" else (20_000_000, 0)
        # Of a batch of 1,000, fewer than between two fences, V8 moved the work behind the loop when the fence did not come first.
        assert talk.open("c", benchmark.name, params, mode=mode, batch=1000 if mode == "ss" else 1)["event"] == "opened"
        for at in range(warmups):
            talk.say("iterate", "c", "warmup", *amount, int(at == 0), 0)
        assert talk.say("iterate", "c", "measurement", *amount, 0, 1)["event"] == "iteration"
        talk.say("close", "c")
    code, printed = talk.end()
    assert code == 0
    return {benchmark.name: f"b{benchmark.number}" for benchmark in benchmarks}, printed


def printed_until_compiled(talk: Any, artifact: Any, flags: tuple[str, ...], names: set[str], mode: str = "avgt") -> tuple:
    """The stubs, and the code of each of these: the compiler's thread may come too late, so each process warms up for longer."""
    for warmups in (2, 4, 8, 16, 32, 64):
        stubs, printed = printed_by(talk(artifact, flags=flags, CLAMH_CLOCK=None), warmups, mode, names)
        code = code_of(printed)
        if {stubs[name] for name in names} <= code.keys():
            return stubs, code
    pytest.fail(f"TurboFan compiled {sorted(code)} of {sorted(names)}")


def uncompiled(stubs: dict[str, str], printed: str) -> list[tuple[str, list[str]]]:
    """The stubs whose optimised code was not there in the end, with what became of it before."""
    found = []
    for stub in sorted(set(stubs.values()) - {stubs["ofModule"]}):  # the next case's setup writes what that one reads
        events = re.findall(rf"\[(completed optimizing|bailout) .*JSFunction {re.escape(STUB + stub)} ", printed)
        if not events or events[-1] != "completed optimizing":
            found.append((stub, events))
    return found


SOURCE = Path(__file__).parent / "sources" / "loops.js"
MODES = ("sample", "ss", "Invocation")


def source_for(mode: str, folder: Path) -> tuple[Path, str]:
    """The source, and the protocol's mode; with fixtures around each invocation for "Invocation"."""
    if mode != "Invocation":
        return SOURCE, mode
    fixture = "\n//@@Setup(Level.Invocation)\nfunction each() {}\n"
    (folder / "loops.js").write_text(SOURCE.read_text(encoding="utf-8") + fixture, encoding="utf-8")
    return folder / "loops.js", "avgt"


def mutated(result: Callable, platform, folder: Path, mutation: str, source: Path = SOURCE):
    artifact = result(source, platform)
    text = Path(artifact.path).read_text(encoding="utf-8")
    what, instead = MUTATIONS[mutation]
    assert json.dumps(what)[1:-1] in text
    changed = folder / "run_loops.js"
    changed.write_text(text.replace(json.dumps(what)[1:-1], instead), encoding="utf-8")
    changed.chmod(stat.S_IRWXU)
    return msgspec.structs.replace(artifact, path=str(changed))


def test_every_stub_is_compiled_before_measuring(talk, platform) -> None:
    for _ in range(TRIES):
        stubs, printed = printed_by(talk("loops.js", platform=platform, flags=PRINTED, CLAMH_CLOCK=None))
        code = code_of(printed)
        if {stubs[name] for name in (*LINES, "chain", "constant")} <= code.keys():
            break
    wrong = [name for name, (factors, _) in LINES.items() if not works(code.get(stubs[name], []), factors)]
    assert not wrong
    # What a benchmark computes with in a loop of its own stays in registers: a value that lives through the call of fence
    # would be in memory in there too, and a chain of multiplications twice as slow [ran].
    innermost = min((body for body in loops(code[stubs["chain"]]) if any(f",0x{1000171:x}" in text for text in body)), key=len)
    assert not [text for text in innermost if "[rbp" in text]
    assert not works(code[stubs["constant"]], (3,))  # nobody writes it: a constant, as in the program it comes from
    # The compiler's thread may get its turn too late where many processes share the CPUs (1 of 15 runs of Node 24 under a load
    # of 7, two of two under one of 15): then other processes decide.
    others = (printed_by(talk("loops.js", platform=platform, flags=PRINTED, CLAMH_CLOCK=None)) for _ in range(TRIES))
    assert not uncompiled(stubs, printed) or not all(uncompiled(*item) for item in others)


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_a_line_turns_red_when_what_it_is_about_is_taken_out(talk, made, platform, tmp_path: Path, mutation: str) -> None:
    about = {name for name, (_, breaks) in LINES.items() if mutation in breaks}
    if int(platform.version.split(".")[0]) < NEWER and mutation not in ("last value", "sinks") and not (about := about & {"Own.method"}):
        pytest.skip(f"V8 of Node.js before {NEWER} mostly reads a field in each turn, with or without a fence")
    artifact = mutated(made, platform, tmp_path, mutation)
    stubs, code = printed_until_compiled(talk, artifact, PRINTED, about)
    assert not [name for name in about if works(code[stubs[name]], LINES[name][0])]


@pytest.mark.parametrize("mode", MODES)
def test_a_call_for_one_batch_does_its_work_too(talk, made, platform, tmp_path: Path, mode: str) -> None:
    source, named = source_for(mode, tmp_path)
    warmups = 500 if mode == "ss" else 12
    for _ in range(TRIES):  # as above: the compiler's thread may come too late
        stubs, printed = printed_by(talk(made(source, platform), flags=ENTERED, CLAMH_CLOCK=None), warmups, named)
        code = code_of(printed)
        if {stubs[name] for name in LINES} <= code.keys():
            break
    wrong = [name for name, (factors, _) in LINES.items()
             if not works(code.get(stubs[name], []), factors) or not works_once(code[stubs[name]], factors)]
    assert not wrong
    assert any(first_turn(code[stubs[name]]) for name in LINES)


# Whatever the calls are for: what keeps a batch's work is that its last value is returned, and Blackhole's sinks.
@pytest.mark.parametrize("mutation", ["last value", "sinks"])
def test_a_call_for_one_batch_turns_red_too(talk, made, platform, tmp_path: Path, mutation: str) -> None:
    source, mode = source_for("Invocation", tmp_path)
    artifact = mutated(made, platform, tmp_path, mutation, source)
    about = {name for name, (_, breaks) in LINES.items() if mutation in breaks}
    stubs, code = printed_until_compiled(talk, artifact, ENTERED, about, mode)
    assert not [name for name in about if works_once(code[stubs[name]], LINES[name][0])]


def test_one_long_call_is_compiled_while_it_runs(talk, platform) -> None:
    worker = talk("loops.js", platform=platform, flags=("--trace-osr",), CLAMH_CLOCK=None)
    worker.open("c", "field", {"Plain.number": "3"})
    assert worker.say("iterate", "c", "measurement", 0, 200_000_000, 1, 1)["threads"][0]["operations"] == 200_000_000
    printed = worker.end()[1]
    assert f"[OSR - entry. function: {STUB}b0" in printed


def test_compiled_code_of_a_stub_never_stops_behind_its_loop(talk, platform) -> None:
    worker = talk("loops.js", platform=platform, flags=("--trace-deopt",), CLAMH_CLOCK=None)
    for case, name, param in (("c", "field", "Plain.number"), ("d", "ofClass", "Static.number")):
        worker.open(case, name, {param: "3"})
        worker.say("iterate", case, "warmup", 0, 1, 1, 0)
        worker.say("iterate", case, "warmup", 0, 20_000_000, 0, 0)  # one call, compiled before its loop was ever left
    for _ in range(5):
        worker.say("iterate", "c", "measurement", 0, 1_000_000, 0, 1)
    stops = re.findall(rf"bailout \(.*reason: (.*)\): begin. .*JSFunction {re.escape(STUB)}b.*bytecode offset ([0-9]+)",
                       worker.end()[1])
    # From V8's middle compiler to its last, at the loop's end; what stops before it V8 throws away and compiles again: the
    # first call of fence, when the compiler was faster than 1,024 invocations.
    ends = [int(offset) for reason, offset in stops if reason == "prepare for on stack replacement (OSR)"]
    assert not [(reason, offset) for reason, offset in stops if int(offset) not in ends and int(offset) > min(ends, default=0)]


def test_threads_have_the_code_of_one_thread(talk, platform) -> None:
    shapes: list[tuple[str, ...]] = []
    for _ in range(TRIES):  # as above: the compiler's thread may come too late
        worker = talk("threads.js", platform=platform, flags=PRINTED, CLAMH_CLOCK=None)
        for case, threads in (("c", 1), ("d", 2)):
            worker.open(case, "product", threads=threads)
            for at in range(4):
                answer = worker.say("iterate", case, "warmup", 20_000_000, 0, int(at == 0), int(at == 3))
                assert len(answer["threads"]) == threads
        shapes = [shape(code) for _, code in all_code(worker.end()[1])]
        if len(shapes) >= 3 and len(set(shapes)) == 1:
            break  # a compiler that comes at another moment leaves another loop now and then; what is always so stays
    assert len(shapes) >= 3 and len(set(shapes)) == 1 and "imull" in shapes[0]


def shape(code: list[tuple[int, str]]) -> tuple[str, ...]:
    """The instructions of the loop that multiplies, without operands; Node 24 reaches a thread's table of code another way."""
    body = min((loop for loop in loops(code) if any(",0xf4243" in text for text in loop)), key=len, default=[])
    words = [text.removeprefix("REX.W ").split()[0].replace("leaq", "movq") for text in body]
    return tuple(word for word in words if word != "nop")


BENCH = Path(__file__).parents[2] / "bench" / "loop_cases" / "loops.mjs"


def loop_of(platform: Platform, artifact: str, benchmark: str, function: str, *params: str) -> list[str]:
    """The instructions of the loop with the fence, in the newest code that TurboFan made of that function and that has it."""
    length = ("-wi", "5", "-w", "100ms", "-i", "1", "-r", "50ms")
    flags = ("--print-opt-code", f"--print-opt-code-filter={function}")
    argv = [platform.executable, *flags, artifact, "--solo", benchmark, *params, *length]
    for _ in range(TRIES):  # as above: the compiler's thread may come too late
        printed = subprocess.run(argv, capture_output=True, text=True, check=True, timeout=300).stdout
        found = [[body for body in loops(code) if any(",0x400" in text for text in body)] for name, code in all_code(printed, "") if name == function]
        if body := min(next((bodies for bodies in reversed(found) if bodies), []), key=len, default=[]):
            return body
    return []


def adds_once(body: list[str]) -> bool:
    """Whether each turn reads the second field and adds once, and fence stands in the same loop."""
    added = [at for at, text in enumerate(body) if text.startswith("addl") and body[at + 1].startswith("jo")]
    second_field = [text for text in body if re.match(r"REX\.W movs?x?l?q r\w+,\[r\w+\+0x(23|1f)\]", text)]
    return len(added) == 1 and bool(second_field) and sum(text.startswith("call") for text in body) == 1


@pytest.mark.parametrize(("benchmark", "hand", "stub"), [("addPlain", "handPlain", "b1"), ("addStatic", "handStatic", "b2")])
def test_the_loops_that_bench_compares_do_the_same_work(made, platform, tmp_path, benchmark: str, hand: str, stub: str) -> None:
    artifact = made(BENCH, platform).path
    assert adds_once(loop_of(platform, artifact, benchmark, STUB + stub))
    assert adds_once(loop_of(platform, artifact, f"hand{benchmark[0].upper()}{benchmark[1:]}", hand, "-p", "Passes.passes=100000"))


def test_no_turn_asks_which_function_the_benchmark_is(made, platform, tmp_path) -> None:
    """A turn that reads a module's class is not peeled off by V8, so that it would compare the function in each turn."""
    artifact = made(BENCH, platform).path
    text = Path(artifact).read_text(encoding="utf-8")
    constant, variable = "clamh$r = clamh$f_b2(", "clamh$r = addStatic("
    assert text.count(constant) == 1
    changed = tmp_path / "run_loops.js"
    changed.write_text(text.replace(constant, variable), encoding="utf-8")
    ours, compared = ("\n".join(loop_of(platform, path, "addStatic", f"{STUB}b2")) for path in (artifact, str(changed)))
    assert ours and "<JSFunction addStatic" not in ours and "<JSFunction addStatic" in compared
