"""What this process's control groups leave it of the machine: CPU time, CPUs, memory and memory nodes (cgroups v1 and v2).

Read from proc/self/cgroup and proc/self/mountinfo (Documentation/admin-guide/cgroup-v1, cgroup-v2.rst). A group has what it
and every group around it are given; of those around a container that are not mounted in it nobody in it can know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from clamh.machine import cpu_list

OCTAL = re.compile(r"\\([0-7]{3})")  # how mountinfo writes a space


class Mount(NamedTuple):
    """A mounted hierarchy: its controllers ("" for v2), the group that is its root, and the folder where that is seen."""

    controllers: frozenset[str]
    root: str
    folder: Path


def quota(root: Path) -> float | None:
    """How many CPUs' time this process may use: the least of its groups; None without a limit."""
    found = [limit for folder in _groups(root, "") if (limit := _v2_quota(folder)) is not None]
    found += [limit for folder in _groups(root, "cpu") if (limit := _v1_quota(folder)) is not None]
    return min(found, default=None)


def cpus(root: Path) -> frozenset[int] | None:
    """The CPUs that its cpusets let it be bound to; None where it is in none."""
    return _set(root, ("cpuset.cpus.effective",), ("cpuset.effective_cpus", "cpuset.cpus"))


def memory_nodes(root: Path) -> frozenset[int] | None:
    """The NUMA nodes that its cpusets let its memory come from; None where it is in none."""
    return _set(root, ("cpuset.mems.effective",), ("cpuset.effective_mems", "cpuset.mems"))


def memory_left(root: Path) -> int | None:
    """How many bytes more its groups let this process and the others in them have; None without a limit.

    File pages that nobody has used for a while are given back, and count as left.
    """
    found = [_left(folder, "memory.max", "memory.current", "inactive_file") for folder in _groups(root, "")]
    found += [_left(folder, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file") for folder in _groups(root, "memory")]
    return min((one for one in found if one is not None), default=None)


def _left(folder: Path, limit: str, used: str, cached: str) -> int | None:
    most, taken = ("".join(_lines(folder / name)).strip() for name in (limit, used))
    if not (most.isdecimal() and taken.isdecimal()):  # `max` is none
        return None
    return int(most) - int(taken) + _counted(folder / "memory.stat", cached)


def throttling(root: Path) -> tuple[Path, ...]:
    """The files that count how often its groups were stopped for having used up their CPU time."""
    files = [folder / "cpu.stat" for controller in ("", "cpu") for folder in _groups(root, controller)]
    return tuple(file for file in files if any(line.startswith("nr_throttled ") for line in _lines(file)))


def throttled(files: Iterable[Path]) -> int:
    """How often they were until now."""
    return sum(_counted(file, "nr_throttled") for file in files)


def _counted(file: Path, name: str) -> int:
    """A number of a file of lines with a name and a number."""
    return next((int(words[1]) for line in _lines(file) if (words := line.split())[:1] == [name] and words[1:2] and words[1].isdecimal()), 0)


def _set(root: Path, newer: tuple[str, ...], older: tuple[str, ...]) -> frozenset[int] | None:
    """The list of the innermost group that has one: an effective one holds what the groups around it leave."""
    found = []
    for controller, names in (("", newer), ("cpuset", older)):
        lists = (told for folder in _groups(root, controller) for name in names if (told := _list(folder / name)))
        found.append(next(lists, None))
    known = [one for one in found if one]
    return frozenset.intersection(*known) if known else None


def _groups(root: Path, controller: str) -> Iterator[Path]:
    """The folders of this process's group and of those around it, the innermost first; "" is the hierarchy of v2."""
    path = _paths(root).get(controller)
    mount = next((one for one in _mounts(root) if (controller in one.controllers if controller else not one.controllers)), None)
    if path is None or mount is None:
        return
    # In a container whose cgroup namespace is the host's, the path is the host's and the mount shows a part of it. A
    # process that was moved out of its namespace's root is at /../..: what is seen then is the root alone.
    inside = path.removeprefix(mount.root.rstrip("/")) if f"{path}/".startswith(f"{mount.root.rstrip('/')}/") else "/"
    parts = [] if ".." in inside.split("/") else [part for part in inside.split("/") if part]
    for depth in range(len(parts), -1, -1):
        yield mount.folder.joinpath(*parts[:depth])


def _paths(root: Path) -> dict[str, str]:
    """This process's group by controller, as proc/self/cgroup has it: `4:cpu,cpuacct:/user`, of v2 `0::/user`."""
    found: dict[str, str] = {}
    for line in _lines(root / "proc/self/cgroup"):
        parts = line.split(":", 2)
        if len(parts) == 3:
            found.update(dict.fromkeys(parts[1].split(","), parts[2].removesuffix(" (deleted)")))
    return found


def _mounts(root: Path) -> Iterator[Mount]:
    """The hierarchies that are mounted (proc_pid_mountinfo(5)): `… ROOT FOLDER … - TYPE SOURCE OPTIONS`."""
    for line in _lines(root / "proc/self/mountinfo"):
        before, dash, after = line.partition(" - ")
        mounted, kind = before.split(), after.split()
        if not dash or len(mounted) < 5 or len(kind) < 3 or kind[0] not in ("cgroup", "cgroup2"):
            continue
        own, folder = (OCTAL.sub(lambda code: chr(int(code[1], 8)), name) for name in mounted[3:5])
        controllers = frozenset(kind[2].split(",")) - {"rw", "ro"} if kind[0] == "cgroup" else frozenset[str]()
        if kind[0] == "cgroup2" or controllers:
            yield Mount(controllers, own, root / folder.lstrip("/"))


def _v2_quota(folder: Path) -> float | None:
    """`cpu.max`: QUOTA or max, then PERIOD, in µs."""
    words = " ".join(_lines(folder / "cpu.max")).split()
    return _share(*words) if len(words) == 2 else None


def _v1_quota(folder: Path) -> float | None:
    """`cpu.cfs_quota_us`, −1 for none, and `cpu.cfs_period_us`."""
    told = [" ".join(_lines(folder / f"cpu.cfs_{name}_us")) for name in ("quota", "period")]
    return _share(*told)


def _share(quota: str, period: str) -> float | None:
    if not (quota.isdecimal() and period.isdecimal()) or int(period) == 0:
        return None
    return int(quota) / int(period)


def _list(path: Path) -> frozenset[int]:
    try:
        return cpu_list.parsed(" ".join(_lines(path)))
    except ValueError:  # no list: nothing is known
        return frozenset()


def _lines(path: Path) -> list[str]:
    """A file's lines, none when it is missing or not ours to read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0\n").splitlines()
    except OSError:
        return []
