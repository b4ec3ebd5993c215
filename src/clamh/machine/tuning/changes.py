"""Makes changes and restores them: each value is read back after writing, and only the value read counts."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable
from pathlib import Path

from clamh.machine.cpu_list import format_ranges, parse_ranges
from clamh.machine.system_files import parse_choice, read_text
from clamh.machine.tune_state import Change, is_paused, read_start_time

PATIENCE_S = 1.0  # until a process has stopped
ONLY_ROOT = "only root may"  # the words of an obstacle that root does not have
PAUSED, RUNNING = "paused", "running"


def find_obstacle(root: Path, change: Change) -> str:
    """Why this process cannot make a change, "" if it can."""
    if change.since:
        try:
            os.kill(_find_pid(change), 0)
        except PermissionError:
            return f"it is another user's process: {ONLY_ROOT} pause it"
        except ProcessLookupError:
            return "it has ended"
        return ""
    file = root / change.path
    try:
        status = os.stat(file)
        if os.statvfs(file).f_flag & os.ST_RDONLY:
            return f"/{change.path.partition('/')[0]} is mounted read-only, as in a container: change it on the host"
    except OSError as error:
        return error.strerror or str(error)
    if not status.st_mode & 0o222:
        return "the kernel does not allow changes"
    return "" if os.access(file, os.W_OK) else f"{ONLY_ROOT} write it"


def apply(root: Path, changes: Iterable[Change]) -> tuple[list[Change], list[tuple[Change, str]]]:
    """Makes each change. Returns the changes that took effect, and those that did not, with the reason.

    A change that did not take effect is set back to the former value.
    """
    done, refused = [], []
    for change in changes:
        try:
            _apply_value(root, change, change.after)
            why = _explain_difference(root, change, change.after)
            if why and (left := _set_value(root, change, change.before)):
                why = f"{why}, and restoring failed: {left}; to restore it yourself: {format_restore_command(change)}"
        except OSError as error:
            why = _describe_refusal(error)
        if why:
            refused.append((change, why))
        else:
            done.append(change)
    return done, refused


def restore(root: Path,
            changes: Iterable[Change]) -> tuple[list[Change], list[tuple[Change, str]], list[tuple[Change, str]]]:
    """Restores changes, the last one first. Returns the restored ones, those that the system refused, and foreign ones.

    A foreign value is one that another program set in the meantime; it is left alone. A value that is not changed yet,
    or whose file or process is gone, needs no action.
    """
    restored, refused, foreign = [], [], []
    for change in reversed(list(changes)):
        now = _read_value(root, change)
        if now is None:  # the CPU, device or process no longer exists
            continue
        if now == _normalise(change.path, change.before):
            restored.append(change)
        elif now != _normalise(change.path, change.after):
            foreign.append((change, f"it was set to '{now}' in the meantime and is left alone"))
        elif why := _set_value(root, change, change.before):
            refused.append((change, why))
        else:
            restored.append(change)
    return restored, refused, foreign


def format_restore_command(change: Change) -> str:
    """The command line that restores a change by hand."""
    return f"kill -CONT {_find_pid(change)}" if change.since else f"echo '{change.before}' > /{change.path}"


def _set_value(root: Path, change: Change, value: str) -> str:
    """Sets the value. Returns why it is different now, "" if it is set."""
    try:
        _apply_value(root, change, value)
    except OSError as error:
        return _describe_refusal(error)
    return _explain_difference(root, change, value)


def _apply_value(root: Path, change: Change, value: str) -> None:
    if change.since:
        _signal_process(root, change, value)
    else:
        _write_file(root / change.path, value)


def _describe_refusal(error: OSError) -> str:
    return f"the system refused the change: {error.strerror}"


def _explain_difference(root: Path, change: Change, value: str) -> str:
    """A message with the present value if it differs from `value`, else ""."""
    now = _read_value(root, change)
    return "" if now == _normalise(change.path, value) else f"the system accepted the change but has '{now}'"


def _write_file(file: Path, value: str) -> None:
    fd = os.open(file, os.O_WRONLY | os.O_CLOEXEC | os.O_TRUNC)
    try:
        os.write(fd, f"{value}\n".encode())
    finally:
        os.close(fd)


def _signal_process(root: Path, change: Change, value: str) -> None:
    pid = _find_pid(change)
    if read_start_time(pid, root) != change.since:
        raise ProcessLookupError(0, "it has ended")
    os.kill(pid, signal.SIGSTOP if value == PAUSED else signal.SIGCONT)
    until = time.monotonic() + PATIENCE_S
    while is_paused(pid, root) != (value == PAUSED) and time.monotonic() < until:
        time.sleep(0.001)


def _find_pid(change: Change) -> int:
    return int(change.path.rpartition("/")[2])


def _read_value(root: Path, change: Change) -> str | None:
    """The present value; None if the file or process no longer exists."""
    if change.since:
        pid = _find_pid(change)
        return None if read_start_time(pid, root) != change.since else PAUSED if is_paused(pid, root) else RUNNING
    content = read_text(root / change.path)
    return None if content is None else _normalise(change.path, content)


def _normalise(path: str, value: str) -> str:
    """One spelling for values that the system spells in several ways: chosen words, masks, lists of CPUs."""
    name = path.rpartition("/")[2]
    if "[" in value:
        return parse_choice(value)
    try:
        if name == "default_smp_affinity":
            return f"{int(value.replace(',', ''), 16):x}"
        return format_ranges(parse_ranges(value)) if name == "smp_affinity_list" else value
    except ValueError:
        return value
