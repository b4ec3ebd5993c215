"""The CPUs that this process may use: how many, which of them share a core, and which memory is theirs.

Read from sysfs (Documentation/ABI/stable/sysfs-devices-system-cpu, …/sysfs-devices-node) and from the control groups. In a
container lxcfs may show online CPUs by other numbers than those that the kernel binds to: what the kernel itself says counts.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from clamh.machine import cgroups, cpu_list, memory_policy

SYSTEM = Path("/")
CPUS = "sys/devices/system/cpu"
NODES = "sys/devices/system/node"


class Cpu(NamedTuple):
    """A CPU that may be used: its core by the lowest CPU in it, its node (0 where there are none), and how fast it may be.

    `capacity` is only compared with that of another CPU of the same machine. An isolated one has no thread that is not bound
    to it or to isolated ones alone.
    """

    number: int
    core: int
    node: int
    capacity: int
    isolated: bool


class Node(NamedTuple):
    """A NUMA node: its CPUs, and whether it has memory; `distances` are those to each node, its own the least."""

    number: int
    cpus: frozenset[int]
    memory: bool
    distances: dict[int, int]


class Machine(NamedTuple):
    """What threads can be bound to: CPUs by number, and by node of a CPU the nodes that memory near it comes from.

    `memory` is empty where there is nothing to choose: one node, or a policy that is not ours to change.
    """

    cpus: tuple[Cpu, ...]
    memory: dict[int, tuple[int, ...]]


def usable(root: Path = SYSTEM) -> int:
    """How many threads can run at once: CPUs of this process, and no more than the whole CPUs in its quota of time."""
    limit = cgroups.quota(root)
    count = len(affinity()) or os.cpu_count() or 1
    return count if limit is None else max(1, min(count, int(limit)))


def affinity() -> frozenset[int]:
    """The CPUs that this thread is bound to; none where the system has no such thing."""
    return frozenset(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else frozenset()


def machine(root: Path = SYSTEM, mine: frozenset[int] | None = None, may_place: bool | None = None) -> Machine:
    """The CPUs `mine` (those of this process); `may_place` is whether the memory policy is ours to choose."""
    mine = affinity() if mine is None else mine
    found = nodes(root)
    of = {cpu: node.number for node in found for cpu in node.cpus}
    apart = isolated(root)
    cpus = []
    for number in sorted(mine):
        folder = root / CPUS / f"cpu{number}"
        siblings = _list(folder / "topology/core_cpus_list") or _list(folder / "topology/thread_siblings_list")
        cpus.append(Cpu(number, min(siblings, default=number), of.get(number, 0), _capacity(folder), number in apart))
    holders = [one.number for one in found if one.memory]
    allowed = cgroups.memory_nodes(root)
    holders = [one for one in holders if allowed is None or one in allowed]
    if len(holders) < 2 or not (memory_policy.is_default() if may_place is None else may_place):
        return Machine(tuple(cpus), {})
    nearest = {one.number: min(holders, key=lambda other: (one.distances.get(other, 255), other)) for one in found}
    return Machine(tuple(cpus), {node: (one,) for node, one in nearest.items()})


def nodes(root: Path = SYSTEM) -> list[Node]:
    """The NUMA nodes in their order, those without CPUs and those without memory among them."""
    folders = {int(one.name[4:]): one for one in (root / NODES).glob("node[0-9]*") if one.name[4:].isdecimal()}
    numbers = sorted(folders)
    has_memory = _list(root / NODES / "has_memory")
    found = []
    for number in numbers:
        told = (_text(folders[number] / "distance") or "").split()  # a column for each node that there is
        distances = {other: int(one) for other, one in zip(numbers, told) if one.isdecimal()}
        memory = number in has_memory if has_memory else _has_memory(folders[number])
        found.append(Node(number, _list(folders[number] / "cpulist"), memory, distances))
    return found


def isolated(root: Path = SYSTEM) -> frozenset[int]:
    """The CPUs that the scheduler leaves alone (isolcpus)."""
    return _list(root / CPUS / "isolated")


def obstacles(asked: frozenset[int], root: Path = SYSTEM, mine: frozenset[int] | None = None) -> Iterator[tuple[str, str]]:
    """Why this process cannot be bound to some of the CPUs asked for: what is wrong, and what to do; nothing when it can."""
    mine = affinity() if mine is None else mine
    there = _list(root / CPUS / "present") or _list(root / CPUS / "possible")
    online = _list(root / CPUS / "online")
    if not mine <= online or not mine <= there:  # they were numbered anew for a container: the kernel has other numbers
        there = online = mine
    group = cgroups.cpus(root)
    may = online if group is None else group
    if not may:
        return
    instead = f"this process may use {cpu_list.written(may)}"
    if missing := asked - there - may:
        yield f"there is no CPU {cpu_list.written(missing)}", instead
    if off := (asked & there) - online - may:
        yield (f"CPU {cpu_list.written(off)} is offline", "switch it on (as root: echo 1 > "
               f"/sys/devices/system/cpu/cpu{min(off)}/online), or leave it out; {instead}")
    if forbidden := (asked & online) - may:
        yield (f"CPU {cpu_list.written(forbidden)} is not in the cpuset of this process's control group",
               f"leave it out, or start clamh where it may use it; {instead}")


def _has_memory(node: Path) -> bool:
    for line in (_text(node / "meminfo") or "").splitlines():
        words = line.split()
        if "MemTotal:" in words[:-1]:
            return words[words.index("MemTotal:") + 1] != "0"
    return False


def _capacity(folder: Path) -> int:
    """How fast a CPU is beside others of its machine (Documentation/ABI/testing/sysfs-devices-system-cpu), else its most kHz."""
    for name in ("cpu_capacity", "cpufreq/cpuinfo_max_freq"):
        if (told := _text(folder / name)) and told.isdecimal():
            return int(told)
    return 0


def _list(path: Path) -> frozenset[int]:
    """A list of CPUs or nodes; none where it is missing, empty or no list."""
    try:
        return cpu_list.parsed(_text(path) or "")
    except ValueError:
        return frozenset()


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0 \t\n")
    except OSError:
        return None
