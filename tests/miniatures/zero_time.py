"""Reports operations that took no time at all."""

from __future__ import annotations

from well_behaved import at_measurement, emit, iteration

at_measurement(lambda case: emit(iteration(case, elapsed_ns=0)))
