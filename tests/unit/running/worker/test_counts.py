"""Does the driver count for a worker that cannot, and does it refuse impossible answers?"""

from __future__ import annotations

import os
import struct
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from clamh.model.counting import PEAK_MEMORY, RUSAGE, Counting, SystemCounter
from clamh.model.errors import WorkerError
from clamh.running.worker.counts import ProcessCounts, _read_usage, counted_argv, subtract_counts

EVENT = SystemCounter(name="faults", profiler="perf")


def feed(*records: Sequence[int]) -> int:
    """A descriptor that gives these numbers, a record for each reading."""
    out, back = os.pipe()
    for record in records:
        os.write(back, struct.pack("=3q", *record))
    os.close(back)
    return out


def test_an_answer_with_a_wrong_number_of_counters_is_refused() -> None:
    counts = ProcessCounts(Counting(counters=(EVENT,), events=("-1:00",)), os.getpid(), [])
    counts.begin()
    assert counts.end([7, 20, 10]) == {"faults": (7, 20, 10)}
    with pytest.raises(WorkerError, match="the answer has 2 numbers of counters instead of 3") as error:
        counts.end([7, 20])
    assert error.value.reason == "protocol"


def test_the_worker_and_the_driver_read_their_own_counters() -> None:
    allocations = SystemCounter(name="gc.allocations", profiler="gc")
    counts = ProcessCounts(Counting(counters=(allocations, EVENT), events=("-1:00",), by_worker=False), os.getpid(),
                           [feed((5, 100, 50), (9, 300, 200))])
    counts.begin()
    assert counts.end([3]) == {"gc.allocations": (3,), "faults": (4, 200, 150)}
    with pytest.raises(WorkerError, match="the answer has 0 numbers of counters instead of 1"):
        counts.end([])


def test_numbers_that_nothing_wants_are_ignored() -> None:
    assert ProcessCounts(Counting(), os.getpid(), []).end([1, 2, 3]) == {}


def test_the_driver_reads_its_own_copies_around_a_command() -> None:
    counts = ProcessCounts(Counting(counters=(EVENT,), events=("-1:00",), by_worker=False), os.getpid(), [feed((5, 100, 50), (9, 300, 200))])
    counts.begin()
    assert counts.end([]) == {"faults": (4, 200, 150)}
    counts.begin()  # nothing is left to read
    assert counts.end([]) == {"faults": (-1, -1, -1)}


def test_resource_usage_of_a_process_grows_with_what_it_does() -> None:
    counts = ProcessCounts(Counting(counters=(*RUSAGE, PEAK_MEMORY), by_worker=False), os.getpid(), [])
    counts.begin()
    block = b"x" * (64 << 20)  # written, not only reserved
    found = counts.end([])
    assert list(found) == [counter.name for counter in RUSAGE] and min(min(numbers) for numbers in found.values()) >= 0
    assert found["rusage.minor-faults"][0] > 0
    assert counts.read_peak()["rusage.peak-memory"][0] >= len(block)


def test_without_proc_times_and_faults_are_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(psutil.Process, "memory_info", lambda process: SimpleNamespace(pfaults=12, pageins=2))  # as on macOS
    numbers, tasks = _read_usage(os.getpid(), tmp_path / "proc")
    assert numbers[0] > 0 and numbers[1] >= 0 and numbers[2:] == (10, 2, -1, -1) and tasks == frozenset()
    monkeypatch.undo()
    assert _read_usage(os.getpid(), tmp_path / "proc")[0][2:] == (-1,) * 4
    assert _read_usage(2**22 + 1, tmp_path / "proc")[0] == (-1,) * 6


def test_a_process_that_has_ended_has_unknown_counts() -> None:
    counts = ProcessCounts(Counting(counters=(*RUSAGE, PEAK_MEMORY), by_worker=False), 2**22 + 1, [])
    counts.begin()
    assert set(counts.end([]).values()) == {(-1,)} and counts.read_peak() == {"rusage.peak-memory": (-1,)}


def test_switches_are_unknown_after_a_thread_has_ended_and_known_after_another_began() -> None:
    counts = ProcessCounts(Counting(counters=RUSAGE, by_worker=False), os.getpid(), [])
    leave = threading.Event()
    thread = threading.Thread(target=leave.wait)
    counts.begin()
    thread.start()
    began = counts.end([])
    counts.begin()
    leave.set()
    while str(thread.native_id) in os.listdir("/proc/self/task"):  # the kernel's part of a thread ends last
        time.sleep(0.001)
    ended = counts.end([])
    assert (-1,) not in began.values()
    assert [name for name, numbers in ended.items() if numbers == (-1,)] == ["rusage.voluntary-switches", "rusage.involuntary-switches"]


def test_a_reading_that_failed_makes_the_difference_unknown() -> None:
    assert subtract_counts({"a": (-1,), "b": (3,)}, {"a": (4,), "b": (5,)}) == {"a": (-1,), "b": (2,)}


def test_the_worker_gets_descriptors_only_if_it_reads_them() -> None:
    counting = Counting(counters=(EVENT,), events=("-1:00",))
    assert counted_argv(["run", "--x"], counting, 6)[-6:] == ["6", "6", "-1:00", "--", "run", "--x"]
    assert counted_argv(["run"], Counting(counters=(EVENT,), events=("-1:00",), by_worker=False), 6)[-5:] == ["6", "-1", "-1:00", "--", "run"]
