"""The CPUs that this process may use: their number, which of them share a core, and which memory is near them.

Read from sysfs (Documentation/ABI/stable/sysfs-devices-system-cpu, …/sysfs-devices-node) and from the control groups.
In a container, lxcfs may number the online CPUs differently from the kernel; then the kernel's numbers count.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from clamh.machine import cgroups, cpu_list, memory_policy
from clamh.machine.system_files import CPUS, SYSTEM, read_list, read_text

NODES = "sys/devices/system/node"


class Cpu(NamedTuple):
    """A usable CPU. `core` is the lowest CPU number in its core; `node` is 0 on a system without nodes.

    `capacity` is its speed, comparable only within a machine. The scheduler puts a thread on an isolated CPU only if
    the thread is bound to isolated CPUs alone.
    """

    number: int
    core: int
    node: int
    capacity: int
    isolated: bool


class Node(NamedTuple):
    """A NUMA node: its CPUs, and whether it has memory. `distances` holds the distance to each node; its own is the
    smallest.
    """

    number: int
    cpus: frozenset[int]
    memory: bool
    distances: dict[int, int]


class Machine(NamedTuple):
    """What threads can be bound to: the CPUs in order, and for each node the nodes with the nearest memory.

    `memory` is empty if there is no choice: only one node, or a memory policy that we may not change.
    """

    cpus: tuple[Cpu, ...]
    memory: dict[int, tuple[int, ...]]


def read_usable(root: Path = SYSTEM) -> int:
    """The number of threads that can run at once: this process's CPUs, limited by its CPU quota rounded down."""
    limit = cgroups.read_quota(root)
    count = len(read_affinity()) or os.cpu_count() or 1
    return count if limit is None else max(1, min(count, int(limit)))


def read_affinity() -> frozenset[int]:
    """The CPUs that this thread is bound to; empty if the system has no CPU binding."""
    return frozenset(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else frozenset()


def read_machine_cpus(root: Path = SYSTEM, mine: frozenset[int] | None = None,
                      may_place: bool | None = None) -> Machine:
    """The CPUs `mine` (by default this process's); `may_place` says whether we may choose the memory policy."""
    mine = read_affinity() if mine is None else mine
    all_nodes = read_nodes(root)
    node_by_cpu = {cpu: node.number for node in all_nodes for cpu in node.cpus}
    isolated_cpus = read_isolated(root)
    cpus = []
    for number in sorted(mine):
        folder = root / CPUS / f"cpu{number}"
        siblings = read_list(folder / "topology/core_cpus_list") or read_list(
            folder / "topology/thread_siblings_list")
        cpus.append(
            Cpu(number, min(siblings, default=number), node_by_cpu.get(number, 0), _read_capacity(folder), number
                in isolated_cpus))
    holders = [node.number for node in all_nodes if node.memory]
    allowed = cgroups.memory_nodes(root)
    holders = [number for number in holders if allowed is None or number in allowed]
    if len(holders) < 2 or not (memory_policy.is_default() if may_place is None else may_place):
        return Machine(tuple(cpus), {})
    nearest = {
        node.number: min(holders, key=lambda other: (node.distances.get(other, 255), other)) for node in all_nodes
    }
    return Machine(tuple(cpus), {number: (holder,) for number, holder in nearest.items()})


def read_nodes(root: Path = SYSTEM) -> list[Node]:
    """All NUMA nodes in order, including those without CPUs or without memory."""
    folders = {
        int(folder.name[4:]): folder for folder in (root / NODES).glob("node[0-9]*") if folder.name[4:].isdecimal()
    }
    numbers = sorted(folders)
    has_memory = read_list(root / NODES / "has_memory")
    result = []
    for number in numbers:
        columns = (read_text(folders[number] / "distance") or "").split()  # one column per node
        distances = {neighbour: int(distance) for neighbour, distance in zip(numbers, columns) if distance.isdecimal()}
        memory = number in has_memory if has_memory else _has_memory(folders[number])
        result.append(Node(number, read_list(folders[number] / "cpulist"), memory, distances))
    return result


def read_isolated(root: Path = SYSTEM) -> frozenset[int]:
    """The CPUs that the scheduler does not use (isolcpus)."""
    return read_list(root / CPUS / "isolated")


def find_obstacles(requested: frozenset[int], root: Path = SYSTEM,
                   mine: frozenset[int] | None = None) -> Iterator[tuple[str, str]]:
    """Why this process cannot be bound to some of the requested CPUs, each reason with a hint; nothing if it can be."""
    mine = read_affinity() if mine is None else mine
    present = read_list(root / CPUS / "present") or read_list(root / CPUS / "possible")
    online = read_list(root / CPUS / "online")
    if not mine <= online or not mine <= present:  # lxcfs numbered them for a container, the kernel's numbers differ
        present = online = mine
    group = cgroups.cpus(root)
    allowed = online if group is None else group
    if not allowed:
        return
    alternative = f"this process may use CPUs {cpu_list.format_ranges(allowed)}"
    if missing := requested - present - allowed:
        yield f"there is no CPU {cpu_list.format_ranges(missing)}", alternative
    if offline := (requested & present) - online - allowed:
        yield (f"CPU {cpu_list.format_ranges(offline)} is offline", "switch it on (as root: echo 1 > "
               f"/sys/devices/system/cpu/cpu{min(offline)}/online), or leave it out; {alternative}")
    if forbidden := (requested & online) - allowed:
        yield (f"CPU {cpu_list.format_ranges(forbidden)} is not in the cpuset of this process's control group",
               f"leave it out, or start clamh in another control group; {alternative}")


def _has_memory(node: Path) -> bool:
    for line in (read_text(node / "meminfo") or "").splitlines():
        words = line.split()
        if "MemTotal:" in words[:-1]:
            return words[words.index("MemTotal:") + 1] != "0"
    return False


def _read_capacity(folder: Path) -> int:
    """A CPU's speed relative to its machine's other CPUs (Documentation/ABI/testing/sysfs-devices-system-cpu), else its
    maximal kHz.
    """
    for name in ("cpu_capacity", "cpufreq/cpuinfo_max_freq"):
        if (text := read_text(folder / name)) and text.isdecimal():
            return int(text)
    return 0
