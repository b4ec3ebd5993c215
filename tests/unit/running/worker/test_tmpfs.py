"""Does each fork get an empty folder in memory that is gone afterwards, and is a file system without room told?"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from made_plans import tiny_plan

from clamh.model.errors import InputError
from clamh.model.options import Options
from clamh.running.worker import tmpfs
from clamh.running.worker.tmpfs import Memory, describe_full, find, make_folder

BLOCK = 4096


@pytest.fixture
def mounted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """mounted(path=(size, free, flags)): a machine with these file systems of memory, in that order, and a disk."""

    def mounted(**systems: tuple[int, int, int]) -> Path:
        paths = {name.replace("_", "/"): known for name, known in systems.items()}
        (tmp_path / "proc/self").mkdir(parents=True)
        lines = ["/dev/sda / ext4 rw 0 0", "proc /proc proc rw 0 0", *(f"tmpfs {path} tmpfs rw,size=1k 0 0" for path in paths)]
        (tmp_path / "proc/self/mounts").write_text("\n".join(lines) + "\n")
        for path in paths:
            (tmp_path / path.lstrip("/")).mkdir(parents=True, exist_ok=True)

        def statvfs(path: str | Path) -> SimpleNamespace:
            size, free, flags = paths[f"/{Path(path).relative_to(tmp_path)}"]
            return SimpleNamespace(f_blocks=size // BLOCK, f_bavail=free // BLOCK, f_frsize=BLOCK, f_flag=flags, f_files=9, f_favail=9)

        monkeypatch.setattr(os, "statvfs", statvfs)
        return tmp_path

    return mounted


MIB = 1 << 20


def test_dev_shm_comes_first_then_the_first_with_room(mounted: Callable[..., Path]) -> None:
    root = mounted(_run=(99 * MIB, 90 * MIB, 0), _dev_shm=(64 * MIB, 40 * MIB, 0))
    assert find(root) == Memory(path=f"{root}/dev/shm", size=64 * MIB, free=40 * MIB)


def test_full_and_read_only_folders_are_passed_over(mounted: Callable[..., Path]) -> None:
    root = mounted(_dev_shm=(64 * MIB, 8 * MIB, 0), _ro=(99 * MIB, 99 * MIB, os.ST_RDONLY), _any=(0, 0, 0))
    assert find(root) == Memory(path=f"{root}/any", size=0, free=0)


def test_where_there_is_none_each_is_named_with_why(mounted: Callable[..., Path]) -> None:
    root = mounted(_dev_shm=(64 * MIB, 8 * MIB, 0), _ro=(99 * MIB, 99 * MIB, os.ST_RDONLY))
    with pytest.raises(InputError) as error:
        find(root)
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.message == ("--tmpfs: no writable memory file system has 32 MiB of free space "
                                  "(/dev/shm: 8 MiB free of 64 MiB; /ro: read-only)")
    assert "mount -t tmpfs" in diagnostic.hint and "--shm-size" in diagnostic.hint


@pytest.mark.parametrize(("size", "free", "printed", "outcome"), [
    (64 * MIB, 0, "", "of its 64 MiB, 0 B were free"), (64 * MIB, 2 * MIB, "", ""), (64 * MIB, 600 << 10, "", "600 KiB were free"),
    (1 << 40, 2 * MIB, "", ""), (64 * MIB, 60 * MIB, "IOException: No space left on device", "of its 64 MiB"), (0, 0, "", ""),
])
def test_full_file_system_is_reported(mounted: Callable[..., Path], size: int, free: int, printed: str, outcome: str) -> None:
    root = mounted(_m=(size, free, 0))
    found = describe_full(Memory(path=f"{root}/m", size=size, free=size), printed)
    assert outcome in found and bool(found) is bool(outcome)


def test_each_fork_has_an_empty_folder_of_its_own_and_the_results_say_so(
    tmp_path: Path, measure: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "memory"
    place.mkdir()
    monkeypatch.setattr(tmpfs, "find", lambda: Memory(path=str(place), size=64 * MIB, free=60 * MIB))
    monkeypatch.setattr(tmpfs, "describe_full", lambda memory, text: f"{memory.path} is full")
    run = measure(tiny_plan(), "writes_files", Options(tmpfs=True), environment={"os": "x"})
    assert run.header.environment == {"os": "x", "tmpfs": {"path": str(place), "size_bytes": 64 * MIB, "free_bytes": 60 * MIB}}
    (case,) = run.cases
    parts = [line.split() for fork in case.forks for line in fork.end.output_tail]
    assert [count for _, count in parts] == ["1", "2", "3"] * 2
    folders = list(dict.fromkeys(folder for folder, _ in parts))
    assert len(folders) == 2 and {Path(folder).parent for folder in folders} == {place} and len({len(folder) for folder in folders}) == 1
    assert os.listdir(place) == []
    assert [(warning.code, warning.message) for warning in case.warnings] == [("tmpfs", f"{place} is full")] * 2


def test_only_leftovers_of_dead_drivers_are_removed(tmp_path: Path) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    dead, living, other_path = (tmp_path / name for name in (f"clamh-{gone.pid:010}-0a", f"clamh-{os.getpid():010}-0b", "clamh-x"))
    for path in (dead, living, other_path):
        (path / "in").mkdir(parents=True)
    left: list[str] = []
    with make_folder(Memory(path=str(tmp_path), size=0, free=0), left) as folder:
        assert os.listdir(folder) == [] and os.stat(folder).st_mode & 0o777 == 0o700
        assert (dead.exists(), living.exists(), other_path.exists()) == (False, True, True)
    assert not Path(folder).exists() and left == []
