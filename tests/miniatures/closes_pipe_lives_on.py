"""Closes its end of the pipe, as a benchmark that closes all descriptors does, and goes on living."""

from __future__ import annotations

import os
import time

from well_behaved import at_measurement


def fault(case: str) -> None:
    os.close(int(os.environ["CLAMH_OUT"]))
    time.sleep(60)


at_measurement(fault)
