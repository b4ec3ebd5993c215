"""Answers with bytes that are no event."""

from __future__ import annotations

from well_behaved import at_measurement, write

at_measurement(lambda case: write(b"\xff\x00 no event\n"))
