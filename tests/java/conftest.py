"""Real JVMs: those that the environment names (JAVA_HOME_<NAME>), else the one on PATH; artifacts built once a session."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from in_process import remembered
from made_commands import Case, Event, check_event, encode_command, read_answer, read_catalog

from clamh.building.build import build, find_platforms
from clamh.languages import languages
from clamh.languages.base import Command
from clamh.model.artifacts import Artifact, Platform
from clamh.model.catalog import Entries
from clamh.model.sources import Parsed, SourceFile, Unit
from clamh.pipeline import forecast
from clamh.running.worker.process import Worker

SOURCES = Path(__file__).parent / "sources"
FACTORIAL = Path(__file__).parents[2] / "benchmarks" / "fac_tests" / "Factorial.java"
PLATFORMS, SKIPPED = find_platforms("java", os.environ)
PATIENCE_S = 300


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test that takes `platform` runs on each JVM; without one it is skipped with the reason."""
    if "platform" in metafunc.fixturenames:
        reason = "; ".join(f"{skip.reason}: {skip.hint}" for skip in SKIPPED)
        missing = pytest.param(None, id="no-jvm", marks=pytest.mark.skip(reason=reason))
        metafunc.parametrize(
            "platform", [pytest.param(platform, id=platform.id) for platform in PLATFORMS] or [missing], scope="session"
        )


def unit_of(path: Path) -> Unit:
    """A unit of one source without a forecast."""
    text = path.read_bytes()
    source = SourceFile(path=str(path), language="java", sha256=hashlib.sha256(text).hexdigest(), benchmarks=True)
    parsed = Parsed(source=source, text=text, annotations=(), declarations=())
    return Unit(source=source, companions=(), parsed=(parsed,), benchmarks=(), states=(), fixtures=())


class Talk:
    """A worker and what it answers; use it in a `with` block."""

    def __init__(self, command: Command, folder: Path, catalog: Entries):
        self.stdout, self.stderr = folder / "stdout", folder / "stderr"
        self.worker = Worker(command, self.stdout, self.stderr)
        self.catalog = catalog
        self.case: Case | None = None

    def __enter__(self) -> Talk:
        self.worker.__enter__()
        return self

    def __exit__(self, *reason: object) -> None:
        self.worker.__exit__(*reason)

    def say(self, *fields: str | int) -> Event:
        """The answer to a command, put together (`made_commands.read_answer`)."""
        self.worker.send(encode_command(*fields), time.monotonic() + PATIENCE_S)
        return read_answer(self.receive, str(fields[0]), self.case)

    def receive(self) -> Event:
        event: Event = json.loads(self.worker.receive(time.monotonic() + PATIENCE_S))
        return event

    def open(self, benchmark: str, params: dict[str, str] = {}, **fields: Any) -> Event:
        """Opens a case `c`; fields are those of `made_commands.DEFAULTS`."""
        self.case = Case(self.catalog, benchmark)
        return self.say("open", "c", *self.case.fields(params, **{"seed": 2**63 - 1, "layout": "static", "to": 600 * 10**9, **fields}))

    def exit(self) -> bool:
        self.say("exit")
        return self.worker.finish()


def values(answer: Any) -> tuple[str | None, list[str]]:
    """What the one invocation returned and consumed."""
    assert answer["event"] == "invoked" and not answer["more"], answer
    return answer["returned"], answer["consumed"]


class Built:
    """One artifact, its catalog, and workers for its benchmarks."""

    def __init__(self, artifact: Artifact, folder: Path):
        self.artifact, self.folder = artifact, folder
        self.toolchain = languages()["java"].toolchain
        self.events = self.describe(self.toolchain.describe_command(artifact))
        self.catalog = read_catalog(self.events)
        self.benchmarks = {benchmark.name: benchmark for benchmark in self.catalog.benchmarks}
        self.states = {state.name: state for state in self.catalog.states}

    def describe(self, command: Command) -> list[Event]:
        """What that process answers to `describe`."""
        with Talk(command, self.folder, Entries(states=(), fixtures=(), benchmarks=())) as talk:
            talk.worker.send(encode_command("describe"), time.monotonic() + PATIENCE_S)
            events = [check_event(talk.receive())]
            while events[-1]["event"] not in ("described", "failed"):
                events.append(check_event(talk.receive()))
            assert talk.exit()
        return events

    def command(self, benchmark: str) -> Command:
        return self.toolchain.run_command(self.artifact, self.benchmarks[benchmark].launch)

    def worker(self, benchmark: str) -> Talk:
        return self.talk(self.command(benchmark))

    def talk(self, command: Command) -> Talk:
        return Talk(command, self.folder, self.catalog)


@pytest.fixture(scope="session")
def made(platform: Platform, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Path], Built]]:
    """Builds a source on the platform, once a session; JMH's jars and the launcher come from the user's cache."""
    folder = tmp_path_factory.mktemp(platform.id.replace("/", "-"))
    known: dict[Path, Built] = {}

    def make(path: Path) -> Built:
        if path not in known:
            (unit,) = forecast([str(path)], lambda warnings: None).units
            wrapper = languages()["java"].generator.generate(unit)
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
