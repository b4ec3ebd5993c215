"""Does a source run by itself, without CLAMH, through one import, and mean the same under CLAMH?"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

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
    "suite.mjs": (f"import {{ pathToFileURL }} from 'node:url';\nimport {{ {NAMES} }} from './clamh.mjs';\n",
                  "import.meta.url === pathToFileURL(process.argv[1]).href"),
    "suite.cjs": (f"const {{ {NAMES} }} = require('./clamh.cjs');\n", "require.main === module"),
}


def test_the_files_are_what_the_script_writes() -> None:
    assert {one.name: one.read_text(encoding="utf-8") for one in OUTSIDE.iterdir()} == generator.outside()


@pytest.mark.parametrize("name", KINDS)
def test_a_source_runs_by_itself_and_under_clamh(talk, made, platform, tmp_path: Path, name: str) -> None:
    first, main = KINDS[name]
    for one in OUTSIDE.iterdir():
        shutil.copy(one, tmp_path)
    (tmp_path / name).write_text(first + SUITE.replace("MAIN", main), encoding="utf-8")
    done = subprocess.run([platform.executable, name], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("true false avgt -AverageTime 1 MEASUREMENT 1000\n", "")
    worker = talk(made(tmp_path / name, platform))
    worker.open("m", "sum", {"Data.size": "10"})
    thread = worker.say("iterate", "m", "measurement", 0, 3, 1, 1)["threads"][0]
    assert thread["operations"] == 30
    assert worker.invoke("sum", {"Data.size": "10"})["returned"] == "s:true false avgt sum-AverageTime-size-10 1 MEASUREMENT"
    assert worker.end() == (0, "")
