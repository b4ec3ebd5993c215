"""Is a generated source complete, whatever the user's names are?"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
pytestmark = pytest.mark.language("c")


@pytest.fixture(scope="module", params=["hostile_names", "outside", "talk"])
def alone_source(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source with everything in it, away from the user's files."""
    path = tmp_path_factory.mktemp("away") / f"{request.param}.c"
    argv = [sys.executable, "-m", "clamh.cli", "generate", "--standalone", HERE / path.name]
    path.write_bytes(subprocess.run(argv, capture_output=True, check=True).stdout)
    return path


def test_a_source_with_everything_in_it_runs_in_every_mode(platform, alone_source: Path) -> None:
    program = alone_source.with_suffix("")
    built = subprocess.run([platform.executable, "-O3", "-pthread", alone_source, "-lm", "-o", program], capture_output=True, text=True, check=False)
    assert built.returncode == 0 and "warning" not in built.stderr, built.stderr
    name = {"hostile_names": "serve", "outside": "take_all", "talk": "big"}[alone_source.stem]
    for mode in ("avgt", "thrpt", "wall", "ss"):
        done = subprocess.run([program, "--solo", name, "-bm", mode, "-wi", "0", "-i", "2", "-r", "1ms"], capture_output=True, text=True, check=False)
        assert done.returncode == 0 and f"Benchmark {name}, iteration 2" in done.stdout, done.stdout + done.stderr
