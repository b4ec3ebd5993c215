"""Do we notice the end of a command, even if another thread gets its signal, and end one that does not?"""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from clamh.machine.commands import run_for_output

# A thread takes the signal that says that the command has ended, before it is waited for.
OTHER_THREAD = """
import signal, subprocess, threading
from clamh.machine import commands

def take():
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    ready.set()
    signal.sigwaitinfo({signal.SIGCHLD})

ready, thread = threading.Event(), threading.Thread(target=take)
commands.LOST_SIGNAL_S = 0.01
poll, polls = subprocess.Popen.poll, []

def late(child):
    polls.append(child)
    thread.join()
    return poll(child) if len(polls) > 1 else None

subprocess.Popen.poll = late
thread.start()
ready.wait()
print(commands.run_command(["sh", "-c", "exit 3"], {"PATH": "/usr/bin:/bin"}, lambda pid: None, lambda: print("over")), len(polls))
"""


def test_an_end_signalled_to_another_thread_is_noticed() -> None:
    process = subprocess.run([sys.executable, "-c", OTHER_THREAD], capture_output=True, text=True, timeout=300, check=True)
    assert process.stdout.splitlines() == ["over", "3 2"], process.stderr


def test_a_system_without_sigtimedwait_passes_signals_on() -> None:
    program = ("import os, signal; del signal.sigtimedwait; from clamh.machine.commands import run_command; print(run_command(['sh', '-c', "
               "'trap \"exit 9\" TERM; kill -TERM $PPID; for nap in $(seq 999); do sleep 0.01; done'], os.environ, lambda pid: None, lambda: print('over')))")
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=True)
    assert process.stdout.splitlines() == ["over", "9"], process.stderr


def test_a_program_that_does_not_end_in_time_is_killed_with_its_children() -> None:
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        run_for_output(["sh", "-c", "sleep 1000 & wait"], {"PATH": "/usr/bin:/bin"}, 0.1)
    assert time.monotonic() - began < 100


def test_a_program_whose_group_has_ended_is_too_late_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """macOS refuses to kill a group in which all processes have ended."""

    def refuse(group: int, number: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "killpg", refuse)
    with pytest.raises(TimeoutError):
        run_for_output(["sleep", "1"], {"PATH": "/usr/bin:/bin"}, 0.1)
