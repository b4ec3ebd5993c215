"""clamh doctor --tune --apply: takes the lock, starts the guardian, changes settings, runs the command, restores them.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec.structs import replace

from clamh.cli.progress import print_line
from clamh.machine import tune_state
from clamh.machine.commands import delay_signals, run_command, spawn
from clamh.machine.lock import MACHINE_LOCK, machine_lock
from clamh.machine.system_files import SYSTEM
from clamh.machine.tuning import changes, guardian
from clamh.machine.tuning.settings import Setting, list_settings, select_possible
from clamh.model.diagnostics import input_error
from clamh.model.errors import InputError
from clamh.report.formatting import format_setting


def run_tuned_command(command: Sequence[str], root: Path = SYSTEM, lock: Path = MACHINE_LOCK) -> int:
    """Make this machine steadier, run the command, restore. The command's exit code, or 1 where something could not be
    restored.

    Raises InputError where there is no such command, or where the changes cannot be written down for a restore.
    """
    argv = _find_program(command)
    if tune_state.find_active_tune() is not None:
        raise input_error("usage", "another clamh doctor --tune --apply is active and will restore the settings",
                          "remove the inner clamh doctor --tune --apply")
    with machine_lock(lock, print_line, escape="") as held:
        restore_left_changes(root)
        wanted = list_settings(root)
        intended = [
            change for setting in wanted if not setting.obstacle for change in select_possible(root, setting.changes)
        ]
        if intended:
            return _run_tuned(argv, root, held, wanted, intended)
    print_line("\n".join(_describe_changes(wanted, (), ())))
    return _run(argv, lambda pid: None, lambda: None)


def _run_tuned(argv: Sequence[str], root: Path, lock: int, wanted: Sequence[Setting],
               intended: Sequence[tune_state.Change]) -> int:
    """Make the changes that the system accepts, run the command, restore."""
    place, pid = tune_state.state_path(root), os.getpid()
    state = tune_state.State(boot=tune_state.read_boot_id(), pid=pid, since=tune_state.read_start_time(pid),
                             changes=tuple(intended))
    _remember(place, state)
    # However this process ends from here on, the guardian restores what the state file lists.
    with _start_guardian(root, place, lock) as tell_guardian:
        closed = [(change, changes.find_obstacle(root, change)) for setting in wanted if not setting.obstacle
                  for change in setting.changes if change not in intended]
        done, refused = changes.apply(root, intended)
        state = replace(state, changes=tuple(done))
        _remember(place, state)
        print_line("\n".join(_describe_changes(wanted, done, [*closed, *refused])))
        failed = False

        def over() -> None:
            nonlocal failed
            text, failed = guardian.restore_changes(root, place, state)
            tell_guardian("done")
            if done:
                print_line(text)

        code = _run(argv, lambda child: tell_guardian(f"pid {child}"), over)
    return code or int(failed)


def _run(argv: Sequence[str], started: Callable[[int], None], over: Callable[[], None]) -> int:
    try:
        return run_command(argv, os.environ, started, over)
    except OSError as error:
        raise _unusable_program(argv[0], error.strerror or str(error)) from None


def restore_left_changes(root: Path = SYSTEM) -> None:
    """Restore what an earlier `clamh doctor --tune` left when it was killed with its guardian; report it, or why not.
    Needs the lock.
    """
    for place in tune_state.state_paths(root):
        state = tune_state.read_state(place)
        if state is None:
            continue
        if state.boot != tune_state.read_boot_id():  # the system started again since, with its own settings
            if os.access(place.parent, os.W_OK):
                tune_state.remove(place)
        elif not tune_state.is_owner_running(state) and state.changes:
            names = ", ".join(dict.fromkeys(change.setting for change in state.changes))
            if os.access(place.parent, os.W_OK) and select_possible(root, state.changes):
                print_line(
                    f"an earlier clamh doctor --tune was killed before it could restore {names}; "
                    f"{guardian.restore_changes(root, place, state)[0]}"
                )
            else:
                print_line(
                    f"an earlier clamh doctor --tune was killed before it could restore {names}; to restore: "
                    f"{suggest_command('')}"
                )


def suggest_command(rest: str) -> str:
    """The command line that may change what this user may not; without `rest`, the one that shows and restores."""
    sudo = "sudo env PATH=\"$PATH\" " if os.geteuid() else ""
    return f"{sudo}clamh doctor --tune{rest}"


def _find_program(command: Sequence[str]) -> list[str]:
    """The command with the path of its program; `clamh` means the clamh that runs."""
    name, *rest = command
    if name == "clamh":
        return [sys.executable, "-P", "-m", "clamh.cli", *rest]
    path = shutil.which(name)
    if path is None:
        raise _unusable_program(name, "there is no such program")
    return [path, *rest]


def _unusable_program(name: str, why: str) -> InputError:
    return input_error("usage", f"clamh doctor --tune --apply: cannot start '{name}': {why}",
                       "give a complete command, such as: clamh doctor --tune --apply clamh run")


def _remember(place: Path, state: tune_state.State) -> None:
    try:
        tune_state.write(place, state)
    except OSError as error:
        message = f"cannot write {place}: {error.strerror}; after a crash the old settings could not be restored"
        raise input_error("tuned", message, "free some space, or set XDG_STATE_HOME to a writable folder") from None


@contextmanager
def _start_guardian(root: Path, place: Path, lock: int) -> Iterator[Callable[[str], None]]:
    """Start the guardian before anything changes, and wait for its end afterwards; yields the function that sends it a
    line.
    """
    theirs, ours = os.pipe()
    ready, answer = os.pipe()
    with delay_signals():
        pid = spawn([sys.executable, "-P", "-m", "clamh.machine.tuning.guardian", str(root), str(place)], os.environ,
                      [theirs, answer, sys.__stderr__.fileno() if sys.__stderr__ else theirs, lock])
        for fd in (theirs, answer):
            os.close(fd)
    try:
        if os.read(ready, len(guardian.READY)) != guardian.READY:
            tune_state.remove(place)
            raise input_error("tuned", "cannot start the process that restores the settings after a crash",
                              "no setting was changed; run the command without clamh doctor --tune")
        yield lambda text: _write_line(ours, text)
    finally:
        os.close(ours)
        os.close(ready)
        os.waitpid(pid, 0)


def _write_line(fd: int, text: str) -> None:
    # Where the guardian was killed, this process restores by itself.
    with suppress(BrokenPipeError):
        os.write(fd, f"{text}\n".encode())


def _describe_changes(
    wanted: Sequence[Setting], done: Sequence[tune_state.Change], refused: Sequence[tuple[tune_state.Change, str]]
) -> Iterator[str]:
    """Lines about what was changed for the run, and what was not and why; settings that need no change are left out."""
    facts = tune_state.describe_changes(done).get("tuned", {})
    yield ("tuned for this run: "
           f"{', '.join(format_setting(name, **known) for name, known in facts.items()) or 'nothing'}")
    for candidate in wanted:
        if candidate.steady_value and candidate.obstacle:
            yield f"not changed: {candidate.name} ({candidate.now}): {candidate.obstacle}"
    reasons: dict[tuple[str, str], int] = {}
    for change, why in refused:
        reasons[change.setting, why] = reasons.get((change.setting, why), 0) + 1
    for (name, why), count in reasons.items():
        yield f"not changed: {name}{f' ({count} of them)' if count > 1 else ''}: {why}"
