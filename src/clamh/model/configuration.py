"""The nouns of clamh.toml, and which sources a line of it is about."""

from __future__ import annotations

import os
from collections.abc import Sequence
from fnmatch import fnmatchcase

from clamh.model.noun import Noun
from clamh.model.sources import Location, Settings

NAME = "clamh.toml"


class OwnPlatform(Noun):
    """A platform that the user named: `program`, or the program of the platform `of`, with `flags` more."""

    id: str
    location: Location
    of: str = ""
    program: str = ""
    flags: tuple[str, ...] = ()


class Same(Noun):
    """A line of [same]: the benchmark or param `name` is the one that other sources call `other`."""

    name: str
    other: str
    location: Location


class Excuse(Noun):
    """A line of [differs]: why the implementations of the benchmark `name` may compute different values."""

    name: str
    reason: str
    location: Location


class Configuration(Noun):
    """One clamh.toml: patterns of the platforms to run on, flags and companions of every source by language id, the
    user's own platforms and names, `defaults`, what holds where annotations say nothing, `baseline`, a benchmark or a
    pattern of platforms, and which benchmarks' values may differ."""

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
    """Whether one of the paths holds the folder of a file, so that everything it speaks of is there."""
    folder = os.path.dirname(os.path.realpath(file))
    real = (os.path.realpath(path) for path in paths or ["."])
    return any(os.path.commonpath([folder, one]) == one for one in real)


def speaks_of(pattern: str, language: str) -> bool:
    """Whether a pattern such as cpp/* or */*-19 can mean a platform of the language."""
    return fnmatchcase(language, pattern.split("/")[0])
