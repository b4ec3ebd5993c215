"""Does only that count as changed which the system then says, and does restoring leave others' settings alone?"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from made_machine import CPUS, DEFAULT, INTEL, THP, machine, values

from clamh.machine import tune_state
from clamh.machine.tune_state import Change
from clamh.machine.tuning import changes
from clamh.machine.tuning.settings import list_settings

GOVERNOR = f"{CPUS}/cpufreq/policy0/scaling_governor"


def change(path: str, before: str, after: str, **fields: str) -> Change:
    return Change(setting="one", path=path, before=before, after=after, was=before, now=after, **fields)


def every(root: Path) -> list[Change]:
    return [change for setting in list_settings(root) for change in setting.changes]


def test_changes_are_applied_and_restored(tmp_path: Path) -> None:
    root = machine(tmp_path, INTEL)
    before = values(root, INTEL)
    wanted = every(root)
    done, refused = changes.apply(root, wanted)
    assert (done, refused) == (wanted, [])
    after = values(root, INTEL)
    assert {name: text for name, text in after.items() if text != before[name]} == {change.path: change.after for change in wanted}
    restored, refused, theirs = changes.restore(root, done)
    assert (restored, refused, theirs) == (done[::-1], [], [])
    assert values(root, INTEL) == before | {THP: "always"}  # the real file shows the choices again


def test_a_change_that_the_system_does_not_take_is_refused(tmp_path: Path) -> None:
    """/dev/full refuses what is written; /dev/null takes it and has something else."""
    root = machine(tmp_path, {})
    for name in ("full", "null"):
        (root / name).symlink_to(f"/dev/{name}")
    wanted = [change("full", "a", "b"), change("null", "a", "b"), change("none", "a", "b")]
    done, refused = changes.apply(root, wanted)
    assert done == []
    assert [why for _, why in refused] == [
        "the system refused the change: No space left on device",
        "the system accepted the change but has '', and restoring failed: the system accepted the change but has ''; to restore it "
        "yourself: echo 'a' > /null",
        "the system refused the change: No such file or directory"]


def test_a_partial_effect_of_a_change_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mask of which it takes a part is neither what was asked for nor what it was: restoring would take it for somebody's else."""
    root = machine(tmp_path, {"proc/irq/1/smp_affinity_list": "0-3"})
    write = changes._write_file
    monkeypatch.setattr(changes, "_write_file", lambda file, value: write(file, "0" if value == "0-1" else value))
    done, refused = changes.apply(root, [change("proc/irq/1/smp_affinity_list", "0-3", "0-1")])
    assert done == [] and [why for _, why in refused] == ["the system accepted the change but has '0'"]
    assert values(root, {"proc/irq/1/smp_affinity_list": ""}) == {"proc/irq/1/smp_affinity_list": "0-3"}


def test_a_process_that_does_not_stop_in_time_is_continued(tmp_path: Path, balancer: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    """Or it would stop when all is over."""
    root = machine(tmp_path / "root", INTEL)
    (root / f"proc/{balancer.pid}").symlink_to(f"/proc/{balancer.pid}")
    (setting,) = [setting for setting in list_settings(root) if setting.name == "irqbalance"]
    sent, kill = [], os.kill
    monkeypatch.setattr(changes, "PATIENCE_S", 0.0)
    monkeypatch.setattr(changes, "is_paused", lambda pid, root: False)
    monkeypatch.setattr(os, "kill", lambda pid, number: (sent.append(number), kill(pid, number)))
    assert [why for _, why in changes.apply(root, setting.changes)[1]] == ["the system accepted the change but has 'running'"]
    assert sent == [signal.SIGSTOP, signal.SIGCONT]


def test_spellings_of_a_value_are_equal(tmp_path: Path) -> None:
    root = machine(tmp_path, {THP: "always [madvise] never", DEFAULT: "00000000,00000001", "proc/irq/1/smp_affinity_list": "0,1"})
    same = [change(THP, "madvise", "never"), change(DEFAULT, "1", "3"), change("proc/irq/1/smp_affinity_list", "0-1", "0")]
    assert changes.restore(root, same) == (same[::-1], [], [])
    assert values(root, {DEFAULT: ""}) == {DEFAULT: "00000000,00000001"}  # nothing was written


def test_foreign_values_stay_and_missing_files_need_nothing(tmp_path: Path) -> None:
    root = machine(tmp_path, {GOVERNOR: "ondemand"})
    other_change, gone = change(GOVERNOR, "powersave", "performance"), change("proc/irq/7/smp_affinity_list", "0-1", "0")
    restored, refused, theirs = changes.restore(root, [gone, other_change])
    assert (restored, refused) == ([], [])
    assert theirs == [(other_change, "it was set to 'ondemand' in the meantime and is left alone")]
    assert values(root, {GOVERNOR: ""}) == {GOVERNOR: "ondemand"}
    assert changes.format_restore_command(other_change) == f"echo 'powersave' > /{GOVERNOR}"


@pytest.fixture
def balancer() -> Iterator[subprocess.Popen[bytes]]:
    """A process that calls itself so."""
    program = "import time; open('/proc/self/comm', 'w').write('irqbalance'); print(flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-S", "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout and process.stdout.readline()
        yield process
        process.kill()


def test_irqbalance_is_paused_and_goes_on(tmp_path: Path, balancer: subprocess.Popen[bytes]) -> None:
    root = machine(tmp_path / "root", INTEL)
    (root / f"proc/{balancer.pid}").symlink_to(f"/proc/{balancer.pid}")
    (setting,) = [setting for setting in list_settings(root) if setting.name == "irqbalance"]
    assert (setting.now, setting.steady_value, setting.obstacle) == ("running", "paused", "")
    assert changes.apply(root, setting.changes) == (list(setting.changes), [])
    assert tune_state.is_paused(balancer.pid)
    (another,) = setting.changes
    number_given_again = change(another.path, another.before, another.after, since="1")
    assert changes.restore(root, [number_given_again]) == ([], [], [])
    assert tune_state.is_paused(balancer.pid)
    assert changes.restore(root, setting.changes) == (list(setting.changes), [], [])
    assert not tune_state.is_paused(balancer.pid)
    assert os.path.basename(another.path) in changes.format_restore_command(another)
