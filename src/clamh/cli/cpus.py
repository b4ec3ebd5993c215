"""--cpus: binds the whole run, from the first build to the report, to these CPUs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from clamh.machine.cpu_list import format_ranges
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.options import Options


@contextmanager
def bind_to_cpus(options: Options) -> Iterator[None]:
    """Bind the block, and all that it starts, to the CPUs of --cpus. Raises InputError for CPUs that it cannot have."""
    if not options.cpus:
        yield
        return

    from clamh.machine.cpus import read_affinity, find_obstacles
    from clamh.running.worker.affinity import restrict

    if not read_affinity():
        raise _refuse("this system cannot bind processes to CPUs", "leave it out")
    if problems := [_problem(reason, hint) for reason, hint in find_obstacles(options.cpus)]:
        raise InputError(problems)
    before = read_affinity()
    try:
        restrict(options.cpus)
    except OSError as error:
        raise _refuse(
            f"the system refuses CPUs {format_ranges(options.cpus)}: {error.strerror}",
            f"this process may use CPUs {format_ranges(before)}; try: taskset -c {format_ranges(options.cpus)} true"
        ) from None
    try:
        yield
    finally:
        restrict(before)


def _problem(reason: str, hint: str) -> Diagnostic:
    return Diagnostic(code="cpus", message=f"--cpus: {reason}", hint=hint)


def _refuse(reason: str, hint: str) -> InputError:
    return InputError([_problem(reason, hint)])
