"""The exceptions that the CLI turns into messages and exit codes.

    ClamhError            exit code
    ├── InputError        2   the user's command line, sources or environment; carries diagnostics
    ├── BuildError        2   the user's code does not compile; carries the compiler's messages
    ├── BuildErrors       2   several such errors, of one or more languages
    ├── WorkerError       1   a worker failed; becomes a failure row and never ends a run
    ├── ResultsError      1   the results file can no longer be written; its content stays readable
    └── Interrupted       130 Ctrl-C, results kept

Any other exception is a bug of CLAMH: exit code 3.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # cli/main.py imports these errors; --help must not load the model because of them
    from clamh.model.diagnostics import Diagnostic


class ClamhError(Exception):
    """The base class of all exceptions that CLAMH raises on purpose."""

    exit_code = 3


class InputError(ClamhError):
    """The user's input cannot be used; `diagnostics` has every problem."""

    exit_code = 2

    def __init__(self, diagnostics: Iterable[Diagnostic]):
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(diagnostic.message for diagnostic in self.diagnostics))


class BuildError(ClamhError):
    """A compiler rejected the source; `output` is what it printed, with the user's file names and lines.

    `hint` is a hint, "" if the output is clear enough. `causes` are problems that CLAMH finds in the source, which may
    explain the output.
    """

    exit_code = 2

    def __init__(self, title: str, output: str, command: str, hint: str = ""):
        self.title, self.output, self.command, self.hint = title, output, command, hint
        self.causes: tuple[Diagnostic, ...] = ()
        super().__init__(f"{title}\n{output}")


class BuildErrors(ClamhError):
    """Several artifacts failed, in their compilers or while they described their content."""

    exit_code = 2

    def __init__(self, errors: Iterable[BuildError | InputError]):
        self.errors = tuple(errors)
        super().__init__("\n".join(map(str, self.errors)))


NO_ANSWER = "no answer in time"  # the detail of a WorkerError "timeout" begins with it
STOPPED = "; a signal, such as SIGSTOP, had stopped its process"  # and ends with it if the worker did not run


class WorkerError(ClamhError):
    """A worker broke the contract or died; `reason` is one of the protocol's failure reasons.

    `where` is the failed fixture or benchmark. `signal` and `code` say how the process ended, if its end is the
    failure.
    """

    exit_code = 1

    def __init__(self, reason: str, detail: str = "", *, where: str = "", signal: int = 0, code: int | None = None):
        self.reason, self.detail, self.where, self.signal, self.code = reason, detail, where, signal, code
        super().__init__(f"{reason}: {detail}" if detail else reason)


class ResultsError(ClamhError):
    """The results file `results` cannot be written any more (disk full, I/O error): the run stops and keeps its lines.
    """

    exit_code = 1

    def __init__(self, message: str, results: str):
        self.results = results
        super().__init__(message)


class Interrupted(ClamhError):
    """The user pressed Ctrl-C; `results` is the file with the measurements, "" if there are none. `advice` is what to
    do then if it is not to resume the run.
    """

    exit_code = 130

    def __init__(self, results: str, advice: str = ""):
        import shlex  # `clamh --help` needs it for no other error

        self.results = results
        advice = advice or f"continue with: clamh run --resume {shlex.quote(results)}"
        super().__init__(f"the results so far are in {results}; {advice}" if results else "nothing was measured")
