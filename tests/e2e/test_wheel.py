"""Do the wheel and the source archive hold all that is needed, and does an installed `clamh` run far from any checkout?"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from checkout import tracked

from clamh.building.build import find_platforms

ROOT = Path(__file__).parents[2]


def run(*argv: str | Path, cwd: Path, **environ: str) -> str:
    process = subprocess.run(list(map(str, argv)), cwd=cwd, capture_output=True, text=True, timeout=2400, check=False,
                             env={**os.environ, **environ})
    assert process.returncode == 0, process.stderr + process.stdout
    return process.stdout


def test_wheel_and_source_archive_are_complete(tmp_path: Path) -> None:
    run(sys.executable, "-m", "hatchling", "build", "-d", tmp_path, "-t", "sdist", "-t", "wheel", cwd=ROOT)
    (archive,), (wheel,) = tmp_path.glob("clamh-*.tar.gz"), tmp_path.glob("clamh-*.whl")
    with tarfile.open(archive) as opened:
        held = {name.partition("/")[2] for name in opened.getnames()}
    assert not set(tracked()) - held
    packed = set(zipfile.ZipFile(wheel).namelist())
    assert not {name.removeprefix("src/") for name in tracked("src/clamh/*")} - packed
    (tmp_path / "unpacked").mkdir()
    run("tar", "-xf", archive, cwd=tmp_path / "unpacked")
    (source,) = (tmp_path / "unpacked").iterdir()
    run(sys.executable, "-m", "hatchling", "build", "-d", tmp_path / "again", "-t", "wheel", cwd=source)
    (again,) = (tmp_path / "again").iterdir()
    assert set(zipfile.ZipFile(again).namelist()) == packed


@pytest.mark.slow
@pytest.mark.timeout(2700)  # half a minute alone; on a busy machine, four and a half were seen
@pytest.mark.language("cpp", "javascript")
def test_pipx_installs_a_clamh_that_runs_outside_the_checkout(
    tmp_path: Path, cache: Path, fac_tests: Path
) -> None:
    # With all that it depends on, from the index: what pyproject.toml forgets is missing here and nowhere else.
    homes = {f"PIPX_{name}": str(tmp_path / "pipx" / name) for name in ("HOME", "BIN_DIR", "MAN_DIR")}
    # Compiling all modules of scipy takes longer than all the rest; Python compiles those that are imported.
    run(sys.executable, "-m", "pipx", "install", "--python", sys.executable, ROOT, cwd=tmp_path, PIP_NO_COMPILE="1", PIP_RETRIES="10", PIP_DEFAULT_TIMEOUT="60", **homes)
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    for name in ("factorial.cpp", "factorial.js"):
        (folder / name).write_bytes((fac_tests / name).read_bytes())
    (node, *_), _ = find_platforms("javascript", os.environ)
    table = run(tmp_path / "pipx" / "BIN_DIR" / "clamh", "run", "--full", "-f", "1", "-i", "1", "-wi", "0", "-r", "1ms", "-p", "number=25",
                cwd=folder, CLAMH_CACHE=str(cache), NO_COLOR="1",
                NODE=shlex.quote(node.executable), PATH=os.environ["PATH"].replace(str(Path(sys.executable).parent), ""))
    assert "factorialRecursive (number = 25)" in table and "1/1" in table
    assert re.search(r"^  cpp/\S+ +[\d.]+ +ns/op", table, re.MULTILINE)
    assert re.search(r"^  javascript/\S+ +[\d.]+ +ns/op", table, re.MULTILINE)
