"""Real JVMs: those that the environment names (JAVA_HOME_<NAME>), else the one on PATH; artifacts built once a session."""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from in_process import remembered

from clamh.building.build import build, find_platforms
from clamh.languages import languages
from clamh.languages.base import Command
from clamh.model.artifacts import Artifact, Platform
from clamh.model.sources import Declaration, Location, Parsed, SourceFile, State, Unit
from clamh.running.worker.version_1 import BenchmarkEntry, Event, decode, encode
from clamh.running.worker.process import Worker

SOURCES = Path(__file__).parent / "sources"
FACTORIAL = Path(__file__).parents[2] / "benchmarks" / "fac_tests" / "Factorial.java"
PLATFORMS, SKIPPED = find_platforms("java", os.environ)
PATIENCE_S = 60
CHECKED = {"Doubtful": "answer", "Queue": "left"}  # Check methods in Scenes.java


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test that takes `platform` runs on each JVM; without one it is skipped with the reason."""
    if "platform" in metafunc.fixturenames:
        reason = "; ".join(f"{skip.reason}: {skip.hint}" for skip in SKIPPED)
        missing = pytest.param(None, id="no-jvm", marks=pytest.mark.skip(reason=reason))
        metafunc.parametrize(
            "platform", [pytest.param(one, id=one.id) for one in PLATFORMS] or [missing], scope="session"
        )


def unit_of(path: Path) -> Unit:
    """A unit of one source without a forecast, but for the Checks of Scenes.java: JMH's list says what is in it."""
    text = path.read_bytes()
    here = Location(path=str(path), line=1)
    checked = tuple(State(name=f"scenes.Scenes.{state}", scope="Thread", params=(), location=here, index=0, checks=(
        Declaration(kind="method", name=check, scope=(), location=here, start=0, end=0),)) for state, check in CHECKED.items())
    source = SourceFile(path=str(path), language="java", sha256=hashlib.sha256(text).hexdigest(), benchmarks=True)
    parsed = Parsed(source=source, text=text, annotations=(), declarations=())
    return Unit(source=source, companions=(), parsed=(parsed,), benchmarks=(),
                states=checked if path.stem == "Scenes" else (), fixtures=())


class Talk:
    """A worker and what it answers; use it in a `with` block."""

    def __init__(self, command: Command, folder: Path):
        self.stdout, self.stderr = folder / "stdout", folder / "stderr"
        self.worker = Worker(command, self.stdout, self.stderr)

    def __enter__(self) -> Talk:
        self.worker.__enter__()
        return self

    def __exit__(self, *reason: object) -> None:
        self.worker.__exit__(*reason)

    def ask(self, verb: str, *fields: str | int) -> Event:
        self.worker.send(encode(verb, *fields), time.monotonic() + PATIENCE_S)
        return self.receive()

    def receive(self) -> Event:
        return decode(self.worker.receive(time.monotonic() + PATIENCE_S))

    def open(self, benchmark: str, *fields: str, mode: str = "avgt", threads: int = 1, batch: int = 1, opi: int = 1) -> Event:
        return self.ask("open", "c", f"benchmark={benchmark}", f"mode={mode}", f"threads={threads}", f"batch={batch}",
                        f"opi={opi}", "seed=9223372036854775807", *fields)

    def exit(self) -> bool:
        self.ask("exit")
        return self.worker.finish()


class Built:
    """One artifact, its catalog, and workers for its benchmarks."""

    def __init__(self, artifact: Artifact, folder: Path):
        self.artifact, self.folder = artifact, folder
        self.toolchain = languages()["java"].toolchain
        with Talk(self.toolchain.describe_command(artifact), folder) as talk:
            self.catalog: list[Event] = [talk.ask("describe")]
            while type(self.catalog[-1]).__name__ not in ("Described", "Failed"):
                self.catalog.append(talk.receive())
            assert talk.exit()
        self.benchmarks = {one.name: one for one in self.catalog if isinstance(one, BenchmarkEntry)}

    def command(self, benchmark: str) -> Command:
        return self.toolchain.run_command(self.artifact, self.benchmarks[benchmark].launch)

    def worker(self, benchmark: str) -> Talk:
        return Talk(self.command(benchmark), self.folder)


@pytest.fixture(scope="session")
def made(platform: Platform, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Path], Built]]:
    """Builds a source on the platform, once a session; JMH's jars and the launcher come from the user's cache."""
    folder = tmp_path_factory.mktemp(platform.id.replace("/", "-"))
    known: dict[Path, Built] = {}

    def make(path: Path) -> Built:
        if path not in known:
            wrapper = languages()["java"].generator.generate(unit_of(path))
            with contextlib.chdir(folder), remembered(folder):
                known[path] = Built(build(wrapper, platform, os.environ), folder)
        return known[path]

    yield make


@pytest.fixture
def scenes(made: Callable[[Path], Built]) -> Built:
    return made(SOURCES / "Scenes.java")


@pytest.fixture
def factorial(made: Callable[[Path], Built]) -> Built:
    return made(FACTORIAL)
