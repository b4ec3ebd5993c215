"""Do several threads measure what they should, under the counted clock?"""

from __future__ import annotations

from pathlib import Path

import pytest
from made_talk import Talk
from made_threads import EveryThreads
from made_zig import made

HERE = Path(__file__).parent
pytestmark = pytest.mark.language("zig")


@pytest.fixture
def worker(cache: Path):
    """A worker of threads.zig, which must end well: with another exit code when something raced."""
    artifact = made(HERE / "threads.zig", cache)
    talk = Talk([artifact.path], {}, ())
    yield talk
    if not talk.ended():
        code, printed = talk.end()
        assert (code, "ThreadSanitizer" in printed) == (0, False), printed


class TestThreads(EveryThreads):
    late, calls = "Guest.late", "Counted.calls"
    sizes = {"Guest": 216, "Table": 4, "Counted": 8, "Wall": 8}
