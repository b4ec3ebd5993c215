"""Sends the series of a thread that its case does not have."""

from __future__ import annotations

from well_behaved import at_measurement, emit, iteration, samples


def fault(case: str) -> None:
    emit(samples(case, [500], thread=1))
    emit(iteration(case))


at_measurement(fault)
