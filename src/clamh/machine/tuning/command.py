"""The command of `clamh tune --apply`: started where it would have been without us, and told what we are told."""

from __future__ import annotations

import os
import pwd
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence

SIGNALS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD}
LOST_S = 5.0  # where a process has threads, one that does not hold SIGCHLD back may have taken it: a test waited for good
KERNEL = 0  # si_code above it: sent by the kernel, as to all of a terminal's foreground processes


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
