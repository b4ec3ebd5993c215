"""The state file of `clamh doctor --tune --apply`: what it changed on this machine, and whether that applies to this
process.

The file is written before the first change and removed after everything is restored. So a later process that finds a
file whose writer has ended can restore the machine. A run finds out from the file and its own ancestors that it is
under a `clamh doctor --tune`. An environment variable would be lost in `sudo`, and it would shift the stack of the
workers.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from clamh.machine import atomic
from clamh.machine.system_files import SYSTEM, read_text
from clamh.model.noun import Noun

MAX_BYTES = 1 << 20


class Change(Noun):
    """One changed value of the system: that of a file, or the state of a paused process.

    `path` is relative to the root; a process is "proc/PID". `before` and `after` are the system's own spellings, `was`
    and `now` those of a report.
    """

    setting: str
    path: str
    before: str
    after: str
    was: str
    now: str
    since: str = ""  # when a process began, since its number may be used again; "" for a file


class State(Noun):
    """The changes of one `clamh doctor --tune --apply`.

    `pid` and `since` identify the process that needs them: that tune, or if it was killed, the command that it started.
    """

    boot: str
    pid: int
    since: str
    changes: tuple[Change, ...]


def state_path(root: Path = SYSTEM, environ: Mapping[str, str] = os.environ) -> Path:
    """The path of this user's state file: a folder that all users can read if this user may write there, else the
    user's own.
    """
    return next((path for path in state_paths(root, environ) if os.access(path.parent.parent, os.W_OK)),
                state_paths(root, environ)[-1])


def state_paths(root: Path = SYSTEM, environ: Mapping[str, str] = os.environ) -> tuple[Path, Path]:
    """The paths where state files are searched. Several machines may share a home, so the user's own names its host."""
    state_home = environ.get("XDG_STATE_HOME", "")
    own = state_home if os.path.isabs(state_home) else os.path.join(atomic.find_home(), ".local/state")
    return root / "run/clamh/tuned.json", Path(own, f"clamh/tuned-{os.uname().nodename}.json")


def read_state(path: Path) -> State | None:
    """The state in a file; None if there is no valid file, or it belongs neither to root nor to this user."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    with open(fd, "rb") as file:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode) or status.st_uid not in (0, os.geteuid()):
            return None
        try:
            return msgspec.json.decode(file.read(MAX_BYTES), type=State)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, OSError):  # not ours
            return None


def write(path: Path, state: State) -> None:
    """Writes the state to the file atomically and flushes it to the disk. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if os.geteuid() == 0:
        path.parent.chmod(0o755)  # whatever the umask is
    atomic.write(path, msgspec.json.encode(state), 0o644)  # under sudo the run belongs to another user


def remove(path: Path) -> None:
    """Removes the state file, after everything is restored."""
    path.unlink(missing_ok=True)


def read_boot_id(root: Path = SYSTEM) -> str:
    """An id that changes with every boot, "" if the system has none."""
    return read_text(root / "proc/sys/kernel/random/boot_id") or ""


def is_owner_running(state: State) -> bool:
    """Whether the process that needs the changes is still running. Where /proc hides other users' processes (hidepid),
    every such process with its number counts.
    """
    if _read_fields(state.pid, SYSTEM):
        return read_start_time(state.pid) == state.since
    try:
        os.kill(state.pid, 0)
    except OSError as error:
        return isinstance(error, PermissionError)
    return False


def find_active_tune(environ: Mapping[str, str] = os.environ) -> State | None:
    """The state of the `clamh doctor --tune` that this process runs under, or of a killed one whose command it runs
    under.
    """
    return find_tune(environ)[0]


def find_tune(environ: Mapping[str, str] = os.environ) -> tuple[State | None, bool]:
    """What `find_active_tune` returns, and whether the machine is still changed although the process that needed the
    changes has ended.

    Both come from the same reading of the files: a guardian that writes its new owner between two readings would appear
    in neither answer. The ancestors are read before the owners, so that an owner that ends in between is noticed.
    """
    states = _read_states(environ)
    ancestors = set(_ancestors()) if states else set()
    active = next((state for state in states if not ancestors.isdisjoint({(state.pid, state.since), (state.pid, "")})),
                  None)
    return active, any(not is_owner_running(state) for state in states)


def _read_states(environ: Mapping[str, str]) -> list[State]:
    return [
        state for path in state_paths(SYSTEM, environ) if (state := read_state(path)) and state.boot == read_boot_id()
    ]


def describe_changes(changes: Iterable[Change]) -> dict[str, Any]:
    """The fact for the header of a run's results: per setting its former and present value and the number of changed
    files.
    """
    settings: dict[str, dict[str, Any]] = {}
    for change in changes:
        fact = settings.setdefault(change.setting, {"was": [], "is": change.now, "files": 0})
        fact["files"] += 1
        if change.was not in fact["was"]:
            fact["was"].append(change.was)
    return {"tuned": {name: fact | {"was": ", ".join(fact["was"])}
                      for name, fact in settings.items()}} if settings else {}


def active_changes() -> tuple[Change, ...]:
    """The changes of the `clamh doctor --tune` that this process runs under."""
    state = find_active_tune()
    return state.changes if state else ()


def read_start_time(pid: int, root: Path = SYSTEM) -> str:
    """When a process began, in clock ticks since the boot (proc(5): field 22 of its stat); "" if there is no such
    process, or it has ended and its parent has not waited for it.
    """
    fields = _read_fields(pid, root)
    return fields[19] if len(fields) > 19 and fields[0] not in "ZX" else ""


def is_paused(pid: int, root: Path = SYSTEM) -> bool:
    """Whether a process is stopped by a signal."""
    return _read_fields(pid, root)[:1] == ["T"]


def _read_fields(pid: int, root: Path) -> list[str]:
    """The fields of a process's stat after its name; the name is in brackets and may contain brackets."""
    try:
        return (root / f"proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return []


def _ancestors() -> Iterator[tuple[int, str]]:
    """This process and those above it, each with its start time; the last has "" where /proc hides other users'
    processes (hidepid).
    """
    pid = os.getpid()
    while pid > 0:
        fields = _read_fields(pid, SYSTEM)
        if len(fields) <= 19:
            yield pid, ""
            return
        yield pid, fields[19]
        pid = int(fields[1])
