"""Where the files are that other tools wrote, and what made them (tests/foreign/README.md)."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent
FILES = HERE / "foreign"
JMH = HERE / "golden" / "jmh"
OURS = HERE / "golden" / "report"  # what CLAMH itself writes with -rf json
