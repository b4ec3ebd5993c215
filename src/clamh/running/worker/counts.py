"""The counts of an iteration: from the worker's answer, or read by the driver around a command, for a worker that
cannot read them.
"""

from __future__ import annotations

import os
import socket
import struct
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from clamh.machine import counted_start, energy
from clamh.machine.processes import PROC, ask_usage
from clamh.machine.system_files import read_kib
from clamh.model.counting import ENERGY, EVENT_NUMBERS, FIRST_DESCRIPTOR, Counting, Counts, split_numbers
from clamh.model.errors import WorkerError

EVENT = struct.Struct(f"={EVENT_NUMBERS}q")
START_S = 10.0  # until the events are open and the program is executed
SWITCHES = ("rusage.voluntary-switches", "rusage.involuntary-switches")
TICK_NS = 1_000_000_000 // os.sysconf("SC_CLK_TCK")  # the unit of times in /proc/PID/stat


def counted_argv(argv: Sequence[str], counting: Counting, channel: int) -> list[str]:
    """The command that opens the events and executes `argv`; `channel` is the number of its socket."""
    first = FIRST_DESCRIPTOR if counting.by_worker else -1
    return [sys.executable, "-I", "-S", counted_start.__file__, str(channel), str(first), *counting.events, "--", *argv]


def receive_events(channel: socket.socket, count: int) -> list[int]:
    """Our copies of the descriptors, once the program has been executed. Raises OSError if it was not."""
    channel.settimeout(START_S)
    descriptors: list[int] = []
    try:
        data, descriptors, _, _ = socket.recv_fds(channel, 4096, count)
        data = data.removeprefix(counted_start.OPENED)
        while chunk := channel.recv(4096):  # it ends when the program is executed
            data += chunk
        if data or len(descriptors) != count:
            code, _, text = data.decode("utf-8", "replace").partition(" ")
            raise OSError(int(code or 0), text or "its counters could not be opened")
    except BaseException:
        close_all(descriptors)
        raise
    return descriptors


def close_all(descriptors: Sequence[int]) -> None:
    """Closes our copies of the descriptors."""
    for descriptor in descriptors:
        with suppress(OSError):
            os.close(descriptor)


class ProcessCounts:
    """Counts what a process does in an iteration. `begin` stands before a command, `end` after its answer."""

    def __init__(self, counting: Counting, pid: int, descriptors: Sequence[int]):
        self._counting, self._pid, self._descriptors = counting, pid, descriptors
        self._before: Counts = {}
        self._tasks: frozenset[str] = frozenset()  # threads whose switches `_before` has
        self._zones = energy.find_zones() if any(counter.profiler == ENERGY for counter in counting.counters) else []

    def begin(self) -> None:
        """Reads what the worker does not read itself."""
        if self._counting.of_driver:
            self._before = self._read()

    def end(self, numbers: Sequence[int]) -> Counts:
        """The counts of the command whose answer has these numbers. Raises WorkerError if these do not fit."""
        tasks = self._tasks
        ours = subtract_counts(self._before, self._read()) if self._counting.of_driver else {}
        if tasks - self._tasks:  # a thread has ended, and the kernel shows its switches no longer
            ours |= {name: (-1,) for name in SWITCHES if name in ours}
        if not self._counting.of_worker:
            return ours
        try:
            return {**split_numbers(self._counting.of_worker, numbers), **ours}
        except ValueError as error:
            raise WorkerError("protocol", str(error)) from None

    def read_peak(self) -> Counts:
        """The largest memory of the process so far, if resource usage is counted."""
        peaks = [counter for counter in self._counting.counters if counter.peak]
        return {counter.name: (_read_peak_bytes(self._pid),) for counter in peaks}

    def _read(self) -> Counts:
        numbers: list[int] = []
        if not self._counting.by_worker:
            numbers += [number for descriptor in self._descriptors for number in _read_event(descriptor)]
            if self._counting.counts_usage:
                usage, self._tasks = _read_usage(self._pid)
                numbers += usage
        used = energy.read_counters(self._zones)
        numbers += [used.get(counter.name, -1) for counter in self._counting.counters if counter.profiler == ENERGY]
        return split_numbers(self._counting.of_driver, numbers)


def subtract_counts(before: Mapping[str, tuple[int, ...]], after: Mapping[str, tuple[int, ...]]) -> Counts:
    """What was counted in between; -1 where a reading failed."""
    return {
        name: tuple(-1 if min(first, last) < 0 else last - first
                    for first, last in zip(before[name], numbers, strict=True)) for name, numbers in after.items()
    }


def _read_event(descriptor: int) -> tuple[int, ...]:
    try:
        return EVENT.unpack(os.read(descriptor, EVENT.size))
    except (OSError, struct.error):
        return (-1,) * EVENT_NUMBERS


def _read_usage(pid: int, proc: Path = PROC) -> tuple[tuple[int, ...], frozenset[str]]:
    """What getrusage would say of another process: times in steps of a clock tick, switches of the threads that live;
    and these threads.
    """
    try:
        fields = (proc / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()
        switches = [0, 0]
        tasks: set[str] = set()
        for task in os.listdir(proc / str(pid) / "task"):
            with suppress(OSError):  # the thread has ended
                lines = (proc / str(pid) / "task" / task / "status").read_text().splitlines()
                tasks.add(task)
                for place, name in enumerate(("voluntary_ctxt_switches:", "nonvoluntary_ctxt_switches:")):
                    switches[place] += sum(int(line.split()[1]) for line in lines if line.startswith(name))
        times = (int(fields[11]) * TICK_NS, int(fields[12]) * TICK_NS)
        return (*times, int(fields[7]), int(fields[9]), *switches), frozenset(tasks)
    except (OSError, ValueError, IndexError):
        return (-1,) * 6 if proc.is_dir() else ask_usage(pid), frozenset()


def _read_peak_bytes(pid: int, proc: Path = PROC) -> int:
    peak = read_kib(proc / str(pid) / "status", "VmHWM")
    return -1 if peak is None else peak
