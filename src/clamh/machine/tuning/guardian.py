"""The process that puts the machine right when the one that changed it cannot: python -m clamh.tuning.guardian ROOT STATE.

It is in a session of its own, so that neither Ctrl-C nor the end of a terminal reaches it, and has the machine lock open: the
next run begins when all is as it was. It reads "pid N" (the command that was started) and "done" from standard input;
where that ends before "done", it makes the command the holder of the state, waits for its end and restores. Signals that can be
ignored are.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
from pathlib import Path

from msgspec.structs import replace

from clamh.machine import tuned
from clamh.machine.tuning import changes

READY = b"ready\n"


def main(argv: list[str]) -> int:
    """0 when nothing was left to be done or all of it was."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    root, path = map(Path, argv)
    # Whoever started us may have been killed meanwhile: then nothing was changed, and the state file is to go.
    with contextlib.suppress(BrokenPipeError):
        os.write(1, READY)
    os.close(1)
    said = dict(line.partition(" ")[::2] for line in sys.stdin.read().splitlines())
    if "done" in said:
        return 0
    if "pid" in said and _handed_over(path, int(said["pid"])):
        _await(int(said["pid"]))
    state = tuned.read(path)
    if state is None:  # removed: only "done" was not said any more
        return 0
    text, left = settled(root, path, state)
    # Nobody may read that any more, and all is done.
    with contextlib.suppress(OSError):
        os.write(2, f"clamh doctor --tune was ended from outside; {text}\n".encode())
    return int(left)


def settled(root: Path, path: Path, state: tuned.State) -> tuple[str, bool]:
    """Restores what a state file says, and removes it or leaves in it what could not be; what to tell, and whether any is left."""
    restored, refused, theirs = changes.restore(root, state.changes)
    stale = ""
    try:
        if refused:
            tuned.write(path, replace(state, changes=tuple(one for one, _ in reversed(refused))))
        else:
            tuned.remove(path)
    except OSError as error:  # of the file alone: it says more than is left, and the next start goes through that once more
        stale = f"{path} is left as it was: {error.strerror}"
    names = ", ".join(dict.fromkeys(one.setting for one in reversed(restored)))
    lines = [f"restored: {names or 'nothing had been changed'}"]
    lines += [f"NOT restored: {one.setting}: {why}; by hand: {changes.by_hand(one)}" for one, why in refused]
    lines += [f"left as it is: {one.setting}: {why}; before: {changes.by_hand(one)}" for one, why in theirs]
    return "\n".join([*lines, *filter(None, [stale])]), bool(refused)


def _handed_over(path: Path, pid: int) -> bool:
    """Says in the state file that the command holds the machine so. Where it cannot be said there is nothing to wait for: a run of clamh that
    does not find itself there waits for our lock, and we would wait for its end (seen 2026-11: for good)."""
    state, since = tuned.read(path), tuned.began(pid)
    if state is None or not since:
        return False
    try:
        tuned.write(path, replace(state, pid=pid, since=since))
    except OSError:
        return False
    return True


def _await(pid: int) -> None:
    """Until a process has ended that is no child of ours."""
    try:
        fd = os.pidfd_open(pid)
    except OSError:  # it has ended
        return
    select.select([fd], [], [])
    os.close(fd)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
