"""Are several conversations under way at once, and do all of them end when one breaks off?"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from made_plans import IMPATIENT, TINY, benchmark, catalog, grouped, miniature, tiny_plan
from msgspec.structs import replace

from clamh.model.errors import WorkerError
from clamh.model.options import Options
from clamh.model.sources import Member, Settings
from clamh.running.plan import plan
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
