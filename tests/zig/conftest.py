"""Workers of this folder's sources to talk to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from made_talk import Talk
from made_zig import made

HERE = Path(__file__).parent


@pytest.fixture
def artifact(cache: Path) -> Callable[[str], Path]:
    """artifact(name): <name>.zig of this folder as a worker that also records."""
    return lambda name: Path(made(HERE / f"{name}.zig", cache).path)


@pytest.fixture
def talk(artifact: Callable[[str], Path]) -> Iterator[Callable[..., Talk]]:
    """talk(name, **environ): a worker of <name>.zig of this folder that also records, under the counted clock; all are ended after the test."""
    started: list[Talk] = []

    def talk(name: str, pass_fds: tuple[int, ...] = (), **environ: str | None) -> Talk:
        started.append(Talk([artifact(name)], environ, pass_fds))
        return started[-1]

    yield talk
    for worker in started:
        if not worker.ended():
            worker.end()


@pytest.fixture
def team(talk: Callable[..., Talk]) -> Talk:
    """A worker of teams.zig under the counted clock."""
    return talk("teams")
