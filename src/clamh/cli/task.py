"""clamh task: runs one repetition of a submission on a node, for a batch script, and leaves its files in the folder."""

from __future__ import annotations

import os

from clamh.cluster.folder import RESULTS, attempt_folder, begin_attempt, end_attempt, read_submission
from clamh.machine.environment import read_environment
from clamh.model.diagnostics import input_error
from clamh.model.submission import Ending, Start, Submission
from clamh.model.times import utc_now


def main(argv: list[str]) -> int:
    """Run the repetition; the exit code is that of `clamh run`."""
    if len(argv) != 5 or not all(word.isdecimal() for word in (argv[1], argv[2], argv[4])):
        raise input_error("usage", "clamh task is for batch scripts: FOLDER QUEUE-NUMBER REPETITION BATCH RESTART",
                          "type clamh submit instead")
    folder, number, repetition, batch, restart = argv
    submission = read_submission(folder)
    queue = submission.queues[int(number)]
    path = attempt_folder(folder, queue, int(repetition), batch, int(restart))
    verb, *words = submission.command  # which may end with `--` and operands
    command = (verb, "--results", str(path / RESULTS), *words)
    machine = read_environment()
    start = Start(submission=submission.id, queue=queue, repetition=int(repetition), batch=batch, restart=int(restart),
                  host=str(machine["host"]), cpu=str(machine["cpu"] or ""), time=utc_now(), command=("clamh", *command))
    begin_attempt(path, start)
    code = _run(submission, command, os.path.join(folder, "cache", start.host))
    end_attempt(path, Ending(exit_code=code, time=utc_now()))
    return code


def _run(submission: Submission, command: tuple[str, ...], cache: str) -> int:
    from clamh.cli.main import main as command_line

    try:
        os.chdir(submission.folder)
    except OSError as error:
        raise input_error("no-folder", f"cannot enter '{submission.folder}' on this node: {error.strerror}",
                          "submit from a folder that every node sees") from None
    # Nodes share the project but may differ in CPUs and compilers: none may delete or use the builds of another.
    os.environ.setdefault("CLAMH_CACHE", cache)
    return command_line([*command])
