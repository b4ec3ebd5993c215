"""Compilers of this machine, and workers to talk to."""

from __future__ import annotations

import fcntl
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from made_cpp import made
from made_talk import Talk

from clamh.languages import languages
from clamh.languages.base import Captured
from clamh.languages.cpp import toolchain
from clamh.languages.native import CORE
from clamh.model.artifacts import Platform

HERE = Path(__file__).parent
STRICT = ("-Wall", "-Wextra", "-Werror", "-pedantic")


def run_command(argv: tuple[str, ...]) -> Captured:
    done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return Captured(code=done.returncode, output=done.stdout)


PLATFORMS = toolchain.find({"PATH": os.environ["PATH"]}, run_command)[0]


@pytest.fixture(scope="session", params=PLATFORMS, ids=lambda one: one.id.removeprefix("cpp/"))
def platform(request: pytest.FixtureRequest) -> Platform:
    """Every compiler that is found here, one after the other."""
    return request.param


@pytest.fixture(scope="session")
def compile_cpp() -> Callable[..., None]:
    """compile_cpp(platform, sources, output, *flags): warnings are errors; the compiler's words are the failure."""

    def compile_cpp(platform: Platform, sources: list[Path], output: Path, *flags: str, runtime: Path = toolchain.RUNTIME) -> None:
        done = run_command((platform.executable, *platform.flags, *STRICT, "-I", str(runtime), "-I", str(runtime / "include"), "-I", str(CORE),
                     *flags, *map(str, sources), "-o", str(output), *(() if "-c" in flags else ("-lpthread",))))
        assert done.code == 0, done.output

    return compile_cpp


@pytest.fixture(scope="session")
def artifact(cache: Path, compile_cpp: Callable[..., None]) -> Callable[[str], Path]:
    """artifact(name): tests/cpp/<name>.cpp as a worker of the default compiler, sanitized, with its recording build.

    It takes seconds, so that pytest's processes make it once for all of them.
    """
    folder = cache / "sanitized"
    folder.mkdir(parents=True, exist_ok=True)
    sanitized = ("-O1", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")

    def artifact(name: str) -> Path:
        made = folder / name
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not made.exists():
                worker = [folder / f"{part}.o" for part in toolchain.WORKER]
                for part, own in toolchain.WORKER.items():
                    compile_cpp(PLATFORMS[0], [toolchain.RUNTIME / f"{part}.cpp"], folder / f"{part}.o", "-c", *own, *sanitized[1:])
                source = [HERE / f"{name}.cpp", *worker]
                compile_cpp(PLATFORMS[0], source, folder / f"{name}.recording", *sanitized, "-DCLAMH_RECORDING")
                compile_cpp(PLATFORMS[0], source, folder / f"{name}.whole", *sanitized, "-DCLAMH_RECORDED_APART")
                (folder / f"{name}.whole").rename(made)  # the last step: a failure leaves none
        return made

    return artifact


@pytest.fixture
def talk(artifact: Callable[[str], Path]):
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
def team(cache: Path) -> Iterator[Talk]:
    """A worker of teams.cpp, through all stages, under the counted clock."""
    worker = Talk(languages()["cpp"].toolchain.run_command(made(HERE / "teams.cpp", cache), None).argv, {}, ())
    yield worker
    if not worker.ended():
        worker.end()
