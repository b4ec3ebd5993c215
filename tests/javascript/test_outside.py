"""Does a source run by itself, without CLAMH, through one import, and mean the same under CLAMH?"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from made_javascript import PLATFORMS

import clamh.languages.javascript.generator as generator

pytestmark = pytest.mark.language("javascript")

OUTSIDE = Path(generator.__file__).parent / "outside"
NAMES = "Blackhole, BenchmarkParams, Control, IterationParams, Memory, Operations, Random, ThreadParams"
SUITE = """
//@@State(Scope.Thread)
class Data {
    //@@Param("1000")
    size = 1000;

    //@@Setup
    fill(memory, random) {
        this.values = memory.array(Float64Array, this.size);
        for (let at = 0; at < this.size; at += 1) this.values[at] = random.nextInt(100);
    }
}

/**
 * @param {Data} data
 * @param {Blackhole} hole
 * @param {Operations} did
 * @param {Control} control
 * @param {BenchmarkParams} params
 * @param {ThreadParams} threads
 */
//@@Benchmark
function sum(data, hole, did, control, params, threads, iterationParams) {
    let total = 0;
    for (const value of data.values) total += value;
    hole.consume(total);
    hole.consumeCPU(10);
    did.add(data.size);
    const told = [control.startMeasurement, params.getMode(), params.id(), threads.getThreadCount(), iterationParams.getType()];
    return [total > 0, ...told].join(' ');
}

if (MAIN) {
    const data = new Data();
    data.fill(new Memory(), new Random(7));
    const hole = new Blackhole();
    const did = new Operations();
    console.log(sum(data, hole, did, new Control(), new BenchmarkParams(), new ThreadParams(), new IterationParams()), did.total);
}
"""
KINDS = {
    "suite.mjs": (f"import {{ pathToFileURL }} from 'node:url';\nimport {{ {NAMES} }} from 'clamh_runtime';\n",
                  "import.meta.url === pathToFileURL(process.argv[1]).href"),
    "suite.cjs": (f"const {{ {NAMES} }} = require('clamh_runtime');\n", "require.main === module"),
}


def test_the_files_are_what_the_script_writes() -> None:
    assert {path.name: path.read_text(encoding="utf-8") for path in OUTSIDE.iterdir() if not path.name.endswith(".d.ts")} == generator.outside()


@pytest.mark.parametrize("name", KINDS)
def test_a_source_runs_by_itself_and_under_clamh(talk, made, platform, tmp_path: Path, name: str) -> None:
    first, main = KINDS[name]
    (tmp_path / name).write_text(first + SUITE.replace("MAIN", main), encoding="utf-8")
    (tmp_path / "node_modules").mkdir()
    link = tmp_path / "node_modules" / "clamh_runtime"
    link.symlink_to(OUTSIDE)  # as `clamh doctor` says
    process = subprocess.run([platform.executable, name], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert (process.stdout, process.stderr) == ("true false avgt -AverageTime 1 MEASUREMENT 1000\n", "")
    link.unlink()  # under CLAMH no package has to be there
    worker = talk(made(tmp_path / name, platform))
    worker.open("m", "sum", {"Data.size": "10"})
    thread = worker.say("iterate", "m", "measurement", 0, 3, 1, 1)["threads"][0]
    assert thread["operations"] == 30
    assert worker.invoke("sum", {"Data.size": "10"})["returned"] == "s:true false avgt sum-AverageTime-size-10 1 MEASUREMENT"
    assert worker.end() == (0, "")


NAMED = """
/**
 * @param {Drawn} random
 * @param {ours.Memory} memory
 */
//@@Benchmark
function drawn(random, memory) { return random instanceof Drawn && memory instanceof ours.Memory; }
"""


@pytest.mark.parametrize(("name", "head"), [
    ("suite.mjs", "import { Random as Drawn } from 'clamh_runtime';\nimport * as ours from 'clamh_runtime';\n"),
    ("suite.cjs", "const { Random: Drawn } = require('clamh_runtime');\nconst ours = require('clamh_runtime');\n"),
])
def test_types_of_ours_go_by_the_names_that_an_import_gives_them(talk, made, platform, tmp_path: Path, name: str, head: str) -> None:
    (tmp_path / name).write_text(head + NAMED, encoding="utf-8")
    worker = talk(made(tmp_path / name, platform))
    assert worker.invoke("drawn")["returned"] == "b:true"
    assert worker.end() == (0, "")


def test_the_types_name_every_class_and_method() -> None:
    types = (OUTSIDE / "clamh_runtime.d.ts").read_text(encoding="utf-8")
    declared = {(line.split()[2], method) for part in types.split("export ")[1:] for line in ["export " + part.splitlines()[0]]
                for method in re.findall(r"^  (\w+)(?:<\w+>)?\(", part, re.MULTILINE) if method != "constructor"}
    script = ("for (const [name, type] of Object.entries(require(process.argv[1])))"
              " for (const method of Object.getOwnPropertyNames(type.prototype)) if (method !== 'constructor') console.log(name, method);")
    printed = subprocess.run([PLATFORMS[0].executable, "-e", script, OUTSIDE / "clamh_runtime.cjs"], capture_output=True, text=True, check=True).stdout
    held = {tuple(line.split()) for line in printed.splitlines()}
    assert held - declared == {("BenchmarkParams", "entries"), ("Random", "step"), ("Random", "below")}  # for themselves
    assert declared <= held


def test_the_type_of_next_bytes_is_what_it_returns() -> None:
    types = (OUTSIDE / "clamh_runtime.d.ts").read_text(encoding="utf-8")
    script = "const { Random } = require(process.argv[1]); console.log(typeof new Random(1).nextBytes([0]));"
    printed = subprocess.run([PLATFORMS[0].executable, "-e", script, OUTSIDE / "clamh_runtime.cjs"], capture_output=True, text=True, check=True).stdout
    assert printed == "undefined\n" and re.search(r"^  nextBytes\(.*\): void;$", types, re.MULTILINE)
