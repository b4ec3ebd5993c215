"""One invocation of one case, with all its fixtures, in a fresh process that measures nothing: what it returned."""

from __future__ import annotations

from pathlib import Path

from clamh.cases import Case
from clamh.model import Command
from clamh.worker import messages
from clamh.worker.fork import ask, opening
from clamh.worker.messages import encode
from clamh.worker.process import LIMITS, Limits, Worker


def invoke(command: Command, case: Case, outputs: Path, limits: Limits = LIMITS) -> messages.Value:
    """What the invocation returned and gave to Blackhole; what it printed is in `out` and `err` of `outputs`.

    Raises WorkerError.
    """
    timeout_s = case.options.timeout_ns / 1e9
    with Worker(command, outputs / "out", outputs / "err", limits) as worker:
        ask(worker, case, messages.Opened, max(timeout_s, limits.start_s), opening(case, seed=1))
        value = ask(worker, case, messages.Value, timeout_s, encode("invoke", case.case_id))
        ask(worker, case, messages.Closed, timeout_s, encode("close", case.case_id))
        ask(worker, case, messages.Bye, limits.exit_s, encode("exit"))
        worker.finish()
    return value
