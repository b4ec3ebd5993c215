"""Takes C++ texts through the stages that the command line takes them through, up to an artifact and its worker."""

from __future__ import annotations

import os
import time
from pathlib import Path

from clamh.building.build import build, find_platforms
from clamh.building.generate import generate
from clamh.languages import languages
from clamh.model.artifacts import Artifact, Platform
from clamh.model.sources import Unit
from clamh.pipeline import forecast
from clamh.running.worker import version_1 as messages
from clamh.running.worker.process import Worker

DEADLINE_S = 60.0


def bound(path: Path) -> Unit:
    """The unit of one file and of what it includes. Raises InputError when they have errors."""
    return forecast([str(path)], lambda warnings: None).units[0]


def gcc() -> Platform:
    """The first g++ of this machine."""
    platforms, skipped = find_platforms("cpp", {"PATH": os.environ["PATH"]})
    return next(one for one in platforms if one.id.startswith("cpp/g++"))


def made(path: Path, cache: Path, *flags: str) -> Artifact:
    """The artifact of a file. Raises InputError or BuildError."""
    platform = gcc()
    quick = Platform(**{**{name: getattr(platform, name) for name in platform.__struct_fields__},
                        "flags": (*platform.flags, "-O1", *flags)})
    return build(generate(bound(path)), quick, {"PATH": os.environ["PATH"], "CLAMH_CACHE": str(cache)})


class Conversation:
    """One worker of an artifact: lines out, events in."""

    def __init__(self, artifact: Artifact, folder: Path):
        command = languages()["cpp"].toolchain.run_command(artifact, None)
        self.worker = Worker(command, folder / "stdout", folder / "stderr")

    def __enter__(self) -> Conversation:
        self.worker.__enter__()
        return self

    def __exit__(self, *ended: object) -> None:
        self.worker.__exit__(*ended)

    def ask(self, verb: str, *fields: str | int) -> messages.Event:
        """One command and its first answer."""
        deadline = time.monotonic() + DEADLINE_S
        self.worker.send(messages.encode(verb, *fields), deadline)
        return messages.decode(self.worker.receive(deadline))

    def catalog(self) -> tuple[list[messages.StateEntry], list[messages.BenchmarkEntry]]:
        """What `describe` lists."""
        event = self.ask("describe")
        states, benchmarks = [], []
        while not isinstance(event, messages.Described):
            if isinstance(event, messages.StateEntry):
                states.append(event)
            elif isinstance(event, messages.BenchmarkEntry):
                benchmarks.append(event)
            event = messages.decode(self.worker.receive(time.monotonic() + DEADLINE_S))
        return states, benchmarks

    def value(self, benchmark: str, params: dict[str, str]) -> messages.Event:
        """What one invocation of a benchmark gives, or why it does not."""
        given = [f"p:{name}={value}" for name, value in params.items()]
        opened = self.ask("open", "c", f"benchmark={benchmark}", "mode=avgt", "threads=1", "batch=1", "opi=1", "seed=1", *given)
        if not isinstance(opened, messages.Opened):
            return opened
        value = self.ask("invoke", "c")
        self.ask("close", "c")
        return value
