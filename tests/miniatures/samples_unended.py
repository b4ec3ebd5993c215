"""Ends its first measurement iteration in the middle of the series."""

from __future__ import annotations

from well_behaved import at_measurement, emit, iteration, samples


def fault(case: str) -> None:
    emit(samples(case, [500], last=False))
    emit(iteration(case))


at_measurement(fault)
