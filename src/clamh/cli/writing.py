"""The files that a run or report is asked to write, tried before anything is measured or printed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping

from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.options import Options

File = tuple[int, int] | str


def check_writable(options: Options, kept: Mapping[str, str]) -> None:
    """Raises InputError for files that cannot be written, and for those that would be written over: all at once.

    `kept` has files that must stay as they are, with what they are. Nothing is left behind of the trial.
    """
    problems = []
    taken = {_file(path): what for path, what in kept.items()}
    if options.results and _file(options.results) is None and not os.path.isdir(options.results):
        problems.append(Diagnostic(
            code="unwritable", message=f"--results: '{options.results}' is a pipe or device, from which no report can be read",
            mend="name a file; `tail -f FILE` passes its lines on as they come"))
    for option, path in (("-rff", options.result_file), ("-trendfile", options.trend_file), ("-o", options.output)):
        if not path:
            continue
        file = _file(path)
        if file is not None and file in taken:
            problems.append(Diagnostic(code="unwritable", message=f"{option}: '{path}' is {taken[file]}",
                                       mend="name another file"))
        elif why := _refusal(path):
            problems.append(Diagnostic(code="unwritable", message=f"{option}: cannot write '{path}': {why}",
                                       mend="name a file in a folder that may be written to"))
        taken[file] = f"what {option} writes"
    if problems:
        raise InputError(problems)


def raw(paths: Iterable[str]) -> dict[str, str]:
    """Results files, which cannot be measured again, for `check_writable`."""
    return {path: "the results file itself" for path in paths if path}


def _file(path: str) -> File | None:
    """What two names of one file have in common; None for a device or pipe, which several may write to."""
    try:
        found = os.stat(path)
    except OSError:  # not there yet
        return os.path.realpath(path)
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def make_folder(path: str) -> list[str]:
    """Make the folders of a file that are missing, and return them, the innermost first. Raises OSError."""
    missing = []
    folder = os.path.dirname(os.path.abspath(path))
    while not os.path.lexists(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    if missing:
        os.makedirs(missing[0])
    return missing


def _refusal(path: str) -> str:
    """Why the file cannot be written, "" when it can."""
    new = not os.path.exists(path)
    made: list[str] = []
    try:
        made = make_folder(path)
        if not new and stat.S_ISFIFO(os.stat(path).st_mode):
            return ""  # opened and closed, a named pipe would end its reader, and nobody would read what comes
        with open(path, "a", encoding="utf-8"):
            pass
        if new:
            os.unlink(os.path.realpath(path))  # a link to nowhere stays one
    except OSError as error:
        return error.strerror or str(error)
    finally:
        for folder in made:
            os.rmdir(folder)
    return ""
