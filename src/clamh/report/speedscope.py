"""Profiles as a file of speedscope: a flame graph of each case."""

from __future__ import annotations

import json
from collections.abc import Sequence

from clamh.model.profiles import CaseProfile, Frame

SCHEMA = "https://www.speedscope.app/file-format-schema.json"


def render_speedscope(profiles: Sequence[CaseProfile], name: str, version: str) -> str:
    """All profiles as JSON; their stacks are in the order of their names, so that equal functions are side by side."""
    frames: dict[Frame, int] = {}
    parts = []
    for profile in profiles:
        stacks = sorted(profile.stacks)
        parts.append({
            "type": "sampled", "name": f"{profile.title} {profile.platform}", "unit": profile.unit, "startValue": 0,
            "endValue": sum(stack.weight for stack in stacks),
            "samples": [[frames.setdefault(frame, len(frames)) for frame in stack.frames] for stack in stacks],
            "weights": [stack.weight for stack in stacks]})
    shared = [{"name": frame.name, **({"file": frame.file} if frame.file else {}),
               **({"line": frame.line} if frame.line else {})} for frame in frames]
    return json.dumps({"$schema": SCHEMA, "name": name, "exporter": f"clamh {version}", "activeProfileIndex": 0,
                       "shared": {"frames": shared}, "profiles": parts})
