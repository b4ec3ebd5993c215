"""The command line: one verb, then its own options. Only this module turns exceptions into exit codes."""

from __future__ import annotations

import errno
import importlib
import os
import sys
from collections.abc import Sequence

from clamh.cli import streams
from clamh.cli.ending import handle_signals
from clamh.cli.version import VersionRequested, version
from clamh.model.errors import BuildError, BuildErrors, ClamhError, InputError, Interrupted

VERBS = {
    "run": "build, measure and compare",
    "build": "build the runnable artifacts beside their sources",
    "new": "write a small suite to edit, the same in several languages",
    "adopt": "write annotated sources with benchmarks of another tool",
    "list": "list benchmarks, or what a run would measure (--forks)",
    "check": "report problems in the sources, or differing values (--values)",
    "explain": "show the emitted code of a benchmark on each platform",
    "report": "judge and print a results file again",
    "profile": "show which functions take the time, with a flame graph",
    "plot": "write a chart of a run as SVG or PNG",
    "compare": "compare two runs, platforms, or two builds",
    "gate": "report which benchmarks became slower",
    "history": "keep results in a database, and show them over commits",
    "import": "turn files of another tool into a results file",
    "doctor": "try every toolchain; or show what could be steadier (--tune)",
    "clean": "delete builds; runs and calibrations stay",
    "calibrate": "measure each case against itself: the noise of this machine",
    "generate": "print the generated code",
    "include": "print the folder of clamh.h, b63.h and metron.zig",
    "submit": "run a suite on the queues of a cluster (Slurm)",
    "collect": "report the results of a submission",
}
# verbs that only --help-all shows
LATER = ("adopt", "explain", "profile", "plot", "history", "import", "calibrate", "generate", "include", "submit",
         "collect")
WORDS = {"help": "-h", "version": "-v"}  # verbs of other programs
MOVED = {"plan": ("list", "--forks"), "verify": ("check", "--values"),
         "tune": ("doctor", "--tune")}  # former verbs, still accepted
ON_NODES = "task"  # a verb for batch scripts, not for users
# Errors of the machine, whichever file they concern: a full disk, or a folder that may not be written to.
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
FORBIDDEN = (errno.EROFS, errno.EACCES, errno.EPERM)
IN_THE_WAY = (errno.ENOTDIR, errno.EEXIST)  # a file stands where CLAMH needs a folder
LACKING = (errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM)  # processes, open files or memory
NO_THREAD = "can't start new thread"  # the RuntimeError of Python
NO_ROOM = "failed to map segment from shared object"  # in an ImportError: there is no memory for a library
KEEP_ELSEWHERE = "set CLAMH_CACHE to a writable folder, and name a results file with --results FILE"


def main(argv: list[str] | None = None) -> int:
    """Run a verb; returns the exit code (design section 9)."""
    argv = sys.argv[1:] if argv is None else argv
    try:
        handle_signals()
        streams.prepare_streams()
        try:
            return _dispatch(argv)
        except VersionRequested:
            print(version())
            return 0
        finally:  # also for help texts, which raise SystemExit: what cannot be written is reported below
            sys.stdout.flush()
    except (InputError, BuildError, BuildErrors) as error:
        from clamh.cli import show

        print(show.format_error(error), file=sys.stderr)
        return error.exit_code
    except Interrupted as error:
        print(f"interrupted: {error}", file=sys.stderr)
        return error.exit_code
    except ClamhError as error:
        print(f"error: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        resumes = any(word.partition("=")[0] == "--resume" for word in argv)  # then a part was measured before
        print("interrupted: nothing was measured" if argv[:1] == ["run"] and not resumes else "interrupted",
              file=sys.stderr)
        return 130
    except OSError as error:
        if error.errno == errno.ENOENT and not _has_folder():
            print("error: the current folder was deleted", file=sys.stderr)
            print("    hint: change to an existing folder", file=sys.stderr)
            return InputError.exit_code
        if error.errno == errno.ENOENT and not error.filename and "temporary directory" in str(error):
            print("error: there is no folder in which temporary files can be written", file=sys.stderr)
            print("    hint: set TMPDIR to a writable folder", file=sys.stderr)
            return InputError.exit_code
        is_output = hasattr(error, "characters_written")  # of a pipe that does not block, and whose reader is too slow
        if error.errno not in FULL + FORBIDDEN + IN_THE_WAY and not is_output:
            return _report_bug(argv)
        place = f"'{error.filename}'" if error.filename else "the output"
        done = "read or write" if error.errno in (errno.EACCES, errno.EPERM) and error.filename else "write"
        print(f"error: cannot {done} {place}: {error.strerror}", file=sys.stderr)
        if error.filename:
            hint = KEEP_ELSEWHERE if _is_ours(os.fsdecode(error.filename)) else (
                "free some space there" if error.errno in FULL else "check its permissions, or use another folder")
            print(f"    hint: {hint}", file=sys.stderr)
            return InputError.exit_code
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception:  # noqa: BLE001 - only here are our own bugs caught
        return _report_bug(argv)


def _is_ours(path: str) -> bool:
    """Whether a path is in a folder that CLAMH makes, or above the folder of what all projects share."""
    from clamh.machine.atomic import OWN, shared_root

    place, shared = os.path.abspath(path), str(shared_root(os.environ))
    return OWN in place.split(os.sep) or os.path.commonpath([place, shared]) in (place, shared)


def _has_folder() -> bool:
    try:
        return bool(os.getcwd())
    except FileNotFoundError:
        return False


def _dispatch(argv: list[str]) -> int:
    if not argv or argv[0] in ("-h", "--help", "--help-all"):
        print(_format_usage([verb for verb in VERBS if verb not in LATER or argv[:1] == ["--help-all"]]))
        return 0 if argv else 2
    if argv[0] in ("-v", "--version"):
        print(version())
        return 0
    if argv[0] == "--completion":
        from clamh.cli.completion import make_script

        sys.stdout.write(make_script(VERBS, " ".join(argv[1:])))
        return 0
    argv = [*MOVED.get(argv[0], argv[:1]), *argv[1:]]
    if argv[0] not in (*VERBS, ON_NODES):
        from difflib import get_close_matches

        from clamh.model.diagnostics import input_error

        near = WORDS.get(argv[0]) or next(iter(get_close_matches(argv[0], VERBS, 1)), "")
        raise input_error("usage", f"clamh: there is no verb '{argv[0]}'",
                          f"did you mean 'clamh {near}'?" if near else "see clamh -h")
    # The verb's module is imported here, so that `clamh --help` loads neither a parser nor a statistics library.
    return importlib.import_module(f"clamh.cli.{argv[0]}").main(argv[1:])


def _format_usage(shown: Sequence[str]) -> str:
    width = max(map(len, shown))
    verbs = "\n".join(f"  {verb:<{width}}  {VERBS[verb]}" for verb in shown)
    return f"""usage: clamh VERB [PATH ...] [options]

Measures the same benchmark in several languages and says which is faster.

verbs:
{verbs}

examples:
  clamh doctor                   which toolchains are here?
  clamh new sorting              a small suite to edit
  clamh run sorting --quick      a first answer
  clamh run                      measure all benchmarks of this folder
  clamh report                   show the newest results again

clamh VERB -h shows a verb's options, clamh --help-all every verb, clamh -v
the version, clamh --completion bash|zsh|fish a script that completes commands."""


def _report_bug(argv: list[str]) -> int:
    import tempfile
    import traceback

    if limit := _name_limit(sys.exception()):
        print(f"error: {limit}", file=sys.stderr)
        print("    hint: raise the limits of this shell (ulimit -a) or container", file=sys.stderr)
        return InputError.exit_code
    text = f"{version()}\nclamh {argv!r}\n{traceback.format_exc()}"
    with tempfile.NamedTemporaryFile("w", prefix="clamh-bug-", suffix=".txt", delete=False, encoding="utf-8",
                                     errors="backslashreplace") as log:
        log.write(text)
    print(f"{traceback.format_exc(limit=0).strip()}\nThis is a bug of CLAMH, not of your input. The details are in "
          f"{log.name}; please report them.", file=sys.stderr)
    return 3


def _name_limit(error: BaseException | None) -> str:
    """The limit of the system that an exception comes from; "" if none."""
    if isinstance(error, OSError) and error.errno in LACKING:
        return f"the system has no more processes, open files or memory for clamh: {error.strerror}"
    if isinstance(error, MemoryError) or NO_ROOM in str(error):
        return "the system has no more memory for clamh"
    return "the system has no more threads for clamh" if str(error) == NO_THREAD else ""


if __name__ == "__main__":
    sys.exit(main())
