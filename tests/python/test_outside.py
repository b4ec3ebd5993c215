"""Does a source run by itself, without CLAMH, through one import, and mean the same under CLAMH?"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import clamh.languages.python.generator as generator

pytestmark = pytest.mark.language("python")

OUTSIDE = Path(generator.__file__).parent / "outside"
SUITE = """\
from clamh_runtime import BenchmarkParams, Blackhole, Control, IterationParams, Memory, Operations, Random, ThreadParams


#@@State(Scope.Thread)
class Data:
    #@@Param("1000")
    size = 1000

    #@@Setup
    def fill(self, memory: Memory, random: Random):
        self.values = memory.array(float, self.size)
        for at in range(self.size):
            self.values[at] = random.nextInt(100)


#@@Benchmark
def total(data, black_hole, did: Operations, control: Control, params: BenchmarkParams, threads: ThreadParams, iterationParams):
    found = sum(data.values)
    black_hole.consume(found)
    black_hole.consumeCPU(10)
    did.add(data.size)
    told = [control.startMeasurement, params.getMode(), params.id(), threads.getThreadCount(), iterationParams.getType()]
    return " ".join(map(str, [found > 0, *told]))


if __name__ == "__main__":
    data = Data()
    data.fill(Memory(), Random(7))
    did = Operations()
    print(total(data, Blackhole(), did, Control(), BenchmarkParams(), ThreadParams(), IterationParams()), did.total)
"""


def test_the_files_are_what_the_script_writes() -> None:
    assert {path.name: path.read_text(encoding="utf-8") for path in OUTSIDE.glob("*.py")} == generator.outside()


def test_a_source_runs_by_itself_and_under_clamh(talk, made, platform, tmp_path: Path) -> None:
    (tmp_path / "suite.py").write_text(SUITE, encoding="utf-8")
    link = tmp_path / "clamh_runtime.py"
    link.symlink_to(OUTSIDE / link.name)  # as `clamh doctor` says
    process = subprocess.run([platform.executable, "suite.py"], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    link.unlink()  # under CLAMH none has to be there
    assert (process.stdout, process.stderr) == ("True False avgt -AverageTime 1 MEASUREMENT 1000\n", "")
    worker = talk(made(tmp_path / "suite.py", platform))
    worker.open("m", "total", {"Data.size": "10"})
    thread = worker.say("iterate", "m", "measurement", 0, 3, 1, 1)["threads"][0]
    assert thread["operations"] == 30
    assert worker.invoke("total", {"Data.size": "10"})["returned"] == "s:True False avgt total-AverageTime-size-10 1 MEASUREMENT"
    assert worker.end() == (0, "")


TYPES = """\
#@@Benchmark
def drawn(random: Random, hole: "Blackhole") -> int:
    hole.consume(type(random) is Random)
    return 1
"""


def test_types_of_ours_need_no_import_under_clamh(talk, made, platform, tmp_path: Path) -> None:
    (tmp_path / "suite.py").write_text(TYPES, encoding="utf-8")
    worker = talk(made(tmp_path / "suite.py", platform))
    assert worker.invoke("drawn")["consumed"] == ["b:true"]
    assert worker.end() == (0, "")


def test_the_package_of_the_driver_is_not_that_module(talk, made, platform, tmp_path: Path) -> None:
    (tmp_path / "suite.py").write_text("from clamh import Blackhole\n" + TYPES, encoding="utf-8")
    worker = talk(made(tmp_path / "suite.py", platform))
    assert "come from clamh_runtime, and need no import here" in worker.say("describe")["message"]
