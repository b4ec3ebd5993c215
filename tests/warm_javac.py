"""javac in a JVM that stays, one for each of pytest's processes: the start of a new one, cold, takes 2 s of CPU of which the
compiling is 0.3 s, and the tests in our own process alone compile some two hundred times.

What is compiled is the same. Only success is believed: a failure is asked of the javac that a user has, in its own words.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import threading
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

SERVER = Path(__file__).parent / "java" / "Compiles.java"
FLAGS = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx512m")
# JAVA_TOOL_OPTIONS of the fixture short_lived_jvms.
SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto"
_turn = threading.Lock()  # several sources are built at a time, each by a thread
Finished = Callable[[Any, Any], tuple[int, bytes]]  # of clamh.building.steps: runs a step of a job; exit code and output


def instead_of(finished: Finished) -> Finished:
    """The same, but steps of javac are asked of the one that stays."""
    def run(step: Any, job: Any) -> tuple[int, bytes]:
        if Path(step.argv[0]).name == "javac" and Path(step.argv[0]).with_name("java").exists():
            if compiled(step.argv[0], [_absolute(word, job.folder) for word in step.argv[1:] if not word.startswith("-J")]):
                return 0, b""
            shutil.rmtree(job.folder / "classes", ignore_errors=True)
        return finished(step, job)

    return run


def _absolute(word: str, folder: Path) -> str:
    """An argument that names something in the step's own folder: a source, or where the classes go."""
    return str(folder / word) if word == "classes" or word.endswith(".java") else word


def compiled(javac: str, arguments: Sequence[str]) -> bool:
    """Whether this javac compiled without an error."""
    words = [word.encode("utf-8", "surrogateescape") for word in arguments]
    with _turn:
        server = _server(javac)
        assert server.stdin is not None and server.stdout is not None
        try:
            server.stdin.write(b"".join([struct.pack(">i", len(words)), *(struct.pack(">i", len(word)) + word for word in words)]))
            server.stdin.flush()
            return server.stdout.read(4) == bytes(4)
        except BrokenPipeError:
            return False


@cache
def _server(javac: str) -> subprocess.Popen[bytes]:
    """It ends with its input, that is with us. Through a shell, so that it is no child of ours: tests ask whether one is left."""
    environ = {name: value for name, value in os.environ.items() if name != "JAVA_TOOL_OPTIONS"}
    java = [str(Path(javac).with_name("java")), *FLAGS, str(SERVER)]
    started = subprocess.Popen(["sh", "-c", 'exec 3<&0; "$@" <&3 3<&- &', "sh", *java], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environ, start_new_session=True)
    started.wait()
    return started
