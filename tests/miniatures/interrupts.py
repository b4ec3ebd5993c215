"""Presses Ctrl-C in the driver's terminal while it measures its first measurement iteration, and goes on for long."""

from __future__ import annotations

import os
import signal
import time

from well_behaved import at_measurement


def fault(case: str) -> None:
    os.kill(os.getppid(), signal.SIGINT)
    time.sleep(60)


at_measurement(fault)
