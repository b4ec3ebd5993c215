"""Is what was calibrated kept per machine, whole or not at all, and never mistaken?"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from made_plans import tiny_plan

from clamh.cli import run
from clamh.machine.calibrations import load, load_shifts, place, store, store_shifts
from clamh.model.errors import InputError
from clamh.model.results import CalibrationRecord, ShiftRecord


def record(platform: str = "cpp/g++-12", forks: int = 5, floor: float = 0.02) -> CalibrationRecord:
    return CalibrationRecord(platform=platform, mode="avgt", forks=forks, comparisons=40, excluded=2, confidence=0.95, floor=floor,
                             latest=floor, deviation=0.01, time="2026-11-22T10:00:00Z")


def test_calibration_replaces_only_its_own_kind(tmp_path: Path) -> None:
    path = tmp_path / "deep/er/calibrations.json"
    assert load("one", path) == []
    store("one", [record(), record(forks=10)], path)
    store("other", [record(floor=0.5)], path)
    of_four, bound, in_turns = (msgspec.structs.replace(record(), **fields) for fields in ({"threads": 4}, {"bound": True}, {"in_turns": True}))
    store("one", [of_four, bound, in_turns], path)
    store("one", [record(floor=0.03), record("java/openjdk-17")], path)
    assert load("one", path) == [record(forks=10), of_four, bound, in_turns, record(floor=0.03), record("java/openjdk-17")]
    assert load("other", path) == [record(floor=0.5)]
    assert [path.name for path in path.parent.iterdir()] == ["calibrations.json"]


def test_shifts_between_runs_stand_beside_them_by_machine_and_kind(tmp_path: Path) -> None:
    path = tmp_path / "calibrations.json"
    shift = ShiftRecord(machine="one", platform="cpp/g++-12", mode="avgt", forks=5, runs=10, cases=4, shift=0.02, largest=0.01, deviation=0.005,
                        spread_s=660.0, time="2026-11-22T10:00:00Z")
    others = [msgspec.structs.replace(shift, **fields) for fields in ({"machine": "other"}, {"threads": 4}, {"bound": True}, {"in_turns": True}, {"mode": "ss"})]
    store("one", [record()], path)
    store_shifts([shift, *others], path)
    later = msgspec.structs.replace(shift, forks=10, shift=0.03)
    store_shifts([later], path)
    store("one", [record(floor=0.03)], path)
    assert load_shifts(path) == [*others, later] and load("one", path) == [record(floor=0.03)]


@pytest.mark.parametrize(("text", "words"), [
    ("", "is not in the format of clamh"), ("{}", "is not in the format of clamh"), ("\xff", "is not in the format of clamh"),
    ('{"version":2,"machines":[]}', "has version 2, but this clamh reads version 1"), ('{"version":1,"machines":{"m":[{"floor":1}]}}', "is not in the format"),
    ("[" * 9000, "is not in the format of clamh")])
def test_a_file_that_is_not_ours_is_refused_and_left_as_it_is(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "calibrations.json"
    path.write_text(text, encoding="latin-1")
    for act in (lambda: load("m", path), lambda: store("m", [record()], path)):
        with pytest.raises(InputError) as error:
            act()
        (diagnostic,) = error.value.diagnostics
        assert words in diagnostic.message and str(path) in diagnostic.message and "clamh calibrate" in diagnostic.hint
    assert path.read_text(encoding="latin-1") == text


def test_a_write_that_fails_leaves_what_was_there_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "calibrations.json"
    store("m", [record()], path)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("clamh.machine.atomic.os.fsync", full)
    with pytest.raises(OSError):
        store("m", [record(floor=0.9)], path)
    assert path.read_bytes() == before and len(list(tmp_path.iterdir())) == 1


def test_the_file_is_where_the_system_keeps_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/nowhere")
    assert place({"XDG_STATE_HOME": "/state"}) == Path("/state/clamh/calibrations.json")
    for unset in ({}, {"XDG_STATE_HOME": ""}, {"XDG_STATE_HOME": "not/absolute"}):
        assert place(unset) == Path("/nowhere/.local/state/clamh/calibrations.json")


def test_it_is_a_text_that_a_person_can_read(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    store("m", [record()], path)
    assert msgspec.json.decode(path.read_bytes())["machines"]["m"][0]["platform"] == "cpp/g++-12"
    assert path.read_bytes().count(b"\n") > 5


def test_run_uses_calibrations_and_warns_of_unreadable_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "c.json"
    monkeypatch.setattr("clamh.machine.calibrations.place", lambda: path)
    monkeypatch.setattr("clamh.machine.environment.read_machine", lambda: "m")
    store("m", [record("miniature/1"), record("elsewhere/1")], path)
    assert run._calibrations(tiny_plan()) == [record("miniature/1")]
    path.write_text("{")
    assert run._calibrations(tiny_plan()) == []
    diagnostic = capsys.readouterr().err
    assert diagnostic.startswith("warning: ") and str(path) in diagnostic
