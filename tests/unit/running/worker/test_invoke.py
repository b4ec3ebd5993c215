"""Are several conversations under way at once, and do all of them end when one breaks off?"""

from __future__ import annotations

import json
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from made_plans import IMPATIENT, MINIATURES, TINY, benchmark, catalog, grouped, miniature, tiny_plan
from msgspec.structs import replace

from clamh.model.artifacts import Command
from clamh.model.errors import WorkerError
from clamh.model.options import Options
from clamh.model.sources import Member, Settings
from clamh.running.plan import plan
from clamh.running.worker import invoke as invoking
from clamh.running.worker.invoke import Given, invocations, invoke, together
from clamh.running.worker.process import Wait


def conversation(name: str, steps: int, journal: list[str], error: Exception | None = None) -> Generator[Wait, None, dict]:
    try:
        for step in range(steps):
            journal.append(f"{name}{step}")
            yield (), 0.0
        if error:
            raise error
        return {name: steps}
    finally:
        journal.append(f"{name} ended")


def test_each_goes_on_in_turn_and_their_results_keep_their_order() -> None:
    journal: list[str] = []
    assert together([conversation("a", 2, journal), conversation("b", 1, journal)]) == [{"a": 2}, {"b": 1}]
    assert journal == ["a0", "b0", "a1", "b ended", "a ended"]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ZeroDivisionError()])
def test_when_one_breaks_off_the_others_end_too(error: Exception) -> None:
    journal: list[str] = []
    with pytest.raises(type(error)):
        together([conversation("a", 9, journal), conversation("b", 1, journal, error)])
    assert journal == ["a0", "b0", "a1", "b ended", "a ended"]


def test_nothing_is_nothing() -> None:
    assert together([]) == []


def invoked_together(tmp_path: Path, *steps: dict[str, tuple[str, object]]) -> list[Given]:
    """What processes gave that run at the same time, each with its steps (miniatures/computes.py)."""
    (case,) = tiny_plan().cases
    several = []
    for number, of_process in enumerate(steps):
        (folder := tmp_path / str(number)).mkdir()
        described = json.dumps([{"name": "work", "texts": ["i:1"], "steps": of_process}])
        command = Command(argv=(sys.executable, "-S", "-E", str(MINIATURES / "computes.py"), described))
        several.append(invocations(command, [case], folder, IMPATIENT))
    return [result[case.case_id] for result in together(several)]


def test_a_quick_call_is_not_charged_with_the_slow_call_of_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invoking, "SLOW_S", 0.4)
    slow, quick = invoked_together(tmp_path, {f"{seed}/1": ("sleep", 0.8) for seed in (1, 2, 3)}, {})
    assert slow.limited.startswith("a call takes ") and len(slow.calls) == 3
    assert quick.limited == "" and max(called.call for called in quick.calls) == 3


def test_a_process_goes_on_between_two_calls_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second process needs further commands before the first can end the call whose answer has begun."""
    monkeypatch.setattr(invoking, "SLOW_S", 60.0)
    begun, over = str(tmp_path / "begun"), str(tmp_path / "over")
    results = invoked_together(tmp_path, {"2/2": ("write", begun), "2/3": ("await", over)}, {"2/1": ("await", begun), "3/1": ("write", over)})
    assert [len(result.calls) for result in results] == [7, 7], results


def test_members_of_an_invoked_group_keep_their_order(tmp_path: Path) -> None:
    members = (Member(name="none", threads=0), Member(name="put", threads=2), Member(name="take", threads=1))
    work = grouped(benchmark("work", TINY, n=("1",)), *members)
    (case,) = plan([catalog("miniature/1", work, max_threads=12)], Options(settings=Settings(threads=(12,)))).cases
    (call,) = invoke(miniature("in_a_group"), case, tmp_path, IMPATIENT)
    assert [(name, member.returned) for name, member in call.members.items()] == [("put", "s:put"), ("take", "s:take")]


@pytest.mark.parametrize(("fields", "words"), [
    (("2", "returned", "0", ""), "the answer to `invoke` of 1 calls has returned 0 of call 2"),
    (("1", "returned", "1", ""), "the answer to `invoke` of 1 calls has returned 1 of call 1"),
    (("1", "consumed", "1", ""), "the answer to `invoke` of 1 calls has consumed 1 of call 1"),
    (("1", "checked", "0", ""), "the answer to `invoke` of 1 calls has checked 0 of call 1"),
    (("1", "raised", "0", ""), "the answer to `invoke` of 1 calls has raised 0 of call 1"),
    (("1", "returned", "0", "more"), "the answer to `invoke` ends within a value"),
])
def test_unrequested_and_partial_values_are_refused(tmp_path: Path, fields: tuple[str, ...], words: str) -> None:
    command = miniature("values_unasked")
    with pytest.raises(WorkerError, match=words) as error:
        invoke(replace(command, argv=(*command.argv, *fields)), tiny_plan().cases[0], tmp_path, IMPATIENT)
    assert error.value.reason == "protocol"
