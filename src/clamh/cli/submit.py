"""clamh submit PATH -q QUEUE -o FOLDER: run a suite on the nodes of a cluster, a task for each repetition."""

from __future__ import annotations

import os
import re
import secrets
import shlex
from collections import Counter
from typing import TYPE_CHECKING

from clamh import __version__
from clamh.cli import arguments, collect, run, show
from clamh.cli.progress import say
from clamh.cluster.folder import check_folder_name, check_queue_name, create_folder, read_submission
from clamh.cluster.follow import look, now, submit_tasks
from clamh.cluster.schedulers import SCHEDULERS, SLURM
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.options import Options
from clamh.model.submission import ACTIVE, SUBMISSION_VERSION, Submission, Task
from clamh.report.units import counted

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    ("clamh submit suite -q x86_q -q arm_q -o results", "3 runs on each queue"),
    ("clamh submit suite -q x86_q -o results --wait", "and then report"),
    ("clamh submit . -q x86_q -o results -- --quick", "options of clamh run"),
    ("clamh submit --resume -o results", "what did not finish"),
)
REPETITIONS = "3"
TIME_LIMIT = "00:15:00"
TIME = re.compile(r"\d+|\d+:[0-5]?\d(:[0-5]?\d)?|\d+-\d+(:[0-5]?\d){0,2}")  # Slurm's: minutes, M:S, H:M:S, D-H, D-H:M, D-H:M:S
MOST_REPETITIONS = 1000
# Options of `clamh run` that make no sense in a task, by the parser's name for them.
NOT_IN_TASKS = {"results": "--results", "resume": "--resume", "rf": "-rf", "rff": "-rff", "o": "-o", "trendfile": "-trendfile", "dry": "--dry",
                "l": "-l", "lp": "-lp", "lrf": "-lrf", "lprof": "-lprof"}


def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.parser("submit", "Run a suite on a cluster, a task with a node of its own for each repetition.",
                            "[PATH ...] -q QUEUE -o FOLDER [-- OPTIONS OF RUN]", EXAMPLES)
    arguments.add_paths(verb)
    verb.group("benchmarks").add_argument("--artifact", metavar="ID:FILE", action="append", default=[],
                                          help="a built artifact as it is, such as java:run_A.jar; repeatable")
    group = verb.group("cluster")
    group.add_argument("-q", dest="queues", metavar="QUEUE", action="append", default=[], help="a queue (Slurm: partition); repeatable")
    group.add_argument("--reps", metavar="N", help=f"tasks on each queue ({REPETITIONS})")
    group.add_argument("-t", dest="time_limit", metavar="TIME", help=f"time limit of a task, such as 01:30:00 ({TIME_LIMIT})")
    group.add_argument("-o", dest="folder", metavar="FOLDER", help="where results go; every node must see it")
    group.add_argument("--sbatch", dest="scheduler_options", metavar="OPTION", action="append", default=[],
                       help="pass it to sbatch, such as --sbatch=--account=me; repeatable")
    group.add_argument("--resume", dest="again", action="store_true", help="submit again the tasks of -o FOLDER that did not finish")
    group.add_argument("--wait", action="store_true", help="wait until all tasks have ended, then report")
    return verb


def main(argv: list[str]) -> int:
    """Submit; with --wait the exit code is that of `clamh collect`."""
    own, of_run = _split(argv)
    given, options = arguments.read(parser(), own)
    if not given.folder:
        raise _usage("no folder for the results", "name one with -o, such as -o results; every node must see it")
    folder = os.path.abspath(given.folder)
    if given.again:
        submission, tasks = _unfinished_tasks(given, options, of_run, folder)
    else:
        submission = _new_submission(given, of_run, folder)
        tasks = [Task(queue, number) for queue in submission.queues for number in range(1, submission.repetitions + 1)]
    if tasks:
        _submit(folder, submission, tasks)
    if given.wait:
        return collect.main([given.folder, "--wait"])
    if tasks:
        say(f"follow them with: clamh collect {shlex.quote(given.folder)} --wait")
    return 0


def _split(argv: list[str]) -> tuple[list[str], list[str]]:
    """Our own words, and behind `--` those of `clamh run`."""
    cut = argv.index("--") if "--" in argv else len(argv)
    return argv[:cut], argv[cut + 1:]


def _usage(message: str, hint: str) -> InputError:
    return InputError([Diagnostic(code="usage", message=f"clamh submit: {message}", mend=hint)])


def _new_submission(given: argparse.Namespace, of_run: list[str], folder: str) -> Submission:
    """The submission that was asked for, in its folder. Raises InputError with what is wrong, before anything is written."""
    repetitions = _check_repetitions(given)
    time_limit = given.time_limit if given.time_limit is not None else TIME_LIMIT
    if not TIME.fullmatch(time_limit) or not re.search("[1-9]", time_limit):
        raise _usage(f"-t: '{time_limit}' is no time limit", "give HH:MM:SS, such as -t 00:15:00")
    if not given.queues:
        raise _usage("no queue", f"name one with -q: {', '.join(SLURM.queues(os.environ) or [])}")
    if twice := [queue for queue, count in Counter(given.queues).items() if count > 1]:
        raise _usage(f"-q {twice[0]} is given twice", "give it once, and more repetitions with --reps")
    check_folder_name(folder)
    for queue in given.queues:
        check_queue_name(queue)
    _check_queues(given.queues)
    words = [word for artifact in given.artifact for word in ("--artifact", artifact)]
    command = ("run", *given.paths, *words, *of_run)
    _check_run(command)
    submission = Submission(
        version=SUBMISSION_VERSION, id=secrets.token_hex(4), clamh_version=__version__, created=now(), scheduler="slurm", folder=os.getcwd(),
        command=command, queues=tuple(given.queues), repetitions=repetitions, time_limit=time_limit, options=tuple(given.scheduler_options))
    create_folder(folder, submission)
    return submission


def _check_repetitions(given: argparse.Namespace) -> int:
    text = REPETITIONS if given.reps is None else given.reps
    if not re.fullmatch("[0-9]{1,4}", text) or not 1 <= int(text) <= MOST_REPETITIONS:
        raise _usage(f"--reps: '{text}' is not a number from 1 to {MOST_REPETITIONS}", "give how many tasks each queue gets, such as --reps 3")
    return int(text)


def _check_queues(queues: list[str]) -> None:
    """Raises InputError for queues that the cluster does not have."""
    from difflib import get_close_matches

    known = SLURM.queues(os.environ)
    problems = []
    for queue in queues:
        if known is not None and queue not in known:
            near = get_close_matches(queue, known, 1)
            hint = f"did you mean -q {near[0]}? " if near else ""
            problems.append(Diagnostic(code="no-queue", message=f"-q: there is no queue '{queue}'", mend=f"{hint}There are: {', '.join(known)}"))
    if problems:
        raise InputError(problems)


def _check_run(command: tuple[str, ...]) -> None:
    """Raises InputError for options that a task cannot have, and for sources that `clamh run` would refuse on every node."""
    from clamh import pipeline

    verb = run.parser()
    given, options = arguments.read(verb, [*command[1:]])
    if wrong := [spelled for name, spelled in NOT_IN_TASKS.items() if getattr(given, name) != verb.get_default(name)]:
        raise _usage(f"{' '.join(wrong)}: no option of a task", "leave it out: each task writes its results file, and clamh collect reports them")
    if given.artifact:
        run.artifact_files(given.artifact)
    else:
        pipeline.chosen(options, show.warn)


def _unfinished_tasks(given: argparse.Namespace, options: Options, of_run: list[str], folder: str) -> tuple[Submission, list[Task]]:
    """The submission in the folder, and its tasks that neither finished nor wait or run."""
    asked = {"PATH": options.paths, "-q": given.queues, "--reps": given.reps, "-t": given.time_limit, "--artifact": given.artifact,
             "--sbatch": given.scheduler_options, "--": of_run}
    if others := [spelled for spelled, value in asked.items() if value]:
        raise _usage(f"--resume submits the same tasks again; {', '.join(others)} would change them", "leave it out, or submit into another folder")
    submission = read_submission(folder)
    outcomes = look(folder, submission, SCHEDULERS[submission.scheduler], os.environ)
    active = sum(outcome.state in ACTIVE for outcome in outcomes)
    tasks = [outcome.task for outcome in outcomes if outcome.state not in ("finished", *ACTIVE)]
    if not tasks:
        going = f"; {counted(active, 'task')} still {'waits or runs' if active == 1 else 'wait or run'}" if active else ""
        say(f"{given.folder}: nothing to submit again{going}")
    return submission, tasks


def _submit(folder: str, submission: Submission, tasks: list[Task]) -> None:
    from clamh.model.errors import ResultsError

    scheduler = SCHEDULERS[submission.scheduler]
    try:
        submission = submit_tasks(folder, submission, tasks, scheduler, os.environ)
    except OSError as error:
        raise ResultsError(f"'{folder}' cannot be written: {error.strerror}; the scheduler may have tasks named clamh-{submission.id}", folder) from None
    for queue in submission.queues:
        if numbers := [str(task.repetition) for task in tasks if task.queue == queue]:
            batch = next(batch for batch in reversed(submission.batches) if batch.queue == queue)
            say(f"{queue}: {counted(len(numbers), 'task')} submitted as {batch.id} (repetition{'s' * (len(numbers) > 1)} {', '.join(numbers)})")
