"""Does a wheel hold all that is needed to run, far from any checkout?"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")


def run(*argv: str | Path, cwd: Path, **environ: str) -> str:
    done = subprocess.run(list(map(str, argv)), cwd=cwd, capture_output=True, text=True, timeout=240, check=False,
                          env={**os.environ, **environ})
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


@pytest.mark.slow
@pytest.mark.toolchain("g++")
def test_a_wheel_in_an_empty_environment_runs_a_benchmark(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, fac_tests: Path
) -> None:
    # Nothing is fetched: the build backend is a test dependency, and what clamh depends on is lent by this environment.
    run(*PIP, "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("clamh-*.whl")
    tracked = run("git", "ls-files", "-z", "src/clamh", cwd=ROOT).split("\0")[:-1]
    packed = set(zipfile.ZipFile(wheel).namelist())
    assert not [name for name in tracked if (ROOT / name).is_file() and name.removeprefix("src/") not in packed]

    home = tmp_path / "environment"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    run(*PIP, "--python", python, "install", "-q", "--no-deps", "--no-index", wheel, cwd=tmp_path)
    purelib = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path).strip()
    # A line of a .pth file adds the folder, and does not read the .pth files in it: this checkout stays unknown.
    (Path(purelib) / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    found = run(python, "-c", "import clamh; print(clamh.__file__)", cwd=tmp_path).strip()
    assert Path(found).is_relative_to(home)

    source = tmp_path / "elsewhere" / "factorial.cpp"
    source.parent.mkdir()
    source.write_bytes((fac_tests / "factorial.cpp").read_bytes())
    table = run(home / "bin" / "clamh", "run", "factorial.cpp", "-f", "1", "-i", "1", "-wi", "0", "-r", "1ms", "-p", "number=25",
                cwd=source.parent, CLAMH_CACHE=str(tmp_path_factory.getbasetemp() / "cache"), NO_COLOR="1")
    assert "factorialRecursive (number = 25)" in table and "ns/op" in table and "1/1" in table
