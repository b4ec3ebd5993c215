"""Ends as if all were well, in its first measurement iteration: a benchmark that calls exit(0)."""

from __future__ import annotations

import os

from well_behaved import at_measurement

at_measurement(lambda case: os._exit(0))
