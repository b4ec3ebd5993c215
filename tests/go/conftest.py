"""The Go of this machine, and workers to talk to, built with the race detector."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from made_talk import Talk

from clamh.building.build import build, find_platforms
from clamh.building.generate import generate
from clamh.languages import languages
from clamh.model.artifacts import Artifact, Platform
from clamh.pipeline import forecast

HERE = Path(__file__).parent
PLATFORMS = find_platforms("go", {"PATH": os.environ["PATH"]})[0]


@pytest.fixture(scope="session")
def made(cache: Path) -> Callable[..., Artifact]:
    """made(name, *flags): the artifact of a file of this folder, through all stages, once for all of pytest's processes."""

    def made(name: str, *flags: str) -> Artifact:
        platform: Platform = msgspec.structs.replace(PLATFORMS[0], flags=(*PLATFORMS[0].flags, *flags))
        (unit,) = forecast([str(HERE / name)], lambda warnings: None).units
        return build(generate(unit), platform, {**os.environ, "CLAMH_CACHE": str(cache)})

    return made


@pytest.fixture
def talk(made: Callable[..., Artifact]) -> Iterator[Callable[..., Talk]]:
    """talk(name, **environ): a worker under the counted clock, which must end without a race; all are ended after the test."""
    started: list[Talk] = []

    def talk(name: str, pass_fds: tuple[int, ...] = (), **environ: str | None) -> Talk:
        argv = languages()["go"].toolchain.run_command(made(f"{name}.go", "-race"), None).argv
        started.append(Talk(argv, {"GORACE": "atexit_sleep_ms=0", **environ}, pass_fds))
        return started[-1]

    yield talk
    for item in started:
        if not item.ended():
            code, printed = item.end()
            assert (code, "DATA RACE" in printed) in ((0, False), (2, False)), printed


@pytest.fixture
def team(talk: Callable[..., Talk]) -> Talk:
    """A worker of teams.go."""
    return talk("teams")
