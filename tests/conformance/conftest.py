"""What a cell of conformance runs: processes of its own, so that pytest's workers take the cells in turns."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def outcome(job: tuple[Any, tuple[Any, ...]]) -> Any:
    """What this test's job returned."""
    function, arguments = job
    return function(*arguments)
