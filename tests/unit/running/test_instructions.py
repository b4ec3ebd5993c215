"""What does `-prof callgrind` refuse before measuring, and what is an operation's share of what valgrind counted?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from made_plans import miniature, tiny_plan
from made_runs import case
from msgspec.structs import replace

from clamh.judging.system_counts import find_instructions
from clamh.model.cases import Case, Catalog
from clamh.model.counting import InstructionsRecord
from clamh.model.errors import InputError, WorkerError
from clamh.model.opening import Opening, Step
from clamh.model.sources import Member
from clamh.running import instructions
from clamh.running.counting import check_platforms, prepare_counting


def catalog_of(language: str) -> Catalog:
    [catalog] = tiny_plan("work").catalogs
    platform = replace(catalog.artifact.platform, id=f"{language}/x", language=language)
    return replace(catalog, artifact=replace(catalog.artifact, platform=platform))


@pytest.mark.parametrize(("platforms", "severity"), [
    (("c", "cpp", "rust", "zig"), ""), (("c", "python", "go"), "warning"), (("java", "javascript"), "error")])
def test_platforms_that_are_not_native_are_named(platforms: tuple[str, ...], severity: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instructions.shutil, "which", lambda name: f"/usr/bin/{name}")
    problems = check_platforms([catalog_of(language) for language in platforms], {"callgrind": ()})
    assert [problem.severity for problem in problems] == [severity] * bool(severity)
    for problem in problems:
        lacking = [f"{language}/x" for language in platforms if language not in ("c", "cpp", "rust", "zig")]
        assert problem.message.startswith(f"-prof callgrind counts nothing on {', '.join(lacking)}: ")


def test_a_missing_valgrind_is_an_error_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instructions.shutil, "which", lambda name: None)
    with pytest.raises(InputError, match="valgrind is not installed") as error:
        prepare_counting({"callgrind": ()})
    assert error.value.diagnostics[0].hint == "type: sudo apt-get install valgrind"


def test_an_operation_is_a_batch_divided_by_its_operations() -> None:
    record = case([]).case
    record = replace(record, options=replace(record.options, measurement_batch_size=6, operations_per_invocation=3))
    counted = InstructionsRecord(case_id=record.case_id, invocations=10, once=1_500, twice=2_500)
    [result] = find_instructions(record, [replace(counted, twice=9), counted, replace(counted, case_id="other", twice=99)])
    assert (result.label, result.unit, result.score, result.interval) == ("callgrind.instructions", "#/op", 200.0, None)


def count(case: Case, monkeypatch: pytest.MonkeyPatch) -> tuple[str, list[Case]]:
    """Why nothing was counted, and what was run for it: processes that fail at once."""
    started: list[Case] = []

    def run(command: object, case: Case, *_: object) -> None:
        started.append(case)
        raise WorkerError("start", "it is not here")

    monkeypatch.setattr(instructions, "run_aside", run)
    plan = tiny_plan()
    return instructions._count_case(plan, case, lambda plan, case: miniature("well_behaved"), Path()).message, started


def test_a_process_runs_single_calls_whatever_the_batch_size(monkeypatch: pytest.MonkeyPatch) -> None:
    [case] = tiny_plan().cases
    options = replace(case.options, measurement_batch_size=6)
    _, [started] = count(replace(case, opening=Opening(benchmark=0), options=options), monkeypatch)
    assert started.options.measurement_batch_size == 1


@pytest.mark.parametrize(("reason", "fields", "steps", "injected"), [
    ("its fixtures run around each invocation", {}, ("Trial", "Invocation"), ()),
    ("what it suspends (Suspend) would be counted too", {}, (), ("Suspend",)),
    ("it takes Control, and may wait for other threads, but a single thread is counted", {}, (), ("Control",)),
    ("it counts its operations itself (Operations), not in proportion to its calls", {"operations": True}, (), ("Operations",)),
    ("the functions of a group have no loop in common", {"members": (Member(name="f", threads=1),)}, (), ()),
    ("it is not here", {"threads": 4}, ("Trial", "Iteration"), ("Blackhole",)),
])
def test_what_cannot_be_counted_has_its_own_reason(
        reason: str, fields: dict[str, Any], steps: tuple[Any, ...], injected: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    opening = Opening(benchmark=0, steps=tuple(Step(level=level, state=0, setups=(0,), teardowns=(1,)) for level in steps), injected=injected)
    message, started = count(replace(tiny_plan().cases[0], opening=opening, **fields), monkeypatch)
    assert message.endswith(f": {reason}") and bool(started) == (reason == "it is not here")
