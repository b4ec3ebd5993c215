"""A worker of ours, asked without the driver."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from clamh.languages import languages
from clamh.model.artifacts import Artifact
from clamh.running.worker.messages import Event, decode, encode
from clamh.running.worker.process import Worker

PATIENCE_S = 120
Answer = TypeVar("Answer", bound=Event)


class Ask(Protocol):
    """Sends a command and gives its answer. Raises RuntimeError for one of another kind, and WorkerError."""

    def __call__(self, kind: type[Answer], verb: str, *fields: str | int) -> Answer: ...


@contextmanager
def asked(artifact: Artifact, launch: Any = None) -> Iterator[Ask]:
    """A fresh worker process of an artifact, which ends with the block."""
    command = languages()[artifact.platform.language].toolchain.run_command(artifact, launch)
    with tempfile.TemporaryDirectory() as folder, Worker(command, Path(folder, "out"), Path(folder, "err")) as worker:
        def ask(kind: type[Answer], verb: str, *fields: str | int) -> Answer:
            deadline = time.monotonic() + PATIENCE_S
            worker.send(encode(verb, *fields), deadline)
            event = decode(worker.receive(deadline))
            if not isinstance(event, kind):
                raise RuntimeError(f"{verb} {' '.join(map(str, fields))} was answered by {event!r}")
            return event

        yield ask
