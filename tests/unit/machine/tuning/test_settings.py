"""Is each setting read as the machine has it, with its steadier value and its obstacle?"""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from made_machine import CPUS, DEFAULT, INTEL, THP, machine

from clamh.machine.tuning.settings import Setting, list_settings


def settings_by_name(root: Path) -> dict[str, Setting]:
    return {setting.name: setting for setting in list_settings(root)}


def summarise(root: Path) -> dict[str, tuple[str, str]]:
    return {setting.name: (setting.now, setting.steady_value) for setting in list_settings(root)}


def written(setting: Setting) -> dict[str, tuple[str, str]]:
    return {change.path: (change.before, change.after) for change in setting.changes}


def test_a_whole_machine(tmp_path: Path) -> None:
    root = machine(tmp_path, INTEL)
    assert summarise(root) == {
        "governor": ("performance, powersave", "performance"), "turbo": ("on", "off"), "huge pages": ("always", "madvise"),
        "ASLR": ("on", ""), "irqbalance": ("not running", ""), "interrupts": ("2 on CPUs 0-3", "CPU 0"), "SMT": ("on", "off"),
    }
    by_name = settings_by_name(root)
    assert {name: written(setting) for name, setting in by_name.items() if setting.changes} == {
        "governor": {f"{CPUS}/cpufreq/policy0/scaling_governor": ("powersave", "performance")},
        "turbo": {f"{CPUS}/intel_pstate/no_turbo": ("0", "1")},
        "huge pages": {THP: ("always", "madvise")},
        "interrupts": {DEFAULT: ("f", "1"), "proc/irq/16/smp_affinity_list": ("0-3", "0")},
        "SMT": {f"{CPUS}/smt/control": ("on", "off")},
    }
    assert not any(setting.obstacle for setting in by_name.values())
    assert "--cpus 1-3" in by_name["interrupts"].reason


def test_steady_settings_are_left_alone(tmp_path: Path) -> None:
    steady = INTEL | {
        f"{CPUS}/cpufreq/policy0/scaling_governor": "performance", f"{CPUS}/intel_pstate/no_turbo": "1", THP: "always madvise [never]",
        f"{CPUS}/smt/control": "off", f"{CPUS}/smt/active": "0", DEFAULT: "1", "proc/irq/16/smp_affinity_list": "0",
    }
    known = list_settings(machine(tmp_path, steady))
    assert not [setting.name for setting in known if setting.steady_value or setting.changes]
    assert {setting.name: setting.now for setting in known}["huge pages"] == "never"


def test_a_machine_that_shows_nothing(tmp_path: Path) -> None:
    known = list_settings(machine(tmp_path, {}))
    assert [setting.name for setting in known if setting.steady_value or setting.changes or setting.obstacle] == []
    assert {setting.name for setting in known if not setting.now} == {"governor", "turbo", "huge pages", "ASLR", "irqbalance", "interrupts", "SMT"}
    assert all(setting.reason for setting in known if not setting.now)


@pytest.mark.parametrize(("files", "expected"), [
    ({f"{CPUS}/cpufreq/boost": "1"}, {f"{CPUS}/cpufreq/boost": ("1", "0")}),  # acpi-cpufreq, amd-pstate
    ({f"{CPUS}/cpufreq/boost": "0"}, {}),
    ({f"{CPUS}/cpufreq/policy0/boost": "1", f"{CPUS}/cpufreq/policy1/boost": "0"}, {f"{CPUS}/cpufreq/policy0/boost": ("1", "0")}),
])
def test_turbo_of_other_drivers(tmp_path: Path, files: dict[str, str], expected: dict[str, tuple[str, str]]) -> None:
    turbo = settings_by_name(machine(tmp_path, INTEL | {f"{CPUS}/intel_pstate/no_turbo": None} | files))["turbo"]
    assert written(turbo) == expected
    assert (turbo.now, turbo.steady_value) == (("on", "off") if expected else ("off", ""))


def test_a_kernel_without_the_governor_and_an_old_one_that_lists_none(tmp_path: Path) -> None:
    policy = f"{CPUS}/cpufreq/policy0/scaling_"
    known = settings_by_name(machine(tmp_path / "a", INTEL | {f"{policy}available_governors": "powersave ondemand"}))["governor"]
    assert not known.changes and known.obstacle == "the kernel was built without it"
    known = settings_by_name(machine(tmp_path / "b", {f"{CPUS}/cpu0/cpufreq/scaling_governor": "ondemand"}))["governor"]
    assert written(known) == {f"{CPUS}/cpu0/cpufreq/scaling_governor": ("ondemand", "performance")}


def test_cpus_of_a_cpuset_of_cgroup_v1_are_not_switched_off(tmp_path: Path) -> None:
    known = settings_by_name(machine(tmp_path, INTEL | {"sys/fs/cgroup/cpuset/docker/cpuset.cpus": "0-3"}))["SMT"]
    assert known.steady_value == "off" and "permanently" in known.obstacle


def test_interrupts_go_to_cpus_that_are_not_isolated(tmp_path: Path) -> None:
    known = settings_by_name(machine(tmp_path, INTEL | {f"{CPUS}/isolated": "2-3"}))["interrupts"]
    assert written(known) == {DEFAULT: ("f", "3"), "proc/irq/16/smp_affinity_list": ("0-3", "0-1")}


def test_the_suggested_cpus_stay_online_without_smt(tmp_path: Path) -> None:
    pairs = {f"{CPUS}/cpu{cpu}/topology/thread_siblings_list": f"{cpu % 2},{cpu % 2 + 2}" for cpu in range(4)}
    assert settings_by_name(machine(tmp_path, INTEL | pairs))["interrupts"].reason.endswith("--cpus 1")


def test_masks_of_many_cpus_are_written_in_groups(tmp_path: Path) -> None:
    files = {f"{CPUS}/online": "0-79", f"{CPUS}/isolated": "0-63", DEFAULT: "ffff,ffffffff,ffffffff", "proc/irq/5/smp_affinity_list": "0-79",
             "proc/irq/5/a/x": ""}
    changes = written(settings_by_name(machine(tmp_path, files))["interrupts"])
    assert changes[DEFAULT] == ("ffff,ffffffff,ffffffff", "0000ffff,00000000,00000000")


def test_one_cpu_has_no_other(tmp_path: Path) -> None:
    known = settings_by_name(machine(tmp_path, INTEL | {f"{CPUS}/online": "0", "proc/irq/16/smp_affinity_list": "0", DEFAULT: "1"}))["interrupts"]
    assert (known.steady_value, known.changes) == ("", ())


def test_a_read_only_file_is_an_obstacle(tmp_path: Path) -> None:
    """Mode bits are asked too: to root each file looks open, and interrupts of a driver's own are mode 0444."""
    root = machine(tmp_path, INTEL)
    for path in (THP, "proc/irq/16/smp_affinity_list"):
        (root / path).chmod(0o444)
    known = settings_by_name(root)
    assert known["huge pages"].obstacle == "the kernel does not allow changes"
    assert written(known["interrupts"]) == {DEFAULT: ("f", "1")}


@pytest.mark.parametrize(("flag", "reason"), [(0, "only root may write it"),
                                              (os.ST_RDONLY, "/sys is mounted read-only, as in a container: change it on the host")])
def test_missing_permission_is_an_obstacle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flag: int, reason: str
) -> None:
    root = machine(tmp_path, INTEL)
    monkeypatch.setattr(os, "access", lambda path, mode: "cpufreq" in str(path))  # partial permission: one file is open
    monkeypatch.setattr(os, "statvfs", lambda path: SimpleNamespace(f_flag=0 if "cpufreq" in str(path) else flag))
    known = settings_by_name(root)
    assert {name for name, setting in known.items() if setting.steady_value and not setting.obstacle} == {"governor"}
    assert known["SMT"].obstacle == reason
