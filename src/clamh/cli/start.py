"""The start of the command line: while it loads, Ctrl-C ends it as any program, and Python tells of no import."""

from __future__ import annotations

import signal
import sys

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # where it is ignored it stays so
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from clamh.cli import main as command_line  # noqa: E402


def main() -> int:
    """Run the verb that the command line names; returns the exit code."""
    try:
        return command_line.main()
    finally:
        # All is said and written: what is left is the interpreter's own end.
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    sys.exit(main())
