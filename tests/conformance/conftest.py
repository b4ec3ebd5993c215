"""One pool for all that conformance runs: each run is a process of its own, so they go on side by side."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

Job = tuple[Callable[..., Any], tuple[Any, ...]]
PENDING: pytest.StashKey[dict[str, Future[Any]]] = pytest.StashKey()


@pytest.fixture(scope="session")
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(os.cpu_count() or 1) as one:
        yield one
        one.shutdown(cancel_futures=True)


@pytest.fixture
def outcome(request: pytest.FixtureRequest, pool: ThreadPoolExecutor) -> Any:
    """What this test's job returned. The jobs of all selected tests start with the first of them."""
    pending = request.session.stash.setdefault(PENDING, {})
    if not pending:
        for item in request.session.items:
            job = item.callspec.params.get("job") if hasattr(item, "callspec") else None
            if job is not None:
                function, arguments = job
                pending[item.nodeid] = pool.submit(function, *arguments)
    return pending[request.node.nodeid].result()
