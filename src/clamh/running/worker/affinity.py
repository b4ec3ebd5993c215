"""Binds the threads of a worker, and this process, to CPUs with sched_setaffinity(2), and reads the result back."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from clamh.machine import memory_policy
from clamh.machine.cpu_list import format_ranges
from clamh.machine.cpus import read_affinity, read_machine_cpus
from clamh.model.cases import Binding
from clamh.model.errors import WorkerError


def bind(threads: Sequence[int], wanted: Binding, worker: int) -> Binding:
    """Binds measuring thread k, given by its system id, to the k-th CPU. Returns the binding that the system reports.

    All threads belong to the session of process `worker`. Raises WorkerError: "protocol" for ids of other threads,
    "binding" if the system refuses or binds otherwise.
    """
    if len(threads) != len(wanted.cpus):
        raise WorkerError("protocol",
                          f"`opened` has {len(threads)} thread ids, but the case has {len(wanted.cpus)} threads")
    if len(set(threads)) != len(threads):
        raise WorkerError("protocol", "`opened` has a thread id twice")
    bound_cpus = []
    for number, (thread, cpu) in enumerate(zip(threads, wanted.cpus, strict=True)):
        try:
            if os.getsid(thread) != worker:
                raise WorkerError("protocol", f"`opened` has a thread id of another process: {thread}")
            os.sched_setaffinity(thread, (cpu,))
            now = os.sched_getaffinity(thread)
        except ProcessLookupError:
            raise WorkerError("protocol", f"`opened` has the id of a thread that does not exist: {thread}") from None
        except OSError as error:
            raise WorkerError("binding", f"thread {number} could not be bound to CPU {cpu}: {error.strerror}") from None
        if now != {cpu}:
            raise WorkerError("binding",
                              f"thread {number} was bound to CPU {cpu}, but the system reports {format_ranges(now)}")
        bound_cpus += now
    return Binding(cpus=tuple(bound_cpus), nodes=wanted.nodes)


@contextmanager
def memory(wanted: Binding | None) -> Iterator[None]:
    """A worker that starts in this block takes its memory from the binding's nodes. Raises WorkerError("binding")."""
    if not wanted or not wanted.nodes:
        yield
        return
    try:
        memory_policy.bind(wanted.nodes)
    except OSError as error:
        raise WorkerError(
            "binding", f"memory could not be bound to node {format_ranges(wanted.nodes)}: {error.strerror}") from None
    try:
        yield
    finally:
        memory_policy.unbind()


def release(worker: int, threads: Sequence[int], bound: Binding, everything: frozenset[int]) -> None:
    """Gives the worker's other threads all CPUs (`everything`): a child of a bound thread inherits its one CPU."""
    measuring = set(threads)
    inherited = [{cpu} for cpu in set(bound.cpus)]
    for name in _tasks(worker):
        try:
            if int(name) not in measuring and os.sched_getaffinity(int(name)) in inherited:
                os.sched_setaffinity(int(name), everything)
        except ProcessLookupError:  # the thread has ended
            pass


def move(worker: int, names: Collection[str], cpus: frozenset[int], threads: Sequence[int] = ()) -> None:
    """Lets the worker's threads with these names, except the measuring `threads`, run only on `cpus`; does nothing
    without any. Raises WorkerError("binding").
    """
    for thread in _tasks(worker) if names and cpus else ():
        try:
            name = Path(f"/proc/{worker}/task/{thread}/comm").read_text(errors="replace").rstrip("\n")
            if name in names and int(thread) not in threads:
                os.sched_setaffinity(int(thread), cpus)
        except (FileNotFoundError, ProcessLookupError):  # the thread has ended
            pass
        except OSError as error:
            raise WorkerError("binding", f"thread {thread} could not be moved to CPU {format_ranges(cpus)}: "
                              f"{error.strerror}") from None


def unbind(threads: Sequence[int], everything: frozenset[int]) -> None:
    """Gives bound threads the CPUs `everything` again."""
    for thread in threads:
        try:
            os.sched_setaffinity(thread, everything)
        except ProcessLookupError:  # the thread has ended with its case
            pass


@contextmanager
def move_aside(bound: Collection[int]) -> Iterator[None]:
    """Moves this thread to other cores than the CPUs `bound`, or at least to other CPUs, if there are any.

    So processes that start in this block do not run on the bound CPUs.
    """
    before = read_affinity()
    cpus = read_machine_cpus(mine=before, may_place=False).cpus if bound else ()
    cores = {cpu.core for cpu in cpus if cpu.number in bound}
    others = frozenset(cpu.number for cpu in cpus if cpu.core not in cores) or before - frozenset(bound)
    if not bound or not others:
        yield
        return
    os.sched_setaffinity(0, others)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _tasks(process: int) -> list[str]:
    try:
        return os.listdir(f"/proc/{process}/task")
    except OSError:  # the process has ended; the next command reports that
        return []


def restrict(cpus: frozenset[int]) -> None:
    """Limits this thread and all that it starts to these CPUs. On failure restores the old ones, raises OSError."""
    before = read_affinity()
    os.sched_setaffinity(0, cpus)
    if (now := read_affinity()) != cpus:  # the kernel silently drops CPUs that are not in the cpuset
        os.sched_setaffinity(0, before)
        raise OSError(0, f"only {format_ranges(now)} of them are available")
