"""clamh submit PATH -q QUEUE -o FOLDER: runs a suite on the nodes of a cluster, with a task for each repetition."""

from __future__ import annotations

import os
import re
import secrets
import shlex
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from clamh import __version__
from clamh.cli import arguments, collect, run, show
from clamh.cli.progress import print_line
from clamh.cluster.folder import (check_folder_name, check_queue_name, create_folder, read_submission,
                                  remove_empty_folder)
from clamh.cluster.follow import read_outcomes, submit_tasks
from clamh.cluster.schedulers import SCHEDULERS, find_scheduler
from clamh.cluster.slurm import find_reserved_options
from clamh.cluster.solo import check_plan, write_commands
from clamh.cluster.time_limit import parse_time_limit
from clamh.model.diagnostics import Diagnostic, input_error
from clamh.model.errors import InputError, ResultsError
from clamh.model.options import Options
from clamh.model.submission import ACTIVE, SUBMISSION_VERSION, Batch, Submission, Task
from clamh.model.times import utc_now
from clamh.report.units import format_count

if TYPE_CHECKING:
    import argparse

    from clamh.model.cases import Plan

EXAMPLES = (
    ("clamh submit suite -q x86_q -q arm_q -o results", "3 runs on each queue"),
    ("clamh submit suite -q x86_q -o results --wait", "and then report"),
    ("clamh submit . -q x86_q -o results -- --quick", "options of clamh run"),
    ("clamh submit --resume -o results", "submit unfinished tasks again"),
)
REPETITIONS = "3"
TIME_LIMIT = "00:15:00"
MAX_REPETITIONS = 1000
# Options of `clamh run` that a task cannot have, by the parser's name.
NOT_IN_TASKS = {
    "results": "--results", "resume": "--resume", "rf": "-rf", "rff": "-rff", "o": "-o", "trendfile": "-trendfile",
    "html": "--html", "dry": "--dry", "l": "-l", "lp": "-lp", "lrf": "-lrf", "lprof": "-lprof"
}
# Options that an artifact does not know when it runs by itself.
NOT_ALONE = {
    "precision": "--precision", "budget": "--budget", "gc": "-gc", "bind": "--bind", "tmpfs": "--tmpfs",
    "cpus": "--cpus", "wm": "-wm", "wf": "-wf", "wbs": "-wbs", "layout": "--layout", "layouts": "--layouts",
    "foe": "-foe", "to": "-to", "opi": "-opi", "tg": "-tg", "prof": "-prof", "counted": "-c", "wmb": "-wmb",
    "min-iterations": "--min-iterations", "max-iterations": "--max-iterations", "estimator": "--estimator",
    "confidence": "--confidence", "delta": "--delta", "baseline": "--baseline"
}
IN_COLLECT = ("--confidence", "--delta", "--baseline")  # they judge, so `clamh collect` takes them


def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.make_verb_parser("submit",
                                      "Run a suite on a cluster; each repetition is a task with its own node.",
                                      "[PATH ...] -q QUEUE -o FOLDER [-- OPTIONS OF RUN]", EXAMPLES)
    arguments.add_paths(verb)
    verb.group("benchmarks").add_argument("--artifact", metavar="ID:FILE", action="append", default=[],
                                          help="run a built artifact, such as java:run_A.jar; repeatable")
    verb.group("benchmarks").add_argument("--solo", action="store_true",
                                          help="run artifacts directly: nodes need neither CLAMH nor Python")
    group = verb.group("cluster")
    group.add_argument("-q", dest="queues", metavar="QUEUE", action="append", default=[],
                       help="a queue (Slurm: partition); repeatable")
    group.add_argument("--reps", metavar="N", help=f"tasks on each queue ({REPETITIONS})")
    group.add_argument("-t", dest="time_limit", metavar="TIME",
                       help=f"time limit of a task, such as 01:30:00 ({TIME_LIMIT})")
    group.add_argument("-o", dest="folder", metavar="FOLDER", help="folder for results; every node must see it")
    group.add_argument("--sbatch", dest="scheduler_options", metavar="OPTION", action="append", default=[],
                       help="pass an option to sbatch, such as --sbatch=--account=me; repeatable")
    group.add_argument("--scheduler", metavar="NAME",
                       help=f"{' '.join(SCHEDULERS)} (slurm; others through PSI/J: clamh[psij])")
    group.add_argument("--resume", dest="again", action="store_true", help="submit unfinished tasks of -o FOLDER again")
    group.add_argument("--wait", action="store_true", help="wait until all tasks have ended, then report")
    return verb


def main(argv: list[str]) -> int:
    """Submit; with --wait the exit code is that of `clamh collect`."""
    own, of_run = _split_words(argv)
    args, options = arguments.parse_command_line(parser(), own)
    if not args.folder:
        raise _usage("needs a folder for the results", "name one with -o, such as -o results; every node must see it")
    folder = os.path.abspath(args.folder)
    if args.again:
        submission, tasks = _unfinished_tasks(args, options, of_run, folder)
    else:
        submission = _new_submission(args, of_run, folder)
        tasks = [Task(queue, number) for queue in submission.queues for number in range(1, submission.repetitions + 1)]
    if tasks:
        _submit_tasks(folder, submission, tasks, args.again)
    if args.wait:
        return collect.main([args.folder, "--wait"])
    if tasks:
        print_line(f"wait for them with: clamh collect {shlex.quote(args.folder)} --wait")
    return 0


def _split_words(argv: list[str]) -> tuple[list[str], list[str]]:
    """Our own words, and after `--` those of `clamh run`."""
    cut = argv.index("--") if "--" in argv else len(argv)
    return argv[:cut], argv[cut + 1:]


def _usage(message: str, hint: str) -> InputError:
    return input_error("usage", f"clamh submit: {message}", hint)


def _new_submission(args: argparse.Namespace, of_run: list[str], folder: str) -> Submission:
    """The submission of this command line, in its folder. Raises InputError with what is wrong, before anything is
    written.
    """
    from clamh import pipeline

    repetitions = _check_repetitions(args)
    time_limit = _check_time_limit(TIME_LIMIT if args.time_limit is None else args.time_limit)
    name = args.scheduler or "slurm"
    if name not in SCHEDULERS:
        raise _usage(f"--scheduler: unknown scheduler '{name}'", f"choose one of {', '.join(SCHEDULERS)}")
    if args.solo and name != "slurm":
        raise _usage(f"--solo works only with Slurm, not with {name}", "leave it out: then clamh runs the artifacts on "
                     "the node")
    scheduler_options = _check_options(args, name)
    queues = SCHEDULERS[name].queues(os.environ)
    if not args.queues:
        raise _usage("needs a queue", f"name one with -q: {', '.join(queues)}" if queues else "name one with -q")
    if repeated := [queue for queue, count in Counter(args.queues).items() if count > 1]:
        raise _usage(f"-q {repeated[0]} is given twice", "give it once; --reps sets the number of repetitions")
    check_folder_name(folder)
    for queue in args.queues:
        check_queue_name(queue)
    _check_queues(args.queues, queues)
    words = [word for artifact in args.artifact for word in ("--artifact", artifact)]
    command = ("run", *args.paths, *words, *of_run)
    plan = _check_run(command, args.solo)
    submission = Submission(version=SUBMISSION_VERSION, id=secrets.token_hex(4), clamh_version=__version__,
                            created=utc_now(), scheduler=name, folder=os.getcwd(), command=command, queues=tuple(
                                args.queues), repetitions=repetitions, time_limit=time_limit, options=scheduler_options,
                            solo=args.solo)
    works = pipeline.compute(plan, print_line).records if plan else ()
    create_folder(folder, submission)
    if plan:
        write_commands(folder, submission.id, plan, works)
    return submission


def _check_time_limit(text: str) -> str:
    try:
        parse_time_limit(text)
    except ValueError:
        raise _usage(f"-t: '{text}' is not a time limit", "give HH:MM:SS, such as -t 00:15:00") from None
    return text


def _check_options(args: argparse.Namespace, scheduler: str) -> tuple[str, ...]:
    """The options for sbatch; each must be an option, since sbatch takes any other word for the batch script."""
    if args.scheduler_options and scheduler != "slurm":
        raise _usage(f"--sbatch: {scheduler} does not use sbatch", "leave it out")
    if words := [word for word in args.scheduler_options if not re.fullmatch("--[a-z].*", word)]:
        raise _usage(f"--sbatch: '{words[0]}' is not a complete sbatch option", "write it as --sbatch=--account=NAME")
    if reserved := find_reserved_options(args.scheduler_options):
        raise _usage(f"--sbatch: {' '.join(reserved)}: CLAMH sets it to find its tasks",
                     "leave it out; -q names queues")
    return tuple(args.scheduler_options)


def _check_repetitions(args: argparse.Namespace) -> int:
    text = REPETITIONS if args.reps is None else args.reps
    if not re.fullmatch("[0-9]{1,4}", text) or not 1 <= int(text) <= MAX_REPETITIONS:
        raise _usage(f"--reps: '{text}' is not a number from 1 to {MAX_REPETITIONS}",
                     "give the number of tasks per queue, such as --reps 3")
    return int(text)


def _check_queues(queues: list[str], known: list[str] | None) -> None:
    """Raises InputError for queues that are not among the `known` ones of the cluster, if it can list them."""
    from difflib import get_close_matches

    problems = []
    for queue in queues if known is not None else ():
        if queue not in known:
            matches = get_close_matches(queue, known, 1)
            hint = f"did you mean -q {matches[0]}? " if matches else ""
            problems.append(
                Diagnostic(code="no-queue", message=f"-q: there is no queue '{queue}'", hint=f"{hint}Queues: "
                           f"{', '.join(known)}"))
    if problems:
        raise InputError(problems)


def _check_run(command: tuple[str, ...], solo: bool) -> Plan | None:
    """The plan that artifacts run by themselves, None without `solo`.

    Raises InputError for options that a task cannot have, and for sources that `clamh run` would refuse on every node.
    """
    from clamh import pipeline

    verb = run.parser()
    args, options = arguments.parse_command_line(verb, [*command[1:]])
    if wrong := [spelled for name, spelled in NOT_IN_TASKS.items() if getattr(args, name) != verb.get_default(name)]:
        raise _usage(f"{' '.join(wrong)}: not allowed in a task",
                     "leave it out: each task writes its results file, and clamh collect prints the report")
    if solo:
        if unsupported := [
                spelled for name, spelled in NOT_ALONE.items() if getattr(args, name) != verb.get_default(name)
        ]:
            judging = " ".join(word for word in unsupported if word in IN_COLLECT)
            raise _usage(f"{' '.join(unsupported)}: not possible with --solo",
                         f"{f'give {judging} to clamh collect' if judging else 'leave it out'}, or leave out --solo")
        if not args.artifact:
            raise _usage("--solo needs built artifacts",
                         "build them (clamh build) and name each: --artifact cpp:run_factorial")
        plan = pipeline.plan_artifacts(run.find_artifact_files(args.artifact, options), options, show.warn)
        check_plan(plan, options.settings.threads)
        return plan
    if args.artifact:
        run.find_artifact_files(args.artifact, options)
    else:
        pipeline.select_suite(options, show.warn)
    return None


def _unfinished_tasks(args: argparse.Namespace, options: Options, of_run: list[str],
                      folder: str) -> tuple[Submission, list[Task]]:
    """The submission in the folder, and its tasks that have not finished and neither wait nor run."""
    from clamh.judging.collecting import fail_strangers
    from clamh.judging.foreign import read_any_results

    texts = {
        "PATH": options.paths, "-q": args.queues, "--reps": args.reps, "--artifact": args.artifact, "--solo": args.solo,
        "--scheduler": args.scheduler, "--": of_run
    }
    if conflicts := [spelled for spelled, value in texts.items() if value]:
        raise _usage(f"--resume submits the same tasks again; {', '.join(conflicts)} would change them",
                     "leave it out, or submit into another folder")
    submission = read_submission(folder)
    # A time limit that was too short may be raised now; what the tasks measure stays the same.
    submission = replace(submission, time_limit=_check_time_limit(args.time_limit or submission.time_limit),
                         options=(*submission.options, *_check_options(args, submission.scheduler)))
    outcomes = fail_strangers(read_outcomes(folder, submission, find_scheduler(submission), os.environ),
                              read_any_results)
    active = sum(outcome.state in ACTIVE for outcome in outcomes)
    tasks = [outcome.task for outcome in outcomes if outcome.state not in ("finished", *ACTIVE)]
    if not tasks:
        going = (f"; {format_count(active, 'task')} still {'waits or runs' if active == 1 else 'wait or run'}" if active
                 else "")
        print_line(f"{args.folder}: nothing to submit again{going}")
    return submission, tasks


def _submit_tasks(folder: str, submission: Submission, tasks: list[Task], again: bool) -> None:
    before = len(submission.batches)
    try:
        submission = submit_tasks(folder, submission, tasks, find_scheduler(submission), os.environ)
    except OSError as error:
        raise ResultsError(
            f"cannot write '{folder}': {error.strerror}; the scheduler may have tasks named clamh-{submission.id}",
            folder) from None
    except InputError as error:
        submission = read_submission(folder)
        # Where sbatch did not answer, the folder is the only record of a job that Slurm may have.
        unsure = again or any(problem.code == "no-answer" for problem in error.diagnostics)
        if not submission.batches and not unsure:
            remove_empty_folder(folder, submission)
        raise
    finally:
        _print_batches(submission.batches[before:])


def _print_batches(batches: Sequence[Batch]) -> None:
    for queue in dict.fromkeys(batch.queue for batch in batches):
        here = [batch for batch in batches if batch.queue == queue]
        numbers = [str(repetition) for batch in here for repetition in batch.repetitions]
        print_line(
            f"{queue}: {format_count(len(numbers), 'task')} submitted as "
            f"{', '.join(batch.native or batch.id for batch in here)} (repetition{'s' * (len(numbers) > 1)} "
            f"{', '.join(numbers)})")
