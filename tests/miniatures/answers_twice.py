"""Answers its first measurement iteration twice, in one write."""

from __future__ import annotations

import json

from well_behaved import at_measurement, iteration, write

at_measurement(lambda case: write((json.dumps(iteration(case)).encode() + b"\n") * 2))
