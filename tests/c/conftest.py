"""C compilers of this machine, and workers to talk to."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from made_cpp import bound, made
from made_talk import Talk

from clamh.building.generate import generate
from clamh.languages import languages
from clamh.languages.base import Captured
from clamh.model.artifacts import Platform

toolchain = languages()["c"].toolchain

HERE = Path(__file__).parent
STRICT = ("-Wall", "-Wextra", "-Werror", "-pedantic")
SANITIZED = ("-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def run_command(argv: tuple[str, ...]) -> Captured:
    process = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return Captured(code=process.returncode, output=process.stdout)


PLATFORMS = toolchain.find({"PATH": os.environ["PATH"]}, run_command)[0]


@pytest.fixture(scope="session", params=PLATFORMS, ids=lambda item: item.id.removeprefix("c/"))
def platform(request: pytest.FixtureRequest) -> Platform:
    """Every compiler that is found here, one after the other."""
    return request.param


@pytest.fixture(scope="session")
def compile_c() -> Callable[..., None]:
    """compile_c(platform, sources, output, *flags): warnings are errors; the compiler's words are the failure."""

    def compile_c(platform: Platform, sources: list[Path], output: Path, *flags: str, runtime: Path = toolchain.RUNTIME) -> None:
        captured = run_command((platform.executable, *platform.flags, *STRICT, "-isystem", str(runtime), "-isystem", str(runtime.parent / "outside"),
                     *flags, *map(str, sources), "-o", str(output), *(() if "-c" in flags else ("-lpthread", "-lm"))))
        assert captured.code == 0, captured.output

    return compile_c


@pytest.fixture(scope="session")
def write_wrapper(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """write_wrapper(name): the wrapper of <name>.c of this folder, beside the copies of what it includes."""

    def write_wrapper(name: str) -> Path:
        folder = tmp_path_factory.mktemp(name)
        written = generate(bound(HERE / f"{name}.c"))
        for file, text in written.files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text)
        return folder / written.entry

    return write_wrapper


@pytest.fixture(scope="session")
def artifact(cache: Path) -> Callable[[str], Path]:
    """artifact(name): tests/c/<name>.c through all stages, by gcc, sanitized."""
    return lambda name: Path(made(HERE / f"{name}.c", cache, *SANITIZED).path)


@pytest.fixture
def talk(cache: Path) -> Iterator[Callable[..., Talk]]:
    """talk(name, **environ): a worker of `artifact`, of the build that records, under the counted clock; all are ended after the test."""
    started: list[Talk] = []

    def talk(name: str, pass_fds: tuple[int, ...] = (), **environ: str | None) -> Talk:
        recorder = toolchain.recorder(made(HERE / f"{name}.c", cache, *SANITIZED))
        started.append(Talk(toolchain.run_command(recorder, None).argv, environ, pass_fds))
        return started[-1]

    yield talk
    for worker in started:
        if not worker.ended():
            worker.end()


@pytest.fixture
def team(cache: Path) -> Iterator[Talk]:
    """A worker of teams.c, through all stages, under the counted clock."""
    worker = Talk(toolchain.run_command(made(HERE / "teams.c", cache), None).argv, {}, ())
    yield worker
    if not worker.ended():
        worker.end()
