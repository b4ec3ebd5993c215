"""Compilers of this machine, and workers to talk to."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from made_cpp import made
from made_talk import Talk

from clamh.languages import languages
from clamh.languages.base import Captured
from clamh.model.artifacts import Platform

toolchain = languages()["cpp"].toolchain

HERE = Path(__file__).parent
STRICT = ("-Wall", "-Wextra", "-Werror", "-pedantic")


def run_command(argv: tuple[str, ...]) -> Captured:
    process = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return Captured(code=process.returncode, output=process.stdout)


PLATFORMS = toolchain.find({"PATH": os.environ["PATH"]}, run_command)[0]


@pytest.fixture(scope="session", params=PLATFORMS, ids=lambda item: item.id.removeprefix("cpp/"))
def platform(request: pytest.FixtureRequest) -> Platform:
    """Every compiler that is found here, one after the other."""
    return request.param


@pytest.fixture(scope="session")
def compile_cpp() -> Callable[..., None]:
    """compile_cpp(platform, sources, output, *flags): warnings are errors; the compiler's words are the failure."""

    def compile_cpp(platform: Platform, sources: list[Path], output: Path, *flags: str, runtime: Path = toolchain.RUNTIME) -> None:
        captured = run_command((platform.executable, *platform.flags, *STRICT, "-I", str(runtime), "-I", str(runtime.parent / "outside"),
                     *flags, *map(str, sources), "-o", str(output), *(() if "-c" in flags else ("-lpthread",))))
        assert captured.code == 0, captured.output

    return compile_cpp


SANITIZED = ("-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


@pytest.fixture(scope="session")
def artifact(cache: Path) -> Callable[[str], Path]:
    """artifact(name): tests/cpp/<name>.cpp through all stages, by g++, sanitized."""
    return lambda name: Path(made(HERE / f"{name}.cpp", cache, *SANITIZED).path)


@pytest.fixture
def talk(cache: Path) -> Iterator[Callable[..., Talk]]:
    """talk(name, **environ): a worker of `artifact`, of the build that records, under the counted clock; all are ended after the test."""
    started: list[Talk] = []

    def talk(name: str, pass_fds: tuple[int, ...] = (), **environ: str | None) -> Talk:
        recorder = toolchain.recorder(made(HERE / f"{name}.cpp", cache, *SANITIZED))
        started.append(Talk(toolchain.run_command(recorder, None).argv, environ, pass_fds))
        return started[-1]

    yield talk
    for worker in started:
        if not worker.ended():
            worker.end()


@pytest.fixture
def team(cache: Path) -> Iterator[Talk]:
    """A worker of teams.cpp, through all stages, under the counted clock."""
    worker = Talk(toolchain.run_command(made(HERE / "teams.cpp", cache), None).argv, {}, ())
    yield worker
    if not worker.ended():
        worker.end()
