"""Does a part go on where the last one ended, on whatever machine, and end in time?"""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from clamh.model.artifacts import Artifact, Platform
from clamh.model.cases import Catalog
from evaluate.live import command, page, selftest
from evaluate.live.measured import Group, Measured, Pair, Passed, read
from evaluate.live.schedule import Run, cells, schedule
from evaluate.own import Failure
from evaluate.records import Checked, Refused, writing

NAMES = {cell.name for cell in cells()}


def measured(run: Run, seconds: float = 2.0, **more: object) -> Measured:
    return Measured(cell=run.cell.name, number=run.number, host="h", time="2026-11-25T07:00:00+00:00", commit="c", load=0.5, seconds=seconds, **more)


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "missing", lambda tools, root: None)
    monkeypatch.setattr(command, "build", lambda languages: {})
    monkeypatch.setattr(command, "check", lambda writer, tested, built, folder: None)
    monkeypatch.setattr(command, "perform", lambda run, built, folder: measured(run))


def test_next_part_goes_on_with_what_is_left(tmp_path: Path, idle: None) -> None:
    file, text = tmp_path / "live.ndjson", []
    command.go_on(file, math.inf, 3, text.append)
    command.go_on(file, math.inf, 2, text.append)
    runs, _ = read(file, NAMES)
    assert [(run.cell, run.number) for run in runs] == [(run.cell.name, run.number) for run in schedule()[:5]]
    assert text[0].startswith(f"{len(schedule())} of {len(schedule())} runs are left, about ")


def test_no_run_begins_that_would_not_end_in_time(tmp_path: Path, idle: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command.time, "monotonic", lambda: 1000.0)
    command.go_on(tmp_path / "live.ndjson", 0.01, None, lambda text: None)
    runs, _ = read(tmp_path / "live.ndjson", NAMES)
    seconds = {cell.name: cell.seconds for cell in cells()}
    assert runs and all(seconds[run.cell] <= 36 for run in runs)
    assert len(runs) == sum(run.cell.seconds <= 36 for run in schedule())


def test_on_a_slow_machine_fewer_runs_fit_into_a_part(tmp_path: Path, idle: None, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]

    def perform(run: Run, *_: object) -> Measured:
        now[0] += 3 * run.cell.seconds
        return measured(run, seconds=3 * run.cell.seconds)

    monkeypatch.setattr(command.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(command, "perform", perform)
    command.go_on(tmp_path / "live.ndjson", 0.5, None, lambda text: None)
    runs, _ = read(tmp_path / "live.ndjson", NAMES)
    assert len(runs) > 3 and 1700 < now[0] <= 1800


def test_a_run_of_which_nothing_came_says_why_and_is_not_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise Failure("the worker\n died")

    monkeypatch.setattr(command, "_result", fail)
    found = command.perform(schedule()[0], {}, tmp_path)
    assert found.failure == "the worker died" and not found.groups


@pytest.mark.parametrize(("line", "problem"), [
    (b'{"cell":"cpp steady"}', "live.ndjson:2: this line is not a run"), (b"{", "live.ndjson:2: this line is not a run"),
    (None, "run 0 of 'cpp steady' was done before")])
def test_a_file_that_was_edited_is_refused_with_its_line(tmp_path: Path, line: bytes | None, problem: str) -> None:
    file = tmp_path / "live.ndjson"
    first = measured(next(run for run in schedule() if run.cell.name == "cpp steady" and run.number == 0))
    with writing(file) as writer:
        writer.append(first)
    file.write_bytes(file.read_bytes() + (file.read_bytes() if line is None else line + b"\n"))
    with pytest.raises(Refused, match=problem):
        read(file, NAMES)
    with pytest.raises(Refused, match="the schedule has no cell 'cpp steady'"):
        read(file, ())


def test_failed_self_test_measures_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = Checked(language="go", kernel="steady", what="steady returns after 20 steps", found=8, right=7, passed=False)
    monkeypatch.setattr(selftest, "values", lambda built, folder: iter([line]))
    monkeypatch.setattr(selftest, "instructions", lambda built, folder: iter(()))
    built = {"go": Catalog(artifact=Artifact(platform=Platform(id="go/go", language="go", executable="go", version="1.26"), source="x", path="x",
                                             sha256="", sources={}), benchmarks=(), hello={})}
    with writing(tmp_path / "f") as writer:
        with pytest.raises(Failure, match="self-test failed, and nothing was measured: go steady returns after 20 steps: 8 instead of 7"):
            command.check(writer, [], built, tmp_path)
        passed = Passed(sources=selftest.sources_digest(), host=command.read_machine(), platforms={"go": "go/go 1.26"}, checks=4)
        command.check(writer, [passed], built, tmp_path)
    assert (tmp_path / "f").read_bytes() == b""


def test_the_page_has_the_aims_first_and_says_how_much_is_done(tmp_path: Path) -> None:
    file = tmp_path / "live.ndjson"
    runs = {run.cell.name: run for run in reversed(schedule())}
    pairs = tuple(Pair(first, second, 0, -50, 50, "=") for first in range(6) for second in range(first + 1, 6))
    with writing(file) as writer:
        writer.append(measured(runs["cpp steady"], groups=(Group(12, pairs), Group(8, pairs)), warnings={"waited": 1}))
        writer.append(measured(runs["rust branchy"], failure="no rustc"))
    text = page.section(file)
    assert f"**2 of {len(schedule())} runs are done: 0.0 of about" in text
    assert "h (2 runs)" in text and "commit" not in text.lower()
    assert text.index("### Aims") < text.index("*find the same ratio* if their logarithms") < text.index("| aim |") < text.index("### Cell by cell")
    assert "| two runs an hour or more apart find the same ratio, at least 90 % | memory | – |" in text and "same verdict" not in text
    assert "| false stars at most 1 % (bound 2.5 %) | named cells, 8 sets | 0 of 6, 0.0 % [0.0, 63.2] | 6 of 858 | not decided yet |" in text
    assert "| C++ steady | 1 of 20 | 0 of 6 | 0 of 6 | 0 of 4 | 0 of 4 | 6 of 15 | 0.05 % | – |" in text
    assert "Nothing came of run 0 of `rust branchy`: no rustc" in text
    assert "Runs with a warning, of 1: waited 1." in text


def test_the_waiting_of_runs_that_did_not_record_it_counts_for_nothing(tmp_path: Path) -> None:
    runs = [run for run in schedule() if run.cell.name == "cpp steady"]
    pairs = tuple(Pair(first, second, 0, -50, 50, "=") for first in range(6) for second in range(first + 1, 6))
    with writing(tmp_path / "live.ndjson") as writer:
        writer.append(measured(runs[0], groups=(Group(12, pairs),)))
        writer.append(measured(runs[1], groups=(Group(12, pairs),), waited=250))
    assert "| 0.05 % | 25.0 % |" in page.section(tmp_path / "live.ndjson")


def test_cells_with_a_noisy_side_have_only_their_own_row(tmp_path: Path) -> None:
    noisy = next(run for run in schedule() if run.cell.name == "cpp steady, one side noisy")
    pairs = tuple(Pair(first, second, 0, -50, 50, "=") for first in range(6) for second in range(first + 1, 6))
    with writing(tmp_path / "live.ndjson") as writer:
        writer.append(measured(noisy, groups=(Group(12, pairs), Group(8, pairs)), printed=((1, 0, "="),)))
    text = page.section(tmp_path / "live.ndjson")
    assert "| other cells without garbage, no side noisy, 8 sets | – | 0 of " in text
    assert "| six sides, one of them noisy | 0 of 1, " in text
