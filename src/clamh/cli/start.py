"""The start of the command line: while it loads, Ctrl-C ends it as any program, and Python tells of no import."""

from __future__ import annotations

import _signal  # `signal` makes enumerations first: milliseconds in which Ctrl-C would be told with a traceback
import sys

if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:  # where it is ignored it stays so
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

# Ignored, which is inherited, it makes the system forget how a child ended; nobody could say what became of a worker.
_signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)

from clamh.cli import main as command_line  # noqa: E402


def main() -> int:
    """Run the verb that the command line names; returns the exit code."""
    try:
        return command_line.main()
    finally:
        # All is said and written: what is left is the interpreter's own end.
        if callable(_signal.getsignal(_signal.SIGINT)):
            _signal.signal(_signal.SIGINT, _signal.SIG_DFL)


if __name__ == "__main__":
    sys.exit(main())
