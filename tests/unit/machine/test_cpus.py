"""Are the CPUs for binding read from made machines: cores, nodes without memory or CPUs, isolated, offline and renumbered CPUs?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from clamh.machine import cpus as module
from clamh.machine.cpu_list import parse_ranges
from clamh.machine.cpus import Cpu, find_obstacles, read_affinity, read_machine_cpus, read_nodes, read_usable

CPUS, NODES = "sys/devices/system/cpu", "sys/devices/system/node"
GROUP = {"proc/self/cgroup": "0::/\n", "proc/self/mountinfo": "30 23 0:27 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"}


def cpuset(cpus: str = "", mems: str = "", quota: str = "max 100000") -> dict[str, str]:
    """The files of a control group in a tree."""
    return GROUP | {"sys/fs/cgroup/cpuset.cpus.effective": cpus, "sys/fs/cgroup/cpuset.mems.effective": mems, "sys/fs/cgroup/cpu.max": quota}


def node(number: int, cpus: str, memory_kb: int, distances: str) -> dict[str, str]:
    """A NUMA node's files."""
    return {f"{NODES}/node{number}/cpulist": f"{cpus}\n", f"{NODES}/node{number}/distance": f"{distances}\n",
            f"{NODES}/node{number}/meminfo": f"Node {number} MemTotal:       {memory_kb} kB\nNode {number} MemFree: 1 kB\n"}


def siblings(*cores: str, name: str = "core_cpus_list") -> dict[str, str]:
    """The files of cores, each a list of its CPUs."""
    return {f"{CPUS}/cpu{cpu}/topology/{name}": core for core in cores for cpu in parse_ranges(core)}


def tree(root: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


ONLINE = {f"{CPUS}/{name}": "0-7\n" for name in ("present", "possible", "online")}
EVERY = frozenset(range(8))
# Two sockets of two cores of two threads, a node of memory alone (2), and one of CPUs whose memory is not there (1).
FOUR_NODES = ONLINE | siblings("0,4", "1,5", "2,6", "3,7") | {f"{NODES}/has_memory": "0,2-3\n"} | node(
    0, "0-1,4-5", 100, "10 21 17 21") | node(1, "2,6", 0, "21 10 28 12") | node(2, "", 500, "17 28 10 28") | node(3, "3,7", 100, "21 12 28 10")


def test_cores_nodes_and_their_memory_are_read(tmp_path: Path) -> None:
    result = read_machine_cpus(tree(tmp_path, FOUR_NODES | {f"{CPUS}/isolated": "6-7\n", f"{CPUS}/cpu2/cpu_capacity": "512\n"}), EVERY, may_place=True)
    assert result.cpus[:3] == (Cpu(0, 0, 0, 0, False), Cpu(1, 1, 0, 0, False), Cpu(2, 2, 1, 512, False))
    assert result.cpus[6:] == (Cpu(6, 2, 1, 0, True), Cpu(7, 3, 3, 0, True))
    assert result.memory == {0: (0,), 1: (3,), 2: (2,), 3: (3,)}  # node 1 has none: 3 is the nearest that has
    assert [(node.number, sorted(node.cpus), node.memory) for node in read_nodes(tmp_path)] == [
        (0, [0, 1, 4, 5], True), (1, [2, 6], False), (2, [], True), (3, [3, 7], True)]


def test_an_older_system_has_memory_and_siblings_in_other_files(tmp_path: Path) -> None:
    files = {name: text for name, text in FOUR_NODES.items() if "has_memory" not in name and "topology" not in name}
    result = read_machine_cpus(tree(tmp_path, files | siblings("2,6", name="thread_siblings_list")), EVERY, may_place=True)
    assert (result.cpus[6].core, result.cpus[7].core) == (2, 7)
    assert result.memory == {0: (0,), 1: (3,), 2: (2,), 3: (3,)}


@pytest.mark.parametrize(("files", "may_place"), [
    (FOUR_NODES, False),  # under numactl, or where the call is forbidden
    (FOUR_NODES | cpuset("0-7", mems="3"), True),  # one node is left
    (ONLINE | node(0, "0-7", 100, "10"), True), (ONLINE, True), ({}, True),
])
def test_memory_is_left_alone_without_a_choice(tmp_path: Path, files: dict[str, str], may_place: bool) -> None:
    assert read_machine_cpus(tree(tmp_path, files), EVERY, may_place).memory == {}


def test_memory_comes_from_a_node_of_the_cpuset(tmp_path: Path) -> None:
    result = read_machine_cpus(tree(tmp_path, FOUR_NODES | cpuset("0-7", mems="2-3")), EVERY, may_place=True)
    assert result.memory == {0: (2,), 1: (3,), 2: (2,), 3: (3,)}


def test_only_the_cpus_of_this_process_count(tmp_path: Path) -> None:
    assert [cpu.number for cpu in read_machine_cpus(tree(tmp_path, FOUR_NODES), frozenset({3, 5}), may_place=True).cpus] == [3, 5]
    assert read_machine_cpus(tmp_path, frozenset()).cpus == ()  # as on a system without binding


@pytest.mark.parametrize(("quota", "mine", "expected"), [
    ("max 100000", 8, 8), ("250000 100000", 8, 2), ("50000 100000", 8, 1), ("900000 100000", 8, 8), ("250000 100000", 1, 1),
])
def test_as_many_threads_as_there_are_whole_cpus(tmp_path: Path, monkeypatch, quota: str, mine: int, expected: int) -> None:
    monkeypatch.setattr(module, "read_affinity", lambda: frozenset(range(mine)))
    assert read_usable(tree(tmp_path, cpuset("0-7", quota=quota))) == expected


def test_this_machine_has_what_the_kernel_says() -> None:
    assert {cpu.number for cpu in read_machine_cpus().cpus} == read_affinity()
    assert 1 <= read_usable() <= len(read_affinity())
    assert list(find_obstacles(read_affinity())) == []


OFF = FOUR_NODES | {f"{CPUS}/online": "0-5,7\n"}


@pytest.mark.parametrize(("files", "requested", "mine", "expected"), [
    (ONLINE, "0-7", "0-7", []),
    (ONLINE, "6,8-9", "0-7", ["there is no CPU 8-9 → this process may use CPUs 0-7"]),
    (OFF, "6", "0-5", ["CPU 6 is offline → switch it on (as root: echo 1 > /sys/devices/system/cpu/cpu6/online), or leave it out; "
                       "this process may use CPUs 0-5,7"]),
    (ONLINE | cpuset("2-3"), "1-2", "2-3", ["CPU 1 is not in the cpuset of this process's control group → leave it out, or start clamh in "
                                            "another control group; this process may use CPUs 2-3"]),
    (OFF | cpuset("0-3,5"), "3-9", "0-3", ["there is no CPU 8-9 → ", "CPU 6 is offline → ", "CPU 4,7 is not in the cpuset"]),
    # Isolated CPUs are in no process's affinity by themselves, and may be asked for; so may those that taskset left out.
    (ONLINE | {f"{CPUS}/isolated": "6-7"}, "6-7", "0-5", []),
    (ONLINE | {f"{CPUS}/isolated": "6-7"} | cpuset("0-7"), "5-7", "0-5", []),
    # lxcfs numbers the CPUs of a container anew: 12 and 13 are its 0 and 1.
    ({f"{CPUS}/online": "0-1", f"{CPUS}/present": "0-1"} | cpuset("12-13"), "12-13", "12-13", []),
    ({f"{CPUS}/online": "0-1", f"{CPUS}/present": "0-31"} | cpuset("12-13"), "13", "12-13", []),
    ({f"{CPUS}/online": "0-1", f"{CPUS}/present": "0-1"}, "0,12", "12-13", ["there is no CPU 0 → this process may use CPUs 12-13"]),
    ({}, "0", "0-1", []), ({}, "4", "0-1", ["there is no CPU 4 → this process may use CPUs 0-1"]),
])
def test_cpus_that_cannot_be_used_are_refused_with_the_reason(
    tmp_path: Path, files: dict[str, str], requested: str, mine: str, expected: list[str]
) -> None:
    reasons = [f"{what} → {hint}" for what, hint in find_obstacles(parse_ranges(requested), tree(tmp_path, files), parse_ranges(mine))]
    assert len(reasons) == len(expected)
    assert all(reason.startswith(start) for reason, start in zip(reasons, expected, strict=True)), reasons
