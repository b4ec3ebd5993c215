"""Is the machine as it was after a run under `clamh doctor --tune --apply`, however that ended?

Each test starts the command as a process, on a made machine; the command under it says "begun" and waits.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import pty
import pwd
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from made_machine import INTEL, THP, machine, values

from clamh.cli import tuned_command as command_line
from clamh.cli.tune import print_settings
from clamh.machine import tune_state
from clamh.machine.commands import _user_options, run_command
from clamh.machine.tuning import changes, guardian
from clamh.machine.tuning.settings import list_settings
from clamh.model.errors import InputError

APPLY = "import sys; from pathlib import Path; from clamh.cli.tuned_command import run_tuned_command; " \
    "sys.exit(run_tuned_command(sys.argv[3:], Path(sys.argv[1]), Path(sys.argv[2])))"
WAITING = ("sh", "-c", "trap 'echo told; exit 7' TERM; echo $PPID $$ begun; read line; exit 5")
SETTINGS = "governor, turbo, huge pages, interrupts, SMT"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return machine(tmp_path / "root", INTEL)


@contextmanager
def begun(root: Path, *command: str, **environ: str) -> Iterator[tuple[subprocess.Popen[str], int, int]]:
    """The process of `clamh doctor --tune`, its pid and its command's."""
    argv = [sys.executable, "-c", APPLY, str(root), str(root.parent / "lock"), *(command or WAITING)]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          start_new_session=True, env={**os.environ, **environ}) as process:
        assert process.stdout
        line = process.stdout.readline().split()
        assert line[-1:] == ["begun"], process.stderr.read() if process.stderr else ""
        yield process, int(line[0]), int(line[1])


def changed(root: Path) -> bool:
    return values(root, {THP: ""}) == {THP: "madvise"}


def untouched(root: Path) -> bool:
    return values(root, INTEL) == {name: text for name, text in INTEL.items()} | {THP: "always"}


def guardian_of(pid: int, child: int) -> int:
    (guardian,) = {int(part) for part in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()} - {child}
    return guardian


def waits(guardian: int) -> bool:
    """Whether it has seen our end, and waits for that of the command: it has a descriptor of a process."""
    folder = f"/proc/{guardian}/fd"
    try:
        return any("pidfd" in os.readlink(f"{folder}/{name}") for name in os.listdir(folder))
    except OSError:  # it has ended, or opens and closes some
        return False


def locked(root: Path) -> bool:
    fd = os.open(root.parent / "lock", os.O_RDONLY)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(fd)
    return False


def becomes_free(root: Path) -> bool:
    """Whether the lock is given up: the system closes the files of a guardian that ends one by one, and its output before the lock."""
    until = time.monotonic() + 300
    while (held := locked(root)) and time.monotonic() < until:
        time.sleep(0.01)
    return not held


def test_settings_hold_for_the_command_and_its_exit_code_is_returned(root: Path) -> None:
    with begun(root) as (process, _, _):
        assert changed(root) and locked(root)
        out, err = process.communicate("go on\n", timeout=300)
    assert process.returncode == 5
    assert untouched(root) and becomes_free(root) and tune_state.read_state(tune_state.state_path(root)) is None
    assert err.splitlines() == [
        "tuned for this run: governor performance (was powersave), turbo off (was on), huge pages madvise (was always), "
        "interrupts CPU 0 (2; was CPUs 0-3), SMT off (was on)", f"restored: {SETTINGS}"]


def test_after_kill_9_settings_are_restored_when_the_run_has_ended(root: Path) -> None:
    with begun(root) as (process, pid, child):
        guardian = guardian_of(pid, child)
        os.kill(pid, signal.SIGKILL)
        process.wait(300)
        until = time.monotonic() + 300
        while not waits(guardian) and time.monotonic() < until:
            time.sleep(0.01)
        assert waits(guardian)
        assert changed(root) and locked(root)  # the run goes on, and what its results say still holds
        _, err = process.communicate("go on\n", timeout=300)
    assert untouched(root) and becomes_free(root) and tune_state.read_state(tune_state.state_path(root)) is None
    assert err.splitlines()[-1] == f"clamh doctor --tune was stopped by a signal; restored: {SETTINGS}"


def test_a_run_that_starts_after_kill_9_does_not_wait_for_the_guardian(root: Path) -> None:
    """The guardian has the lock until the run ends: they waited for each other for good."""
    (root / "run").rmdir()
    program = "import os, sys; from pathlib import Path; from clamh.machine import environment, lock\n" \
        "print(os.getppid(), os.getpid(), 'begun', flush=True); sys.stdin.readline()\n" \
        f"with lock.machine_lock(Path({str(root.parent / 'lock')!r}), print): print(*environment.read_environment()['tuned'], sep=', ')"
    with begun(root, sys.executable, "-c", program, XDG_STATE_HOME=str(root.parent / "state")) as (process, pid, _):
        os.kill(pid, signal.SIGKILL)
        process.wait(300)
        out, _ = process.communicate("go on\n", timeout=300)
    assert out == f"{SETTINGS}\n"
    assert untouched(root) and becomes_free(root)


def test_a_run_does_not_wait_for_good_for_a_guardian_that_is_slow(root: Path) -> None:
    """The run had given up looking for its name in the state file, and blocked on the guardian's lock."""
    (root / "run").rmdir()
    program = "import os, sys; from pathlib import Path; from clamh.machine import lock\nlock.HANDOVER_S = 0.05\n" \
        "print(os.getppid(), os.getpid(), 'begun', flush=True); sys.stdin.readline()\n" \
        f"with lock.machine_lock(Path({str(root.parent / 'lock')!r}), lambda text: print(text, flush=True)): print('measured')"
    with begun(root, sys.executable, "-c", program, XDG_STATE_HOME=str(root.parent / "state")) as (process, pid, child):
        guardian = guardian_of(pid, child)
        os.kill(guardian, signal.SIGSTOP)
        os.kill(pid, signal.SIGKILL)
        process.wait(300)
        process.stdin.write("go on\n")
        process.stdin.flush()
        assert "is measuring here; waiting until it ends" in process.stdout.readline()
        os.kill(guardian, signal.SIGCONT)
        out, _ = process.communicate(timeout=300)
    assert out == "measured\n"
    assert untouched(root) and becomes_free(root)


def test_killed_before_anything_was_changed_leaves_nothing(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The guardian begins when the process that started it has ended: nobody reads that it is ready."""
    place = tune_state.state_path(root)
    tune_state.write(place, tune_state.State(boot=tune_state.read_boot_id(), pid=1, since="", changes=tuple(change for setting in list_settings(root) for change in setting.changes)))
    reading, writing = os.pipe()
    os.close(reading)
    process = subprocess.run([sys.executable, "-m", "clamh.machine.tuning.guardian", root, place], stdin=subprocess.DEVNULL, stdout=writing,
                             stderr=subprocess.PIPE, text=True, timeout=300, check=False)
    os.close(writing)
    assert (process.returncode, process.stderr) == (0, f"clamh doctor --tune was stopped by a signal; restored: {SETTINGS}\n")
    assert values(root, INTEL) == INTEL and not place.exists()


def test_a_run_that_is_killed_and_a_signal_that_is_sent_to_us(root: Path) -> None:
    with begun(root) as (process, _, child):
        os.kill(child, signal.SIGKILL)
        process.wait(300)
    assert process.returncode == 128 + signal.SIGKILL and untouched(root)
    with begun(root) as (process, pid, _):
        os.kill(pid, signal.SIGTERM)
        process.wait(300)  # with its input open: at the end of that it would end by itself
        out = process.stdout.read() if process.stdout else ""
    assert (out, process.returncode) == ("told\n", 7) and untouched(root)


def test_if_the_guardian_is_killed_too_the_next_start_restores(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with begun(root) as (process, pid, child):
        guardian = guardian_of(pid, child)
        print_settings(root, root.parent / "lock")  # somebody looks meanwhile
        assert changed(root) and "earlier" not in capsys.readouterr().err
        for process_id in (guardian, pid, child):
            os.kill(process_id, signal.SIGKILL)
        process.wait(300)
    assert becomes_free(root)  # the system has ended all three
    assert changed(root)
    other_state = tune_state.read_state(tune_state.state_path(root))
    assert other_state
    print_settings(root, root.parent / "lock")
    printed = capsys.readouterr()
    assert f"an earlier clamh doctor --tune was killed before it could restore {SETTINGS}; restored: {SETTINGS}" in printed.err
    assert untouched(root) and tune_state.read_state(tune_state.state_path(root)) is None
    # After a reboot the system has its own settings again: nothing is written.
    tune_state.write(tune_state.state_path(root), tune_state.State(boot="another", pid=other_state.pid, since=other_state.since, changes=tuple(
        tune_state.Change(setting="huge pages", path=THP, before="never", after="always", was="", now="") for _ in range(1))))
    print_settings(root, root.parent / "lock")
    assert capsys.readouterr().err == "" and untouched(root) and not tune_state.state_path(root).exists()


def test_a_run_under_tune_knows_it_and_does_not_wait_for_its_lock(root: Path) -> None:
    """Its state is found by its ancestors, through a shell, without the environment."""
    (root / "run").rmdir()
    program = "import json; from pathlib import Path; from clamh.machine import environment, lock; from clamh.model import results\n" \
        f"with lock.machine_lock(Path({str(root.parent / 'lock')!r}), print): print(json.dumps(environment.read_environment()['tuned']))"
    argv = [sys.executable, "-c", APPLY, str(root), str(root.parent / "lock"), "sh", "-c", 'env -u LANG "$0" -c "$1"; true', sys.executable, program]
    process = subprocess.run(argv, capture_output=True, text=True, timeout=300, check=True,
                             env={**os.environ, "XDG_STATE_HOME": str(root.parent / "state")})
    assert json.loads(process.stdout) == {
        "governor": {"was": "powersave", "is": "performance", "files": 1}, "turbo": {"was": "on", "is": "off", "files": 1},
        "huge pages": {"was": "always", "is": "madvise", "files": 1}, "interrupts": {"was": "CPUs 0-3", "is": "CPU 0", "files": 2},
        "SMT": {"was": "on", "is": "off", "files": 1}}
    assert tune_state.find_active_tune() is None


def test_refused_changes_are_reported_and_not_recorded(
    root: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Some refuse only when they are written to: interrupts whose CPU has no room for more."""
    (root / THP).chmod(0o444)
    other_path = root / "sys/devices/system/cpu/cpufreq/policy1/scaling_governor"
    other_path.write_text("powersave\n")
    other_path.chmod(0o444)
    write = changes._write_file

    def refusing(file: Path, value: str) -> None:
        if "irq" in str(file):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(file, value)

    monkeypatch.setattr(changes, "_write_file", refusing)
    assert command_line.run_tuned_command(["cat", str(tune_state.state_path(root))], root, root.parent / "lock") == 0
    out, err = capfd.readouterr()
    assert [change["setting"] for change in json.loads(out)["changes"]] == ["governor", "turbo", "SMT"]
    assert err.splitlines() == [
        "tuned for this run: governor performance (was powersave), turbo off (was on), SMT off (was on)",
        "not changed: huge pages (always): the kernel does not allow changes",
        "not changed: governor: the kernel does not allow changes",
        "not changed: interrupts (2 of them): the system refused the change: No space left on device", "restored: governor, turbo, SMT"]
    policy = str(other_path.relative_to(root))
    assert values(root, INTEL) == INTEL | {policy: "powersave"}


@pytest.mark.parametrize("before", ["", "import signal; del signal.sigtimedwait; "], ids=["Linux", "macOS"])
def test_ctrl_c_reaches_the_run_once_and_nothing_is_left(root: Path, before: str) -> None:
    """A terminal sends it to all of its processes: passed on by us as well, it would count twice."""
    command = ("sh", "-c", "trap 'echo told' INT; echo begun; read line; read line; exit 6")
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(sys.executable, [sys.executable, "-c", before + APPLY, str(root), str(root.parent / "lock"), *command])
    printed = b""
    try:
        for expected, answer in ((b"begun", b"\x03"), (b"told", b"one\n"), (b"one\r\n", b"two\n"), (b"restored", b"")):
            while expected not in printed:
                printed += os.read(terminal, 4096)
            os.write(terminal, answer)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 6
    finally:
        os.close(terminal)
    assert printed.count(b"told\r\n") == 1
    assert untouched(root)


def test_signals_from_the_kernel_are_not_passed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The signal is simulated: a shell cannot count two signals that arrive together, so a real terminal proves nothing."""
    wait, kernel_signals = signal.sigtimedwait, iter([SimpleNamespace(si_signo=signal.SIGINT, si_code=128)])

    def first(signals: set[signal.Signals], timeout: float) -> object:
        for received in kernel_signals:
            return received
        (tmp_path / "go").touch()
        return wait(signals, timeout)

    monkeypatch.setattr(signal, "sigtimedwait", first)
    command = f"trap 'exit 9' INT; while [ ! -e {tmp_path}/go ]; do sleep 0.01; done; exit 5"
    ended: list[bool] = []
    assert run_command(["sh", "-c", command], os.environ, lambda pid: None, lambda: ended.append(True)) == 5
    assert ended == [True]


def test_under_sudo_the_run_belongs_to_its_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    caller = next(account for account in pwd.getpwall() if account.pw_uid)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    options = _user_options({"SUDO_UID": str(caller.pw_uid), "HOME": "/root", "LANG": "C"})
    assert (options["user"], options["group"]) == (caller.pw_uid, caller.pw_gid)
    assert options["env"] == {"SUDO_UID": str(caller.pw_uid), "HOME": caller.pw_dir, "USER": caller.pw_name, "LOGNAME": caller.pw_name, "LANG": "C"}
    assert list(_user_options({"HOME": "/root"})) == ["env"]


def test_the_command_runs_even_if_nothing_can_be_changed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Without the lock, which is the command's to take, and without a state file."""
    root = machine(tmp_path / "root", {THP: INTEL[THP]})
    (root / THP).chmod(0o444)
    held = f"test ! -e {tune_state.state_path(root)} && flock -n {root.parent / 'lock'} true && exit 9"
    assert command_line.run_tuned_command(["sh", "-c", held], root, root.parent / "lock") == 9
    assert capfd.readouterr().err.splitlines()[0] == "tuned for this run: nothing"


def test_a_tune_under_a_tune_is_refused(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tune_state, "find_active_tune", lambda: tune_state.State(boot="", pid=1, since="", changes=()))
    with pytest.raises(InputError, match="another clamh doctor --tune --apply is active"):
        command_line.run_tuned_command(["true"], root, root.parent / "lock")


def test_a_missing_command_changes_nothing(root: Path) -> None:
    with pytest.raises(InputError, match="there is no such program"):
        command_line.run_tuned_command(["no-such-program"], root, root.parent / "lock")
    assert values(root, INTEL) == {name: text for name, text in INTEL.items()}


def test_an_unwritable_state_file_is_reported_and_all_is_restored(root: Path) -> None:
    (root.parent / "file").write_text("")
    wanted = [change for setting in list_settings(root) for change in setting.changes]
    done, _ = changes.apply(root, wanted)
    text, left = guardian.restore_changes(root, root.parent / "file" / "tuned.json", tune_state.State(boot="", pid=1, since="", changes=tuple(done)))
    assert untouched(root) and not left
    assert text.splitlines() == [f"restored: {SETTINGS}", f"{root.parent}/file/tuned.json is left alone: Not a directory"]


def test_an_inherited_ignored_signal_does_not_hide_how_children_end() -> None:
    program = "import signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN); import clamh.cli.start; print(signal.getsignal(signal.SIGCHLD) == signal.SIG_DFL)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "True\n"
