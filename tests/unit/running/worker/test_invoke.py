"""Are several conversations under way at once, and do all of them end when one breaks off?"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from made_plans import IMPATIENT, miniature, tiny_plan
from msgspec.structs import replace

from clamh.model.errors import WorkerError
from clamh.model.sources import Member
from clamh.running.worker.invoke import invoke, together


def conversation(name: str, steps: int, journal: list[str], error: Exception | None = None) -> Generator[None, None, dict]:
    try:
        for step in range(steps):
            journal.append(f"{name}{step}")
            yield
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


def test_a_group_is_invoked_as_one_group_and_its_members_stand_in_their_order(tmp_path: Path) -> None:
    members = (Member(name="none", threads=0), Member(name="put", threads=2), Member(name="take", threads=1))
    case = replace(tiny_plan().cases[0], members=members, threads=12)
    command = miniature("in_a_group")
    assert [*invoke(command, case, tmp_path, IMPATIENT)[0].members] == ["put", "take"]
    with pytest.raises(WorkerError, match="without its put"):
        invoke(replace(command, argv=(*command.argv, "take")), case, tmp_path, IMPATIENT)
