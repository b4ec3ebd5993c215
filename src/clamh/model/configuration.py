"""The nouns of clamh.toml, and the sources and platforms that its lines apply to."""

from __future__ import annotations

import os
from collections.abc import Sequence
from fnmatch import fnmatchcase

from clamh.model.noun import Noun
from clamh.model.sources import Location, Settings

NAME = "clamh.toml"


class OwnPlatform(Noun):
    """A platform defined by the user: `program`, or the program of the platform `of`, with additional `flags`."""

    id: str
    location: Location
    of: str = ""
    program: str = ""
    flags: tuple[str, ...] = ()


class Same(Noun, rename={"other_name": "other"}):
    """A line of [same]: the benchmark or param `name` is called `other` in other sources."""

    name: str
    other_name: str
    location: Location


class Excuse(Noun):
    """A line of [differs]: why the implementations of the benchmark `name` may compute different values."""

    name: str
    reason: str
    location: Location


class Configuration(Noun):
    """One clamh.toml.

    `platforms` are patterns of the platforms to run on. `flags` and `sources` (companions) are by language id. `own`
    are the user's platforms. `same` joins names, `differs` excuses different values. `defaults` apply where annotations
    set nothing. `baseline` is a benchmark or a pattern of platforms.
    """

    path: str = ""
    platforms: tuple[str, ...] = ()
    location: Location | None = None  # of `platforms`
    flags: dict[str, tuple[str, ...]] = {}
    flags_at: dict[str, Location] = {}
    sources: dict[str, tuple[str, ...]] = {}
    own: tuple[OwnPlatform, ...] = ()
    same: tuple[Same, ...] = ()
    differs: tuple[Excuse, ...] = ()
    defaults: Settings = Settings()
    baseline: str = ""
    baseline_at: Location | None = None


def covers(paths: Sequence[str], file: str) -> bool:
    """Whether one of the paths contains the whole folder of a file, and so everything that the file is about."""
    folder = os.path.dirname(os.path.realpath(file))
    real = (os.path.realpath(path) for path in paths or ["."])
    return any(os.path.commonpath([folder, path]) == path for path in real)


def may_match(pattern: str, language: str) -> bool:
    """Whether a pattern such as cpp/* or */*-19 can match a platform of the language."""
    return fnmatchcase(language, pattern.split("/")[0])
