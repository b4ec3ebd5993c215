"""Binds the threads of a worker, and this process, to CPUs: sched_setaffinity(2), and reading back what came of it."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from clamh.machine import memory_policy
from clamh.machine.cpu_list import written
from clamh.machine.cpus import affinity, machine
from clamh.model.cases import Binding
from clamh.model.errors import WorkerError


def bind(threads: Sequence[int], wanted: Binding, worker: int) -> Binding:
    """Binds measuring thread k, by its system id, to the k-th CPU; what the system says it is bound to now.

    `worker` is the worker's process, whose session all of its threads are in. Raises WorkerError: "protocol" for ids that are
    not of this worker's threads, "binding" where the system refuses or does something else.
    """
    if len(threads) != len(wanted.cpus):
        raise WorkerError("protocol", f"`opened` tells {len(threads)} thread ids, where the case has {len(wanted.cpus)} threads")
    if len(set(threads)) != len(threads):
        raise WorkerError("protocol", "`opened` tells one thread id twice")
    found = []
    for number, (thread, cpu) in enumerate(zip(threads, wanted.cpus, strict=True)):
        try:
            if os.getsid(thread) != worker:
                raise WorkerError("protocol", f"`opened` tells a thread id of another process: {thread}")
            os.sched_setaffinity(thread, (cpu,))
            now = os.sched_getaffinity(thread)
        except ProcessLookupError:
            raise WorkerError("protocol", f"`opened` tells a thread id that no thread has: {thread}") from None
        except OSError as error:
            raise WorkerError("binding", f"thread {number} could not be bound to CPU {cpu}: {error.strerror}") from None
        if now != {cpu}:
            raise WorkerError("binding", f"thread {number} was bound to CPU {cpu}, and the system has it on {written(now)}")
        found += now
    return Binding(cpus=tuple(found), nodes=wanted.nodes)


@contextmanager
def memory(wanted: Binding | None) -> Iterator[None]:
    """A worker that is started in the block has its memory from the binding's nodes. Raises WorkerError("binding")."""
    if not wanted or not wanted.nodes:
        yield
        return
    try:
        memory_policy.bind(wanted.nodes)
    except OSError as error:
        raise WorkerError("binding", f"memory could not be bound to node {written(wanted.nodes)}: {error.strerror}") from None
    try:
        yield
    finally:
        memory_policy.unbind()


def release(worker: int, threads: Sequence[int], bound: Binding, everything: frozenset[int]) -> None:
    """Gives the worker's other threads the CPUs `everything`: those that a bound thread made have its CPU alone."""
    own = set(threads)
    taken = [{cpu} for cpu in set(bound.cpus)]
    for name in _tasks(worker):
        try:
            if int(name) not in own and os.sched_getaffinity(int(name)) in taken:
                os.sched_setaffinity(int(name), everything)
        except ProcessLookupError:  # it has ended meanwhile
            pass


def unbind(threads: Sequence[int], everything: frozenset[int]) -> None:
    """Gives threads that were bound the CPUs `everything` again."""
    for thread in threads:
        try:
            os.sched_setaffinity(thread, everything)
        except ProcessLookupError:  # it has ended with its case
            pass


@contextmanager
def aside(bound: Collection[int]) -> Iterator[None]:
    """This thread is on other cores than the CPUs `bound`, or at least on other CPUs, as long as there are any.

    What is started in the block would have these CPUs alone.
    """
    before = affinity()
    cpus = machine(mine=before, may_place=False).cpus if bound else ()
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
    except OSError:  # it has ended, which the next command will show
        return []


def restrict(cpus: frozenset[int]) -> None:
    """This thread, and all that it starts, has these CPUs alone. Raises OSError, and leaves it as it was."""
    before = affinity()
    os.sched_setaffinity(0, cpus)
    if (now := affinity()) != cpus:  # the kernel leaves out silently what a cpuset does not have
        os.sched_setaffinity(0, before)
        raise OSError(0, f"of them it gives {written(now)}")
