"""Child processes other than build steps: starting one, running a program for its output, and running a user's command
to its end.
"""

from __future__ import annotations

import fcntl
import os
import pwd
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from threading import current_thread, main_thread
from typing import NamedTuple

SIGNALS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD}
LOST_SIGNAL_S = 5.0  # another thread that does not block SIGCHLD may receive it: a test once waited forever
SPAWNED: set[int] = set()  # pids of processes that `spawn` started and that are not reaped yet
NAP_S = 0.01  # between two looks for a signal, on systems where the wait cannot end in time
KERNEL_CODE = 0  # a larger si_code: the kernel sent the signal, as to all foreground processes of a terminal


@contextmanager
def delay_signals() -> Iterator[None]:
    """Delays Ctrl-C, SIGTERM and SIGHUP until the block ends, so that they never interrupt a start or a clean-up.

    Blocking the signals would also work, but a process started in the block would inherit the blocked signals.
    """
    if current_thread() is not main_thread():  # signals only ever reach the main thread
        yield
        return
    received: list[int] = []
    handled = [
        number for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if callable(signal.getsignal(number))
    ]
    previous = {number: signal.signal(number, lambda number, frame: received.append(number)) for number in handled}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
        if received:
            signal.raise_signal(received[0])


def spawn(argv: Sequence[str], environ: Mapping[str, str], descriptors: Sequence[int]) -> int:
    """Starts a process in its own session, whose only open files are `descriptors`, numbered from 0. Returns its pid.

    The pipes of a worker must have the lowest numbers: at its start libuv marks the inherited descriptors up to 15
    close-on-exec, above 15 only up to the first gap, and Node has no call to mark one. When the driver had many open
    files, child processes of a benchmark held the pipes open. subprocess cannot renumber descriptors.

    Raises OSError or ValueError if the program cannot be started.
    """
    count = len(descriptors)
    # The copies lie above all target numbers: otherwise filling number 3 could close the file meant for 4.
    copies = [fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, count) for descriptor in descriptors]
    try:
        actions = [(os.POSIX_SPAWN_DUP2, descriptor, number) for number, descriptor in enumerate(copies)]
        inherited = [int(name) for name in os.listdir("/dev/fd") if int(name) >= count]
        actions += [(os.POSIX_SPAWN_CLOSE, descriptor) for descriptor in inherited if _is_inheritable(descriptor)]
        # Python ignores these two signals, and a new program would inherit that.
        pid = os.posix_spawnp(argv[0], argv, environ, file_actions=actions, setsid=True,
                              setsigdef=(signal.SIGPIPE, signal.SIGXFSZ))
        SPAWNED.add(pid)
        return pid
    finally:
        for descriptor in copies:
            os.close(descriptor)


def _is_inheritable(descriptor: int) -> bool:
    try:
        return os.get_inheritable(descriptor)
    except OSError:  # the descriptor through which the list itself was read
        return False


def kill_group(leader: int, number: signal.Signals = signal.SIGKILL) -> None:
    """Sends a signal to the process group of this leader, which may have ended."""
    with suppress(ProcessLookupError, PermissionError):  # macOS reports EPERM for a group of zombies
        os.killpg(leader, number)


class Answer(NamedTuple):
    """The exit code and the output of a program."""

    code: int
    output: bytes
    errors: str


def run_for_output(argv: Sequence[str], environ: Mapping[str, str], timeout_s: float | None = None) -> Answer:
    """Runs a program to its end, without input and in its own session. After `timeout_s`, and on Ctrl-C, which reaches
    only us, its process group is killed.

    Raises FileNotFoundError if there is no such program, TimeoutError if it did not end in time.
    """
    with subprocess.Popen(argv, env=dict(environ), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, start_new_session=True) as process:
        try:
            output, errors = process.communicate(timeout=timeout_s)
        except BaseException as error:
            kill_group(process.pid)
            if isinstance(error, subprocess.TimeoutExpired):
                raise TimeoutError(str(error)) from None
            raise
    return Answer(process.returncode, output, errors.decode("utf-8", "replace"))


def run_command(argv: Sequence[str], environ: Mapping[str, str], started: Callable[[int], None],
                over: Callable[[], None]) -> int:
    """Runs a command to its end and returns its exit code (128 + N after signal N).

    `started` is called with the pid in the new process before it executes the command, so there is no gap in which we
    could be killed. `over` is always called. From before the start until after `over`, no signal that can be blocked
    ends this process: a signal from another process is passed on to the command, a terminal's signal reaches the
    command directly. Raises OSError if the command cannot be started.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)

    def prepare() -> None:
        started(os.getpid())
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

    try:
        # Not posix_spawn: under sudo the command must run as the user who called sudo.
        child = subprocess.Popen(argv, **_user_options(environ), preexec_fn=prepare)
        while child.poll() is None:
            number = _receive_signal(LOST_SIGNAL_S)
            if number not in (None, signal.SIGCHLD) and child.poll() is None:
                child.send_signal(number)
        return child.returncode if child.returncode >= 0 else 128 - child.returncode
    finally:
        over()
        while _receive_signal(0) is not None:  # discard signals that arrived after the command's end: we end anyway
            pass
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _receive_signal(timeout_s: float) -> int | None:
    """A signal of SIGNALS, which are blocked, or None if there is none in time. SIGCHLD stands for every signal that
    the command gets by itself.
    """
    if hasattr(signal, "sigtimedwait"):
        received = signal.sigtimedwait(SIGNALS, timeout_s)
        if received is None:
            return None
        return received.si_signo if received.si_code <= KERNEL_CODE else signal.SIGCHLD
    # macOS lacks it, and does not say who sent a signal: a terminal's is most likely Ctrl-C.
    if not signal.sigpending() & SIGNALS:
        time.sleep(min(timeout_s, NAP_S))
    if not signal.sigpending() & SIGNALS:
        return None
    number = signal.sigwait(SIGNALS)
    return signal.SIGCHLD if number == signal.SIGINT and _has_terminal() else number


def _has_terminal() -> bool:
    """Whether this process and its children get the signals of a terminal."""
    try:
        with open("/dev/tty", "rb", buffering=0) as terminal:
            return os.tcgetpgrp(terminal.fileno()) == os.getpgrp()
    except OSError:
        return False


def _user_options(environ: Mapping[str, str]) -> dict[str, object]:
    """Options of Popen for the user: under sudo the user who called it and owns the results and caches, else the same
    user.
    """
    caller = environ.get("SUDO_UID", "")
    if os.geteuid() != 0 or not caller.isdigit() or int(caller) == 0:
        return {"env": dict(environ)}
    account = pwd.getpwuid(int(caller))
    variables = {"HOME": account.pw_dir, "USER": account.pw_name, "LOGNAME": account.pw_name}
    return {"env": {**environ, **variables}, "user": account.pw_uid, "group": account.pw_gid,
            "extra_groups": os.getgrouplist(account.pw_name, account.pw_gid)}
