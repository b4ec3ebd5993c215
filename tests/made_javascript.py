"""The JavaScript runtimes of this machine, asked once for all tests."""

from __future__ import annotations

import os
from pathlib import Path

from clamh.build import find_platforms

SOURCES = Path(__file__).parent / "javascript" / "sources"
PLATFORMS = find_platforms("javascript", os.environ)[0]
# The machine code that is read is V8's; Bun is built on JavaScriptCore.
V8 = [one for one in PLATFORMS if "node" in one.id]
BUN = next((one for one in PLATFORMS if "bun" in one.id), None)
