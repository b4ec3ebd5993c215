"""The settings that make a machine steadier: the present value, the value for a run, the reason, and what prevents the change.

System files as documented in Linux: Documentation/admin-guide/pm, Documentation/core-api/irq and
Documentation/ABI/testing/sysfs-devices-system-cpu. Swapping and perf_event_paranoid are omitted: no comparable tool
(pyperf, krun, temci's setups) changes them for times of a benchmark that neither swaps nor is sampled.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from clamh.machine.tuned import Change
from clamh.machine.tuning.changes import chosen, obstacle, text
from clamh.machine.tuning.interrupts import balancer, interrupts
from clamh.model.noun import Noun

CPUS = "sys/devices/system/cpu"
PAGES = "sys/kernel/mm/transparent_hugepage/enabled"


class Setting(Noun):
    """`now` is "" if the system lacks the setting, `wanted` is "" if it stays; `obstacle` is why it cannot be changed."""

    name: str
    now: str
    wanted: str = ""
    why: str = ""
    changes: tuple[Change, ...] = ()
    obstacle: str = ""


def settings(root: Path) -> list[Setting]:
    """All settings, in the order in which they are changed.

    SMT is changed last and restored first, because interrupts and governors of offline CPUs cannot be set.
    """
    return [judged(root, setting) for setting in
            (governor(root), turbo(root), huge_pages(root), aslr(root), _pause_balancer(root), _move_interrupts(root), smt(root))]


def possible(root: Path, changes: Sequence[Change]) -> list[Change]:
    """The changes without an obstacle."""
    return [change for change in changes if not obstacle(root, change)]


def judged(root: Path, setting: Setting) -> Setting:
    """The setting with the obstacle of its changes, unless it already has an obstacle."""
    if setting.obstacle or not setting.changes or possible(root, setting.changes):
        return setting
    return Setting(name=setting.name, now=setting.now, wanted=setting.wanted, why=setting.why, changes=setting.changes,
                   obstacle=obstacle(root, setting.changes[0]))


def governor(root: Path) -> Setting:
    """The frequency governor, which decides the clock speed."""
    why = "the clock speed follows the load with a delay of milliseconds"
    folders = sorted((root / CPUS / "cpufreq").glob("policy*")) or sorted((root / CPUS).glob("cpu[0-9]*/cpufreq"))
    changes, governors, unsupported = [], set(), False
    for folder in folders:
        path = f"{folder.relative_to(root)}/scaling_governor"
        if not (now := text(root, path)):
            continue
        governors.add(now)
        if now == "performance":
            continue
        available = text(root, f"{folder.relative_to(root)}/scaling_available_governors")
        if available is not None and "performance" not in available.split():
            unsupported = True
        else:
            changes.append(Change(setting="governor", path=path, before=now, after="performance", was=now, now="performance"))
    if not governors:
        return Setting(name="governor", now="", why="the system does not show it: in a virtual machine the host sets the clock speed")
    stays = governors == {"performance"}
    return Setting(name="governor", now=", ".join(sorted(governors)), wanted="" if stays else "performance", why="" if stays else why,
                   changes=tuple(changes), obstacle="the kernel was built without it" if unsupported and not changes else "")


def turbo(root: Path) -> Setting:
    """Clock speeds above the nominal one. The switch of Intel's driver is inverted: 1 means that turbo is off."""
    intel, boost = f"{CPUS}/intel_pstate/no_turbo", f"{CPUS}/cpufreq/boost"
    folders = sorted((root / CPUS / "cpufreq").glob("policy*"))
    policies = [f"{folder.relative_to(root)}/boost" for folder in folders]
    if text(root, intel) is not None:
        switches = [(intel, "0", "1")]
    elif text(root, boost) is not None:
        switches = [(boost, "1", "0")]
    else:
        switches = [(path, "1", "0") for path in policies if text(root, path) is not None]
    if not switches:
        return Setting(name="turbo", now="", why="the system shows no switch for it")
    changes = tuple(Change(setting="turbo", path=path, before=on, after=off, was="on", now="off")
                    for path, on, off in switches if text(root, path) == on)
    if not changes:
        return Setting(name="turbo", now="off")
    return Setting(name="turbo", now="on", wanted="off", changes=changes,
                   why="the speed of a core depends on its heat and on the other cores")


def huge_pages(root: Path) -> Setting:
    """Transparent huge pages: which programs get them."""
    content = text(root, PAGES)
    if not content:
        return Setting(name="huge pages", now="", why="the system has no transparent huge pages")
    now = chosen(content)
    if now != "always":
        return Setting(name="huge pages", now=now)
    return Setting(name="huge pages", now=now, wanted="madvise",
                   why="the kernel may merge a program's memory pages at any time",
                   changes=(Change(setting="huge pages", path=PAGES, before=now, after="madvise", was=now, now="madvise"),))


def aslr(root: Path) -> Setting:
    """Random addresses are desired, so this setting is shown and never changed."""
    content = text(root, "proc/sys/kernel/randomize_va_space")
    if not content:
        return Setting(name="ASLR", now="", why="the system does not show it")
    if content == "0":
        return Setting(name="ASLR", now="off", why="every fork has the same addresses, so their effect is never averaged out; to change: "
                       "sysctl kernel.randomize_va_space=2")
    return Setting(name="ASLR", now="on", why="stays on: each fork has other addresses, and the interval over forks includes their effect")


def smt(root: Path) -> Setting:
    """Two hardware threads on a core."""
    control, active = text(root, f"{CPUS}/smt/control"), text(root, f"{CPUS}/smt/active")
    if control not in ("on", "off", "forceoff") or active is None:
        return Setting(name="SMT", now="", why="the system shows no cores with two threads")
    if active != "1":
        return Setting(name="SMT", now="off")
    change = Change(setting="SMT", path=f"{CPUS}/smt/control", before=control, after="off", was="on", now="off")
    groups = any((root / "sys/fs/cgroup/cpuset").glob("*/cpuset.cpus"))
    return Setting(
        name="SMT", now="on", wanted="off", why="other work on the same core slows the measurement", changes=(change,),
        obstacle="cpusets of cgroup v1 permanently lose CPUs that were switched off" if groups else "")


def _pause_balancer(root: Path) -> Setting:
    pauses = balancer(root)
    if not pauses:
        return Setting(name="irqbalance", now="not running")
    return Setting(name="irqbalance", now="running", wanted="paused", changes=tuple(pauses),
                   why="it moves interrupts between CPUs every 10 s, also those placed by hand")


def _move_interrupts(root: Path) -> Setting:
    now, wanted, changes, why = interrupts(root)
    return Setting(name="interrupts", now=now, wanted=wanted, changes=tuple(changes), why=why)
