"""Does JavaScriptCore's last compiler leave the work of a stub in its loop? Bun prints the graph that it makes code from.

The same is asserted to turn red when the fence is taken out: JavaScriptCore does hoist what nothing can have changed.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from made_javascript import BUN, SOURCES

pytestmark = [pytest.mark.language("javascript"), pytest.mark.skipif(BUN is None, reason="Bun is not here: npm install -g bun")]
GRAPH = re.compile(r"DFG for clamh\$repeat_b\d+#(.*?)\nDFG ", re.DOTALL)
LOOP = re.compile(r"Loop header, contains: ([#\d ]+)")
FENCE = ("{ clamh$fence(); ", "{ ")
SHORT = ("-wi", "3", "-w", "100ms", "-i", "1", "-r", "20ms")


def where_it_stands(artifact: Path, benchmark: str) -> set[bool]:
    """Whether each multiplication in the graphs of the stub stands in a loop."""
    done = subprocess.run(
        [BUN.executable, artifact, "--solo", benchmark, *SHORT], capture_output=True, text=True, check=True, timeout=60,
        env={"PATH": "/usr/bin:/bin", "BUN_JSC_dumpFTLDisassembly": "1"})
    found = set()
    for graph in GRAPH.findall(done.stdout + done.stderr):
        inside = {int(number) for loop in LOOP.findall(graph) for number in re.findall(r"#(\d+)", loop)}
        places = {int(re.match(r"\d+", block)[0]) in inside for block in re.split(r"Block #", graph)[1:]
                  if re.search(r"\t(?:Arith|Value)Mul\(", block)}
        found |= places or {False}  # none at all: a number that was computed at compile time
    return found


@pytest.mark.parametrize("benchmark", ["ofStatic", "ofField"])
def test_javascriptcore_computes_in_every_invocation_what_a_field_may_have_changed(made, benchmark: str) -> None:
    assert where_it_stands(Path(made(SOURCES / "hoisted.mjs", BUN).path), benchmark) == {True}


def test_without_the_fence_it_computes_it_once(made, tmp_path: Path) -> None:
    text = Path(made(SOURCES / "hoisted.mjs", BUN).path).read_text(encoding="utf-8")
    source = SOURCES / "hoisted.mjs"
    (tmp_path / source.name).write_bytes(source.read_bytes())  # the artifact runs the module of the folder it stands in
    without = tmp_path / "run_hoisted.js"
    without.write_text(text.replace(*FENCE), encoding="utf-8")
    assert FENCE[0] in text and False in where_it_stands(without, "ofStatic")
