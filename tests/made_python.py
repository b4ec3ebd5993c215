"""The Python interpreters of this machine, asked once for all tests."""

from __future__ import annotations

import os
from pathlib import Path

from clamh.building.build import find_platforms

SOURCES = Path(__file__).parent / "python" / "sources"
PLATFORMS = find_platforms("python", os.environ)[0]
