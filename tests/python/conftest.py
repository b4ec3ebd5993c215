"""Every runtime of this machine, artifacts of sources, and workers to talk to."""

from __future__ import annotations

from made_interpreted import make_fixtures
from made_python import PLATFORMS, SOURCES

platform, made, talk = make_fixtures("python", PLATFORMS, SOURCES)
