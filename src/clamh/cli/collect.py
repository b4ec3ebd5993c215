"""clamh collect FOLDER: what the tasks of a submission measured, in one report that keeps queues and hosts apart."""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING

from msgspec.structs import replace

from clamh.cli import arguments, report, show
from clamh.cli.progress import print_line
from clamh.cli.writing import check_writable
from clamh.cluster.folder import SUBMISSION, read_known_states, read_submission
from clamh.cluster.follow import follow, is_active, read_outcomes
from clamh.cluster.outcomes import NO_ANSWER, task_outcomes
from clamh.cluster.schedulers import find_scheduler
from clamh.model.diagnostics import input_error
from clamh.model.errors import InputError
from clamh.model.submission import ACTIVE, Attempt, Submission, TaskOutcome
from clamh.report.collection import FORMATS, describe_attempt, render_collection
from clamh.report.look import Look
from clamh.report.units import format_count

if TYPE_CHECKING:
    import argparse

    from collections.abc import Iterator

    from clamh.model.collection import Collection
    from clamh.model.options import Options

EXAMPLES = (
    ("clamh collect results", "what is finished so far"),
    ("clamh collect results --wait", "wait for the tasks, then report"),
    ("clamh collect results --nodes", "compare hosts too"),
    ("clamh collect results --pool", "combine hosts with the same CPU"),
    ("clamh collect results -rff out.json", "as JSON"),
)


def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.make_verb_parser("collect", "Report the results of a submission; queues and hosts stay separate.",
                                      "FOLDER", EXAMPLES)
    verb.add_argument("paths", nargs="*", metavar="FOLDER", help="the folder of clamh submit -o FOLDER")
    verb.add_argument("--wait", action="store_true", help="wait until all tasks have ended")
    verb.add_argument("--nodes", action="store_true", help="also compare each host with the first one")
    verb.add_argument("--pool", action="store_true", help="combine hosts of a queue that have the same CPU")
    group = verb.group("results")
    group.add_argument("--full", action="store_true", help="all rows with intervals, terms and their main warnings")
    group.add_argument("-rf", metavar="FORMAT", help="also write a report file: md json csv")
    group.add_argument("-rff", metavar="FILE", help="its name (clamh-collect.FORMAT)")
    arguments.add_judging(verb, None)
    group.add_argument("--baseline", metavar="NAME", help="reference of the ratios: a benchmark, or such as 'cpp/*'")
    return verb


def main(argv: list[str]) -> int:
    """0 when every task finished and measured all of its cases, else 1."""
    args, options = arguments.parse_command_line(parser(), argv)
    if len(options.paths) != 1:
        message = "no folder" if not options.paths else f"{len(options.paths)} folders"
        raise _usage(message, "name the folder of one submission: clamh collect results")
    form, file = _report_file(args)
    folder = os.path.abspath(options.paths[0])
    submission = read_submission(folder)
    protected = {os.path.join(folder, SUBMISSION): "the submission itself"}
    check_writable(replace(options, result_file=file), protected)  # before waiting for tasks
    outcomes = _wait_for_tasks(folder, args, submission) if args.wait else _read_outcomes(folder, submission)
    from clamh import pipeline
    from clamh.judging.collecting import collect

    collection = collect(read_submission(folder), outcomes,
                         lambda path: pipeline.judge(path, options.confidence, options.delta, options.baseline),
                         options.baseline, compare_nodes=args.nodes, pool=args.pool)
    return _report(collection, args, options, form, file)


def _usage(message: str, hint: str) -> InputError:
    return input_error("usage", f"clamh collect: {message}", hint)


def _report_file(args: argparse.Namespace) -> tuple[str, str]:
    """The format and the name of the report file, "" for none."""
    form = (args.rf or (args.rff or "").rpartition(".")[2] if args.rf or args.rff else "").lower()
    if form and form not in FORMATS:
        raise _usage(f"-rf: '{form}' is not a report format of clamh collect", f"choose one of {', '.join(FORMATS)}")
    return form, args.rff or (form and f"clamh-collect.{form}")


def _read_outcomes(folder: str, submission: Submission) -> list[TaskOutcome]:
    """The outcomes now; without the scheduler, as on another machine, from the states that it last reported."""
    try:
        return read_outcomes(folder, submission, find_scheduler(submission), os.environ,
                             keep=os.access(folder, os.W_OK))
    except InputError as error:
        if error.diagnostics[0].code not in ("no-slurm", "no-answer"):
            raise
        print_line(f"{error.diagnostics[0].message}: reporting what the folder holds so far")
        return task_outcomes(folder, submission, read_known_states(folder), NO_ANSWER)


def _wait_for_tasks(folder: str, args: argparse.Namespace, submission: Submission) -> list[TaskOutcome]:
    """The outcomes when all tasks have ended; until then, print a line for each change."""
    shown: dict[str, str] = {}
    outcomes: list[TaskOutcome] = []
    try:
        for outcomes in follow(folder, find_scheduler(submission), os.environ, print_line):
            ended = sum(not is_active(outcome) for outcome in outcomes)
            for name, line in _describe_progress(outcomes):
                if shown.get(name, "") != line:
                    shown[name] = line
                    print_line(show.escape_lines(f"[{ended}/{len(outcomes)} ended] {name}: {line}"))
    except KeyboardInterrupt:
        again = f"clamh collect {shlex.quote(args.paths[0])} --wait"
        print_line(f"the tasks continue; wait for them again with: {again}")
        raise
    return outcomes


def _describe_progress(outcomes: list[TaskOutcome]) -> Iterator[tuple[str, str]]:
    """A line for each task that began, and one for each queue in which tasks wait."""
    waiting: dict[str, list[Attempt]] = {}
    for outcome in outcomes:
        last = outcome.attempts[-1] if outcome.attempts else None
        attempt = last if is_active(outcome) else outcome.finished or last
        if attempt is None:
            yield outcome.task.name, "not submitted"
        elif attempt.state == "waiting":
            waiting.setdefault(outcome.task.queue, []).append(attempt)
        else:
            yield outcome.task.name, describe_attempt(attempt)
    for queue, attempts in waiting.items():
        reason = f" ({attempts[0].reason})" if attempts[0].reason not in ("", "None") else ""
        yield queue, f"{format_count(len(attempts), 'task')} waiting{reason}"


def _report(collection: Collection, args: argparse.Namespace, options: Options, form: str, file: str) -> int:
    from clamh.languages import short_titles, titles

    look = Look(titles=titles(), short_titles=short_titles(), full=args.full,
                more=f"clamh collect {shlex.quote(args.paths[0])}")
    screen = look._replace(width=show.terminal_width(), color=show.use_color(), unicode=show.use_unicode())
    print(render_collection(collection, "terminal", screen), end="")
    if file:
        report.write(render_collection(collection, form, look), "-rff", file,
                     f"clamh collect {shlex.quote(args.paths[0])} -rf {form} -rff FILE", args.paths[0], f" ({form})")
    failed = [outcome for outcome in collection.outcomes if outcome.state not in ("finished", *ACTIVE)]
    if failed:
        print_line(
            f"submit {'it' if len(failed) == 1 else 'them'} again with: clamh submit --resume -o "
            f"{shlex.quote(args.paths[0])}"
        )
    all_finished = all(outcome.state == "finished" for outcome in collection.outcomes)
    measured = not any(repetition.judgement.failed or repetition.summary.different for node in collection.nodes
                       for repetition in node.repetitions)
    return int(not all_finished or not measured)
