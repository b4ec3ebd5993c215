"""Does a dry run say of each case what came back or why it failed, and go on after a failure?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from made_plans import IMPATIENT, miniature, only_work, tiny_plan

from clamh.cli.dry_run import _given, report
from clamh.languages.base import Toolchain
from clamh.model.artifacts import Command
from clamh.model.cases import Case, Plan
from clamh.model.worker import MemberValue
from clamh.running.context import Workers
from clamh.running.dry import try_plan
from clamh.running.starting import CommandOf
from clamh.running.worker import tmpfs
from clamh.running.worker.answers import CallValues


def tried(plan: Plan, command: CommandOf, tell: Callable[[str], None], fail_on_error: bool = False) -> int:
    return report(plan, try_plan(plan, Workers(command=command, limits=IMPATIENT)), tell, fail_on_error)


def test_each_case_is_one_line_and_a_failure_has_its_place_and_ends_nothing() -> None:
    texts: list[str] = []
    plan = tiny_plan("work", "other")
    assert tried(plan, only_work("fails_setup"), texts.append) == 1
    first, second = texts
    assert first.startswith("work(n=1) avgt miniature/1   FAILED: the setup failed") and "(x.src:3)" in first
    assert second.splitlines() == ["other(n=1) avgt miniature/1  i:42"]


def test_with_foe_it_ends_at_the_first_failure() -> None:
    texts: list[str] = []
    assert tried(tiny_plan("work", "other"), only_work("fails_setup"), texts.append, fail_on_error=True) == 1
    assert len(texts) == 1


def test_what_a_failed_worker_printed_follows_its_line() -> None:
    texts: list[str] = []
    assert tried(tiny_plan(), only_work("exits_zero_silently"), texts.append) == 1
    assert texts[0].startswith("work(n=1) avgt miniature/1  FAILED: exited with code 0")


def test_a_program_that_can_only_measure_is_not_tried() -> None:
    texts: list[str] = []
    plan = tiny_plan()
    (catalog,) = plan.catalogs
    measuring = catalog.hello | {"capabilities": {"commands": ["open", "iterate"]}}
    plan = msgspec.structs.replace(plan, catalogs=(msgspec.structs.replace(catalog, hello=measuring),))
    assert tried(plan, only_work("fails_setup"), texts.append) == 0
    assert texts == ["work(n=1) avgt miniature/1  not tried: its benchmarks return nothing, and its program can only measure"]


def test_the_build_that_records_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only that build knows what Blackhole got, and has the checks of its language."""
    used: list[str] = []

    def command(plan: Plan, case: Case) -> Command:
        used.append(plan.catalogs[case.artifact].artifact.path)
        return only_work("well_behaved")(plan, case)

    monkeypatch.setattr(Toolchain, "recorder", lambda artifact: msgspec.structs.replace(artifact, path="recording"))
    assert tried(tiny_plan(), command, lambda text: None) == 0
    assert used == ["recording"]


def test_each_case_has_an_empty_folder_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tmpfs, "find", lambda: tmpfs.Memory(path=str(tmp_path), size=0, free=0))
    workers = Workers(command=lambda plan, case: miniature("writes_files"), limits=IMPATIENT)
    values = [case.value for case in try_plan(tiny_plan("work", "other"), workers, in_memory=True)]
    assert values == [CallValues(returned="i:42")] * 2 and not list(tmp_path.iterdir())


def test_a_plan_without_cases_has_nothing_to_try() -> None:
    nothing = msgspec.structs.replace(tiny_plan(), cases=())
    assert tried(nothing, only_work("well_behaved"), print) == 0


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (CallValues(returned="i:42", consumed=("i:1",)), "i:42"),
        (CallValues(returned=None, consumed=("i:1", "s:x")), "consumed i:1, s:x"),
        (CallValues(returned="f:3fb999999999999a"), "f:0.1"),
        (CallValues(returned="f:inf"), "f:inf"),
        (CallValues(returned=None, consumed=("f:408bfad4cccfe634", "i:1")), "consumed f:895.3539062730911, i:1"),
        (CallValues(returned=None), "returned nothing"),
        (CallValues(returned=None, members={"give": MemberValue(consumed=("i:1",)), "take": MemberValue(returned="i:2")}),
         "give consumed i:1; take i:2"),
        (CallValues(returned="s:a\nb\t\x1b[2J"), r"s:a\x0ab\x09\x1b[2J"),
        (CallValues(members={"put": MemberValue(returned="i:1"), "take": MemberValue(consumed=("i:2",)), "a": MemberValue()}),
         "put i:1; take consumed i:2; a returned nothing"),
        (CallValues(returned="s:" + "x" * 100 + "end"), "s:" + "x" * 22 + "…" + "x" * 20 + "end"),
    ],
)
def test_values_are_one_short_line(value: CallValues, text: str) -> None:
    assert _given(value) == text
