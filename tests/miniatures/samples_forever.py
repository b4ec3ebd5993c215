"""Sends one part of a series after the other, and no end."""

from __future__ import annotations

from well_behaved import at_measurement, emit, samples


def fault(case: str) -> None:
    while True:
        emit(samples(case, [500], last=False))


at_measurement(fault)
