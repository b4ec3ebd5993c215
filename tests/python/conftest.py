"""Every runtime of this machine, artifacts of sources, and workers to talk to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from made_python import PLATFORMS, SOURCES
from made_talk import Talk

from clamh.building.build import build
from clamh.building.generate import generate
from clamh.languages import languages
from clamh.model.artifacts import Artifact, Platform
from clamh.pipeline import forecast



@pytest.fixture(scope="session", params=PLATFORMS, ids=lambda one: one.id.removeprefix("python/"))
def platform(request: pytest.FixtureRequest) -> Platform:
    """Every runtime that is found here, one after the other."""
    return request.param


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Artifact]:
    """made(path, platform): its artifact, through all stages. Raises InputError or BuildError."""
    cache = tmp_path_factory.mktemp("artifacts")

    def made(path: Path, platform: Platform = PLATFORMS[0]) -> Artifact:
        (unit,) = forecast([str(path)], lambda warnings: None).units
        return build(generate(unit), platform, {"CLAMH_CACHE": str(cache)})

    return made


@pytest.fixture
def talk(made: Callable[..., Artifact]) -> Iterator[Callable[..., Talk]]:
    """talk(source, platform=, flags=, **environ): a worker under the counted clock; all are ended after the test.

    `source` is a path, the name of a file in sources/, or an artifact.
    """
    started: list[Talk] = []

    def talk(source: Path | str | Artifact, *, platform: Platform = PLATFORMS[0], pass_fds: tuple[int, ...] = (),
             flags: tuple[str, ...] = (), **environ: str | None) -> Talk:
        artifact = source if isinstance(source, Artifact) else made(SOURCES / source, platform)
        program, *arguments = languages()["python"].toolchain.run_command(artifact, None).argv
        started.append(Talk([program, *flags, *arguments], environ, pass_fds))
        return started[-1]

    yield talk
    for one in started:
        if not one.ended():
            one.end()
