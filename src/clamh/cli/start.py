"""The start of the command line: while modules load, Ctrl-C ends it as any program, without a traceback from an import.
"""

from __future__ import annotations

import _signal  # `signal` creates enumerations first: for milliseconds, Ctrl-C would print a traceback
import sys

if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:  # an ignored SIGINT stays ignored
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

# Child processes inherit an ignored SIGCHLD, and then the system forgets how a child ended: a worker's exit would be
# unknown.
_signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)

from clamh.cli import main as command_line  # noqa: E402


def main() -> int:
    """Run the verb that the command line names; returns the exit code."""
    try:
        return command_line.main()
    finally:
        # Everything is printed and written: only the interpreter's own end is left.
        if callable(_signal.getsignal(_signal.SIGINT)):
            _signal.signal(_signal.SIGINT, _signal.SIG_DFL)


if __name__ == "__main__":
    sys.exit(main())
