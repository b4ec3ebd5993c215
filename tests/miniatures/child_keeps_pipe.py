"""Dies while a child of its own still holds the pipe open, so that no end of file ever comes."""

from __future__ import annotations

import os
import time

from well_behaved import at_measurement


def fault(case: str) -> None:
    if os.fork() == 0:
        time.sleep(60)
    os._exit(3)


at_measurement(fault)
