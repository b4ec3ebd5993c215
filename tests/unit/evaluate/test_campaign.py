"""Is every trial done once, whatever cuts the command off, and never tried again?"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from evaluate import records
from evaluate.campaign import Found, go, left
from evaluate.own import Failure
from evaluate.records import VERSION, Begun, Done, Outcome, Refused, Start, cut_off, done, read, writing
from evaluate.schedule import Trial

TRIALS = [Trial(index=at, session=at // 3, block=at, tool="clamh", language="cpp", track="T4", kernel="chain", slower=0.0,
                seed=100 + at) for at in range(8)]
START = Start(version=VERSION, tier="aa", schedule="abc", time="2026-11-22T12:00:00Z", command=("x",), clamh_version="1",
              commit="c", fingerprint="f", environment={}, tools={})


def perform(trial: Trial) -> Found:
    if os.environ.get("KILLED_AT") == str(trial.index):
        os.kill(os.getpid(), signal.SIGKILL)
    return Found((1, 2), (Outcome(tool="CLAMH", positive=trial.index == 2, estimate=0.0),), (float(trial.seed),), (1.0,))


def campaign(path: Path) -> None:
    with writing(path) as writer:
        todo, starts = left(path, TRIALS, "abc")
        writer.append(START)
        go(writer, todo, starts, perform, lambda text: None)


def test_what_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "aa.ndjson"
    here, root = Path(__file__).parent, Path(__file__).parents[3]
    killed = subprocess.run(
        [sys.executable, "-c", "import sys; from pathlib import Path; from test_campaign import campaign; campaign(Path(sys.argv[1]))",
         str(path)], check=False, env={**os.environ, "KILLED_AT": "3", "PYTHONPATH": f"{here}{os.pathsep}{root}"})
    assert killed.returncode == -signal.SIGKILL
    campaign(path)
    found = read(path)
    ends = [item for item in found if isinstance(item, Done)]
    assert [end.index for end in ends] == list(range(8))
    assert [end.start for end in ends] == [0, 0, 0, 1, 1, 1, 1, 1]
    assert [end.a for end in ends] == [(100.0 + at,) for at in range(8)]
    assert cut_off(found) == 1
    assert left(path, TRIALS, "abc") == ([], 2)


def test_no_trial_is_begun_when_the_time_of_a_part_is_over(tmp_path: Path) -> None:
    texts: list[str] = []
    with writing(tmp_path / "live.ndjson") as writer:
        go(writer, TRIALS, 0, perform, texts.append, time.monotonic())
    assert texts == ["the time of this part is over; 8 trials are left"]
    assert (tmp_path / "live.ndjson").read_bytes() == b""


def test_a_line_that_was_cut_off_is_taken_out(tmp_path: Path) -> None:
    path = tmp_path / "aa.ndjson"
    campaign(path)
    whole = path.read_bytes()
    last = whole[:-1].rfind(b"\n") + 1
    path.write_bytes(whole[: last + 20])
    assert [trial.index for trial in left(path, TRIALS, "abc")[0]] == [7]
    campaign(path)
    assert sorted(done(read(path))) == list(range(8))


def test_a_file_cut_off_before_its_first_line_was_whole_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "aa.ndjson"
    path.write_bytes(b'{"event":"sta')
    campaign(path)
    assert len(done(read(path))) == 8


def test_a_trial_that_fails_is_a_result_and_is_not_tried_again(tmp_path: Path) -> None:
    path, tried = tmp_path / "aa.ndjson", []

    def failing(trial: Trial) -> Found:
        tried.append(trial.index)
        if trial.index == 1:
            raise Failure("the worker died")
        return perform(trial)

    with writing(path) as writer:
        writer.append(START)
        go(writer, TRIALS, 0, failing, lambda text: None)
    assert [item.failure for item in done(read(path)).values()] == ["", "the worker died", *[""] * 6]
    assert left(path, TRIALS, "abc")[0] == [] and tried == list(range(8))


def test_ctrl_c_is_no_result(tmp_path: Path) -> None:
    path = tmp_path / "aa.ndjson"

    def interrupted(trial: Trial) -> Found:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), writing(path) as writer:
        writer.append(START)
        go(writer, TRIALS, 0, interrupted, lambda text: None)
    assert read(path)[1:] == [Begun(index=0)]
    assert left(path, TRIALS, "abc")[0] == TRIALS


def test_results_of_other_seeds_are_not_gone_on_with(tmp_path: Path) -> None:
    campaign(tmp_path / "aa.ndjson")
    with pytest.raises(Refused, match="another schedule"):
        left(tmp_path / "aa.ndjson", TRIALS, "abd")


def test_a_second_try_in_the_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "aa.ndjson"
    campaign(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, lines[-1]]))
    with pytest.raises(Refused, match="trial 7 was done twice"):
        left(path, TRIALS, "abc")


@pytest.mark.parametrize(("text", "why"), [
    (b"{}\n", ":1: this line is not a record"),
    (b'{"event":"begun","index":1}\n', "first line is no start"),
    (b"\xff\n", ":1: this line is not a record"),
])
def test_another_file_is_refused_with_its_line(tmp_path: Path, text: bytes, why: str) -> None:
    (tmp_path / "x").write_bytes(text)
    with pytest.raises(Refused, match=why):
        read(tmp_path / "x")


def test_a_file_of_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign(tmp_path / "x")
    monkeypatch.setattr(records, "VERSION", 2)
    with pytest.raises(Refused, match="version 1 of this file, this one reads 2"):
        read(tmp_path / "x")


def test_two_commands_do_not_write_one_file(tmp_path: Path) -> None:
    with writing(tmp_path / "x"), pytest.raises(Refused, match="another evaluation is writing it"), writing(tmp_path / "x"):
        pass
