"""--cpus: the whole run on these CPUs alone, from the first build to the report."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from clamh.machine.cpu_list import written
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.options import Options


@contextmanager
def on_cpus(options: Options) -> Iterator[None]:
    """The block, and all that it starts, has the CPUs of --cpus alone. Raises InputError for those that it cannot have."""
    if not options.cpus:
        yield
        return

    from clamh.machine.cpus import affinity, obstacles
    from clamh.running.worker.affinity import restrict

    if not affinity():
        raise _refused("this system cannot bind processes to CPUs", "leave it out")
    if problems := [_problem(what, mend) for what, mend in obstacles(options.cpus)]:
        raise InputError(problems)
    before = affinity()
    try:
        restrict(options.cpus)
    except OSError as error:
        raise _refused(f"the system refuses CPUs {written(options.cpus)}: {error.strerror}",
                       f"this process has {written(before)}; see what taskset -c {written(options.cpus)} true says") from None
    try:
        yield
    finally:
        restrict(before)


def _problem(what: str, mend: str) -> Diagnostic:
    return Diagnostic(code="cpus", message=f"--cpus: {what}", mend=mend)


def _refused(what: str, mend: str) -> InputError:
    return InputError([_problem(what, mend)])
