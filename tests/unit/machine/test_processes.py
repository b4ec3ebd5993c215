"""Which processes does a signal to a worker's group not reach, and how much memory have they?"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from clamh.machine.memory import describe_shortage, read_left_bytes
from clamh.machine.processes import PAGE_BYTES, find_unreached, list_processes, read_cpu_ns, read_memory, read_process
from clamh.machine.strays import adopt_orphans

DRIVER = 1


def system(root: Path, *processes: tuple[int, int, int]) -> Path:
    """/proc with processes of these pids, parents and groups, which have read 7 pages from a disk and have 10 in memory."""
    for pid, parent, group in processes:
        (root / str(pid)).mkdir(parents=True)
        (root / str(pid) / "stat").write_text(f"{pid} (a) b) S {parent} {group} {group} 0 -1 0 1 2 7 3 4 5 0 0 20 0 1 0 99 5000 10 0\n")
    return root


def test_a_process_is_read_whatever_its_name_holds(tmp_path: Path) -> None:
    parsed = read_process(5, system(tmp_path, (5, 1, 5)))
    assert parsed and (parsed.name, parsed.parent, parsed.group, parsed.major_faults, parsed.resident_bytes) == ("a) b", 1, 5, 7, 10 * PAGE_BYTES)
    assert read_process(6, tmp_path) is None


def test_this_process_is_described_correctly() -> None:
    mine = read_process(os.getpid())
    assert mine and (mine.parent, mine.group) == (os.getppid(), os.getpgrp()) and mine.resident_bytes > 1 << 20


@pytest.mark.parametrize(("others", "expected"), [
    ([(6, 5, 5)], []),  # in the worker's group
    ([(6, 5, 6)], [6]),
    ([(6, 5, 5), (7, 6, 7)], [7]),
    ([(6, DRIVER, 6)], [6]),  # its parent has ended
    ([(9, DRIVER, 9), (10, 9, 9)], []),  # another child of the driver
    ([(6, 2, 6)], []),
])
def test_processes_outside_a_workers_group_are_found(tmp_path: Path, others: list[tuple[int, int, int]], expected: list[int]) -> None:
    proc = system(tmp_path, (DRIVER, 0, DRIVER), (2, 0, 2), (5, DRIVER, 5), *others)
    assert [process.pid for process in find_unreached({5}, {5, 9}, DRIVER, proc)] == expected


def test_a_system_without_proc_finds_processes_too(tmp_path: Path) -> None:
    proc = tmp_path / "proc"  # missing, as on macOS
    code = "import subprocess, sys; subprocess.run(['cat'], start_new_session=True, stdin=sys.stdin)"
    others = [process.pid for process in list_processes() if process.parent == os.getpid()]  # of other tests
    worker = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, start_new_session=True)
    try:
        until = time.monotonic() + 60
        while not (found := find_unreached([worker.pid], others, os.getpid(), proc)) and time.monotonic() < until:
            time.sleep(0.01)
        assert [(process.parent, process.group == process.session == process.pid) for process in found] == [(worker.pid, True)]
        mine = read_process(worker.pid, proc)
        assert mine and mine[:6] == (read_process(worker.pid) or mine)[:6] and read_memory([worker.pid], proc) == mine.resident_bytes > 1 << 20
        assert 0 < read_cpu_ns(worker.pid) < 60e9
    finally:
        worker.communicate()
    assert read_process(worker.pid, proc) is None and read_cpu_ns(worker.pid) == -1


def test_other_children_are_known_without_prctl_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda *args, **kwargs: object())  # as on macOS
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as bystander:
        assert bystander.pid in adopt_orphans()


def test_the_memory_of_a_group_is_that_of_all_its_processes(tmp_path: Path) -> None:
    assert read_memory([5], system(tmp_path, (5, 1, 5), (6, 5, 5), (7, 5, 7))) == 20 * PAGE_BYTES


def test_the_smaller_of_machine_and_groups_is_left(tmp_path: Path) -> None:
    assert read_left_bytes(tmp_path) is None
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/meminfo").write_text("MemTotal: 4000 kB\nMemAvailable: 3000 kB\n")
    assert read_left_bytes(tmp_path) == 3000 * 1024
    (tmp_path / "proc/self/cgroup").write_text("0::/a\n")
    (tmp_path / "proc/self/mountinfo").write_text("1 1 0:1 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n")
    group = tmp_path / "sys/fs/cgroup/a"
    group.mkdir(parents=True)
    for name, text in {"memory.max": "1000000", "memory.current": "900000", "memory.stat": "anon 1\ninactive_file 50000\n"}.items():
        (group / name).write_text(text)
    assert read_left_bytes(tmp_path) == 150_000
    (group / "memory.max").write_text("max")
    assert read_left_bytes(tmp_path) == 3000 * 1024


def test_a_quarter_of_what_is_resident_must_be_left() -> None:
    assert not describe_shortage(400 << 20, 100 << 20) and not describe_shortage(400 << 20, None)
    assert describe_shortage(400 << 20, 99 << 20) == "together their processes use 400 MiB of memory, and only 99 MiB are left"
