"""Answers for a case that nobody opened."""

from __future__ import annotations

from well_behaved import at_measurement, emit, iteration

at_measurement(lambda case: emit(iteration("other")))
