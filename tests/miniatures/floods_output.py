"""Prints without end in its first measurement iteration, into a file that the test must not let grow: 4 KiB a turn."""

from __future__ import annotations

import time

from well_behaved import at_measurement


def fault(case: str) -> None:
    while True:
        print("x" * 4095, flush=True)
        time.sleep(0.001)


at_measurement(fault)
