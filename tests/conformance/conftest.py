"""What a cell of conformance runs: processes of its own, one cell after the other in each of pytest's workers."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def outcome(job: tuple[Any, tuple[Any, ...]]) -> Any:
    """What this test's job returned."""
    function, arguments = job
    return function(*arguments)
