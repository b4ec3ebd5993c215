"""After a fork's last measured iteration: what calls give on the state that measuring left. They are compared with those on fresh states (verify.py)."""

from __future__ import annotations

import time

from msgspec.structs import replace

from clamh.model.cases import Case
from clamh.model.errors import WorkerError
from clamh.model.failures import sentence
from clamh.model.results import ForkEnd, Given, UsedRecord
from clamh.running.worker import messages
from clamh.running.worker.conversation import ask, timeout_s
from clamh.running.worker.invoke import SLOW_S, repeats
from clamh.running.worker.messages import encode
from clamh.running.worker.process import Worker

MANY, FEW = 8, 3  # calls: of fewer than 8 that are equal, some may be by chance
QUICK_S = 0.05  # a call, with writing down what it gives: then there are many
OF_THE_USER = ("setup", "teardown", "benchmark")  # reasons after which the worker has closed the case and goes on
REFUSED = ("usage", "unsupported")  # and those after which the case is as it was


def wanted(case: Case, opened: messages.Opened, fork: int) -> bool:
    """Whether this fork, the last that was asked for, ends with such calls: where a state is invoked again and again."""
    return opened.invoke and fork == case.options.forks - 1 and case.mode != "ss" and repeats(case)


def call_used_state(worker: Worker, case: Case, fork: int, seed: int) -> tuple[UsedRecord, str]:
    """What the calls gave, and how the case is now: "open", "closed", or "lost" where the process answers nothing any more.

    A call that fails is a finding, and no failure of the fork, which has been measured.
    """
    found = UsedRecord(case_id=case.case_id, fork=fork)
    try:
        began = time.monotonic()
        values = [_invoke(worker, case, 1)]
        took_s = time.monotonic() - began
        if took_s < SLOW_S:
            values.append(_invoke(worker, case, (MANY if took_s < QUICK_S else FEW) - 1))
        return replace(found, used=_calls(seed, values), unrecorded=values[0].unrecorded), "open"
    except WorkerError as error:
        state = "closed" if error.reason in OF_THE_USER else "open" if error.reason in REFUSED else "lost"
        return replace(found, failure=_sentence(found, error)), state


def _invoke(worker: Worker, case: Case, count: int) -> messages.Value:
    line = encode("invoke", case.case_id, *([count] if count > 1 else []))
    value = ask(worker, case, messages.Value, timeout_s(case) * count, line)
    if len(value.more) != count - 1:
        raise WorkerError("protocol", f"`invoke` of {count} calls was answered with {len(value.more) + 1}")
    return value


def _calls(seed: int, values: list[messages.Value]) -> tuple[Given, ...]:
    every = [one for value in values for one in (value, *value.more)]
    return tuple(Given(seed=seed, call=call, returned=one.returned, consumed=one.consumed, checks=one.checks) for call, one in enumerate(every, 1))


def _sentence(found: UsedRecord, error: WorkerError) -> str:
    return sentence(ForkEnd(case_id=found.case_id, fork=found.fork, status="failed", reason=error.reason, where=error.where,
                            message=error.detail, signal=error.signal, exit_code=error.code))
