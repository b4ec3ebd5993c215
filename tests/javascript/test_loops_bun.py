"""Does JavaScriptCore's last compiler leave the work of a stub in its loop? Bun prints the graph that it makes code from.

The same is asserted to turn red when the fence is taken out, or may be inlined: JavaScriptCore does hoist what nothing can
have changed. (It computes `Math.imul` even where nobody needs it, so nothing turns red without Blackhole's sinks.)
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from made_javascript import BUN, SOURCES

pytestmark = [pytest.mark.language("javascript"), pytest.mark.skipif(BUN is None, reason="Bun is not here: npm install -g bun")]

GRAPH = re.compile(r"^ *\d+: DFG for (.*?)^ *\d+: GC Values:", re.DOTALL | re.MULTILINE)
BLOCK = re.compile(r"^ *\d+ +\d+: Block #", re.MULTILINE)
PRODUCT = r"\tArithMul\(.*:(?:FACTORS)[,>]"
OBJECT = r"\t(?:Materialize)?New\w+\("  # a PhantomNewObject is none
LOOP = re.compile(r"Loop header, contains: ([#\d ]+)")
NEXT = re.compile(r"Successors:([#\d ]*)")
FENCE = re.compile(r"\t\w*Call\w*\(.*anonymous#")  # `new Function` gives it no name
# One thread that compiles, or the graphs of two are printed into each other.
PRINTED = {"PATH": "/usr/bin:/bin", "BUN_JSC_dumpFTLDisassembly": "1", "BUN_JSC_numberOfFTLCompilerThreads": "1"}
# It inlines what it may however long it is: by itself it did so with the fence in one process of three.
EAGER = {f"BUN_JSC_maximumFunctionForCallInlineCandidateBytecodeCostFor{text}": "100000" for text in ("DFG", "FTL")}
PROCESSES = 5  # at most, each longer than the one before, until one has the node in all of its graphs
# A product per benchmark of sources/loops.js, with a number of its own.
FACTORS = {"field": 1000003, "element": 1000033, "nested": 1000037, "ofClass": 1000039, "ofModule": 1000081, "made": 1000099,
           "consumed": 1000117, "consumedObject": 1000133}


def every_turn(blocks: list[str]) -> set[str]:
    """The blocks that a turn of the stub's loop goes through when it does not call fence, which it does once in 1,024."""
    inside = {number for block in blocks for loop in LOOP.findall(block) for number in re.findall(r"#(\d+)", loop)}
    number = re.compile(r"\d+")
    fenced = {number.match(block)[0] for block in blocks if FENCE.search(block)}
    after = {number.match(block)[0]: set(re.findall(r"#(\d+)", "".join(NEXT.findall(block)))) & (inside - fenced) for block in blocks}

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        left = set(after.get(start, ()))
        while left:
            seen |= left
            left = {item for at in left for item in after.get(at, ())} - seen
        return seen

    return {item for item in inside - fenced if item in reached(item)}


def graphs(artifact: Path, benchmark: str, warmup_ms: int) -> list[str]:
    """All that one process prints of what its last compiler made."""
    length = ("-wi", "3", "-w", f"{warmup_ms}ms", "-i", "1", "-r", "20ms")
    process = subprocess.run([BUN.executable, artifact, "--solo", benchmark, *length], env=PRINTED | EAGER, capture_output=True,
                             text=True, check=True, timeout=300)
    return GRAPH.findall(process.stdout + process.stderr)


def places_in(printed: list[str], factor: int, node: str) -> set[str]:
    """Where the nodes stand in the graphs that have a loop of the stub.

    A product with its own factor is also looked for in the caller's blocks of such a graph: what is computed once may stand
    there, before the stub's first block. Other nodes may be the caller's own.
    """
    found = set()
    for graph in printed:
        name, *blocks = BLOCK.split(graph)
        stub = [block for block in blocks if "clamh$repeat_b" in name.partition("\n")[0] + block.partition("\n")[0]]
        turn = every_turn(stub)
        factors = re.findall(rf"(D@\d+):<.*JSConstant\(.*Int32: {factor},", graph)
        wanted = re.compile(node.replace("FACTORS", "|".join(factors or ["none"])))
        places = {re.match(r"\d+", block)[0] in turn for block in (blocks if turn and node == PRODUCT else stub) if wanted.search(block)}
        found |= {"in the loop" if place else "outside it" for place in places} or ({"nowhere"} if turn else set())
    return found


# As Bun prints the graph of a caller: its own block, then the stub's, of which 1 and 2 are the loop.
CALLER = """timed#A:[0x1]
 0 10: Block #0 (bc#119):
 0 11: D@1:<!0:->\tJSConstant(JS, Int32: 7, bc#119)
{caller} 0 12: Successors: #1
 0 20: Block #1 (bc#206 --> clamh$repeat_b0#B bc#10):
 0 21: Loop header, contains: #1 #2
 0 22: Successors: #2
 0 30: Block #2 (bc#206 --> clamh$repeat_b0#B bc#20):
{stub} 0 31: Successors: #1
"""
MULTIPLIED = " 0 13: D@2:<!0:->\tArithMul(Int32:D@3, Int32:D@1, Int32)\n"


@pytest.mark.parametrize(("caller", "stub", "place"), [("", MULTIPLIED, "in the loop"), (MULTIPLIED, "", "outside it"), ("", "", "nowhere")])
def test_a_product_in_the_callers_blocks_is_outside_the_loop(caller: str, stub: str, place: str) -> None:
    assert places_in([CALLER.format(caller=caller, stub=stub)], 7, PRODUCT) == {place}


@pytest.fixture
def where_it_stands(made: Callable, tmp_path: Path) -> Callable[..., set[str]]:
    """where_it_stands(benchmark, what, instead, node=): where the stub's products stand, or other nodes, in all graphs with it.

    "in the loop": where each turn comes by.

    A graph is of the stub itself, or of its caller, which has loops of its own. The latter says
    `Block #8 (bc#206 --> clamh$repeat_b0#…` where the stub's code is.
    """

    def where_it_stands(benchmark: str, what: str = "", instead: str = "", node: str = PRODUCT) -> set[str]:
        source = SOURCES / "loops.js"
        text = Path(made(source, BUN).path).read_text(encoding="utf-8")
        assert what in text
        artifact = tmp_path / "run_loops.js"
        (tmp_path / source.name).write_bytes(source.read_bytes())  # the artifact runs the module of the folder it stands in
        artifact.write_text(text.replace(what, instead) if what else text, encoding="utf-8")
        # On a busy machine a stub may be compiled before its benchmark was called often enough to be inlined: such a graph
        # has a call where the work would be, and says nothing of it. Or the process ends before the stub is compiled. Another
        # process is asked.
        found: set[str] = set()
        for at in range(PROCESSES):
            places = places_in(graphs(artifact, benchmark, 100 * (at + 1)), FACTORS[benchmark], node)
            if places - {"nowhere"} or not found:
                found = places
            if found and "nowhere" not in found:
                break
        assert found, f"no graph of the stub in {PROCESSES} processes"
        return found

    return where_it_stands


@pytest.mark.parametrize("benchmark", FACTORS)
def test_javascriptcore_computes_in_every_invocation_what_may_have_changed(where_it_stands, benchmark: str) -> None:
    assert where_it_stands(benchmark) == {"in the loop"}


@pytest.mark.parametrize("benchmark", ["field", "ofClass", "made"])
def test_without_the_fence_it_computes_it_once(where_it_stands, benchmark: str) -> None:
    assert "outside it" in where_it_stands(benchmark, "  clamh$fence(); clamh$0 = clamh$o[0]; ", "  ")


def test_an_object_that_is_returned_is_made_in_every_invocation(where_it_stands) -> None:
    assert where_it_stands("made", node=OBJECT) == {"in the loop"}
    assert "in the loop" not in where_it_stands("made", "clamh$r = ", "", node=OBJECT)


def test_a_fence_that_may_be_inlined_is_none(where_it_stands) -> None:
    assert "outside it" in where_it_stands("ofClass", ".noInline(fence)", "")
