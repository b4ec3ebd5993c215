"""Measures in two threads where one was asked for: in throughput that would count double."""

from __future__ import annotations

from well_behaved import at_measurement, emit, iteration


def twofold(case: str) -> None:
    event = iteration(case)
    emit(event | {"threads": [*event["threads"], *event["threads"]]})


at_measurement(twofold)
