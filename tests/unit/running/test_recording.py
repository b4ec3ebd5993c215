"""Is the results file where it should be, whole after every line, and never written over?"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from made_plans import IMPATIENT, only_work, tiny_plan

from clamh.judging.results_file import read_results
from clamh.machine.strays import adopt_orphans
from clamh.model.errors import InputError, ResultsError
from clamh.model.options import Options
from clamh.model.results import WarningRecord
from clamh.running.context import Places, Workers
from clamh.running.execute import execute
from clamh.running.recording import continue_recording, start_recording

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def test_runs_are_named_by_their_second_and_latest_is_the_newest(tmp_path: Path) -> None:
    runs = tmp_path / "deep" / "runs"
    for expected in ("20260102T030405Z.ndjson", "20260102T030405Z-2.ndjson"):
        recording = start_recording("", runs, NOW)
        recording.append(WarningRecord(code="x", message="y"))
        before = os.readlink(runs / "latest") if (runs / "latest").exists() else ""
        assert recording.path.name == expected != before
        recording.keep()
        recording.close()
        assert os.readlink(runs / "latest") == expected
    assert sorted(path.name for path in runs.iterdir()) == [
        "20260102T030405Z-2.ndjson", "20260102T030405Z.ndjson", "latest"]


def test_a_record_is_in_the_file_before_append_returns(tmp_path: Path) -> None:
    recording = start_recording(str(tmp_path / "r.ndjson"), tmp_path)
    for code in ("first", "\udcff"):
        recording.append(WarningRecord(code=code, message="m"))
    codes = [json.loads(line)["code"] for line in (tmp_path / "r.ndjson").read_text().splitlines()]
    assert codes == ["first", "\\udcff"]
    recording.close()


def test_a_signal_during_a_write_leaves_a_whole_line_that_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recording = start_recording(str(tmp_path / "r.ndjson"), tmp_path)
    write = os.write

    def interrupted(fd: int, data: memoryview) -> int:
        written = write(fd, data[:9])
        signal.raise_signal(signal.SIGINT)
        return written

    monkeypatch.setattr(os, "write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        recording.append(WarningRecord(code="x", message="y"))
    monkeypatch.undo()
    assert (recording.lines, len((tmp_path / "r.ndjson").read_bytes().splitlines())) == (1, 1)
    assert json.loads((tmp_path / "r.ndjson").read_text())["code"] == "x"
    recording.close()


def test_a_file_is_gone_on_with_after_its_last_whole_line(tmp_path: Path) -> None:
    path = tmp_path / "r.ndjson"
    line = b'{"event":"warning","code":"a","message":"m"}'
    for end, kept, lines in ((b"", line, 1), (line[:20], line, 1), (line, line + b"\n" + line, 2)):
        path.write_bytes(line + b"\n" + end)
        recording = continue_recording(str(path), tmp_path / "runs", lines)
        recording.append(WarningRecord(code="b", message="m"))
        recording.close()
        assert path.read_bytes() == kept + b'\n{"event":"warning","code":"b","message":"m","case_id":""}\n'


def test_a_file_whose_run_still_goes_on_is_not_gone_on_with(tmp_path: Path) -> None:
    path = str(tmp_path / "r.ndjson")
    recording = start_recording(path, tmp_path)
    with pytest.raises(InputError, match="this run is still active"):
        continue_recording(path, tmp_path, 0)
    recording.close()
    continue_recording(path, tmp_path, 0).close()


def test_a_run_that_another_command_continued_meanwhile_is_left_alone(tmp_path: Path) -> None:
    """Two commands that read the same file each measured its remaining forks, if the first ended before the second began."""
    path = tmp_path / "r.ndjson"
    recording = start_recording(str(path), tmp_path)
    recording.append(WarningRecord(code="a", message="m"))
    recording.close()
    content = path.read_bytes()
    with pytest.raises(InputError, match="another command continued this run meanwhile"):
        continue_recording(str(path), tmp_path, 0)
    assert path.read_bytes() == content
    continue_recording(str(path), tmp_path, 1).close()  # the refused command has given up its lock


def refused(results: str, runs: Path) -> str:
    with pytest.raises(InputError) as error:
        start_recording(results, runs)
    (diagnostic,) = error.value.diagnostics
    assert "--results" in diagnostic.hint
    return diagnostic.message


def test_results_that_share_a_stem_have_separate_folders(tmp_path: Path) -> None:
    recordings = [start_recording(str(tmp_path / name), tmp_path) for name in ("r.ndjson", "r.1", "r.2", "q.output")]
    assert [recording.outputs.name for recording in recordings] == ["r.output", "r.1.output", "r.2.output", "q.output.output"]
    for recording in recordings:
        recording.close()


def test_file_that_cannot_be_created_is_reported_with_its_cause(tmp_path: Path) -> None:
    (tmp_path / "old.ndjson").write_text("something\n")
    assert refused(str(tmp_path / "old.ndjson" / "r"), tmp_path).endswith("cannot be created: Not a directory")
    assert refused(str(tmp_path), tmp_path).endswith("Is a directory")
    assert refused(str(tmp_path / "old.ndjson"), tmp_path).endswith("CLAMH never overwrites results")
    assert (tmp_path / "old.ndjson").read_text() == "something\n"
    assert "Not a directory" in refused("", tmp_path / "old.ndjson" / "runs")
    (tmp_path / "latest").mkdir()  # found when the first iteration had been measured, as a bug of ours
    assert refused("", tmp_path).endswith("latest is a folder, but CLAMH needs this name for the link to the newest run")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["latest", "old.ndjson"]


def full(results: str, tmp_path: Path) -> str:
    with pytest.raises(ResultsError) as error:
        execute(tiny_plan("work", "other"), Options(results=results), places=Places(lock=tmp_path / "lock", runs=tmp_path / "runs"),
                workers=Workers(command=only_work("well_behaved"), limits=IMPATIENT))
    return str(error.value)


@pytest.fixture
def no_child_is_left() -> Iterator[None]:
    before = adopt_orphans()  # those that other tests have left behind
    yield
    assert adopt_orphans() <= before


def test_a_full_device_stops_the_run_at_its_first_line(tmp_path: Path) -> None:
    assert "No space left on device" in full("/dev/full", tmp_path)


@contextmanager
def file_size_limit(size: int) -> Iterator[None]:
    """Around what is tested alone: pytest itself ends without a word when its output is a longer file than that."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.usefixtures("no_child_is_left")
@pytest.mark.parametrize("results", ["r.ndjson", ""])
def test_a_full_disk_leaves_no_file_without_a_line(results: str, tmp_path: Path) -> None:
    """The message named `clamh report` for an empty file, which that refuses."""
    with file_size_limit(100):
        message = full(results and str(tmp_path / results), tmp_path)
    assert "Nothing was measured" in message and "clamh report" not in message
    assert not list(tmp_path.rglob("*.ndjson"))


@pytest.mark.usefixtures("no_child_is_left")
def test_a_file_that_cannot_grow_stops_the_run_and_stays_readable(tmp_path: Path) -> None:
    path = tmp_path / "my run.ndjson"
    with file_size_limit(3600):
        message = full(str(path), tmp_path)
    assert "File too large" in message
    assert f"`clamh report '{path}'` shows them" in message
    assert path.read_bytes().endswith(b"}\n")
    run = read_results(path)
    assert run.end is None
    assert any(fork.measurement for case in run.cases for fork in case.forks)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", folder], capture_output=True)
    if mounted.returncode:
        pytest.skip(f"needs the right to mount: {mounted.stderr.decode().strip()}")
    yield folder
    subprocess.run(["umount", folder], check=True)


@pytest.mark.usefixtures("no_child_is_left")
def test_a_folder_that_fills_up_stops_the_run_and_stays_readable(tmp_path: Path, small_disk: Path) -> None:
    (small_disk / "ballast").write_bytes(b"x" * 4096)
    message = full(str(small_disk / "r.ndjson"), tmp_path)
    assert "No space left on device" in message
    assert any(fork.measurement for case in read_results(small_disk / "r.ndjson").cases for fork in case.forks)
