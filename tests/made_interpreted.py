"""Fixtures of a language that is not compiled: its runtimes, artifacts of sources, and workers to talk to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from made_talk import Talk

from clamh.building.build import build
from clamh.building.generate import generate
from clamh.languages import languages
from clamh.model.artifacts import Artifact, Platform
from clamh.pipeline import forecast


def make_fixtures(language: str, platforms: Sequence[Platform], sources: Path) -> tuple[Any, Any, Any]:
    """The fixtures `platform`, `made` and `talk` of a folder's conftest.py."""
    @pytest.fixture(scope="session", params=platforms, ids=lambda found: found.id.removeprefix(f"{language}/"))
    def platform(request: pytest.FixtureRequest) -> Platform:
        """Every runtime that is found here, one after the other."""
        return request.param

    @pytest.fixture(scope="session")
    def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Artifact]:
        """made(path, platform): its artifact, through all stages. Raises InputError or BuildError."""
        cache = tmp_path_factory.mktemp("artifacts")

        def made(path: Path, platform: Platform = platforms[0]) -> Artifact:
            (unit,) = forecast([str(path)], lambda warnings: None).units
            return build(generate(unit), platform, {"CLAMH_CACHE": str(cache)})

        return made

    @pytest.fixture
    def talk(made: Callable[..., Artifact]) -> Iterator[Callable[..., Any]]:
        """talk(source, platform=, flags=, **environ): a worker under the counted clock; all are ended after the test.

        `source` is a path, the name of a file in sources/, or an artifact.
        """
        started: list[Any] = []

        def talk(source: Path | str | Artifact, *, platform: Platform = platforms[0], pass_fds: tuple[int, ...] = (),
                 flags: tuple[str, ...] = (), **environ: str | None) -> Any:
            artifact = source if isinstance(source, Artifact) else made(sources / source, platform)
            program, *arguments = languages()[language].toolchain.run_command(artifact, None).argv
            started.append(Talk([program, *flags, *arguments], environ, pass_fds))
            return started[-1]

        yield talk
        for worker in started:
            if not worker.ended():
                worker.end()

    return platform, made, talk
