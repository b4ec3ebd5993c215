"""Compilers of this machine, and workers to talk to."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clamh.languages.base import Captured
from clamh.languages.cpp import toolchain
from clamh.model import Platform

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
        done = run_command((platform.executable, *platform.flags, *STRICT, "-I", str(runtime), "-I", str(runtime / "include"),
                     *flags, *map(str, sources), "-o", str(output), *(() if "-c" in flags else ("-lpthread",))))
        assert done.code == 0, done.output

    return compile_cpp


@pytest.fixture(scope="session")
def artifact(tmp_path_factory: pytest.TempPathFactory, compile_cpp: Callable[..., None]) -> Callable[[str], Path]:
    """artifact(name): tests/cpp/<name>.cpp as a worker of the default compiler, sanitized, with its recording build."""
    folder = tmp_path_factory.mktemp("artifacts")
    sanitized = ("-O1", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")

    def artifact(name: str) -> Path:
        made = folder / name
        if not made.exists():
            worker = [folder / f"{part}.o" for part in toolchain.WORKER]
            for part, own in toolchain.WORKER.items():
                compile_cpp(PLATFORMS[0], [toolchain.RUNTIME / f"{part}.cpp"], folder / f"{part}.o", "-c", *own, *sanitized[1:])
            source = [HERE / f"{name}.cpp", *worker]
            compile_cpp(PLATFORMS[0], source, made, *sanitized, "-DCLAMH_RECORDED_APART")
            compile_cpp(PLATFORMS[0], source, folder / f"{name}.recording", *sanitized, "-DCLAMH_RECORDING")
        return made

    return artifact


class Talk:
    """One worker process: `say` sends a command line and reads events until the one that ends its answer."""

    def __init__(self, path: Path, environ: dict[str, str | None], pass_fds: tuple[int, ...]):
        read, self._to = os.pipe()
        back, write = os.pipe()
        said = {**os.environ, "CLAMH_IN": str(read), "CLAMH_OUT": str(write), **environ}
        variables = {name: value for name, value in said.items() if value is not None}
        self.process = subprocess.Popen(
            [path], env=variables, pass_fds=(read, write, *pass_fds), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        os.close(read)
        os.close(write)
        self.events = os.fdopen(back, encoding="utf-8")

    def send(self, *fields: object) -> None:
        os.write(self._to, ("\t".join(map(str, fields)) + "\n").encode())

    def hear(self) -> dict[str, Any]:
        line = self.events.readline()
        assert line, self.end()
        return json.loads(line)

    def say(self, *fields: object) -> dict[str, Any]:
        self.send(*fields)
        return self.hear()

    def describe(self) -> list[dict[str, Any]]:
        self.send("describe")
        heard = [self.hear()]
        while heard[-1]["event"] not in ("described", "failed"):
            heard.append(self.hear())
        return heard

    def hang_up(self) -> None:
        if self._to >= 0:
            os.close(self._to)
        self._to = -1

    def end(self) -> tuple[int, str]:
        """Exit code and all that was printed."""
        self.hang_up()
        try:
            output, _ = self.process.communicate(timeout=60)
        finally:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
            self.events.close()
        return self.process.returncode, output.decode()


@pytest.fixture
def talk(artifact: Callable[[str], Path]):
    """talk(name, **environ): a worker under the counted clock; all are ended after the test."""
    started: list[Talk] = []

    def talk(name: str, pass_fds: tuple[int, ...] = (), **environ: str | None) -> Talk:
        started.append(Talk(artifact(name), {"CLAMH_CLOCK": "counted:1000000", **environ}, pass_fds))
        return started[-1]

    yield talk
    for one in started:
        if not one.process.stdout.closed:
            one.end()
