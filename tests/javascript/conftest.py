"""Every Node of this machine, artifacts of sources, and workers to talk to."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from clamh.build import build, find_platforms
from clamh.generate import generate
from clamh.languages import languages
from clamh.model import Artifact, Platform
from clamh.pipeline import forecast

SOURCES = Path(__file__).parent / "sources"
PLATFORMS = find_platforms("javascript", os.environ)[0]


@pytest.fixture(scope="session", params=PLATFORMS, ids=lambda one: one.id.removeprefix("javascript/"))
def platform(request: pytest.FixtureRequest) -> Platform:
    """Every Node that is found here, one after the other."""
    return request.param


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Artifact]:
    """made(path, platform): its artifact, through all stages. Raises InputError or BuildError."""
    cache = tmp_path_factory.mktemp("artifacts")

    def made(path: Path, platform: Platform = PLATFORMS[0]) -> Artifact:
        (unit,) = forecast([str(path)], lambda warnings: None).units
        return build(generate(unit), platform, {"CLAMH_CACHE": str(cache)})

    return made


class Talk:
    """One worker process: `say` sends a command line and reads the event that answers it."""

    def __init__(self, artifact: Artifact, environ: dict[str, str | None], pass_fds: tuple[int, ...], flags: tuple[str, ...]):
        self.printed = tempfile.TemporaryFile()  # a pipe would fill up: --print-opt-code prints much
        read, self._to = os.pipe()
        back, write = os.pipe()
        said = {**os.environ, "CLAMH_IN": str(read), "CLAMH_OUT": str(write), **environ}
        variables = {name: value for name, value in said.items() if value is not None}
        program, *arguments = languages()["javascript"].toolchain.run_command(artifact, None).argv
        self.process = subprocess.Popen(
            [program, *flags, *arguments], env=variables, pass_fds=(read, write, *pass_fds), stdin=subprocess.DEVNULL,
            stdout=self.printed, stderr=subprocess.STDOUT,
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

    def open(self, case: str, benchmark: str, **params: object) -> dict[str, Any]:
        given = [f"p:{name.replace('__', '.')}={value}" for name, value in params.items()]
        return self.say("open", case, f"benchmark={benchmark}", "mode=avgt", "threads=1", "batch=1", "opi=1", "seed=7", *given)

    def invoke(self, benchmark: str, **params: object) -> dict[str, Any]:
        assert self.open("c", benchmark, **params)["event"] == "opened"
        return self.say("invoke", "c")

    def end(self) -> tuple[int, str]:
        """Exit code and all that was printed."""
        if self._to >= 0:
            os.close(self._to)
        self._to = -1
        try:
            self.process.wait(timeout=60)
        finally:
            self.process.kill()
            self.process.wait()
            self.events.close()
        self.printed.seek(0)
        with self.printed as printed:
            return self.process.returncode, printed.read().decode("utf-8", "replace")


@pytest.fixture
def talk(made: Callable[..., Artifact]) -> Iterator[Callable[..., Talk]]:
    """talk(source, platform=, flags=, **environ): a worker under the counted clock; all are ended after the test.

    `source` is a path, the name of a file in sources/, or an artifact.
    """
    started: list[Talk] = []

    def talk(source: Path | str | Artifact, *, platform: Platform = PLATFORMS[0], pass_fds: tuple[int, ...] = (),
             flags: tuple[str, ...] = (), **environ: str | None) -> Talk:
        artifact = source if isinstance(source, Artifact) else made(SOURCES / source, platform)
        started.append(Talk(artifact, {"CLAMH_CLOCK": "counted:1000000", **environ}, pass_fds, flags))
        return started[-1]

    yield talk
    for one in started:
        if not one.printed.closed:
            one.end()
