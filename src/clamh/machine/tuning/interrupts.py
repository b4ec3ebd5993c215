"""Which CPUs devices interrupt, and who moves that (Linux: Documentation/core-api/irq/irq-affinity.rst)."""

from __future__ import annotations

import os
from pathlib import Path

from clamh.machine.cpu_list import parsed, written
from clamh.machine.tuned import Change, began
from clamh.machine.tuning.changes import PAUSED, RUNNING, text

CPUS = "sys/devices/system/cpu"
DEFAULT = "proc/irq/default_smp_affinity"
GROUP = 8  # hexadecimal digits between the commas of a mask


def balancer(root: Path) -> list[Change]:
    """The pause of each irqbalance that runs."""
    found = []
    for folder in (root / "proc").glob("[0-9]*"):
        if text(root, f"proc/{folder.name}/comm") == "irqbalance" and (since := began(int(folder.name), root)):
            found.append(Change(setting="irqbalance", path=f"proc/{folder.name}", before=RUNNING, after=PAUSED, was=RUNNING,
                                now=PAUSED, since=since))
    return found


def interrupts(root: Path) -> tuple[str, str, list[Change], str]:
    """What is now, what is wanted ("" to stay so), the changes, and why; "" for now where nothing is known."""
    online, isolated = (_cpus(text(root, f"{CPUS}/{name}")) for name in ("online", "isolated"))
    known = _movable(root)
    if not online or not known:
        return "", "", [], "the system does not show them"
    everywhere = f"{len(known)} on {_named(frozenset().union(*(_cpus(one) for one in known.values())))}"
    if len(online) == 1:
        return everywhere, "", [], "there is one CPU"
    # Those that isolcpus= leaves, or the first one, which most kernels keep for such work anyway.
    target = online - isolated if isolated and online - isolated else frozenset({min(online)})
    changes = []
    default = text(root, DEFAULT)
    if default and _masked(default) != target:
        changes.append(_change(DEFAULT, default, _mask(target), _named(_masked(default)), target))
    changes += [_change(path, now, written(target), _named(_cpus(now)), target)
                for path, now in known.items() if not _cpus(now) <= target]
    rest = written(_lasting(root, online - target) or online - target)
    why = f"an interrupt takes the CPU from what is measured there; bind the run to the others: --bind threads --cpus {rest}"
    return everywhere, _named(target) if changes else "", changes, why if changes else ""


def _lasting(root: Path, cpus: frozenset[int]) -> frozenset[int]:
    """Those that are there with SMT off too: the first ones of their cores."""
    siblings = {cpu: _cpus(text(root, f"{CPUS}/cpu{cpu}/topology/thread_siblings_list")) for cpu in cpus}
    return frozenset(cpu for cpu, beside in siblings.items() if cpu == min(beside, default=cpu))


def _movable(root: Path) -> dict[str, str]:
    """The file of each interrupt that has a handler and that its driver leaves to us, with its CPUs."""
    found = {}
    for folder in sorted((root / "proc/irq").glob("[0-9]*"), key=lambda one: int(one.name)):
        path = f"proc/irq/{folder.name}/smp_affinity_list"
        try:
            handled = any(one.is_dir() for one in folder.iterdir())
            open_to_us = bool(os.stat(root / path).st_mode & 0o222)
        except OSError:  # gone meanwhile
            continue
        if handled and open_to_us and (now := text(root, path)):
            found[path] = now
    return found


def _change(path: str, before: str, after: str, was: str, target: frozenset[int]) -> Change:
    return Change(setting="interrupts", path=path, before=before, after=after, was=was, now=_named(target))


def _cpus(listed: str | None) -> frozenset[int]:
    try:
        return parsed(listed or "")
    except ValueError:
        return frozenset()


def _named(cpus: frozenset[int]) -> str:
    return f"CPU{'s' * (len(cpus) != 1)} {written(cpus)}"


def _masked(mask: str) -> frozenset[int]:
    """The CPUs of a hexadecimal mask, whose groups of eight digits commas part."""
    try:
        bits = int(mask.replace(",", ""), 16)
    except ValueError:
        return frozenset()
    return frozenset(one for one in range(bits.bit_length()) if bits >> one & 1)


def _mask(cpus: frozenset[int]) -> str:
    digits = f"{sum(1 << one for one in cpus):x}"
    digits = digits.zfill(-(-len(digits) // GROUP) * GROUP) if len(digits) > GROUP else digits
    return ",".join(digits[at:at + GROUP] for at in range(0, len(digits), GROUP))
