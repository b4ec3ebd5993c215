"""Artifacts that the user built before and gives as files."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec.structs import replace

from clamh.building.platforms import Find
from clamh.languages import languages
from clamh.model.artifacts import Artifact, Platform
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.folders import find_suite, shorten_path


def make_artifact(language: str, path: str, find: Find) -> Artifact:
    """An artifact of which only the file is known. Raises InputError where its language is missing on this machine."""
    platform = Platform(id=language, language=language, executable="", version="")
    if languages()[language].needs_platform:
        platforms, missing = find(language)
        if not platforms:
            raise InputError([
                Diagnostic(code="missing-toolchain", message=f"{shorten_path(path)}: {skip.platform}: {skip.reason}",
                           hint=skip.hint) for skip in missing
            ])
        platform = platforms[0]
    return Artifact(source=path, platform=platform, path=path, sha256="", folder=find_suite(path))


def named_build(artifact: Artifact) -> Artifact:
    """The artifact as a build that is named after its file."""
    return replace(artifact, build=re.sub(r"[^A-Za-z0-9_.-]", "-", Path(artifact.path).name))
