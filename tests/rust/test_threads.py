"""Do several threads measure what they should, under a clock of which everything is known? The worker is built with the
ThreadSanitizer: a race is another exit code. std is not, since that needs its sources; what of std is generic is compiled with ours."""

from __future__ import annotations

import fcntl
import shutil
from pathlib import Path

import pytest
from made_rust import SANITIZED, compiled, sanitizer
from made_talk import Talk
from made_threads import EveryThreads

from clamh.languages.rust import toolchain

HERE = Path(__file__).parent
READING = "        time.get()\n"
pytestmark = pytest.mark.language("rust")


@pytest.fixture(scope="module")
def threads(cache: Path) -> Path:
    """threads.rs as a worker with a clock that a benchmark can move for all threads; made once for all of pytest's processes."""
    folder = cache / "rust_threads"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = folder / "threads.recording"
        if not made.exists():
            runtime = folder / "runtime"
            shutil.copytree(toolchain.RUNTIME, runtime)
            clock, root = ((runtime / name).read_text() for name in ("clock.rs", "clamh.rs"))
            assert clock.count(READING) == 1
            (runtime / "clock.rs").write_text(clock.replace(
                READING, "        time.get() + MOVED.load(Relaxed)\n") + "pub static MOVED: AtomicI64 = AtomicI64::new(0);\n")
            (runtime / "clamh.rs").write_text(root.replace("pub mod generated {\n", "pub mod generated {\n    pub use crate::clock::MOVED;\n"))
            compiled(HERE / "threads.rs", folder, *sanitizer("thread"), "-Copt-level=1", runtime=runtime, recording=True, environ=SANITIZED)
    return made


@pytest.fixture
def worker(threads: Path):
    """A worker, which must end well: with another exit code when something raced."""
    talk = Talk([threads], {"TSAN_OPTIONS": "exitcode=66 atexit_sleep_ms=0"}, ())
    yield talk
    if not talk.ended():
        code, printed = talk.end()
        assert (code, "ThreadSanitizer" in printed) == (0, False), printed


class TestThreads(EveryThreads):
    late, calls = "Guest::late", "Counted::calls"
    sizes = {"Guest": 216, "Table": 4, "Counted": 8}
