from __future__ import annotations

import json
from pathlib import Path

import pytest
from made_submissions import submission

from clamh.cluster import folder
from clamh.model.errors import InputError
from clamh.model.submission import SchedulerState


@pytest.fixture
def results(tmp_path: Path) -> Path:
    folder.create_folder(str(tmp_path / "results"), submission())
    return tmp_path / "results"


def refusal(results: Path) -> str:
    with pytest.raises(InputError) as refused:
        folder.read_submission(str(results))
    return refused.value.diagnostics[0].message


def test_what_is_written_is_read_again(results: Path) -> None:
    assert folder.read_submission(str(results)) == submission()
    states = {("10", 2): SchedulerState(state="FAILED", exit_code=7), ("10_x", 1): SchedulerState(state="TIMEOUT")}
    folder.write_known_states(str(results), states)
    assert folder.read_known_states(str(results)) == states


def test_a_folder_with_a_submission_is_never_written_over(results: Path) -> None:
    with pytest.raises(InputError, match="holds the submission abcd1234 of 2026-01-02T03:00:00Z"):
        folder.create_folder(str(results), submission())


@pytest.mark.parametrize("text", ["", "{", "[]", "\xff", '{"version": 1}'])
def test_a_damaged_file_is_refused_with_its_name(results: Path, text: str) -> None:
    (results / "submission.json").write_bytes(text.encode("latin-1"))
    assert "submission.json is damaged" in refusal(results)


@pytest.mark.parametrize("field, value", [
    ("queues", ["../x86_q"]), ("queues", [".."]), ("queues", [""]),
    ("batches", [{"queue": "x86_q", "id": "../../x", "repetitions": [1], "time": ""}]),
    ("batches", [{"queue": "other", "id": "7", "repetitions": [1], "time": ""}]),
    ("batches", [{"queue": "x86_q", "id": "7", "repetitions": [0], "time": ""}]),
    ("repetitions", 0), ("repetitions", 10**9),
])
def test_no_name_in_a_damaged_file_leads_out_of_the_folder(results: Path, field: str, value: object) -> None:
    known = json.loads((results / "submission.json").read_text())
    (results / "submission.json").write_text(json.dumps({**known, field: value}))
    assert "damaged" in refusal(results) or "is not a queue name" in refusal(results)


def test_another_version_names_the_program_that_reads_it(results: Path) -> None:
    known = json.loads((results / "submission.json").read_text())
    (results / "submission.json").write_text(json.dumps({**known, "version": 2, "clamh_version": "9.0"}))
    with pytest.raises(InputError) as refused:
        folder.read_submission(str(results))
    assert "has version 2" in refused.value.diagnostics[0].message and "clamh 9.0" in refused.value.diagnostics[0].hint


def test_percent_signs_of_a_path_are_no_patterns() -> None:
    assert folder.log_pattern("/a/50%A", "q%a", "err") == "/a/50%%A/q%%a/rep%a/%A.err"


@pytest.mark.parametrize("path", ["/a\\b", "/a\nb"])
def test_a_path_that_slurm_cannot_be_given_is_refused(path: str) -> None:
    with pytest.raises(InputError, match="backslash or a line break"):
        folder.check_folder_name(path)
