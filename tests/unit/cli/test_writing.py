"""Are protected files never overwritten, and is an unwritable file reported before anything is measured?"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clamh.cli.report import write
from clamh.cli.run import _output, main
from clamh.cli.writing import check_writable, write_raw
from clamh.model.errors import InputError, ResultsError
from clamh.model.options import Options


def refused(options: Options, kept: dict[str, str] = {}) -> list[str]:
    with pytest.raises(InputError) as caught:
        check_writable(options, kept)
    return [diagnostic.message for diagnostic in caught.value.diagnostics]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_protected_file_is_recognised_under_every_name(folder: Path) -> None:
    (folder / "run.ndjson").write_text("{}")
    (folder / "link").symlink_to("run.ndjson")
    os.link("run.ndjson", "hard")
    for name in ("run.ndjson", "./run.ndjson", "link", "hard"):
        assert refused(Options(result_file=name), write_raw(["run.ndjson"])) == [f"-rff: '{name}' is the results file"]
    # Of a file that is not there yet the path decides.
    assert refused(Options(output="./new"), write_raw(["", "new"])) == ["-o: './new' is the results file"]


def test_two_options_cannot_write_one_file() -> None:
    Path("file").touch()
    assert refused(Options(result_file="x", trend_file="./x", output="file/in/it")) == [
        "-trendfile: './x' is what -rff writes", "-o: cannot write 'file/in/it': Not a directory"]


def test_missing_folders_are_made_when_a_file_is_written_and_not_before(folder: Path) -> None:
    check_writable(Options(result_file="a/b/new", trend_file="a/c/new", output="d/new"), {})
    assert not os.listdir()
    write("text", "-rff", "a/b/new", "again", "")
    assert (folder / "a/b/new").read_text() == "text"


def test_a_device_takes_everything_and_a_named_pipe_is_left_to_its_reader(folder: Path) -> None:
    os.mkfifo("pipe")
    check_writable(Options(result_file="/dev/null", trend_file="/dev/null", output="pipe"), {})


def test_raw_results_are_where_the_report_can_read_them(folder: Path) -> None:
    # A pipe was waited for without end when all was measured, and what went to /dev/null was reported as no results file.
    os.mkfifo("pipe")
    for name in ("pipe", "/dev/null"):
        assert refused(Options(results=name)) == [f"--results: '{name}' is a pipe or device; a report cannot be read from it"]
    Path("empty").touch()
    for name in ("new", "empty"):
        check_writable(Options(results=name), {})


def test_results_that_exist_are_refused_before_anything_is_built(folder: Path) -> None:
    (folder / "old").write_text("{}")
    assert refused(Options(results="./old")) == ["--results: './old' has content, and CLAMH never overwrites results"]


def test_check_leaves_files_as_they_are(folder: Path) -> None:
    (folder / "old").write_text("kept")
    (folder / "link").symlink_to("later")  # a link to a file that is not there yet can be written through
    check_writable(Options(result_file="new", trend_file="old", output="link"), {})
    assert (folder / "old").read_text() == "kept" and os.readlink("link") == "later"
    assert sorted(os.listdir()) == ["link", "old"]


@pytest.mark.parametrize("option", ["-rff", "-trendfile", "-o"])
def test_a_run_does_not_write_over_its_own_results(folder: Path, option: str) -> None:
    with pytest.raises(InputError, match="is the results file"):
        main(["nothing.here", "--results", "r.ndjson", option, "./r.ndjson"])
    assert not list(folder.iterdir())


def test_reader_of_o_that_has_gone_is_no_error() -> None:
    reader, writer = os.pipe()
    with _output(Options(output=f"/dev/fd/{writer}")):
        os.close(reader)
        print("x" * 100_000)
    os.close(writer)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disk_behind_o_is_reported_after_the_other_files_are_written(folder: Path) -> None:
    with pytest.raises(ResultsError, match="-o: cannot write '/dev/full': No space left on device"), _output(Options(output="/dev/full")):
        print("x" * 100_000)
        (folder / "report.csv").touch()
    assert (folder / "report.csv").exists()
