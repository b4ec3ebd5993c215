"""Divides work between two processes: judging takes most of the time of a large report."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from typing import TypeVar

MIN_THINGS = 1_000  # with fewer, a second process costs more than it saves
ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # sent to both processes: the first ends the second

Thing = TypeVar("Thing")
Result = TypeVar("Result")


def map_in_two_processes(work: Callable[[Thing], Result], things: Sequence[Thing],
                         least: int = MIN_THINGS) -> list[Result]:
    """The results of `work` for each thing, in their order; two processes if there are `least` things and two CPUs.

    The second process is a fork of this one: it has all data, and sends back the results of the later half. If it ends
    without them (an error, or too little memory), this process does that half too. So each error is raised here, as
    without a second process.
    """
    if len(things) < least:
        return [work(thing) for thing in things]
    import pickle  # small reports need not wait for this import

    from clamh.machine.cpus import read_usable

    half = len(things) // 2
    second = _start(work, things[half:]) if read_usable() > 1 else None
    if second is None:
        return [work(thing) for thing in things]
    pid, reading = second
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING_SIGNALS)
        results = [work(thing) for thing in things[:half]]
        with open(reading, "rb", closefd=False) as pipe:
            data = pipe.read()
        _, status = os.waitpid(pid, 0)
    except BaseException:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        raise
    finally:
        os.close(reading)
    return results + (pickle.loads(data) if not status else [work(thing) for thing in things[half:]])


def _start(work: Callable[[Thing], Result], things: Sequence[Thing]) -> tuple[int, int] | None:
    """The second process and where its results can be read; None where the system cannot start one.

    The signals of ENDING_SIGNALS are blocked when this returns. The caller unblocks them once it can end that process.
    """
    reading, writing = os.pipe()
    first = os.getpid()
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING_SIGNALS)
    try:
        pid = os.fork()
    except OSError:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING_SIGNALS)
        os.close(reading)
        os.close(writing)
        return None
    if not pid:
        _work_and_send(writing, work, things, first)
    os.close(writing)
    return pid, reading


def _work_and_send(writing: int, work: Callable[[Thing], Result], things: Sequence[Thing], first: int) -> None:
    """The second process: it sends all results, or ends with another status than 0, and prints nothing."""
    import pickle

    status = 1
    try:
        results = []
        for thing in things:
            if os.getppid() != first:  # the first process has ended
                break
            results.append(work(thing))
        else:
            with open(writing, "wb") as pipe:
                pickle.dump(results, pipe, protocol=pickle.HIGHEST_PROTOCOL)
            status = 0
    finally:
        os._exit(status)
