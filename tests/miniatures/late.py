"""Answers its first measurement iteration only when told to end: a whole event that is in the pipe still counts."""

from __future__ import annotations

import signal
import sys
import time

from well_behaved import at_measurement, emit, iteration


def fault(case: str) -> None:
    def answer_and_end(number: int, frame: object) -> None:
        emit(iteration(case))
        sys.exit(0)

    signal.signal(signal.SIGTERM, answer_and_end)
    time.sleep(60)


at_measurement(fault)
