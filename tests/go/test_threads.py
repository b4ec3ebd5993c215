"""Do several threads measure what they should, under a clock of which everything is known? The worker is built with the race
detector: a race is another exit code."""

from __future__ import annotations

import pytest
from made_talk import Talk
from made_threads import EveryThreads

pytestmark = pytest.mark.language("go")


@pytest.fixture
def worker(talk) -> Talk:
    """A worker of threads.go, which must end well: with another exit code when something raced."""
    return talk("threads")


class TestThreads(EveryThreads):
    scope, late, calls = "n.", "n.Guest.late", "n.Counted.Calls"
    sizes = {"Guest": 216, "Table": 8, "Counted": 8, "Wall": 8}
