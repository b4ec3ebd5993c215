"""Does the gate say of two real runs what is in them, and measure a suspect again, each build beside the other?

The runs are real, their times made, and the clock is counted: no assertion depends on how fast this machine is.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from clamh.machine.cpus import affinity

Clamh = Callable[..., "CompletedProcess[str]"]
pytestmark = pytest.mark.language("javascript")
MAIN = """import { add } from './add.mjs';
//@@State(Scope.Thread)
export class Input {
    //@@Param("10")
    n = 0;
}
//@@Benchmark
export function sum(input) { let t = 0; for (let i = 0; i < input.n; i++) t = add(t, i); return t; }
"""
CPU = max(affinity())
SHAPE = ("-f", "3", "-wi", "0", "-i", "1", "-r", "5ms", "--no-lock", "-cpus", str(CPU), "-bind", "threads")


@pytest.fixture
def slow(clamh: Clamh, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The file of a run, base.ndjson, with times of 100 ns per operation and more, and slow.ndjson with ten times as much."""
    monkeypatch.setenv("CLAMH_CLOCK", "counted:1000000")  # a build measured beside itself takes exactly as long
    (tmp_path / "sum.mjs").write_text(MAIN)
    (tmp_path / "add.mjs").write_text("export const add = (a, b) => a + b;\n")
    done = clamh("run", "sum.mjs", *SHAPE, "--results", "run.ndjson")
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in (tmp_path / "run.ndjson").read_text().splitlines()]
    for name, ns in (("base", 100), ("slow", 1000)):
        for record in lines:
            for thread in record.get("threads", ()) if record["event"] == "iteration" else ():
                thread["elapsed_ns"] = round(thread["operations"] * (ns + record["fork"]))
                thread["sample_ns"] = []
        (tmp_path / f"{name}.ndjson").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return "slow.ndjson"


def test_a_regression_is_code_4_and_one_that_is_not_seen_again_is_none(clamh: Clamh, slow: str, tmp_path: Path) -> None:
    done = clamh("gate", "base.ndjson", slow, "--confirm", "--no-lock", "-rff", "gate.md")
    assert "sum(10), measured again: not confirmed, and so no regression" in done.stdout, done.stdout + done.stderr
    assert done.returncode == 0
    assert (tmp_path / "gate.md").read_text().startswith("### gate: no regression in 1 benchmark\n\n- 1 regression\n")
    (measured,) = (path for path in (tmp_path / ".clamh/confirm").glob("*.ndjson"))
    assert json.loads(measured.read_text().splitlines()[0])["environment"]["cpu_list"] == str(CPU)  # as both runs were
    assert measured.read_text().count(f'"binding":{{"cpus":[{CPU}],"nodes":[]}}') == 2 + 6  # of cases and of forks
    rounds = [(one["block"], one["case_id"]) for line in measured.read_text().splitlines()
              if (one := json.loads(line))["event"] == "fork_start"]
    assert [block for block, _ in rounds] == [0, 0, 1, 1, 2, 2]
    assert all(len({case_id for each, case_id in rounds if each == block}) == 2 for block in range(3))

    # A build that no longer is what it was is not measured for it.
    (tmp_path / "add.mjs").write_text("export const add = (a, b) => b + a;\n")
    done = clamh("gate", "base.ndjson", slow, "--confirm", "--no-lock")
    assert done.returncode == 4
    assert "what is built of sum.mjs here now is not what slow.ndjson measured; its regression stands" in done.stdout.replace("\n  ", " ")
