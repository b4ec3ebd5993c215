"""The folder of a submission: `submission.json`, and for each queue and repetition the attempts with what they left
behind.

    results/submission.json            what was submitted, and the scheduler's ids
    results/states.json                the state of each task as the scheduler last reported it
    results/QUEUE/rep2/17.out, .err    what the tasks of batch 17 printed
    results/QUEUE/rep2/17/start.json   written first; the restarts of a task have folders of their own (17-restart1)
    results/QUEUE/rep2/17/run.ndjson   the results file
    results/QUEUE/rep2/17/end.json     written last
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

from clamh.machine import atomic
from clamh.model.diagnostics import input_error
from clamh.model.errors import InputError
from clamh.model.folders import shorten_path
from clamh.model.submission import SUBMISSION_VERSION, Ending, SchedulerState, Start, Submission

SUBMISSION, STATES, START, END, RESULTS = "submission.json", "states.json", "start.json", "end.json", "run.ndjson"
READABLE = 0o644
BATCH_ID = re.compile(r"\w[\w.@:\[\]-]*")  # a folder has its name
TaskKey = tuple[str, int]  # the id of a batch, and the repetition
Known = TypeVar("Known")


def create_folder(folder: str, submission: Submission) -> None:
    """Make the folder of a new submission. Raises InputError where it cannot be written, or holds something else."""
    path = Path(folder)
    if (path / SUBMISSION).exists():
        earlier = read_submission(folder)
        raise _refused(
            f"'{shorten_path(folder)}' holds the submission {earlier.id} of {earlier.created}",
            "name another folder, or submit its missing tasks: clamh submit --resume -o "
            f"{shlex.quote(shorten_path(folder))}"
        )
    try:
        if path.exists() and any(path.iterdir()):
            raise _refused(f"'{shorten_path(folder)}' is not empty and holds no submission",
                           "name a new folder with -o")
        write_submission(folder, submission)
    except OSError as error:
        raise _refused(f"cannot write '{shorten_path(folder)}': {error.strerror}",
                       "name a folder that you and the nodes may write to") from None


def remove_empty_folder(folder: str, submission: Submission) -> None:
    """Remove what `create_folder` made, for a submission of which no task was submitted. Raises OSError."""
    path = Path(folder)
    shutil.rmtree(path / "solo", ignore_errors=True)
    (path / SUBMISSION).unlink()
    for queue in submission.queues:
        for repetition in sorted((path / queue).glob("rep*")):
            repetition.rmdir()
        (path / queue).rmdir()
    path.rmdir()


def make_task_folders(folder: str, queue: str, repetitions: Iterable[int]) -> None:
    """Make the folders in which the scheduler writes what tasks print. Raises OSError."""
    for repetition in repetitions:
        (Path(folder) / queue / f"rep{repetition}").mkdir(parents=True, exist_ok=True)


def write_submission(folder: str, submission: Submission) -> None:
    """Raises OSError, and then leaves the file as it was."""
    _write(Path(folder) / SUBMISSION, submission)


def read_submission(folder: str) -> Submission:
    """Raises InputError where the folder holds no submission that this version can read."""
    path = Path(shorten_path(folder)) / SUBMISSION
    if not os.path.exists(path):
        raise _refused(f"'{shorten_path(folder)}' holds no submission: there is no {path}",
                       "name the folder that `clamh submit -o FOLDER` wrote")
    submission = _read(path, Submission)
    if submission.version != SUBMISSION_VERSION:
        raise _refused(f"{path} has version {submission.version}, but this clamh reads version {SUBMISSION_VERSION}",
                       f"read it with clamh {submission.clamh_version}")
    for queue in submission.queues:
        check_queue_name(queue)
    for batch in submission.batches:
        if not BATCH_ID.fullmatch(batch.id) or batch.queue not in submission.queues:
            raise _refused(f"{path} is damaged: no scheduler has a batch '{batch.id}' on '{batch.queue}'",
                           "restore it, or submit into another folder")
    return submission


def check_queue_name(queue: str) -> None:
    """Raises InputError for a name whose path would leave the folder."""
    if not queue or queue in (".", "..") or "/" in queue or "\0" in queue:
        raise _refused(f"'{queue}' is not a queue name", "give a name that `sinfo` lists, such as -q x86_q")


def check_folder_name(folder: str) -> None:
    """Raises InputError for a path that Slurm does not accept: a backslash turns off its `%` patterns."""
    if "\\" in folder or "\n" in folder:
        raise _refused(f"'{folder}' has a backslash or a line break in its path", "name a folder without them")


def log_pattern(folder: str, queue: str, ending: str) -> str:
    """Slurm's pattern for the output of an array's tasks; `%` stands for itself as `%%`."""
    return os.path.join(folder.replace("%", "%%"), queue.replace("%", "%%"), "rep%a", f"%A.{ending}")


def task_log(folder: str, queue: str, repetition: int, batch: str, ending: str) -> Path:
    """The file in which the scheduler writes what a task prints."""
    return Path(folder) / queue / f"rep{repetition}" / f"{batch}.{ending}"


def attempt_folder(folder: str, queue: str, repetition: int, batch: str, restart: int) -> Path:
    """The folder for the files of a start of a task."""
    return Path(folder) / queue / f"rep{repetition}" / (f"{batch}-restart{restart}" if restart else batch)


def list_restarts(folder: str, queue: str, repetition: int, batch: str) -> list[int]:
    """The numbers of the starts of a task that left a folder, in order; a start that died at once left none."""
    first = attempt_folder(folder, queue, repetition, batch, 0)
    numbers = [re.fullmatch(rf"{re.escape(batch)}-restart(\d+)", path.name) for path in first.parent.glob("*-restart*")]
    return [*([0] if first.exists() else []), *sorted(int(number[1]) for number in numbers if number)]


def begin_attempt(path: Path, start: Start) -> None:
    """Raises OSError where the folder cannot be written."""
    _write(path / START, start)


def end_attempt(path: Path, end: Ending) -> None:
    """Raises OSError where the folder cannot be written."""
    _write(path / END, end)


def read_start(path: Path) -> Start | None:
    """What the attempt wrote first; None where it wrote nothing. Raises InputError for a damaged file."""
    return _read(path / START, Start) if (path / START).exists() else None


def read_end(path: Path) -> Ending | None:
    """What the attempt wrote last; None where it did not finish. Raises InputError for a damaged file."""
    return _read(path / END, Ending) if (path / END).exists() else None


def read_log(folder: str, queue: str, repetition: int, batch: str, lines: int) -> tuple[str, ...]:
    """The last lines that the tasks of a batch wrote to standard error for this repetition."""
    path = task_log(folder, queue, repetition, batch, "err")
    if not path.is_file():
        return ()
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 65536))
        text = file.read().decode("utf-8", "replace")
    return tuple([line for line in text.splitlines() if line.strip()][-lines:])


def read_known_states(folder: str) -> dict[TaskKey, SchedulerState]:
    """The states of tasks as the scheduler last reported them."""
    path = Path(folder) / STATES
    known = _read(path, dict[str, SchedulerState]) if path.exists() else {}
    keys = {name: name.rpartition("_") for name in known}
    return {(batch, int(repetition)): known[name] for name, (batch, _, repetition) in keys.items()
            if repetition.isdigit()}


def write_known_states(folder: str, states: dict[TaskKey, SchedulerState]) -> None:
    """Raises OSError where the folder cannot be written."""
    _write(
        Path(folder) / STATES,
        {f"{batch}_{repetition}": state for (batch, repetition), state in sorted(states.items())})


def _write(path: Path, data: object) -> None:
    atomic.write(path, msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n", READABLE)


def _read(path: Path, kind: type[Known]) -> Known:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise _refused(f"cannot read {path}: {error.strerror}", "check its permissions") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _refused(f"{path} is damaged: {error}", "restore it, or submit into another folder") from None


def _refused(message: str, hint: str) -> InputError:
    return input_error("results", message, hint)
