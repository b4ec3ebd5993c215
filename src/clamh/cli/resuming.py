"""clamh run --resume: reads the command that began a run again, and refuses what cannot be continued."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from clamh import __version__
from clamh.cli import arguments
from clamh.cli.report import find_newest_run
from clamh.cli.spelling import join_values
from clamh.model import lossless
from clamh.model.diagnostics import input_error
from clamh.model.errors import InputError
from clamh.model.options import Options

if TYPE_CHECKING:
    from clamh.model.results import Run

NEWEST = "\0"  # what --resume without a file stands for: no argument can contain this character
# The options that --resume may change, by the parser's name, with their fields in Options: they change what is shown.
# What is measured follows the original ones (running/resume.py).
ANEW = {
    "v": ("verbosity",),
    "rf": ("result_format", "result_file"),
    "rff": ("result_format", "result_file"),
    "o": ("output",),
    "trendfile": ("trend_file",),
    "confidence": ("confidence",),
    "delta": ("delta",),
    "estimator": ("estimator",),
    "baseline": ("baseline",),
    "by": ("by",),
    "html": ("html",),
    "full": ("full",),
    "iterations": ("iterations",),
    "sort": ("sort",),
    "no_lock": ("lock",),
}


@dataclass(frozen=True)
class Begun:
    """A run that was begun: the content of its file, and its command line, parsed again."""

    run: Run
    options_of_user: argparse.Namespace
    options: Options

    @property
    def complete(self) -> bool:
        """Whether nothing is left to measure."""
        return self.run.end is not None and self.run.end.status == "complete"


def find_begun_run(verb: arguments.Parser, argv: Sequence[str], options: Options) -> Begun:
    """The run that --resume names. Raises InputError with every reason why it cannot be continued.

    `options` are those of the command line `argv`.
    """
    from clamh.judging.results_file import read_results
    from clamh.machine.environment import fingerprint
    from clamh.running.resume import obstacles

    given = _find_given(verb, argv)
    conflicts = [(action.option_strings or ["PATH"])[0] for action in verb._actions
                 if action.dest in given and action.dest not in (*ANEW, "resume")]
    if conflicts:
        raise _refused(f"--resume continues with the original options; {', '.join(conflicts)} would change them",
                       "leave it out" if len(conflicts) == 1 else "leave them out")
    path = find_newest_run() if options.resume == NEWEST else options.resume
    if not os.path.exists(path):
        missing = f"there is no {path}"
        if options.resume == NEWEST:
            missing = f"this project has no run to resume ({missing})"
        raise _refused(f"--resume: {missing}", "name the results file of a run, or start one with `clamh run`")
    run = _restore_names(read_results(path))
    reasons = obstacles(run, _hash_sources(run), fingerprint(), __version__)
    unfinished = run.end is None or run.end.status != "complete"
    if reasons and (unfinished or run.header.command[1:2] not in (("run",), ())):
        raise InputError([msgspec.structs.replace(reason, message=f"{path}: {reason.message}") for reason in reasons])
    run_args, run_options = arguments.parse_command_line(verb, list(run.header.command[2:]), run.header.folder)
    artifacts = (text.partition(":") for text in run_args.artifact)
    run_args.artifact = [f"{language}:{os.path.join(run.header.folder, file)}" for language, _, file in artifacts]
    fields = [field for name in given.intersection(ANEW) for field in ANEW[name]]
    run_options = msgspec.structs.replace(run_options, **{field: getattr(options, field) for field in fields},
                                          seed=run.header.seed, results="", resume=path)
    return Begun(run, run_args, run_options)


def _find_given(verb: arguments.Parser, argv: Sequence[str]) -> set[str]:
    """What a command line contains, by the parser's name, also options that are given with their default value."""
    without_defaults = argparse.Namespace(**{action.dest: None for action in verb._actions if action.option_strings})
    given, _ = verb.parse_known_intermixed_args(join_values(argv, verb.verbatim), without_defaults)
    return {name for name, value in vars(given).items() if value not in (None, [])}


def check_same_cpus(run: Run, facts: Mapping[str, Any]) -> None:
    """Raises InputError when the machine's `facts` now, with the run's options, give it other CPUs than the run had."""
    from clamh.running.resume import other_cpus

    if problem := other_cpus(run, facts):
        raise InputError([msgspec.structs.replace(problem, message=f"{run.path}: {problem.message}")])


def check_same_variables(run: Run, languages: Iterable[str]) -> None:
    """Raises InputError when variables that act on workers of these languages have other values than they had."""
    from clamh.building.variables import recorded_variables
    from clamh.running.resume import other_variables

    if problems := list(other_variables(run, recorded_variables(languages, os.environ)["variables"])):
        raise InputError([msgspec.structs.replace(problem, message=f"{run.path}: {problem.message}")
                          for problem in problems])


def _restore_names(run: Run) -> Run:
    """The run with the file names as the system has them, which need not be UTF-8."""
    def restored(record: Any) -> Any:
        return msgspec.convert(lossless.restore(msgspec.to_builtins(record)), type(record))

    return msgspec.structs.replace(run, header=restored(run.header), platforms=tuple(map(restored, run.platforms)))


def _hash_sources(run: Run) -> dict[str, str]:
    """The hashes of the run's sources that exist, from their content now."""
    from clamh.building.cache import sha256

    hashes = ((path, sha256(os.path.join(run.header.root, path))) for path in run.header.sources)
    return {path: digest for path, digest in hashes if digest}


def _refused(message: str, hint: str) -> InputError:
    return input_error("resume", message, hint)
