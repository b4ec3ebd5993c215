"""The files that a run or report shall write, checked before anything is measured or printed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping

from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.options import Options

File = tuple[int, int] | str


def check_writable(options: Options, protected: Mapping[str, str]) -> None:
    """Raises InputError with all files that cannot be written or would overwrite another.

    `protected` has the files that must stay as they are, each with a description. The check leaves nothing behind.
    """
    problems = []
    taken = {_identify_file(path): description for path, description in protected.items()}
    if options.results and _identify_file(options.results) is None and not os.path.isdir(options.results):
        problems.append(
            Diagnostic(code="unwritable",
                       message=f"--results: '{options.results}' is a pipe or device; a report cannot be read from it",
                       hint="name a file; `tail -f FILE` shows its lines as they come"))
    elif os.path.isfile(options.results) and os.path.getsize(options.results):
        problems.append(
            Diagnostic(code="unwritable",
                       message=f"--results: '{options.results}' has content, and CLAMH never overwrites results",
                       hint="name another file; only a run of clamh run can continue: clamh run --resume FILE"))
    for option, path in (("-rff", options.result_file), ("--html", options.html), ("-trendfile", options.trend_file),
                         ("-o", options.output)):
        if not path:
            continue
        file = _identify_file(path)
        if file is not None and file in taken:
            problems.append(Diagnostic(code="unwritable", message=f"{option}: '{path}' is {taken[file]}",
                                       hint="name another file"))
        elif why := _find_obstacle(path):
            problems.append(Diagnostic(code="unwritable", message=f"{option}: cannot write '{path}': {why}",
                                       hint="name a file in a writable folder"))
        taken[file] = f"what {option} writes"
    if problems:
        raise InputError(problems)


def write_raw(paths: Iterable[str]) -> dict[str, str]:
    """For `check_writable`: results files, which cannot be measured again."""
    return {path: "the results file" for path in paths if path}


def _identify_file(path: str) -> File | None:
    """What all names of a file have in common; None for a device or pipe, which several options may write to."""
    try:
        status = os.stat(path)
    except OSError:  # the file does not exist yet
        return os.path.realpath(path)
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None


def make_folder(path: str) -> list[str]:
    """Make the missing folders of a file, and return them, the innermost first. Raises OSError."""
    missing = []
    folder = os.path.dirname(os.path.abspath(path))
    while not os.path.lexists(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    if missing:
        os.makedirs(missing[0])
    return missing


def _find_obstacle(path: str) -> str:
    """Why the file cannot be written; "" when it can."""
    new = not os.path.exists(path)
    new_folders: list[str] = []
    try:
        new_folders = make_folder(path)
        if not new and stat.S_ISFIFO(os.stat(path).st_mode):
            return ""  # opening and closing a named pipe would end its reader before anything is written
        with open(path, "a", encoding="utf-8"):
            pass
        if new:
            os.unlink(os.path.realpath(path))  # a dangling link stays dangling
    except OSError as error:
        return error.strerror or str(error)
    finally:
        for folder in new_folders:
            os.rmdir(folder)
    return ""
