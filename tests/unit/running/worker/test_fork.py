"""Is an iteration that cannot be true refused in each mode, and one that can be kept?"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from made_plans import able, benchmark, catalog

from clamh.model.cases import CallBounds, Case
from clamh.model.errors import WorkerError
from clamh.model.options import Options
from clamh.model.sources import Member, Settings
from clamh.model.worker import ThreadIteration
from clamh.running.plan import plan
from clamh.running.worker.commands import open_case
from clamh.running.worker.conversation import check_threads


def case(mode: str = "avgt", operations: bool = False, **options: Any) -> Case:
    catalog_benchmark = msgspec.structs.replace(benchmark("work", n=("1",)), operations=operations)
    result = plan([able(catalog("a/1", catalog_benchmark), "avgt", "ss", "sample")], Options(settings=Settings(modes=(mode,)), **options))
    return result.cases[0]


def refusal(of: Case, **thread: Any) -> tuple[str, str]:
    given = {"operations": 10, "all_operations": 10, "elapsed_ns": 100} | thread
    try:
        check_threads((ThreadIteration(**given),), of)
    except WorkerError as error:
        return error.reason, error.detail
    return "", ""


@pytest.mark.parametrize(("mode", "thread", "expected"), [
    ("avgt", {}, ""), ("avgt", {"elapsed_ns": 0}, "clock"), ("avgt", {"elapsed_ns": -1}, "clock"), ("avgt", {"operations": 0}, "protocol"),
    ("ss", {"elapsed_ns": 0}, ""), ("ss", {"elapsed_ns": -1}, "clock"),
    ("sample", {"histogram": (0, 10), "elapsed_ns": 0}, ""), ("sample", {}, "protocol"),
    ("sample", {"histogram": (-5, 1, 5, 9)}, "clock"),
])
def test_each_mode_has_its_own_truths(mode: str, thread: dict[str, Any], expected: str) -> None:
    assert refusal(case(mode), **thread)[0] == expected


def test_a_number_of_calls_may_take_less_than_a_clock_step() -> None:
    bounded = msgspec.structs.replace(case(), options=msgspec.structs.replace(case().options, bounds=CallBounds(least=1, most=5)))
    assert [refusal(bounded, elapsed_ns=elapsed_ns)[0] for elapsed_ns in (0, -1)] == ["", "clock"]


def test_a_benchmark_that_tells_operations_of_none_is_to_blame_itself() -> None:
    assert refusal(case(operations=True), operations=0) == (
        "benchmark", "no invocation reported its number of operations to Operations")


def test_open_for_warmup_has_no_measurement() -> None:
    def counts(item: Case, only_warm: bool) -> set[str]:
        return {field for field in open_case(item, 7, only_warm).line.decode().split("\t") if field.startswith(("wi=", "i="))}

    assert [counts(case(), True), counts(case(), False)] == [{"wi=5", "i=0"}, {"wi=5", "i=5"}]
    assert counts(case(warmup_mode="BULK"), False) == {"wi=0", "i=5"}
    assert counts(case(warmup_mode="BULK"), True) == {"wi=5", "i=0"}


def describe(*threads: ThreadIteration, mode: str = "avgt", members: tuple[Member, ...] = ()) -> str:
    of = msgspec.structs.replace(case(mode), threads=len(threads), members=members)
    try:
        check_threads(threads, of)
    except WorkerError as error:
        return error.detail
    return ""


def ran(member: str, **fields: Any) -> ThreadIteration:
    return ThreadIteration(**({"operations": 10, "all_operations": 10, "elapsed_ns": 100, "member": member} | fields))


def test_each_thread_of_a_group_names_its_function() -> None:
    group = (Member(name="get", threads=2), Member(name="put", threads=1), Member(name="none", threads=0))
    thread_iterations = (ran("get"), ran("get"), ran("put"))
    assert describe(*thread_iterations, members=group) == describe(*thread_iterations, *thread_iterations[::-1], members=group) == ""
    assert describe(ran("get"), ran("put"), ran("put"), members=group) == (
        "the threads of the group ran other members than planned: 1 ran 'get' instead of 2; 2 ran 'put' instead of 1")
    assert "1 ran 'none' instead of 0" in describe(ran("get"), ran("get"), ran("none"), members=group)
    assert "1 ran '' instead of 0" in describe(ran("get"), ran(""), ran("put"), members=group)
    assert "1 ran 'get' instead of 0" in describe(ran("get"), ran(""))


def test_one_of_several_threads_may_have_nothing_timed() -> None:
    idle = ran("", operations=0, elapsed_ns=0)
    assert describe(ran(""), idle) == describe(ran("", histogram=(10, 10)), idle, mode="sample") == ""
    assert describe(idle, idle) == "the iteration has no operation"
    assert "has no histogram" in describe(ran("", histogram=(10, 10)), ran(""), mode="sample")
