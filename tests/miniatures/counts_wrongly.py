"""Answers with other numbers of counters than it was given: `counts_wrongly.py`; `CLAMH_COUNTERS` has descriptors and names."""

from __future__ import annotations

import os

from well_behaved import HELLO, at_measurement, emit, iteration

HELLO["capabilities"] = {**HELLO["capabilities"], "counters": True, "counts": ["rusage"]}


def wrongly(case: str) -> None:
    wanted = sum(3 if name.isdecimal() else 6 for name in os.environ["CLAMH_COUNTERS"].split(","))
    emit(iteration(case) | {"counters": [1] * (wanted - 1)})


at_measurement(wrongly)
