"""The command line: one verb, then its own options. The only place that turns exceptions into exit codes."""

from __future__ import annotations

import importlib
import os
import sys
import tempfile
import traceback

from clamh.cli.arguments import VersionAsked, version
from clamh.errors import BuildError, ClamhError, InputError, Interrupted

VERBS = {
    "run": "build, measure and compare",
    "build": "build the runnable artifacts beside their sources",
    "list": "list benchmarks: key by platform",
    "generate": "print the generated code",
    "plan": "print what a run would measure, in which order",
    "report": "judge and print a results file again",
}


def main(argv: list[str] | None = None) -> int:
    """Run one verb; returns the exit code (design section 9)."""
    argv = sys.argv[1:] if argv is None else argv
    try:
        return _dispatch(argv)
    except VersionAsked:
        print(version())
        return 0
    except InputError as error:
        from clamh.cli import show

        print(show.diagnostics(error.diagnostics), file=sys.stderr)
        return error.exit_code
    except BuildError as error:
        from clamh.cli import show

        print(show.build_error(error), file=sys.stderr)
        return error.exit_code
    except Interrupted as error:
        print(f"interrupted: {error}", file=sys.stderr)
        return error.exit_code
    except ClamhError as error:
        print(f"error: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("interrupted before anything was measured", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader of a pipe (head, less) went away; Python would complain again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception:  # noqa: BLE001 - the one place where our own bugs end
        return _our_bug(argv)


def _dispatch(argv: list[str]) -> int:
    if not argv or argv[0] in ("-h", "--help"):
        print(_usage())
        return 0 if argv else 2
    if argv[0] in ("-v", "--version"):
        print(version())
        return 0
    if argv[0] not in VERBS:
        from difflib import get_close_matches

        from clamh.diagnostics import Diagnostic

        near = get_close_matches(argv[0], VERBS, 1)
        raise InputError([Diagnostic(code="usage", message=f"clamh: '{argv[0]}' is no verb",
                                     mend=f"did you mean 'clamh {near[0]}'?" if near else "see clamh -h")])
    # The verb's module is imported here and not above: `clamh --help` must not load a parser or a statistics library.
    return importlib.import_module(f"clamh.cli.{argv[0]}").main(argv[1:])


def _usage() -> str:
    width = max(map(len, VERBS))
    verbs = "\n".join(f"  {verb:<{width}}  {what}" for verb, what in VERBS.items())
    return f"usage: clamh VERB [PATH ...] [options]\n\n{verbs}\n\nclamh VERB -h shows a verb's options."


def _our_bug(argv: list[str]) -> int:
    text = f"{version()}\nclamh {argv!r}\n{traceback.format_exc()}"
    with tempfile.NamedTemporaryFile("w", prefix="clamh-bug-", suffix=".txt", delete=False) as log:
        log.write(text)
    print(f"{traceback.format_exc(limit=0).strip()}\nThis is a bug of CLAMH, not of your input. The details are in "
          f"{log.name}; please report them.", file=sys.stderr)
    return 3


if __name__ == "__main__":
    sys.exit(main())
