"""Ends with code 0 in the middle of an event."""

from __future__ import annotations

import os

from well_behaved import at_measurement, write


def fault(case: str) -> None:
    write(b'{"event":"iteration","case":')
    os._exit(0)


at_measurement(fault)
