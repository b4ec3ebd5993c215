"""Says why on standard error and exits with code 3 in its first measurement iteration."""

from __future__ import annotations

import os
import sys

from well_behaved import at_measurement


def fault(case: str) -> None:
    print("no more\nof this", file=sys.stderr, flush=True)
    os._exit(3)


at_measurement(fault)
