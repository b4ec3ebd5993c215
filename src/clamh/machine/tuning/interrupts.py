"""The CPUs that devices interrupt, and the balancer that moves interrupts (Linux:
Documentation/core-api/irq/irq-affinity.rst).
"""

from __future__ import annotations

import os
from pathlib import Path

from clamh.machine.cpu_list import format_ranges
from clamh.machine.system_files import CPUS, parse_list, read_list, read_text
from clamh.machine.tune_state import Change, read_start_time
from clamh.machine.tuning.changes import PAUSED, RUNNING

DEFAULT = "proc/irq/default_smp_affinity"
MASK_GROUP = 8  # hexadecimal digits between the commas of a mask


def find_balancer(root: Path) -> list[Change]:
    """A pause for each running irqbalance."""
    pauses = []
    for folder in (root / "proc").glob("[0-9]*"):
        if read_text(root / f"proc/{folder.name}/comm") == "irqbalance" and (since := read_start_time(
                int(folder.name), root)):
            pauses.append(
                Change(setting="irqbalance", path=f"proc/{folder.name}", before=RUNNING, after=PAUSED, was=RUNNING,
                       now=PAUSED, since=since))
    return pauses


def find_interrupts(root: Path) -> tuple[str, str, list[Change], str]:
    """The present CPUs ("" if unknown), the wanted CPUs ("" for no change), the changes, and the reason."""
    online, isolated = (read_list(root / f"{CPUS}/{name}") for name in ("online", "isolated"))
    cpus_by_file = _read_movable(root)
    if not online or not cpus_by_file:
        return "", "", [], "the system does not show them"
    everywhere = (f"{len(cpus_by_file)} on "
                  f"{_name_cpus(frozenset().union(*(parse_list(cpus) for cpus in cpus_by_file.values())))}")
    if len(online) == 1:
        return everywhere, "", [], "there is one CPU"
    # The CPUs that isolcpus= does not isolate, or the first CPU, which most kernels use for such work anyway.
    target = online - isolated if isolated and online - isolated else frozenset({min(online)})
    changes = []
    default = read_text(root / DEFAULT)
    if default and _parse_mask(default) != target:
        changes.append(_build_change(DEFAULT, default, _format_mask(target), _name_cpus(_parse_mask(default)), target))
    changes += [_build_change(path, now, format_ranges(target), _name_cpus(parse_list(now)), target)
                for path, now in cpus_by_file.items() if not parse_list(now) <= target]
    rest = format_ranges(_first_siblings(root, online - target) or online - target)
    why = f"interrupts take CPU time from the measurement; bind the run to the other CPUs: --bind threads --cpus {rest}"
    return everywhere, _name_cpus(target) if changes else "", changes, why if changes else ""


def _first_siblings(root: Path, cpus: frozenset[int]) -> frozenset[int]:
    """The CPUs that stay online without SMT: the first CPU of each core."""
    siblings = {cpu: read_list(root / f"{CPUS}/cpu{cpu}/topology/thread_siblings_list") for cpu in cpus}
    return frozenset(cpu for cpu, siblings_of_cpu in siblings.items() if cpu == min(siblings_of_cpu, default=cpu))


def _read_movable(root: Path) -> dict[str, str]:
    """The file of each interrupt that has a handler and whose CPUs its driver lets us change, with those CPUs."""
    cpus_by_file = {}
    for folder in sorted((root / "proc/irq").glob("[0-9]*"), key=lambda entry: int(entry.name)):
        path = f"proc/irq/{folder.name}/smp_affinity_list"
        try:
            handled = any(entry.is_dir() for entry in folder.iterdir())
            open_to_us = bool(os.stat(root / path).st_mode & 0o222)
        except OSError:  # gone meanwhile
            continue
        if handled and open_to_us and (now := read_text(root / path)):
            cpus_by_file[path] = now
    return cpus_by_file


def _build_change(path: str, before: str, after: str, was: str, target: frozenset[int]) -> Change:
    return Change(setting="interrupts", path=path, before=before, after=after, was=was, now=_name_cpus(target))


def _name_cpus(cpus: frozenset[int]) -> str:
    return f"CPU{'s' * (len(cpus) != 1)} {format_ranges(cpus)}"


def _parse_mask(mask: str) -> frozenset[int]:
    """The CPUs of a hexadecimal mask; commas separate its groups of eight digits."""
    try:
        bits = int(mask.replace(",", ""), 16)
    except ValueError:
        return frozenset()
    return frozenset(cpu for cpu in range(bits.bit_length()) if bits >> cpu & 1)


def _format_mask(cpus: frozenset[int]) -> str:
    digits = f"{sum(1 << cpu for cpu in cpus):x}"
    digits = digits.zfill(-(-len(digits) // MASK_GROUP) * MASK_GROUP) if len(digits) > MASK_GROUP else digits
    return ",".join(digits[at:at + MASK_GROUP] for at in range(0, len(digits), MASK_GROUP))
