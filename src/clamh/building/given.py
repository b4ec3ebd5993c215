"""Artifacts of which only the file is known: somebody built them before."""

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


def given_artifact(language: str, path: str, find: Find) -> Artifact:
    """An artifact that only its file is known of. Raises InputError where its language is missing on this machine."""
    platform = Platform(id=language, language=language, executable="", version="")
    if languages()[language].needs_platform:
        there, missing = find(language)
        if not there:
            raise InputError([Diagnostic(code="missing-toolchain", message=f"{shorten_path(path)}: {one.platform}: {one.reason}", mend=one.mend)
                              for one in missing])
        platform = there[0]
    return Artifact(source=path, platform=platform, path=path, sha256="", folder=find_suite(path))


def named_build(artifact: Artifact) -> Artifact:
    """The artifact as a build that is called by its file."""
    return replace(artifact, build=re.sub(r"[^A-Za-z0-9_.-]", "-", Path(artifact.path).name))
