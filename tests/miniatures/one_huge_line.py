"""Answers with a line of 2 MiB."""

from __future__ import annotations

from well_behaved import at_measurement, write

at_measurement(lambda case: write(b"[" + b"1," * (1 << 20)))
