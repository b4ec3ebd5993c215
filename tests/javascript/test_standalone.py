"""Is a standalone artifact all that a machine needs, besides Node?"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from made_javascript import PLATFORMS, V8

import clamh.languages.javascript.generator as generator
from clamh.building.generate import generate
from clamh.model.options import Options
from clamh.pipeline import forecast, plan_artifacts

pytestmark = pytest.mark.language("javascript")

BENCHMARK = """
//@@State(Scope.Benchmark)
class Input { number = 20; }

//@@Benchmark
function doubled(input) { return twice(input.number); }
"""
KINDS = {
    "suite.mjs": {"suite.mjs": "import { join } from 'node:path';\nimport { twice } from './lib/twice.mjs';\n" + BENCHMARK,
                  "lib/twice.mjs": "import { two } from '../two.mjs';\nexport const twice = (one) => two * one;\n",
                  "two.mjs": "export const two = 2;\n"},
    "mixed.mjs": {"mixed.mjs": "import twice from './lib/twice.cjs';\n" + BENCHMARK,
                  "lib/twice.cjs": "const two = require('../two.js');\nmodule.exports = (one) => two * one;\n",
                  "two.js": "module.exports = 2;\n"},
    "suite.cjs": {"suite.cjs": "const { join } = require('path');\nconst { twice } = require('./lib/twice');\n" + BENCHMARK,
                  "lib/twice.js": "const two = require('../two.cjs');\nexports.twice = (one) => two * one;\n",
                  "two.cjs": "module.exports = 2;\n"},
    "simple.ts": {"simple.ts": "const twice = (one: number) => 2 * one;\n" + BENCHMARK},
    "suite.cts": {"suite.cts": "const { twice } = require('./lib/twice');\n" + BENCHMARK,
                  "lib/twice.cts": "exports.twice = (one: number) => 2 * one;\n"},
}
RUNTIMES = {platform.id: platform for platform in (*PLATFORMS, *V8)}.values()


def written(folder: Path, files: dict[str, str], name: str) -> str:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    (unit,) = forecast([str(folder / name)], lambda warnings: None).units
    return generator.standalone(generate(unit))


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("platform", RUNTIMES, ids=lambda item: item.id.removeprefix("javascript/"))
def test_it_runs_where_none_of_its_sources_is(platform, tmp_path: Path, name: str) -> None:
    if name.endswith("ts") and "node" in platform.id and int(platform.version.split(".")[0]) < 24:
        pytest.skip("this Node does not remove types")
    text = written(tmp_path / "there", KINDS[name], name)
    (tmp_path / "alone").mkdir()
    (tmp_path / "alone/run.js").write_text(text, encoding="utf-8")
    (tmp_path / "there").rename(tmp_path / "gone")
    process = subprocess.run(
        [platform.executable, "run.js", "--solo", "doubled", "-wi", "0", "-i", "1", "-r", "2ms"], cwd=tmp_path / "alone",
        env={"CLAMH_CLOCK": "counted:1000000"}, capture_output=True, text=True, timeout=300, check=False)
    if "bun" in platform.id:
        assert process.returncode == 1 and "a standalone file runs on Node only: Bun finds no module" in process.stderr
        return
    assert (process.returncode, process.stderr) == (0, "")
    assert "doubled, iteration 1: 1e+06 ns/op" in process.stdout.replace("1000000 ", "1e+06 ")
    assert "It needs" not in text


def test_redirected_into_a_file_it_is_what_the_driver_can_run(platform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`clamh generate --standalone x.js > run.js` makes a file that may not be executed; `node run.js` hands it over."""
    run = tmp_path / "run.js"
    run.write_text(written(tmp_path, KINDS["suite.cjs"], "suite.cjs"), encoding="utf-8")
    monkeypatch.setenv("PATH", f"{Path(platform.executable).parent}:{os.environ['PATH']}")
    monkeypatch.delenv("NODE", raising=False)
    plan = plan_artifacts([("javascript", str(run))], Options(), lambda problems: None)
    assert [case.benchmark for case in plan.cases] == ["doubled"]
    assert plan.cases[0].platform.startswith("javascript/node-")


def test_its_head_says_what_else_it_needs(tmp_path: Path) -> None:
    files = {"suite.mjs": "import left from 'left-pad';\nimport fs from 'fs';\nimport 'stream/promises';\nimport '@scope/thing';\nconst twice = left;\n" + BENCHMARK}
    head = written(tmp_path, files, "suite.mjs").splitlines()[:4]
    assert '// It needs these besides, installed where it stands: "@scope/thing", "left-pad"' in head
