"""Every runtime of this machine, artifacts of sources, and workers to talk to."""

from __future__ import annotations

from made_interpreted import make_fixtures
from made_javascript import PLATFORMS, SOURCES
from made_talk_2 import Talk

platform, made, talk = make_fixtures("javascript", PLATFORMS, SOURCES, talk_type=Talk)
