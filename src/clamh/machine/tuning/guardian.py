"""The process that restores the machine if the process that changed it cannot: python -m clamh.machine.tuning.guardian
ROOT STATE.

It has its own session, so that neither Ctrl-C nor the end of a terminal reaches it. It keeps the machine lock open, so
that the next run starts after everything is restored. It reads "pid N" (the started command) and "done" from standard
input. If the input ends before "done", it writes the command into the state file, waits for the command's end and
restores the machine. It ignores all signals that can be ignored.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
from pathlib import Path

from msgspec.structs import replace

from clamh.machine import tune_state
from clamh.machine.tuning import changes

READY = b"ready\n"


def main(argv: list[str]) -> int:
    """Returns 0 if nothing had to be restored or everything was restored, else 1."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    root, path = map(Path, argv)
    # The parent may already have been killed: then nothing was changed, and the state file is removed.
    with contextlib.suppress(BrokenPipeError):
        os.write(1, READY)
    os.close(1)
    messages = dict(line.partition(" ")[::2] for line in sys.stdin.read().splitlines())
    if "done" in messages:
        return 0
    if "pid" in messages and _hand_over(path, int(messages["pid"])):
        _wait_for_end(int(messages["pid"]))
    state = tune_state.read_state(path)
    if state is None:  # already restored and removed, but the parent ended before it could write "done"
        return 0
    text, unrestored = restore_changes(root, path, state)
    # The reader may be gone; the machine is restored either way.
    with contextlib.suppress(OSError):
        os.write(2, f"clamh doctor --tune was stopped by a signal; {text}\n".encode())
    return int(unrestored)


def restore_changes(root: Path, path: Path, state: tune_state.State) -> tuple[str, bool]:
    """Restores the changes of a state file, then removes the file or keeps in it what could not be restored.

    Returns a text for the user, and whether any change is left.
    """
    restored, refused, foreign = changes.restore(root, state.changes)
    note = ""
    try:
        if refused:
            tune_state.write(path, replace(state, changes=tuple(change for change, _ in reversed(refused))))
        else:
            tune_state.remove(path)
    # only the file is outdated: it lists more than is left, and the next start tries that again
    except OSError as error:
        note = f"{path} is left alone: {error.strerror}"
    names = ", ".join(dict.fromkeys(change.setting for change in reversed(restored)))
    lines = [f"restored: {names or 'nothing had been changed'}"]
    lines += [
        f"NOT restored: {change.setting}: {why}; to restore it: {changes.format_restore_command(change)}"
        for change, why in refused
    ]
    lines += [
        f"left alone: {change.setting}: {why}; its old value: {changes.format_restore_command(change)}"
        for change, why in foreign
    ]
    return "\n".join([*lines, *filter(None, [note])]), bool(refused)


def _hand_over(path: Path, pid: int) -> bool:
    """Writes into the state file that the command needs the changes now; returns whether it could.

    If it could not, we must not wait for the command: if the command is a run of clamh that does not find itself in the
    file, it waits for our lock while we wait for its end (a deadlock, seen 2026-11).
    """
    state, since = tune_state.read_state(path), tune_state.read_start_time(pid)
    if state is None or not since:
        return False
    try:
        tune_state.write(path, replace(state, pid=pid, since=since))
    except OSError:
        return False
    return True


def _wait_for_end(pid: int) -> None:
    """Waits for the end of a process that is not our child."""
    try:
        fd = os.pidfd_open(pid)
    except OSError:  # it has ended
        return
    select.select([fd], [], [])
    os.close(fd)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
