"""Do several threads measure what they should, under a clock of which everything is known? The worker is built with the
ThreadSanitizer: a race is another exit code."""

from __future__ import annotations

import fcntl
import subprocess
from pathlib import Path

import pytest
from made_cpp import bound, gcc
from made_talk import Talk
from made_threads import EveryThreads

from clamh.building.generate import generate
from clamh.languages.cpp import toolchain

HERE = Path(__file__).parent
STRICT = ("-Wall", "-Wextra", "-Werror", "-pedantic")
pytestmark = pytest.mark.language("cpp")


@pytest.fixture(scope="module")
def threads(cache: Path) -> Path:
    """tests/cpp/threads.cpp as a worker of g++, whose sanitizer comes with it; made once for all of pytest's processes."""
    folder = cache / "threads"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "made").exists():
            written = generate(bound(HERE / "threads.cpp"))
            for name, text in written.files.items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(text)
            command = [gcc().executable, "-std=c++17", *STRICT, "-g1", "-fsanitize=thread", "-I", str(toolchain.RUNTIME)]
            parts = {"runtime": [toolchain.RUNTIME / "runtime.cpp", "-O0"], "measuring": [toolchain.RUNTIME / "measuring.cpp", "-O1"],
                     "wrapper": [folder / written.entry, "-O1", "-DCLAMH_RECORDING"]}
            running = [subprocess.Popen([*command, *map(str, flags), "-c", "-o", str(folder / f"{name}.o")], stderr=subprocess.PIPE)
                       for name, flags in parts.items()]
            said = [one.communicate()[1].decode() for one in running]
            assert [one.returncode for one in running] == [0, 0, 0], said
            subprocess.run([*command, *(str(folder / f"{name}.o") for name in parts), "-o", str(folder / "whole"), "-lpthread"], check=True)
            (folder / "whole").rename(folder / "made")
    return folder / "made"


@pytest.fixture
def worker(threads: Path):
    """A worker, which must end well: with another exit code when something raced."""
    talk = Talk([threads], {"TSAN_OPTIONS": "exitcode=66 atexit_sleep_ms=0"}, ())
    yield talk
    if not talk.ended():
        code, printed = talk.end()
        assert (code, "ThreadSanitizer" in printed) == (0, False), printed


class TestThreads(EveryThreads):
    scope, late, calls = "n::", "n::Guest::late", "n::Counted::calls"
    sizes = {"Guest": 216, "Table": 4, "Counted": 8, "Wall": 8}
