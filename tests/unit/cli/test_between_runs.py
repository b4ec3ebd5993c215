"""Does each run begin at its time, and is nothing stored when only some runs were measured?"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest
from made_gate import timed
from made_plans import tiny_plan
from made_runs import run
from msgspec.structs import replace
from written_runs import written

from clamh import pipeline
from clamh.cli import between_runs
from clamh.cli.between_runs import Clock, Series, calibrate_between_runs, read_series, read_stored_shifts
from clamh.model.errors import InputError, ResultsError
from clamh.model.options import Options


class Time:
    """A clock that waits by moving on, and runs that take some seconds of it each."""

    def __init__(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, takes_s: float = 20.0, times: tuple[float, ...] = (20.0, 20.2, 19.9)):
        self.now_s, self.begins, self.stop_at, self._times, self._folder, self._takes_s = 0.0, [], 0, times, tmp_path, takes_s
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
        monkeypatch.setattr(pipeline, "measure", self.measure)
        monkeypatch.setattr(between_runs, "_make_plan", lambda options, first: tiny_plan())
        self.clock = Clock(lambda: self.now_s, self.sleep)

    def sleep(self, seconds: float) -> None:
        assert seconds > 0
        self.now_s += seconds

    def measure(self, *_: object) -> Path:
        if self.stop_at and len(self.begins) == self.stop_at:
            raise KeyboardInterrupt
        self.begins.append(self.now_s)
        number = len(self.begins) - 1
        measured = run([timed("sort", self._times[number % len(self._times)])], shift=None)
        seconds = round(self.now_s)
        header = replace(measured.header, started=f"2026-01-02T03:{seconds // 60:02}:{seconds % 60:02}Z")
        self.now_s += self._takes_s
        return Path(written(replace(measured, header=header), self._folder / f"{number}.ndjson"))

    def calibrate(self, runs: int, spread_s: float) -> int:
        return calibrate_between_runs(Series(runs, spread_s), Options(), ["--between-runs", str(runs)], self._folder, self.clock)


@pytest.mark.parametrize(("takes_s", "spread_s", "begins"), [
    (20.0, 600.0, [0, 150, 300, 450, 600]), (20.0, 0.0, [0, 20, 40, 60, 80]), (200.0, 600.0, [0, 200, 400, 600, 800]), (20.0, 40.0, [0, 20, 40, 60, 80]),
])
def test_last_run_begins_after_the_spread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, takes_s: float, spread_s: float, begins: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    time = Time(tmp_path, monkeypatch, takes_s)
    assert time.calibrate(5, spread_s) == 0
    assert time.begins == pytest.approx(begins)
    (shift,) = read_stored_shifts()
    assert (shift.runs, shift.spread_s, shift.cases) == (5, begins[-1], 1)
    out, err = capsys.readouterr()
    is_short = begins[-1] < 600
    assert ("[short-spread]" in err) is (spread_s < 600) and ("These runs began within" in out) is is_short
    assert err.count("begins at") == sum(begin % takes_s > 0 or takes_s == 20.0 and spread_s == 600.0 for begin in begins[1:])


def test_what_is_stored_is_what_was_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    Time(tmp_path, monkeypatch).calibrate(3, 700)
    (first,) = read_stored_shifts()
    assert first.largest == pytest.approx(0.01496, rel=1e-3) and first.shift > first.largest and first.machine == "beef"
    Time(tmp_path, monkeypatch, times=(20.0,)).calibrate(3, 700)
    (second,) = read_stored_shifts()  # in the place of the first
    assert second.shift < 1e-12 and second.time > first.time
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("cpp/g++-12"))
    assert line.split()[:7] == ["cpp/g++-12", "avgt", "1", "5", "1", "1.5", "%"]


@pytest.mark.parametrize("stop_at", [0, 2])
def test_ctrl_c_keeps_what_was_measured_and_stores_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop_at: int, capsys: pytest.CaptureFixture[str]
) -> None:
    time = Time(tmp_path, monkeypatch)
    time.stop_at = stop_at
    if not stop_at:  # while it waits for the second run
        def interrupt(_: float) -> None:
            raise KeyboardInterrupt

        time.clock = Clock(lambda: time.now_s, interrupt)
    with pytest.raises(KeyboardInterrupt):
        time.calibrate(4, 700)
    assert f"{stop_at or 1} whole run{'s are' if stop_at else ' is'} in" in capsys.readouterr().err.replace(" of 4", "")
    assert (tmp_path / "0.ndjson").exists() and not (tmp_path / "state").exists()


def test_a_damaged_store_is_refused_before_anything_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time(tmp_path, monkeypatch)
    (tmp_path / "state/clamh").mkdir(parents=True)
    (tmp_path / "state/clamh/calibrations.json").write_text('{"version": 1, "shifts": [{"machine": 3}]}')
    with pytest.raises(InputError, match="is not in the format of clamh"):
        time.calibrate(3, 0)
    assert time.begins == []


def test_cases_that_no_run_measured_store_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time(tmp_path, monkeypatch, times=(0.0001, 20.0, 20.0))
    monkeypatch.setattr("made_gate.SPREAD", ())
    with pytest.raises(ResultsError, match="no case was measured in all 3 runs; nothing was stored"):
        time.calibrate(3, 0)
    assert read_stored_shifts() == []


@pytest.fixture
def args() -> Iterator[Namespace]:
    yield Namespace(between_runs="10", spread=None, comparisons=None)


@pytest.mark.parametrize(("fields", "options", "words"), [
    ({"between_runs": "0"}, Options(), "--between-runs: '0' is not an integer of at least 3"),
    ({"between_runs": "1"}, Options(), "--between-runs: '1' is not an integer of at least 3"),
    ({"between_runs": "many"}, Options(), "--between-runs: 'many' is not an integer"),
    ({"spread": "soon"}, Options(), "--spread: 'soon' is not an integer above 0 with a unit"),
    ({"spread": "-5min"}, Options(), "--spread: '-5min'"),
    ({"spread": "31d"}, Options(), "--spread: '31d' is more than 30 d"),
    ({"comparisons": "40"}, Options(), "--comparisons cannot be used with --between-runs"),
    ({}, Options(precision=0.01), "--precision cannot be used with --between-runs"),
    ({}, Options(budget_ns=10**9), "--budget cannot be used with --between-runs"),
    ({}, Options(results="out.ndjson"), "--results cannot be used with --between-runs"),
    ({}, Options(seed=3), "--seed cannot be used with --between-runs"),
])
def test_bad_input(args: Namespace, fields: dict[str, str], options: Options, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read_series(Namespace(**(vars(args) | fields)), options, [])
    assert words in "; ".join(problem.message for problem in caught.value.diagnostics)


def test_confidence_level_that_no_shift_has_is_refused(args: Namespace) -> None:
    with pytest.raises(InputError, match="--confidence cannot be used with --between-runs"):
        read_series(args, Options(), ["--between-runs", "10", "--confidence=0.9"])


@pytest.mark.parametrize(("spread", "seconds"), [(None, 600.0), ("0s", 0.0), ("0", 0.0), ("90s", 90.0), ("1h", 3600.0)])
def test_the_spread_is_ten_minutes_if_not_given(args: Namespace, spread: str | None, seconds: float) -> None:
    args.spread = spread
    assert read_series(args, Options(), []) == Series(10, seconds)
