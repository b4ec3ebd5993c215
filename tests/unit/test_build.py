"""Can a build that is under way be ended at once, with everything that its steps started?"""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from clamh import build
from clamh.errors import BuildError
from clamh.languages.base import Step

# A compiler driver that starts the real compiler and waits for it, as g++ and mvn do.
DRIVER = """import subprocess, sys, pathlib
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
pathlib.Path("started").write_text(str(child.pid))
child.wait()
"""


def test_stop_ends_steps_and_their_children(tmp_path: Path) -> None:
    step = Step(title="compile", argv=(sys.executable, "-c", DRIVER), outputs=())
    with ThreadPoolExecutor(1) as pool:
        under_way = pool.submit(build._run, step, tmp_path)
        deadline = time.monotonic() + 20
        started = tmp_path / "started"
        while not (started.exists() and started.read_text()) and time.monotonic() < deadline:
            time.sleep(0.01)
        build.stop()
        with pytest.raises(BuildError, match="compile failed"):
            under_way.result(timeout=20)
    child = int(started.read_text())
    while _runs(child) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not _runs(child)


def test_steps_beside_each_other_run_at_the_same_time_and_the_next_one_after_both(tmp_path: Path) -> None:
    meets = "import pathlib, sys, time\npathlib.Path(sys.argv[1]).touch()\nlast = time.monotonic() + 20\n" \
            "while not pathlib.Path(sys.argv[2]).exists() and time.monotonic() < last: time.sleep(0.01)\n"
    follows = "import pathlib\nassert pathlib.Path('one').exists() and pathlib.Path('two').exists()\npathlib.Path('end').touch()"
    steps = [
        Step(title="one", argv=(sys.executable, "-c", meets, "one", "two"), outputs=("one", "two")),
        Step(title="two", argv=(sys.executable, "-c", meets, "two", "one"), outputs=("one", "two"), beside=True),
        Step(title="end", argv=(sys.executable, "-c", follows), outputs=("end",)),
    ]
    build._run_all(steps, tmp_path, tmp_path / "shared", {})
    assert (tmp_path / "end").exists()


def test_the_build_folder_is_left_out_of_what_a_compiler_says(tmp_path: Path) -> None:
    said = f"import sys; print({str(tmp_path / 'bench.x')!r} + ':5: undefined'); sys.exit(1)"
    with pytest.raises(BuildError) as refused:
        build._run(Step(title="link", argv=(sys.executable, "-c", said), outputs=()), tmp_path)
    assert refused.value.output == "bench.x:5: undefined\n"


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "zombie" not in Path(f"/proc/{pid}/status").read_text() if Path("/proc/self").exists() else True
    except (ProcessLookupError, FileNotFoundError):
        return False
