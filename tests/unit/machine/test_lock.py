"""Does a run wait for another run that holds the lock?"""

from __future__ import annotations

import fcntl
import os
import pwd
import re
import subprocess
from pathlib import Path

import msgspec
import pytest
from made_plans import tiny_plan

from clamh.machine import lock_holder, tune_state
from clamh.machine.lock import machine_lock
from clamh.model.errors import InputError
from clamh.model.options import Options


def held(path: Path) -> int:
    fd = os.open(path, os.O_RDONLY | os.O_CREAT)
    fcntl.flock(fd, fcntl.LOCK_EX)
    return fd


def test_a_second_run_prints_one_notice_and_waits(tmp_path: Path) -> None:
    other = held(tmp_path / "lock")
    notices = []

    def notice(text: str) -> None:
        notices.append(text)
        os.close(other)  # the other run ends

    with machine_lock(tmp_path / "lock", notice):
        again = os.open(tmp_path / "lock", os.O_RDONLY)
        with pytest.raises(BlockingIOError):
            fcntl.flock(again, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.close(again)
    assert len(notices) == 1
    assert "--no-lock" in notices[0]
    os.close(held(tmp_path / "lock"))  # free again


WAITS = " is measuring here; waiting until it ends (--no-lock does not wait)"


def notice_of_a_waiting_run(path: Path, **options: str) -> str:
    class Waiting(Exception):
        """Instead of waiting."""

    def notice(text: str) -> None:
        raise Waiting(text)

    with pytest.raises(Waiting) as raised, machine_lock(path, notice, **options):
        pass
    return str(raised.value)


def test_a_caller_without_no_lock_gets_no_hint_at_it(tmp_path: Path) -> None:
    """`clamh doctor --tune --apply` has no such option."""
    other = held(tmp_path / "lock")
    assert notice_of_a_waiting_run(tmp_path / "lock", escape="").endswith("; waiting until it ends")
    os.close(other)
    (tmp_path / "link").symlink_to(tmp_path / "lock")
    with pytest.raises(InputError) as refused, machine_lock(tmp_path / "link", pytest.fail, escape=""):
        pass
    assert "--no-lock" not in refused.value.diagnostics[0].hint


@pytest.mark.parametrize(("seconds", "until"), [(None, ""), (600.0, r", until about ([\d-]+ )?\d\d:\d\d"),
                                                (-60.0, r", planned until ([\d-]+ )?\d\d:\d\d")])
def test_the_notice_names_the_holder_and_its_times(tmp_path: Path, seconds: float | None, until: str) -> None:
    lock = tmp_path / "lock"
    with machine_lock(lock, pytest.fail, seconds):
        user = pwd.getpwuid(os.getuid()).pw_name
        expected = rf"a clamh run of {user} \(process {os.getpid()}, since ([\d-]+ )?\d\d:\d\d{until}\)"
        assert re.fullmatch(expected + re.escape(WAITS), notice_of_a_waiting_run(lock))
        assert (tmp_path / f"lock.{os.getpid()}").stat().st_mode & 0o777 == 0o644
    assert os.listdir(tmp_path) == ["lock"]


def test_the_holder_is_named_without_proc_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock_holder, "PROC", tmp_path / "proc")  # missing, as on macOS
    with machine_lock(tmp_path / "lock", pytest.fail):
        assert f"(process {os.getpid()}, since " in notice_of_a_waiting_run(tmp_path / "lock")
        (tmp_path / f"lock.{os.getpid()}").write_bytes(b'{"process_began":"","since":0}')  # of another process
        assert notice_of_a_waiting_run(tmp_path / "lock") == f"another clamh run{WAITS}"


@pytest.mark.parametrize(("number", "content"), [
    ("own", b'{"process_began":"1","since":0}'),  # killed, and its number given again
    ("0", b'{"process_began":"","since":0}'), ("tuned", b""), ("own", b"{"), ("own", b'{"process_began":1}'),
])
def test_foreign_lock_file_names_no_holder(tmp_path: Path, number: str, content: bytes) -> None:
    other = held(tmp_path / "lock")
    (tmp_path / f"lock.{number.replace('own', str(os.getpid()))}").write_bytes(content)
    assert notice_of_a_waiting_run(tmp_path / "lock") == f"another clamh run{WAITS}"
    os.close(other)
    with machine_lock(tmp_path / "lock", pytest.fail):  # and what a killed process with our number left is replaced
        assert "(process " in notice_of_a_waiting_run(tmp_path / "lock")


def test_files_of_killed_holders_are_removed(tmp_path: Path) -> None:
    for name in ("lock.1", "lock.tuned", "lock.tuned.1", "other.1"):
        (tmp_path / name).touch()
    with machine_lock(tmp_path / "lock", pytest.fail):
        pass
    assert sorted(os.listdir(tmp_path)) == ["lock", "lock.tuned", "lock.tuned.1", "other.1"]


def test_every_user_can_open_the_lock_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        with machine_lock(tmp_path / "lock", pytest.fail):
            assert (tmp_path / "lock").stat().st_mode & 0o777 == 0o644
    finally:
        os.umask(before)


def test_a_link_in_the_lock_s_place_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").touch()
    (tmp_path / "lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match="machine lock"), machine_lock(tmp_path / "lock", pytest.fail):
        pass


def test_no_lock_goes_on_with_a_warning_on_every_row(tmp_path: Path, measure) -> None:
    other = held(tmp_path / "lock")
    run = measure(tiny_plan("work", "other"), "well_behaved", Options(lock=False), notice=pytest.fail)
    os.close(other)
    assert [[warning.code for warning in case.warnings] for case in run.cases] == [["no-lock"], ["no-lock"]]
    assert run.end.status == "complete"


def test_a_guardian_that_names_us_while_we_read_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two readings of the state file, one before and one after it wrote, found neither a tune nor an orphan: both waited for good."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with subprocess.Popen(["true"]) as killed:
        since = tune_state.read_start_time(killed.pid)
    place, own = tune_state.state_paths()[1], os.getpid()
    state = tune_state.State(boot=tune_state.read_boot_id(), pid=killed.pid, since=since or "1", changes=())
    tune_state.write(place, state)
    find_ancestors = tune_state._ancestors

    def hand_over() -> list[tuple[int, str]]:
        tune_state.write(place, msgspec.structs.replace(state, pid=own, since=tune_state.read_start_time(own)))
        return list(find_ancestors())

    monkeypatch.setattr(tune_state, "_ancestors", hand_over)
    guardian = held(tmp_path / "lock")
    with machine_lock(tmp_path / "lock", pytest.fail):
        assert (tmp_path / f"lock.tuned.{own}").exists()
    os.close(guardian)


def test_a_tune_that_proc_hides_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With hidepid, a run under `sudo clamh doctor --tune --apply` cannot read of its tune; it waited for its lock for good."""
    def refuse(pid: int, number: int) -> None:
        raise PermissionError

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    read_fields = tune_state._read_fields
    monkeypatch.setattr(tune_state, "_read_fields", lambda pid, root: read_fields(pid, root) if pid == os.getpid() else [])
    monkeypatch.setattr(os, "kill", refuse)
    state = tune_state.State(boot=tune_state.read_boot_id(), pid=os.getppid(), since="1", changes=())
    tune_state.write(tune_state.state_paths()[1], state)
    assert tune_state.find_tune() == (state, False)
    tune = held(tmp_path / "lock")
    with machine_lock(tmp_path / "lock", pytest.fail):
        pass
    os.close(tune)


def test_a_process_whose_end_was_not_asked_for_has_ended() -> None:
    """Where its parent is slow, or never asks, a killed tune stays in /proc; its guardian has taken over long ago."""
    with subprocess.Popen(["true"]) as process:
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        assert os.path.exists(f"/proc/{process.pid}/stat")
        assert tune_state.read_start_time(process.pid) == ""
