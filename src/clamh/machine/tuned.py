"""What `clamh doctor --tune --apply` has changed on this machine: the state file, and whether it holds for this process.

The file is written before anything is changed, and removed when all is as it was: whoever finds one whose writer is gone can
put things right. A run knows from it that it is under a `clamh doctor --tune`, by its ancestors: an environment variable would be lost
in `sudo`, and would reach the workers, whose stack begins behind it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from clamh.machine import atomic
from clamh.model.noun import Noun

SYSTEM = Path("/")
NAME = "clamh/tuned.json"
BYTES = 1 << 20


class Change(Noun):
    """One value of the system that was changed: of a file, or of a process that was paused.

    `path` is below the root, and a process is "proc/PID". `before` and `after` are as the system has them, `was` and `now` as
    a report does.
    """

    setting: str
    path: str
    before: str
    after: str
    was: str
    now: str
    since: str = ""  # of a process: when it began (a number is given again), else ""


class State(Noun):
    """The machine as one `clamh doctor --tune --apply` changed it; `pid` and `since` are those of the process that holds it so:
    that tune, or, where it was killed, the command that it has started."""

    boot: str
    pid: int
    since: str
    changes: tuple[Change, ...]


def place(root: Path = SYSTEM, environ: Mapping[str, str] = os.environ) -> Path:
    """Where this user's state file is: for all users to read where this one may write that, else a folder of the user's own."""
    return next((one for one in places(root, environ) if os.access(one.parent.parent, os.W_OK)), places(root, environ)[-1])


def places(root: Path = SYSTEM, environ: Mapping[str, str] = os.environ) -> tuple[Path, Path]:
    """Where state files are looked for."""
    own = environ.get("XDG_STATE_HOME", "")
    return root / "run" / NAME, (Path(own) if os.path.isabs(own) else Path.home() / ".local/state") / NAME


def read(path: Path) -> State | None:
    """The state in a file; None where there is none, or not one of root's or of this user's own."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    with open(fd, "rb") as file:
        known = os.fstat(fd)
        if not stat.S_ISREG(known.st_mode) or known.st_uid not in (0, os.geteuid()):
            return None
        try:
            return msgspec.json.decode(file.read(BYTES), type=State)
        except (msgspec.DecodeError, OSError):  # not ours
            return None


def write(path: Path, state: State) -> None:
    """Puts the state in the file, whole or not at all, and onto the disk. Raises OSError."""
    atomic.write(path, msgspec.json.encode(state), 0o644)  # under sudo the run is another user's


def remove(path: Path) -> None:
    """All is as it was."""
    path.unlink(missing_ok=True)


def boot(root: Path = SYSTEM) -> str:
    """What changes with every boot, "" where the system does not say."""
    try:
        return (root / "proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


def lives(state: State) -> bool:
    """Whether the process that holds the machine so is there."""
    return began(state.pid) == state.since


def above(environ: Mapping[str, str] = os.environ) -> State | None:
    """The state of the `clamh doctor --tune` that this process runs under, or whose command it is or runs under where that tune was killed."""
    found = _found(environ)
    if not found:
        return None
    ancestors = set(_ancestors())
    return next((one for one in found if (one.pid, one.since) in ancestors), None)


def orphaned(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether the machine is changed, and the process that holds it so is gone."""
    return any(not lives(one) for one in _found(environ))


def _found(environ: Mapping[str, str]) -> list[State]:
    return [state for path in places(SYSTEM, environ) if (state := read(path)) and state.boot == boot()]


def told(changes: Iterable[Change]) -> dict[str, Any]:
    """What the header of a run's results says of it: by setting what it was, what it is, and of how many files of the system."""
    settings: dict[str, dict[str, Any]] = {}
    for one in changes:
        known = settings.setdefault(one.setting, {"was": [], "is": one.now, "files": 0})
        known["files"] += 1
        if one.was not in known["was"]:
            known["was"].append(one.was)
    return {"tuned": {name: known | {"was": ", ".join(known["was"])} for name, known in settings.items()}} if settings else {}


def held() -> tuple[Change, ...]:
    """The changes that hold for this process, made by the `clamh doctor --tune` that it runs under."""
    state = above()
    return state.changes if state else ()


def began(pid: int, root: Path = SYSTEM) -> str:
    """When a process began, in clock ticks since the boot; "" where it is not there. proc(5): the 22nd figure of its stat."""
    fields = _fields(pid, root)
    return fields[19] if len(fields) > 19 else ""


def paused(pid: int, root: Path = SYSTEM) -> bool:
    """Whether a process is stopped by a signal."""
    return _fields(pid, root)[:1] == ["T"]


def _fields(pid: int, root: Path) -> list[str]:
    """Those after the name, which is in brackets and may itself hold some."""
    try:
        return (root / f"proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return []


def _ancestors() -> Iterator[tuple[int, str]]:
    """This process and those above it."""
    pid = os.getpid()
    while pid > 0:
        fields = _fields(pid, SYSTEM)
        if len(fields) <= 19:
            return
        yield pid, fields[19]
        pid = int(fields[1])
