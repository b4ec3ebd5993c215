"""The limits that this process's control groups set: CPU time, CPUs, memory and memory nodes (cgroups v1 and v2).

Read from proc/self/cgroup and proc/self/mountinfo (Documentation/admin-guide/cgroup-v1, cgroup-v2.rst). The limits of a
group and of all groups around it apply. Groups around a container that are not mounted in it cannot be seen from
inside.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from clamh.machine.system_files import read_list, read_text

OCTAL = re.compile(r"\\([0-7]{3})")  # how mountinfo writes a space


class Mount(NamedTuple):
    """A mounted hierarchy: its controllers (none for v2), the group at its root, and the folder where it is mounted."""

    controllers: frozenset[str]
    root: str
    folder: Path


def read_quota(root: Path) -> float | None:
    """How many CPUs' time this process may use: the smallest quota of its groups; None without a quota."""
    limits = [limit for folder in _own_groups(root, "") if (limit := _v2_quota(folder)) is not None]
    limits += [limit for folder in _own_groups(root, "cpu") if (limit := _v1_quota(folder)) is not None]
    return min(limits, default=None)


def cpus(root: Path) -> frozenset[int] | None:
    """The CPUs that its cpusets allow; None if it is in no cpuset."""
    return _intersect_lists(root, ("cpuset.cpus.effective",), ("cpuset.effective_cpus", "cpuset.cpus"))


def memory_nodes(root: Path) -> frozenset[int] | None:
    """The NUMA nodes whose memory its cpusets allow; None if it is in no cpuset."""
    return _intersect_lists(root, ("cpuset.mems.effective",), ("cpuset.effective_mems", "cpuset.mems"))


def read_memory_left(root: Path) -> int | None:
    """How many more bytes its groups allow this process and the others in them; None without a limit.

    The kernel reclaims inactive file pages, so they count as left.
    """
    amounts = [_bytes_left(folder, "memory.max", "memory.current", "inactive_file") for folder in _own_groups(root, "")]
    amounts += [_bytes_left(folder, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
                for folder in _own_groups(root, "memory")]
    return min((amount for amount in amounts if amount is not None), default=None)


def _bytes_left(folder: Path, limit: str, used: str, cached: str) -> int | None:
    maximum, usage = ("".join(_read_lines(folder / name)).strip() for name in (limit, used))
    if not (maximum.isdecimal() and usage.isdecimal()):  # `max` is no limit
        return None
    return int(maximum) - int(usage) + _read_count(folder / "memory.stat", cached)


def find_throttling_files(root: Path) -> tuple[Path, ...]:
    """The files that count how often its groups were stopped because their CPU time was used up."""
    files = [folder / "cpu.stat" for controller in ("", "cpu") for folder in _own_groups(root, controller)]
    return tuple(file for file in files if any(line.startswith("nr_throttled ") for line in _read_lines(file)))


def count_throttled(files: Iterable[Path]) -> int:
    """How often the groups of these files have been stopped."""
    return sum(_read_count(file, "nr_throttled") for file in files)


def _read_count(file: Path, name: str) -> int:
    """The number behind a name, in a file of lines with a name and a number."""
    return next((int(words[1]) for line in _read_lines(file)
                 if (words := line.split())[:1] == [name] and words[1:2] and words[1].isdecimal()), 0)


def _intersect_lists(root: Path, newer: tuple[str, ...], older: tuple[str, ...]) -> frozenset[int] | None:
    """The list of the innermost group that has one; an effective list already respects the groups around it."""
    innermost = []
    for controller, names in (("", newer), ("cpuset", older)):
        lists = (numbers for folder in _own_groups(root, controller) for name in names
                 if (numbers := read_list(folder / name)))
        innermost.append(next(lists, None))
    known_sets = [allowed for allowed in innermost if allowed]
    return frozenset.intersection(*known_sets) if known_sets else None


def _own_groups(root: Path, controller: str) -> Iterator[Path]:
    """The folders of this process's group and of the groups around it, innermost first; controller "" is the hierarchy
    of v2.
    """
    path = _read_paths(root).get(controller)
    mount = next((mount for mount in _read_mounts(root)
                  if (controller in mount.controllers if controller else not mount.controllers)), None)
    if path is None or mount is None:
        return
    # In a container with the host's cgroup namespace, the path is the host's and the mount shows a part of it. A
    # process that was moved out of its namespace's root has a path such as /../..: only the root is visible then.
    inside = path.removeprefix(mount.root.rstrip("/")) if f"{path}/".startswith(f"{mount.root.rstrip('/')}/") else "/"
    parts = [] if ".." in inside.split("/") else [part for part in inside.split("/") if part]
    for depth in range(len(parts), -1, -1):
        yield mount.folder.joinpath(*parts[:depth])


def _read_paths(root: Path) -> dict[str, str]:
    """This process's group by controller, from lines of proc/self/cgroup: `4:cpu,cpuacct:/user`, for v2 `0::/user`."""
    path_by_controller: dict[str, str] = {}
    for line in _read_lines(root / "proc/self/cgroup"):
        parts = line.split(":", 2)
        if len(parts) == 3:
            path_by_controller.update(dict.fromkeys(parts[1].split(","), parts[2].removesuffix(" (deleted)")))
    return path_by_controller


def _read_mounts(root: Path) -> Iterator[Mount]:
    """The mounted hierarchies (proc_pid_mountinfo(5)): `… ROOT FOLDER … - TYPE SOURCE OPTIONS`."""
    for line in _read_lines(root / "proc/self/mountinfo"):
        before, dash, after = line.partition(" - ")
        mounted, kind = before.split(), after.split()
        if not dash or len(mounted) < 5 or len(kind) < 3 or kind[0] not in ("cgroup", "cgroup2"):
            continue
        group, folder = (OCTAL.sub(lambda code: chr(int(code[1], 8)), name) for name in mounted[3:5])
        controllers = frozenset(kind[2].split(",")) - {"rw", "ro"} if kind[0] == "cgroup" else frozenset[str]()
        if kind[0] == "cgroup2" or controllers:
            yield Mount(controllers, group, root / folder.lstrip("/"))


def _v2_quota(folder: Path) -> float | None:
    """`cpu.max`: QUOTA or max, then PERIOD, in µs."""
    words = " ".join(_read_lines(folder / "cpu.max")).split()
    return _divide_quota(*words) if len(words) == 2 else None


def _v1_quota(folder: Path) -> float | None:
    """`cpu.cfs_quota_us` (−1 for no quota) ÷ `cpu.cfs_period_us`."""
    figures = [" ".join(_read_lines(folder / f"cpu.cfs_{name}_us")) for name in ("quota", "period")]
    return _divide_quota(*figures)


def _divide_quota(quota: str, period: str) -> float | None:
    if not (quota.isdecimal() and period.isdecimal()) or int(period) == 0:
        return None
    return int(quota) / int(period)


def _read_lines(path: Path) -> list[str]:
    """A file's lines; empty if it is missing or not readable."""
    return (read_text(path) or "").splitlines()
