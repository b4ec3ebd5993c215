"""Calls on the state that measuring left, after a fork's last iteration; verify.py compares them with fresh states."""

from __future__ import annotations

import time

from msgspec.structs import replace

from clamh.model.cases import Case
from clamh.model.errors import WorkerError
from clamh.model.failures import failed_end, sentence
from clamh.model.results import Given, UsedRecord
from clamh.running.worker import commands
from clamh.running.worker.answers import Calls, OpenCase
from clamh.running.worker.conversation import ask, timeout_s
from clamh.running.worker.invoke import SLOW_S, repeats
from clamh.running.worker.process import Worker

MANY, FEW = 8, 3  # calls: of fewer than 8 that are equal, some may be by chance
QUICK_S = 0.05  # a call, with writing down what it gives: then there are many
OF_THE_USER = ("setup", "teardown", "benchmark")  # reasons after which the worker has closed the case and goes on
REFUSED = ("malformed",)  # and those after which the case is as it was


def wanted(case: Case, opened: OpenCase, fork: int) -> bool:
    """Whether this fork, the last requested one, ends with such calls: if measuring uses one state repeatedly, and a
    fresh state has the data of the last iteration.
    """
    return (opened.can_invoke and fork == case.options.forks - 1 and case.mode != "ss" and repeats(case)
            and not case.opening.redraws)


def call_used_state(worker: Worker, case: Case, fork: int, seed: int) -> tuple[UsedRecord | None, str]:
    """What the calls gave, and how the case is now: "open", "closed", or "lost" where the process answers nothing any
    more.

    The record is None if the worker does not answer `invoke` (protocol 2, `capabilities.commands`).
    A call that fails is a finding, and no failure of the fork, which has been measured.
    """
    record = UsedRecord(case_id=case.case_id, fork=fork)
    try:
        began = time.monotonic()
        calls = _invoke(worker, case, 1)
        values = list(calls.calls)
        took_s = time.monotonic() - began
        if took_s < SLOW_S:
            values += _invoke(worker, case, (MANY if took_s < QUICK_S else FEW) - 1).calls
        used = tuple(Given(seed=seed, call=call, returned=value.returned, consumed=value.consumed, checks=value.checks)
                     for call, value in enumerate(values, 1))
        return replace(record, used=used, unrecorded=calls.unrecorded), "open"
    except WorkerError as error:
        if error.reason == "unsupported":
            return None, "open"
        state = "closed" if error.reason in OF_THE_USER else "open" if error.reason in REFUSED else "lost"
        return replace(record, failure=sentence(failed_end(case.case_id, fork, error))), state


def _invoke(worker: Worker, case: Case, count: int) -> Calls:
    return ask(worker, case, commands.invoke(case, count), timeout_s(case) * count)
