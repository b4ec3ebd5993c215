"""Child processes that are no step of a build: how one is started, a program that is asked something, and a command of the user's that is run to its end."""

from __future__ import annotations

import fcntl
import os
import pwd
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import NamedTuple

SIGNALS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD}
LOST_S = 5.0  # where a process has threads, one that does not hold SIGCHLD back may have taken it: a test waited for good
SPAWNED: set[int] = set()  # pids of processes that `spawn` started and nobody has reaped
KERNEL = 0  # si_code above it: sent by the kernel, as to all of a terminal's foreground processes


@contextmanager
def shielded() -> Iterator[None]:
    """Holds Ctrl-C and its like back until the block is over, so that they never fall into a start or a clean-up.

    Blocking the signal would do too, but a process started in the block would inherit that.
    """
    if current_thread() is not main_thread():  # signals only ever reach the main thread
        yield
        return
    held: list[int] = []
    ends = [one for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if callable(signal.getsignal(one))]
    previous = {one: signal.signal(one, lambda number, frame: held.append(number)) for one in ends}
    try:
        yield
    finally:
        for one, handler in previous.items():
            signal.signal(one, handler)
        if held:
            signal.raise_signal(held[0])


def spawn(argv: Sequence[str], environ: Mapping[str, str], descriptors: Sequence[int]) -> int:
    """Starts a process in a session of its own, whose only open files are these, numbered from 0; its pid.

    The pipes of a worker must have the lowest numbers there are: at its start libuv marks the inherited descriptors
    close-on-exec up to 15, and above only as far as there is no gap, and Node has no call to mark one. Under a driver
    with many open files the children of a benchmark held the pipes. subprocess keeps numbers as they are.

    Raises OSError or ValueError where the program cannot be started.
    """
    count = len(descriptors)
    # Above every number that is given away, or to give 3 its file could close the one that 4 is to get.
    kept = [fcntl.fcntl(one, fcntl.F_DUPFD_CLOEXEC, count) for one in descriptors]
    try:
        actions = [(os.POSIX_SPAWN_DUP2, one, number) for number, one in enumerate(kept)]
        inherited = [int(name) for name in os.listdir("/dev/fd") if int(name) >= count]
        actions += [(os.POSIX_SPAWN_CLOSE, one) for one in inherited if _is_inheritable(one)]
        # Python ignores these two, and what is ignored stays so in a new program.
        pid = os.posix_spawnp(argv[0], argv, environ, file_actions=actions, setsid=True,
                              setsigdef=(signal.SIGPIPE, signal.SIGXFSZ))
        SPAWNED.add(pid)
        return pid
    finally:
        for one in kept:
            os.close(one)


def _is_inheritable(descriptor: int) -> bool:
    try:
        return os.get_inheritable(descriptor)
    except OSError:  # the one that the list itself was read through
        return False


class Answer(NamedTuple):
    """What a program that was asked something printed, and its exit code."""

    code: int
    output: bytes
    errors: str


def ask(argv: Sequence[str], environ: Mapping[str, str]) -> Answer:
    """Runs a program to its end, with nothing to read, in a session of its own: Ctrl-C reaches us, and we end it with all that it started.

    Raises FileNotFoundError where there is no such program.
    """
    with subprocess.Popen(argv, env=dict(environ), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          start_new_session=True) as process:
        try:
            output, errors = process.communicate()
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return Answer(process.returncode, output, errors.decode("utf-8", "replace"))


def run(argv: Sequence[str], environ: Mapping[str, str], started: Callable[[int], None], over: Callable[[], None]) -> int:
    """Runs it to its end and returns its exit code (128 + N after signal N).

    `started` gets its pid, in the new process before that becomes the command: nobody can end us in between. `over` is always called.
    From before its start until after `over` no signal that can be held back ends this process: one that another process sends
    us is passed on, a terminal's reaches the command without us. Raises OSError where it cannot be started.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)

    def prepare() -> None:
        started(os.getpid())
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

    try:
        # Not posix_spawn: under sudo the command must run as the user who called that.
        child = subprocess.Popen(argv, **_user(environ), preexec_fn=prepare)
        while child.poll() is None:
            told = signal.sigtimedwait(SIGNALS, LOST_S)
            if told and told.si_signo != signal.SIGCHLD and told.si_code <= KERNEL and child.poll() is None:
                child.send_signal(told.si_signo)
        return child.returncode if child.returncode >= 0 else 128 - child.returncode
    finally:
        over()
        while signal.sigtimedwait(SIGNALS, 0):  # those that came when the command had ended: we end anyway
            pass
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _user(environ: Mapping[str, str]) -> dict[str, object]:
    """As whom it runs: under sudo as the user who called it, whose results and caches they are, else as ourselves."""
    caller = environ.get("SUDO_UID", "")
    if os.geteuid() != 0 or not caller.isdigit() or int(caller) == 0:
        return {"env": dict(environ)}
    known = pwd.getpwuid(int(caller))
    own = {"HOME": known.pw_dir, "USER": known.pw_name, "LOGNAME": known.pw_name}
    return {"env": {**environ, **own}, "user": known.pw_uid, "group": known.pw_gid,
            "extra_groups": os.getgrouplist(known.pw_name, known.pw_gid)}
