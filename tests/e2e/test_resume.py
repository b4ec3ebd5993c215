"""Is a run that Ctrl-C or kill -9 cut off gone on with, and refused when something is not as it was?"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from made_sources import TWO_VALUES

Clamh = Callable[..., "CompletedProcess[str]"]
pytestmark = pytest.mark.language("cpp")
SHAPE = ("-f", "4", "-wi", "1", "-i", "2", "-w", "30ms", "-r", "30ms", "--no-lock")


def cut(folder: Path, cache: Path, number: signal.Signals) -> tuple[int, str]:
    """A run that gets this signal once three of its eight forks have ended: exit code and results file.

    On a busy machine the run may have ended before that is seen: then it is begun anew.
    """
    latest = folder / ".clamh/runs/latest"
    for _ in range(10):
        shutil.rmtree(folder / ".clamh/runs", ignore_errors=True)
        process = subprocess.Popen(
            [sys.executable, "-m", "clamh.cli.main", "run", "one.cpp", *SHAPE, "--confidence", "0.99", "-rf", "json", "-rff", "out.json"],
            cwd=folder,
            env={**os.environ, "CLAMH_CACHE": str(cache)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        deadline = time.monotonic() + 300
        while time.monotonic() < deadline and process.poll() is None and (not latest.exists() or latest.read_text().count('"fork_end"') < 3):
            time.sleep(0.005)
        if process.poll() is None:
            os.kill(process.pid, number)
        process.wait(300)
        if '"status":"complete"' not in latest.read_text():
            break
    return process.returncode, f".clamh/runs/{os.readlink(latest)}"


def entries(folder: Path) -> list[tuple]:
    return [(document["benchmark"], document["params"], document["forks"], [len(fork) for fork in document["primaryMetric"]["rawData"]])
            for document in json.loads((folder / "out.json").read_text())]


def records(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_run_is_gone_on_with_to_the_shape_of_an_unbroken_one(
    clamh: Clamh, tmp_path: Path, cache: Path, number: signal.Signals
) -> None:
    (tmp_path / "one.cpp").write_text(TWO_VALUES)
    code, results = cut(tmp_path, cache, number)
    assert code == (130 if number == signal.SIGINT else -number)
    file = tmp_path / results
    before = records(file)
    with file.open("a") as opened:
        opened.write('{"event":"iteration","case_')  # what a machine that loses its power leaves
    process = clamh("run", "--resume", "--no-lock", "--confidence", "0.95")
    assert process.returncode == 0, process.stderr
    assert "4 forks" in process.stdout.splitlines()[0] and "±95 %" in process.stdout
    after = records(file)
    assert after[: len(before)] == before and after[-1]["status"] == "complete"
    assert "resumed" in [item["event"] for item in after[len(before):]]
    counted = {(item["case_id"], item["fork"]): item["status"] for item in after if item["event"] == "fork_end"}
    assert len(counted) == 8 and set(counted.values()) == {"ok"}
    resumed, columns = entries(tmp_path), process.stdout.split("\n\n")[0].splitlines()
    again = clamh("run", "--resume", "-v", "SILENT")
    assert "±99 %" in again.stdout and after[0]["confidence"] == 0.99
    assert again.returncode == 0 and "this run is already complete; there is nothing to resume" in again.stderr
    unbroken = clamh("run", "one.cpp", *SHAPE, "-rf", "json", "-rff", "out.json")
    assert unbroken.returncode == 0, unbroken.stderr
    assert entries(tmp_path) == resumed
    assert len(unbroken.stdout.split("\n\n")[0].splitlines()) == len(columns)


def test_a_run_is_gone_on_with_from_any_folder_as_it_was_typed(clamh: Clamh, tmp_path: Path, cache: Path) -> None:
    """The paths of its command, and the file that it was to write, are relative to the folder in which it was begun."""
    folder, elsewhere, within = (tmp_path / text for text in ("project", "elsewhere", "project/data"))
    for path in (elsewhere, within, folder / ".git"):
        path.mkdir(parents=True)
    (folder / "one.cpp").write_text(TWO_VALUES)
    _, results = cut(folder, cache, signal.SIGKILL)
    shutil.copytree(folder / ".clamh", tmp_path / "as it was", symlinks=True)
    for here, file in ((within, ()), (elsewhere, (f"../project/{results}",))):
        process = clamh("run", "--resume", *file, "--no-lock", cwd=here)
        assert process.returncode == 0 and "4 forks" in process.stdout, process.stderr
        assert "building" not in process.stderr and records(folder / results)[-1]["status"] == "complete"
        assert entries(folder) and not list(here.iterdir())
        shutil.rmtree(folder / ".clamh")
        shutil.copytree(tmp_path / "as it was", folder / ".clamh", symlinks=True)
        (folder / "out.json").unlink()
    (folder / "one.cpp").rename(folder / "two.cpp")
    gone = clamh("run", "--resume", cwd=within)
    assert gone.returncode == 2 and "one.cpp no longer exists" in gone.stderr and f"put it back into {folder}" in gone.stderr


def test_resume_refuses_changes_with_their_reasons(
    clamh: Clamh, tmp_path: Path, cache: Path
) -> None:
    nothing = clamh("run", "--resume")
    assert nothing.returncode == 2 and "there is no .clamh/runs/latest" in nothing.stderr
    (tmp_path / "one.cpp").write_text(TWO_VALUES)
    _, results = cut(tmp_path, cache, signal.SIGKILL)
    other_process = clamh("run", "--resume", results, "-f", "9", "-p", "n=3")
    assert other_process.returncode == 2
    assert "-p, -f would change them" in other_process.stderr
    lines = (tmp_path / results).read_text().splitlines(keepends=True)
    header = json.loads(lines[0])
    (tmp_path / results).write_text("".join([json.dumps(header | {"fingerprint": "elsewhere"}) + "\n", *lines[1:]]))
    (tmp_path / "one.cpp").write_text(TWO_VALUES.replace("input.n;", "input.n + 1;"))
    size = (tmp_path / results).stat().st_size
    changed = clamh("run", "--resume", results)
    assert changed.returncode == 2
    assert "one.cpp changed since then" in changed.stderr and "another machine" in changed.stderr
    assert (tmp_path / results).stat().st_size == size
    (tmp_path / results).write_text("".join(lines))
    (tmp_path / "one.cpp").write_text(TWO_VALUES)
    other_environment = clamh("run", "--resume", results, env={"MALLOC_ARENA_MAX": "1"})
    assert other_environment.returncode == 2 and "MALLOC_ARENA_MAX has changed since then" in other_environment.stderr
    assert (tmp_path / results).stat().st_size == sum(map(len, map(str.encode, lines)))
