"""Is one invocation made in a process of its own, and everything that can go wrong with it an error with its reason?"""

from __future__ import annotations

from pathlib import Path

import pytest
from made_plans import IMPATIENT, miniature, tiny_plan

from clamh.errors import WorkerError
from clamh.worker.invoke import invoke


def test_the_case_is_opened_invoked_closed_and_its_process_ended(tmp_path: Path) -> None:
    case = tiny_plan().cases[0]
    value = invoke(miniature("echoes"), case, tmp_path, IMPATIENT)
    assert (value.returned, value.consumed) == ("i:42", ())
    said = (tmp_path / "out").read_text().splitlines()
    assert [line.split()[0] for line in said] == ["open", "invoke", "close", "exit"]
    opened = said[0].split()[1:]
    assert opened[:5] == [case.case_id, "benchmark=work", "mode=avgt", "threads=1", "batch=1"]
    assert {"opi=1", "seed=1"} <= set(opened) and opened[-1] == "p:S::n=1"


@pytest.mark.parametrize(
    ("name", "reason"),
    [("fails_setup", "setup"), ("closes_pipe_lives_on", "closed_pipe"), ("crashes_at_exit", "killed"),
     ("answers_other_case", "protocol"), ("exits_zero_silently", "exited")],
)
def test_a_worker_that_fails_is_an_error_with_its_reason(name: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(WorkerError) as caught:
        invoke(miniature(name), tiny_plan(timeout_s=2).cases[0], tmp_path, IMPATIENT)
    assert caught.value.reason == reason
