"""Workers of this folder's sources to talk to."""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from made_rust import compiled
from made_talk import Talk

HERE = Path(__file__).parent


@pytest.fixture
def quick_rustc(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything of the test is compiled without optimisation, the worker too, which takes a fifth of the time.

    For questions of what is called and in which order; `python -m conformance` asks them of what users get.
    """
    monkeypatch.setenv("RUSTC", "rustc -Copt-level=0")


@pytest.fixture(scope="session")
def artifact(cache: Path) -> Callable[[str], Path]:
    """artifact(name): <name>.rs of this folder as a worker that also records; made once for all of pytest's processes."""
    folder = cache / "rust"
    folder.mkdir(parents=True, exist_ok=True)

    def artifact(name: str) -> Path:
        made = folder / name / f"{name}.recording"
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not made.exists():
                compiled(HERE / f"{name}.rs", folder / name, "-Copt-level=1", "-Ccodegen-units=16", recording=True)
        return made

    return artifact


@pytest.fixture
def talk(artifact: Callable[[str], Path]) -> Iterator[Callable[..., Talk]]:
    """talk(name, **environ): a worker under the counted clock; all are ended after the test."""
    started: list[Talk] = []

    def talk(name: str, pass_fds: tuple[int, ...] = (), **environ: str | None) -> Talk:
        started.append(Talk([artifact(name)], environ, pass_fds))
        return started[-1]

    yield talk
    for one in started:
        if not one.ended():
            one.end()


@pytest.fixture
def team(talk: Callable[..., Talk]) -> Talk:
    """A worker of teams.rs under the counted clock."""
    return talk("teams")
