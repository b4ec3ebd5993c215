"""Are builds deleted when there are too many or on demand, and only those that are not needed?"""

from __future__ import annotations

import errno
import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from clamh.building import claims, cleaning, steps
from clamh.building.cache import Stamp
from clamh.cli.main import main
from clamh.machine import trees
from clamh.model import lossless
from clamh.model.errors import InputError
from clamh.running.recording import start_recording
from clamh.running.unfinished import find_resumable

HEADER = ('{"event":"header","schema_version":2,"run_id":"r","clamh_version":"1","command":["clamh","run"],"started":"now","seed":1,"confidence":0.95,'
          '"environment":{},"fingerprint":"","sources":{}}\n')
PLATFORM = '{"event":"platform","id":"x","language":"x","source":"a","version":"1","flags":[],"artifact_sha256":"%s","build_s":0,"hello":{}}\n'
END = '{"event":"end","status":"complete","time":"now","measuring_s":0,"driver_cpu_s":0}\n'
FOLDERS = (*(f"{number:020x}" for number in range(3)), f"{0:020x}-2")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Four builds of 1,000 bytes and their stamps, the first used longest ago, and a file that is no build of ours."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CLAMH_CACHE", raising=False)
    monkeypatch.setattr(cleaning, "_held", {})
    (tmp_path / ".git").mkdir()
    for number, name in enumerate(FOLDERS):
        folder = tmp_path / ".clamh" / "build" / "suite" / "cpp-g++" / name
        folder.mkdir(parents=True)
        (folder / "run_suite").write_bytes(bytes(1000))
        (folder / "complete").write_bytes(lossless.encode(Stamp(inputs={}, outputs={"run_suite": f"hash{number}"})))
        os.utime(folder / "complete", (number, number))
    (tmp_path / ".clamh" / "build" / "note.txt").write_text("mine")
    return tmp_path


def left(project: Path) -> list[str]:
    return sorted(str(FOLDERS.index(path.parent.name)) for path in project.glob(".clamh/build/*/*/*/run_suite"))


def test_oldest_builds_are_deleted_unless_used_or_needed(project: Path) -> None:
    cache = project / ".clamh" / "build"
    size = next(cleaning.builds(cache)).size
    assert cleaning.drop_old(cache, (), (), limit=10 * size) == 0
    assert cleaning.drop_old(cache, {cache / "suite" / "cpp-g++" / FOLDERS[0]}, {"hash1"}, limit=2 * size) == 2 * size
    assert left(project) == ["0", "1"]


def test_nothing_is_deleted_while_another_process_uses_the_cache(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cache = project / ".clamh" / "build"
    code = f"import sys, pathlib; from clamh.building.cleaning import hold; hold(pathlib.Path({str(cache)!r})); print(flush=True); sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other_process:
        assert other_process.stdout is not None and other_process.stdin is not None
        other_process.stdout.readline()
        assert cleaning.drop_old(cache, (), (), limit=0) == 0
        assert main(["clean"]) == 2 and "another clamh process is using the builds of .clamh/build" in capsys.readouterr().err
        cleaning.hold(cache)
        assert cleaning.drop_old(cache, (), (), limit=0) == 0
        other_process.stdin.close()
    with open(cache / cleaning.IN_USE, "w") as file, pytest.raises(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # what was refused has not given up this process's own hold
    assert len(left(project)) == 4


@pytest.mark.parametrize("code", [errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP])
def test_a_file_system_without_locks_is_named(project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    def refuse(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    for name in ("flock", "lockf"):
        monkeypatch.setattr(fcntl, name, refuse)
    cache = project / ".clamh" / "build"

    def lock() -> None:
        with steps.locked(cache / "lock"):
            pass

    for action in (lambda: cleaning.hold(cache), lambda: cleaning.hold(cache), lock, lambda: claims._lock(cache / "suite" / "x" / "y", fcntl.LOCK_SH)):
        with pytest.raises(InputError, match="has no file locks") as raised:
            action()
        assert "CLAMH_CACHE" in raised.value.diagnostics[0].hint
    with pytest.raises(InputError, match="has no file locks"):
        trees._take_lock(project / "tree.lock")
    assert main(["clean"]) == 2 and "the file system of .clamh/build has no file locks" in capsys.readouterr().err


def test_clean_deletes_builds_alone(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / ".clamh" / "runs").mkdir()
    (project / ".clamh" / "runs" / "1.ndjson").write_text(HEADER)
    assert main(["clean"]) == 0
    assert capsys.readouterr().out.startswith("deleted 4 builds (4.")
    assert left(project) == [] and (project / ".clamh/build/note.txt").exists() and (project / ".clamh/runs/1.ndjson").exists()
    assert main(["clean", "nowhere"]) == 2
    assert "there is no folder nowhere" in capsys.readouterr().err
    assert main(["clean"]) == 0 and capsys.readouterr().out == ".clamh/build has no builds\n"


def test_clean_all_is_not_done_without_a_yes(project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    (project / ".clamh/history.db").touch()
    for name in ("runs/1.ndjson", "compared/1.ndjson", "compared/2.ndjson", "imported/1.ndjson", "profiles/sort.speedscope.json"):
        (project / ".clamh" / name).parent.mkdir(exist_ok=True)
        (project / ".clamh" / name).touch()
    with open(os.devnull) as nobody:
        monkeypatch.setattr(sys, "stdin", nobody)
        assert main(["clean", "--all"]) == 2
    printed = capsys.readouterr().err
    assert "clamh clean --all --yes" in printed and "with 1 run, 2 comparisons, 1 imported file, 1 flame graph and the history?" in printed and len(left(project)) == 4
    assert main(["clean", "--all", "--yes"]) == 0
    assert not (project / ".clamh").exists()


def test_clean_all_keeps_the_results_that_a_run_is_writing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A run of a built artifact, or with its builds elsewhere, does not use the builds of this project."""
    recording = start_recording("", project / ".clamh" / "runs")
    assert main(["clean", "--all", "--yes"]) == 2
    assert f"another clamh process is writing .clamh/runs/{recording.path.name}" in capsys.readouterr().err
    assert recording.path.exists() and len(left(project)) == 4
    recording.close()
    assert main(["clean", "--all", "--yes"]) == 0 and not (project / ".clamh").exists()


def test_two_projects_do_not_delete_what_the_folder_around_them_has(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a", "b"):
        (project / name).mkdir()
        (project / name / "clamh.toml").touch()
    assert main(["clean", "--all", "--yes", "a", "b"]) == 2
    assert "got 2 folders, but takes a single folder" in capsys.readouterr().err and len(left(project)) == 4


def test_resumable_run_keeps_its_artifacts(project: Path) -> None:
    runs = project / ".clamh" / "runs"
    runs.mkdir()
    (runs / "whole.ndjson").write_text(HEADER + PLATFORM % "hash0" + END)
    (runs / "cut.ndjson").write_text(HEADER + PLATFORM % "hash1" + PLATFORM % "hash2" + '{"event":"fork_st')
    assert find_resumable(str(project)) == {"hash1", "hash2"}
