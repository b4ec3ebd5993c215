"""Is an iteration that cannot be true refused in each mode, and one that can be kept?"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from made_plans import able, benchmark, catalog

from clamh.cases import Case
from clamh.errors import WorkerError
from clamh.model import Settings
from clamh.options import Options
from clamh.plan import plan
from clamh.said import ThreadIteration
from clamh.worker.fork import check, opening
from clamh.worker.messages import Iteration


def case(mode: str = "avgt", operations: bool = False, **options: Any) -> Case:
    one = msgspec.structs.replace(benchmark("work", n=("1",)), operations=operations)
    made = plan([able(catalog("a/1", one), "avgt", "ss", "sample")], Options(settings=Settings(modes=(mode,)), **options))
    return made.cases[0]


def refusal(of: Case, **thread: Any) -> tuple[str, str]:
    given = {"operations": 10, "all_operations": 10, "elapsed_ns": 100} | thread
    try:
        check(Iteration(case="c", phase="measurement", threads=(ThreadIteration(**given),)), "measurement", of)
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


def test_a_benchmark_that_tells_operations_of_none_is_to_blame_itself() -> None:
    assert refusal(case(operations=True), operations=0) == (
        "benchmark", "no invocation told Operations how many it did")


def test_an_open_for_warmup_alone_has_no_measurement_and_a_bulk_one_no_warmup_of_its_own() -> None:
    def said(one: Case, only_warm: bool) -> set[str]:
        return {field for field in opening(one, 7, only_warm).decode().split("\t") if field.startswith(("wi=", "i="))}

    assert [said(case(), True), said(case(), False)] == [{"wi=5", "i=0"}, {"wi=5", "i=5"}]
    assert said(case(warmup_mode="BULK"), False) == {"wi=0", "i=5"}
    assert said(case(warmup_mode="BULK"), True) == {"wi=5", "i=0"}
