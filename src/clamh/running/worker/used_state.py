"""After a fork's last measured iteration: what calls give on the state that measuring left, and on a fresh one with the same seed."""

from __future__ import annotations

import time
from collections.abc import Callable

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

MANY, FEW = 8, 3  # calls on a state: of fewer than 8 that are equal, some may be by chance
QUICK_S = 0.05  # a call, with writing down what it gives: then there are many
OF_THE_USER = ("setup", "teardown", "benchmark")  # reasons after which the worker has closed the case and goes on
REFUSED = ("usage", "unsupported")  # and those after which the case is as it was


def wanted(case: Case, opened: messages.Opened, fork: int) -> bool:
    """Whether this fork, the last that was asked for, ends with such calls: where a state is invoked more than once."""
    return opened.invoke and fork == case.options.forks - 1 and repeats(case)


def check_used_state(worker: Worker, record: Callable[[UsedRecord], None], case: Case, fork: int, seed: int, reopen: Callable[[], object] | None) -> bool:
    """Asks, records and closes the case; whether the process goes on. `reopen` opens the case again; None: a fresh state takes too long.

    If the last iteration is open, the calls are within it: no iteration setup brings back what invocations used up. A call that fails is a
    finding, and no failure of the fork, which has been measured; a failing teardown is one.
    """
    found = UsedRecord(case_id=case.case_id, fork=fork)
    try:
        found, took_s = _on_used_state(worker, found, case, seed)
    except WorkerError as error:
        record(replace(found, failure=_sentence(found, error)))
        if error.reason in OF_THE_USER:
            return True
        if error.reason not in REFUSED:
            worker.stop()
            return False
        found, took_s = found, SLOW_S
    _close(worker, case)
    if reopen is not None and took_s < SLOW_S:
        found = replace(found, fresh=_on_fresh_state(worker, case, seed, len(found.used), reopen))
    if found.used:
        record(found)
    return True


def _on_used_state(worker: Worker, found: UsedRecord, case: Case, seed: int) -> tuple[UsedRecord, float]:
    """The calls, and how long the first of them took."""
    began = time.monotonic()
    first = _invoke(worker, case, 1)
    took_s = time.monotonic() - began
    later = [] if took_s >= SLOW_S else [_invoke(worker, case, (MANY if took_s < QUICK_S else FEW) - 1)]
    return replace(found, used=_calls(seed, first, *later), unrecorded=first.unrecorded), took_s


def _on_fresh_state(worker: Worker, case: Case, seed: int, count: int, reopen: Callable[[], object]) -> tuple[Given, ...]:
    """As many calls; none where the case cannot be set up a second time in one process."""
    try:
        reopen()
        fresh = _calls(seed, _invoke(worker, case, count))
    except WorkerError as error:
        if error.reason not in (*OF_THE_USER, *REFUSED):
            raise
        if error.reason in REFUSED:
            _close(worker, case)
        return ()
    _close(worker, case)
    return fresh


def _close(worker: Worker, case: Case) -> None:
    ask(worker, case, messages.Closed, timeout_s(case), encode("close", case.case_id))


def _invoke(worker: Worker, case: Case, count: int) -> messages.Value:
    line = encode("invoke", case.case_id, *([count] if count > 1 else []))
    value = ask(worker, case, messages.Value, timeout_s(case) * count, line)
    if len(value.more) != count - 1:
        raise WorkerError("protocol", f"`invoke` of {count} calls was answered with {len(value.more) + 1}")
    return value


def _calls(seed: int, *values: messages.Value) -> tuple[Given, ...]:
    every = [one for value in values for one in (value, *value.more)]
    return tuple(Given(seed=seed, call=call, returned=one.returned, consumed=one.consumed, checks=one.checks) for call, one in enumerate(every, 1))


def _sentence(found: UsedRecord, error: WorkerError) -> str:
    return sentence(ForkEnd(case_id=found.case_id, fork=found.fork, status="failed", reason=error.reason, where=error.where,
                            message=error.detail, signal=error.signal, exit_code=error.code))
