"""Can each scenario fail in JavaScript? On the newest Node that is here, which starts a worker in half the time of Node 20."""

from __future__ import annotations

import shlex

import pytest
from made_conformance import EveryMutation
from made_javascript import V8

pytestmark = pytest.mark.language("javascript")
NEWEST = max(V8, key=lambda platform: [int(part) for part in platform.version.split(".")], default=None)


@pytest.fixture(autouse=True)
def chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    if NEWEST:
        monkeypatch.setenv("NODE", shlex.quote(NEWEST.executable))


class TestMutations(EveryMutation):
    language = "javascript"
    platform = NEWEST.id if NEWEST else ""
