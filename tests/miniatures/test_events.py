"""Is every line that the miniatures send, on which the others are built, an event of protocol 2?"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from made_commands_2 import check_event
from made_plans import IMPATIENT, MINIATURES, TINY, able, benchmark, catalog, miniature, tiny_plan
from made_sets import measured
from msgspec.structs import replace

from clamh.model.artifacts import Command
from clamh.model.options import Options
from clamh.model.sources import Settings
from clamh.running.plan import plan
from clamh.running.worker.invoke import invoke
from clamh.running.worker.messages import encode
from clamh.running.worker.process import Worker


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of all events that any worker sends, each of which is checked."""
    names: list[str] = []
    receive = Worker.receive

    def check(worker: Worker, deadline: float) -> bytes:
        line = receive(worker, deadline)
        names.append(check_event(json.loads(line))["event"])
        return line

    monkeypatch.setattr(Worker, "receive", check)
    return names


def test_well_behaved_sends_only_events(seen: list[str], measure: Callable, tmp_path: Path) -> None:
    measure(tiny_plan(), "well_behaved")
    invoke(miniature("well_behaved"), tiny_plan().cases[0], tmp_path, IMPATIENT, calls=2)
    with Worker(miniature("well_behaved"), tmp_path / "out", tmp_path / "err", IMPATIENT) as worker:
        worker.send(encode("describe"), deadline := time.monotonic() + 10)
        while worker.receive(deadline) and seen[-1] != "described":
            pass
    assert seen == [*["opened", *["iteration"] * 3, "closed", "bye"] * 2, "opened", "value", "value", "invoked", "closed", "bye",
                    "hello", "state", "benchmark", "described"]


def test_sliced_sends_only_events(seen: list[str], tmp_path: Path) -> None:
    measured(tmp_path / "slices", {"a/1": ("100",), "b/1": ("100", "fixtures")})
    assert {"opened", "iteration", "slice", "closed", "bye"} == set(seen)
    seen.clear()
    measured(tmp_path / "samples", {"a/1": ("100",), "b/1": ("100", "unsliced")}, settings=Settings(modes=("sample",), threads=(2,)))
    assert {"opened", "iteration", "samples", "closed", "bye"} == set(seen)


def test_computes_sends_only_events(seen: list[str], tmp_path: Path) -> None:
    work = benchmark("work", TINY, n=("1",))
    work = replace(work, opening=replace(work.opening, checks={0: "S::sum"}))
    (case,) = plan([able(catalog("miniature/1", work), "avgt")], Options(seed=1)).cases
    argument = json.dumps([{"name": "work", "texts": ["i:@"], "checks": ["i:6"]}])
    calls = invoke(Command(argv=(sys.executable, "-S", "-E", str(MINIATURES / "computes.py"), argument)), case, tmp_path, IMPATIENT, calls=2)
    assert [(call.returned, call.checks) for call in calls] == [("i:1", {"S::sum": "i:6"}), ("i:2", {"S::sum": "i:6"})]
    assert seen == ["opened", *["value"] * 4, "invoked", "closed", "bye"]
