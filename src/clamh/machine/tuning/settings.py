"""The settings that make a machine steadier: the present value, the value for a run, the reason, and what prevents the
change.

System files as documented in Linux: Documentation/admin-guide/pm, Documentation/core-api/irq and
Documentation/ABI/testing/sysfs-devices-system-cpu. Swapping and perf_event_paranoid are omitted: no comparable tool
(pyperf, krun, temci's setups) changes them for times of a benchmark that neither swaps nor is sampled.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from clamh.machine.environment import find_turbo_switches
from clamh.machine.system_files import CPUS, parse_choice, read_text
from clamh.machine.tune_state import Change
from clamh.machine.tuning.changes import find_obstacle
from clamh.machine.tuning.interrupts import find_balancer, find_interrupts
from clamh.model.noun import Noun

PAGES = "sys/kernel/mm/transparent_hugepage/enabled"


class Setting(Noun):
    """`now` is "" if the system lacks the setting, `steady_value` is "" if it stays; `obstacle` is why it cannot be
    changed.
    """

    name: str
    now: str
    steady_value: str = ""
    reason: str = ""
    changes: tuple[Change, ...] = ()
    obstacle: str = ""


def list_settings(root: Path) -> list[Setting]:
    """All settings, in the order in which they are changed.

    SMT is changed last and restored first, because interrupts and governors of offline CPUs cannot be set.
    """
    return [
        add_obstacle(root, setting) for setting in (governor(root), turbo(root), huge_pages(root), aslr(root),
                                                    _pause_balancer(root), _move_interrupts(root), smt(root))
    ]


def select_possible(root: Path, changes: Sequence[Change]) -> list[Change]:
    """The changes without an obstacle."""
    return [change for change in changes if not find_obstacle(root, change)]


def add_obstacle(root: Path, setting: Setting) -> Setting:
    """The setting with the obstacle of its changes, unless it already has an obstacle."""
    if setting.obstacle or not setting.changes or select_possible(root, setting.changes):
        return setting
    return replace(setting, obstacle=find_obstacle(root, setting.changes[0]))


def governor(root: Path) -> Setting:
    """The frequency governor, which decides the clock speed."""
    why = "the clock speed follows the load with a delay of milliseconds"
    folders = sorted((root / CPUS / "cpufreq").glob("policy*")) or sorted((root / CPUS).glob("cpu[0-9]*/cpufreq"))
    changes, governors, unsupported = [], set(), False
    for folder in folders:
        path = f"{folder.relative_to(root)}/scaling_governor"
        if not (now := read_text(root / path)):
            continue
        governors.add(now)
        if now == "performance":
            continue
        available = read_text(root / f"{folder.relative_to(root)}/scaling_available_governors")
        if available is not None and "performance" not in available.split():
            unsupported = True
        else:
            changes.append(
                Change(setting="governor", path=path, before=now, after="performance", was=now, now="performance"))
    if not governors:
        return Setting(name="governor", now="",
                       reason="the system does not show it: in a virtual machine the host sets the clock speed")
    stays = governors == {"performance"}
    return Setting(name="governor", now=", ".join(sorted(governors)), steady_value="" if stays else "performance",
                   reason="" if stays else why, changes=tuple(changes),
                   obstacle="the kernel was built without it" if unsupported and not changes else "")


def turbo(root: Path) -> Setting:
    """Clock speeds above the nominal one."""
    switches = find_turbo_switches(root)
    if not switches:
        return Setting(name="turbo", now="", reason="the system shows no switch for it")
    changes = tuple(Change(setting="turbo", path=path, before=on, after=off, was="on", now="off")
                    for path, on, off in switches if read_text(root / path) == on)
    if not changes:
        return Setting(name="turbo", now="off")
    return Setting(name="turbo", now="on", steady_value="off", changes=changes,
                   reason="the speed of a core depends on its heat and on the other cores")


def huge_pages(root: Path) -> Setting:
    """Transparent huge pages: which programs get them."""
    content = read_text(root / PAGES)
    if not content:
        return Setting(name="huge pages", now="", reason="the system has no transparent huge pages")
    now = parse_choice(content)
    if now != "always":
        return Setting(name="huge pages", now=now)
    return Setting(
        name="huge pages", now=now, steady_value="madvise",
        reason="the kernel may merge a program's memory pages at any time", changes=(Change(
            setting="huge pages", path=PAGES, before=now, after="madvise", was=now, now="madvise"),))


def aslr(root: Path) -> Setting:
    """Random addresses are desired, so this setting is shown and never changed."""
    content = read_text(root / "proc/sys/kernel/randomize_va_space")
    if not content:
        return Setting(name="ASLR", now="", reason="the system does not show it")
    if content == "0":
        return Setting(
            name="ASLR", now="off",
            reason="every fork has the same addresses, so their effect is never averaged out; to change: "
            "sysctl kernel.randomize_va_space=2")
    return Setting(name="ASLR", now="on",
                   reason="stays on: each fork has other addresses, and the interval over forks includes their effect")


def smt(root: Path) -> Setting:
    """Two hardware threads on a core."""
    control, active = read_text(root / f"{CPUS}/smt/control"), read_text(root / f"{CPUS}/smt/active")
    if control not in ("on", "off", "forceoff") or active is None:
        return Setting(name="SMT", now="", reason="the system shows no cores with two threads")
    if active != "1":
        return Setting(name="SMT", now="off")
    change = Change(setting="SMT", path=f"{CPUS}/smt/control", before=control, after="off", was="on", now="off")
    groups = any((root / "sys/fs/cgroup/cpuset").glob("*/cpuset.cpus"))
    return Setting(name="SMT", now="on", steady_value="off", reason="other work on the same core slows the measurement",
                   changes=(change,),
                   obstacle="cpusets of cgroup v1 permanently lose CPUs that were switched off" if groups else "")


def _pause_balancer(root: Path) -> Setting:
    pauses = find_balancer(root)
    if not pauses:
        shown = (root / "proc").is_dir()
        return Setting(name="irqbalance", now="not running" if shown else "",
                       reason="" if shown else "the system does not show it")
    return Setting(name="irqbalance", now="running", steady_value="paused", changes=tuple(pauses),
                   reason="it moves interrupts between CPUs every 10 s, also those placed by hand")


def _move_interrupts(root: Path) -> Setting:
    now, wanted, changes, why = find_interrupts(root)
    return Setting(name="interrupts", now=now, steady_value=wanted, changes=tuple(changes), reason=why)
