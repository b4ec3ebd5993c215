"""The exceptions that the CLI turns into messages and exit codes.

    ClamhError            exit code
    ├── InputError        2   the user's command line, sources or environment; carries diagnostics
    ├── BuildError        2   the user's code does not compile; carries the compiler's own words
    ├── BuildErrors       2   several such errors, of one or more languages
    ├── WorkerError       1   a worker failed: becomes a failure row, and never ends a run
    ├── ResultsError      1   the results file cannot be written any more; what was written stays readable
    └── Interrupted       130 Ctrl-C, results kept

Anything else is our bug: exit 3.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the command line's main knows these errors, and its help must not load the model for them
    from clamh.model.diagnostics import Diagnostic


class ClamhError(Exception):
    """The root of all that we raise on purpose."""

    exit_code = 3


class InputError(ClamhError):
    """What the user gave cannot be used; every problem found is in `diagnostics`."""

    exit_code = 2

    def __init__(self, diagnostics: Iterable[Diagnostic]):
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(d.message for d in self.diagnostics))


class BuildError(ClamhError):
    """A compiler refused; `output` is what it printed, with the user's own file names and lines.

    `mend` is what may help where those words do not say it, "" where they do. `causes` is what CLAMH itself sees wrong with the
    source, from which those words may follow.
    """

    exit_code = 2

    def __init__(self, title: str, output: str, command: str, mend: str = ""):
        self.title, self.output, self.command, self.mend = title, output, command, mend
        self.causes: tuple[Diagnostic, ...] = ()
        super().__init__(f"{title}\n{output}")


class BuildErrors(ClamhError):
    """Several artifacts were refused, by their compilers or when they were asked what is in them."""

    exit_code = 2

    def __init__(self, errors: Iterable[BuildError | InputError]):
        self.errors = tuple(errors)
        super().__init__("\n".join(map(str, self.errors)))


class WorkerError(ClamhError):
    """A worker broke the contract or died; `reason` is one of the protocol's failure reasons.

    `where` is the fixture or benchmark that failed, `signal` and `code` how the process ended when that is the failure.
    """

    exit_code = 1

    def __init__(self, reason: str, detail: str = "", *, where: str = "", signal: int = 0, code: int | None = None):
        self.reason, self.detail, self.where, self.signal, self.code = reason, detail, where, signal, code
        super().__init__(f"{reason}: {detail}" if detail else reason)


class ResultsError(ClamhError):
    """The results file `results` takes no more (disk full, I/O error): the run stops, its lines so far are kept."""

    exit_code = 1

    def __init__(self, message: str, results: str):
        self.results = results
        super().__init__(message)


class Interrupted(ClamhError):
    """The user pressed Ctrl-C; what was measured is in the file `results`, "" when nothing was."""

    exit_code = 130

    def __init__(self, results: str):
        self.results = results
        super().__init__(f"what was measured is in {results}; go on with: clamh run --resume {results}" if results
                         else "nothing was measured")
