"""Are the threads that a worker tells bound, only they, and is what cannot be bound refused?"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from made_plans import TINY, benchmark, catalog

from clamh.machine import memory_policy
from clamh.machine.cpus import read_affinity
from clamh.model.cases import Binding, Plan
from clamh.model.errors import WorkerError
from clamh.model.options import Options
from clamh.running.plan import plan
from clamh.running.worker.affinity import bind, memory, move, move_aside, release, restrict, unbind

CPUS = sorted(read_affinity())
NO_PROCESS = 2**22 + 1  # above every id that Linux gives (PID_MAX_LIMIT)


@contextmanager
def sleeping(count: int) -> Iterator[list[int]]:
    """Threads that wait until the block is over, by their ids."""
    over = threading.Event()
    threads = [threading.Thread(target=over.wait) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield [item.native_id for item in threads]
    finally:
        over.set()
        for thread in threads:
            thread.join()


def bound_plan(threads: int) -> Plan:
    """The miniature platform's benchmark with so many threads, each on a CPU."""
    work = benchmark("work", msgspec.structs.replace(TINY, threads=(threads,)), n=("1",))
    result = plan([catalog("miniature/1", work, max_threads=8, aside=["jit"])], Options(seed=1))
    cpus = tuple(CPUS[number % len(CPUS)] for number in range(threads))
    return msgspec.structs.replace(result, cases=(msgspec.structs.replace(result.cases[0], binding=Binding(cpus=cpus)),))


@pytest.mark.parametrize("threads", [1, 3])
def test_only_measuring_threads_stay_bound(measure: Callable[..., Any], threads: int) -> None:
    result = bound_plan(threads)
    run = measure(result, "tells_threads")
    (case,) = run.cases
    assert case.case.binding == result.cases[0].binding
    for fork in case.forks:
        assert fork.end.status == "ok", fork.end.message
        assert fork.start.binding == result.cases[0].binding
        text = ast.literal_eval((Path(run.path).parent / fork.end.stdout).read_text())
        assert text["measuring"] == [[cpu] for cpu in result.cases[0].binding.cpus]
        others = sorted(set(CPUS) - set(result.cases[0].binding.cpus))
        assert text["aside"] == (others or CPUS)
        assert text["made"] == [CPUS] * 3  # one by each iteration of the bound first thread


def test_a_case_is_opened_on_all_cpus_after_one_that_was_warmed_up(measure: Callable[..., Any]) -> None:
    (case,) = (result := bound_plan(2)).cases
    run = measure(msgspec.structs.replace(result, cases=(msgspec.structs.replace(case, warm=(case.case_id,)),)), "tells_threads")
    for fork in run.cases[0].forks:
        lines = (Path(run.path).parent / fork.end.stdout).read_text().splitlines()
        assert [ast.literal_eval(line)["opened"] for line in lines] == [CPUS, CPUS]
        assert fork.start.binding == case.binding


def test_without_a_binding_nothing_is_bound(measure: Callable[..., Any]) -> None:
    result = bound_plan(1)
    run = measure(msgspec.structs.replace(result, cases=(msgspec.structs.replace(result.cases[0], binding=None),)), "tells_threads")
    (fork, _) = run.cases[0].forks
    assert fork.start.binding is None
    assert ast.literal_eval((Path(run.path).parent / fork.end.stdout).read_text())["measuring"] == [CPUS]


def test_a_worker_that_tells_no_threads_is_a_failed_fork(measure: Callable[..., Any]) -> None:
    (fork,) = measure(bound_plan(1), "well_behaved").cases[0].forks
    assert (fork.end.reason, fork.end.message) == ("protocol", "`opened` has 0 thread ids, but the case has 1 threads")
    assert fork.start.binding is None


def test_what_no_thread_of_the_worker_is_is_refused() -> None:
    # A session of its own: in a container process 1 may lead the session that this test is in (CI, 2026-11-22).
    with sleeping(1) as (thread,), subprocess.Popen(["sleep", "60"], start_new_session=True) as other_process:
        try:
            for threads, text in (((thread, thread), "has a thread id twice"), ((other_process.pid, thread), f"of another process: {other_process.pid}"),
                                  ((thread, NO_PROCESS), f"a thread that does not exist: {NO_PROCESS}")):
                with pytest.raises(WorkerError, match=text) as error:
                    bind(threads, Binding(cpus=(CPUS[0], CPUS[0])), os.getsid(0))
                assert error.value.reason == "protocol"
        finally:
            other_process.kill()


def test_refused_cpu_is_reported() -> None:
    with sleeping(1) as (thread,), pytest.raises(WorkerError, match="thread 0 could not be bound to CPU 4097: Invalid") as error:
        bind((thread,), Binding(cpus=(4097,)), os.getsid(0))
    assert error.value.reason == "binding"


def test_only_threads_that_have_a_bound_ones_cpu_alone_are_released() -> None:
    last = CPUS[-1]
    with sleeping(3) as (measuring, heir, other):
        if len(CPUS) > 1:
            os.sched_setaffinity(other, {CPUS[0]})  # where somebody put it
        for number in (measuring, heir):
            os.sched_setaffinity(number, {last})
        release(os.getpid(), (measuring,), Binding(cpus=(last,)), read_affinity())
        assert os.sched_getaffinity(measuring) == {last}
        assert os.sched_getaffinity(heir) == set(CPUS)
        assert os.sched_getaffinity(other) == {CPUS[0]}
    with sleeping(2) as (number, other):
        os.sched_setaffinity(number, {last})
        unbind((number, other, NO_PROCESS), read_affinity())
        assert os.sched_getaffinity(number) == set(CPUS)
    release(NO_PROCESS, (), Binding(cpus=(last,)), read_affinity())  # a process that has ended


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux has these names of threads")
def test_only_threads_with_these_names_are_moved() -> None:
    with sleeping(2) as (compiler, other):
        Path(f"/proc/self/task/{compiler}/comm").write_text("C2 CompilerThre")
        for names, cpus, moved in ((("C2",), {CPUS[-1]}, set(CPUS)), (("C2 CompilerThre",), set(), set(CPUS)),
                                   (("x", "C2 CompilerThre"), {CPUS[-1]}, {CPUS[-1]}), (("C2 CompilerThre",), set(CPUS), set(CPUS))):
            move(os.getpid(), names, frozenset(cpus))
            assert os.sched_getaffinity(compiler) == moved
            assert os.sched_getaffinity(other) == set(CPUS)
        move(os.getpid(), ("C2 CompilerThre",), frozenset({CPUS[-1]}), (compiler,))  # which measures
        assert os.sched_getaffinity(compiler) == set(CPUS)
        with pytest.raises(WorkerError, match=f"thread {compiler} could not be moved to CPU 4097: Invalid"):
            move(os.getpid(), ("C2 CompilerThre",), frozenset({4097}))
    move(NO_PROCESS, ("x",), frozenset(CPUS))  # a process that has ended


@pytest.mark.skipif(len(CPUS) < 2, reason="there is no other CPU to go to")
def test_the_driver_is_elsewhere_while_sides_take_turns() -> None:
    with move_aside({CPUS[-1]}):
        assert read_affinity() and CPUS[-1] not in read_affinity()
    assert read_affinity() == set(CPUS)
    for taken in (set(CPUS), set()):  # nowhere to go, nothing bound
        with move_aside(taken):
            assert read_affinity() == set(CPUS)


def test_a_restriction_that_the_system_does_not_take_whole_changes_nothing() -> None:
    with pytest.raises(OSError, match=f"only {CPUS[0]} of them are available"):
        restrict(frozenset({CPUS[0], 4097}))
    assert read_affinity() == set(CPUS)


@pytest.mark.parametrize(("nodes", "words"), [
    ((0,), [1]), ((1, 3), [0b1010]), ((63,), [1 << 63]), ((0, 64), [1, 1]), ((130,), [0, 0, 4]),
])
def test_nodes_are_bits_in_words(nodes: tuple[int, ...], words: list[int]) -> None:
    assert memory_policy.encode_nodes(nodes) == words


def test_a_worker_inherits_where_memory_comes_from() -> None:
    if not memory_policy.is_default():
        pytest.skip("this system lets nobody choose where memory comes from")
    show = [sys.executable, "-c", "print(open('/proc/self/numa_maps').read())"]
    with memory(Binding(cpus=(0,), nodes=(0,))):
        assert not memory_policy.is_default()
        assert " bind:0 " in subprocess.run(show, capture_output=True, text=True, check=True).stdout
    assert memory_policy.is_default()
    assert " bind:0 " not in subprocess.run(show, capture_output=True, text=True, check=True).stdout
    with pytest.raises(WorkerError, match="memory could not be bound to node 1023: Invalid") as error, memory(Binding(cpus=(0,), nodes=(1023,))):
        pass
    assert error.value.reason == "binding"
    with memory(None), memory(Binding(cpus=(0,))):
        assert memory_policy.is_default()
