"""clamh clean: deletes the builds of a project, and with --all everything that CLAMH keeps of it."""

from __future__ import annotations

import fcntl
import os
import shutil
import sys
from pathlib import Path

from clamh.cli import arguments
from clamh.model.diagnostics import Diagnostic, input_error
from clamh.model.errors import InputError
from clamh.model.folders import find_root, shorten_path
from clamh.report.units import format_byte_size, format_count

RESULTS = {"runs/*.ndjson": "run", "calibrations/*.ndjson": "calibration", "compared/*.ndjson": "comparison",
           "imported/*.ndjson": "imported file", "profiles/*.speedscope.json": "flame graph"}
EXAMPLES = (
    ("clamh clean", "delete the builds; runs and calibrations stay"),
    ("clamh clean --all", "also delete all results, after asking"),
)


def parser() -> arguments.Parser:
    """What the verb accepts."""
    verb = arguments.make_verb_parser("clean", "Delete the builds of a project; runs and calibrations stay.",
                                      "[FOLDER]", EXAMPLES)
    verb.add_argument("paths", nargs="*", metavar="FOLDER", help="a folder of the project (this one)")
    verb.add_argument("--all", action="store_true", help="delete all of .clamh: also all results and the history")
    verb.add_argument("--yes", action="store_true", help="do not ask")
    return verb


def main(argv: list[str]) -> int:
    """Delete; 1 when the user answered no."""
    args, options = arguments.parse_command_line(parser(), argv)
    if len(options.paths) > 1:  # the project around them all need not be that of any of them
        raise input_error("usage", f"clamh clean: got {len(options.paths)} folders, but takes a single folder",
                          "clean each project by itself")
    if missing := [path for path in options.paths if not os.path.isdir(path)]:
        raise InputError([
            Diagnostic(code="no-folder", message=f"clamh clean: there is no folder {path}",
                       hint="name a folder of the project") for path in missing
        ])
    root = find_root([os.path.join(path, "") for path in options.paths] or ["."])
    clamh_folder = Path(root, ".clamh")
    if args.all and clamh_folder.is_dir() and not (args.yes or _ask_user(clamh_folder)):
        return 1
    if args.all:
        _check_runs(clamh_folder)
    _clean_builds(root)
    if args.all and clamh_folder.is_dir():
        shutil.rmtree(os.path.realpath(clamh_folder))
        if clamh_folder.is_symlink():
            clamh_folder.unlink()
        print(f"deleted {shorten_path(str(clamh_folder))}")
    return 0


def _check_runs(clamh_folder: Path) -> None:
    """Raises InputError while another process writes results in the folder: its builds may be elsewhere, or none."""
    for path in sorted(clamh_folder.glob("*/*.ndjson")):
        try:
            with path.open("r+b") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise _in_use(f"writing {shorten_path(str(path))}") from None
        except OSError:  # of another user, or on a file system without locks
            pass


def _in_use(doing: str) -> InputError:
    return input_error("in-use", f"another clamh process is {doing}", "wait until it ends")


def _clean_builds(root: str) -> None:
    from clamh.building.cache import cache_root
    from clamh.building.cleaning import clean

    cache = cache_root(os.environ, root)
    try:
        deleted = clean(cache)
    except BlockingIOError:
        raise _in_use(f"using the builds of {shorten_path(str(cache))}") from None
    if deleted:
        print(
            f"deleted {format_count(len(deleted), 'build')} ({format_byte_size(sum(build.size for build in deleted))}) "
            f"from {shorten_path(str(cache))}"
        )
    else:
        print(f"{shorten_path(str(cache))} has no builds")


def _ask_user(clamh_folder: Path) -> bool:
    """Whether the user agrees to losing results. Raises InputError where no terminal can ask."""
    counts = {noun: len(list(clamh_folder.glob(files))) for files, noun in RESULTS.items()}
    contents = [format_count(count, noun) for noun, count in counts.items() if count]
    contents += ["the history"] if (clamh_folder / "history.db").exists() else []
    *first, last = contents or ["no results"]
    question = f"delete {shorten_path(str(clamh_folder))} with {', '.join(first)}{' and ' if first else ''}{last}?"
    if sys.stdin is None or not sys.stdin.isatty():
        raise input_error("usage", f"clamh clean --all: {question}",
                          "to delete without being asked: clamh clean --all --yes")
    print(f"{question} [y/N] ", end="", flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
