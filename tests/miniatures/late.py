"""Ends the answer to its first measurement iteration only when it is stopped: a whole event that is in the pipe still counts."""

from __future__ import annotations

import signal
import sys
import time

from well_behaved import at_measurement, emit, iteration, samples


def fault(case: str) -> None:
    def answer_and_end(number: int, frame: object) -> None:
        event = iteration(case)
        emit(event | {"threads": [event["threads"][0] | {"sample_invocations": 5}]})
        sys.exit(0)

    signal.signal(signal.SIGTERM, answer_and_end)
    emit(samples(case, [500, 500]))
    time.sleep(60)


at_measurement(fault)
