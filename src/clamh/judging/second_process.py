"""Work on many things, the later half of it in a second process: judging is most of what a large report takes."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from typing import TypeVar

LEAST = 1_000  # things: with fewer, a second process saves less than it is worth
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # sent to both processes: the first ends the second

Thing = TypeVar("Thing")
Result = TypeVar("Result")


def in_two(work: Callable[[Thing], Result], things: Sequence[Thing], least: int = LEAST) -> list[Result]:
    """What `work` makes of each thing, in their order; two processes do it if there are `least` things and two CPUs.

    The second process is a fork of this one: it has all that was read, and sends back what it made of the later half. If it
    ends without that (work raised an error, memory is short), this process does that half too: so each error is raised here,
    and is the same as without a second process.
    """
    if len(things) < least:
        return [work(thing) for thing in things]
    import pickle  # not for small reports: they would wait for modules that they do not need

    from clamh.machine.cpus import usable

    half = len(things) // 2
    second = _begun(work, things[half:]) if usable() > 1 else None
    if second is None:
        return [work(thing) for thing in things]
    pid, reading = second
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDS)
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


def _begun(work: Callable[[Thing], Result], things: Sequence[Thing]) -> tuple[int, int] | None:
    """The second process and where its results can be read; None where the system gives none.

    The signals of ENDS are blocked when this returns: the caller unblocks them once it can end that process.
    """
    reading, writing = os.pipe()
    first = os.getpid()
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)
    try:
        pid = os.fork()
    except OSError:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDS)
        os.close(reading)
        os.close(writing)
        return None
    if not pid:
        _send(writing, work, things, first)
    os.close(writing)
    return pid, reading


def _send(writing: int, work: Callable[[Thing], Result], things: Sequence[Thing], first: int) -> None:
    """The second process: it sends all results, or ends with another status than 0, and prints nothing."""
    import pickle

    status = 1
    try:
        results = []
        for thing in things:
            if os.getppid() != first:  # nobody waits for results any more
                break
            results.append(work(thing))
        else:
            with open(writing, "wb") as pipe:
                pickle.dump(results, pipe, protocol=pickle.HIGHEST_PROTOCOL)
            status = 0
    finally:
        os._exit(status)
