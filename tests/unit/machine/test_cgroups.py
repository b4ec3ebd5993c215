"""Is what a control group leaves read as it stands in v1, v2, both at once, nested, and in containers?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.machine import cgroups

V2 = "30 23 0:27 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"
V1 = ("31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n"
      "32 31 0:29 {root} /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
      "33 31 0:30 {root} /sys/fs/cgroup/cpuset rw shared:9 - cgroup cgroup rw,cpuset\n"
      "34 31 0:31 / /sys/fs/cgroup/systemd rw - cgroup cgroup rw,xattr,name=systemd\n"
      "35 31 0:32 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n")


def tree(folder: Path, group: str, mounts: str, files: dict[str, str]) -> Path:
    """A root folder in which this is the process's group; `files` are below sys/fs/cgroup."""
    for name, text in {"proc/self/cgroup": group, "proc/self/mountinfo": mounts,
                       **{f"sys/fs/cgroup/{name}": text for name, text in files.items()}}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(("files", "quota"), [
    ({"a/b/cpu.max": "150000 100000\n"}, 1.5), ({"a/b/cpu.max": "max 100000\n"}, None), ({}, None),
    ({"a/cpu.max": "50000 100000", "a/b/cpu.max": "max 100000"}, 0.5),  # of the group around it
    ({"a/cpu.max": "300000 100000", "a/b/cpu.max": "200000 50000"}, 3.0), ({"cpu.max": "25000 100000"}, 0.25),
    ({"a/b/cpu.max": "many 100000"}, None), ({"a/b/cpu.max": "1 0"}, None), ({"a/b/cpu.max": ""}, None),
    ({"a/c/cpu.max": "1000 100000"}, None),  # of another group
])
def test_a_quota_of_v2_is_the_least_from_the_group_outwards(tmp_path: Path, files: dict[str, str], quota: float | None) -> None:
    assert cgroups.read_quota(tree(tmp_path, "0::/a/b\n", V2, files)) == quota


@pytest.mark.parametrize(("quota", "period", "expected"), [
    ("200000\n", "100000\n", 2.0), ("-1\n", "100000\n", None), ("50000", "", None), ("50000", "0", None), ("x", "100000", None),
])
def test_a_quota_of_v1(tmp_path: Path, quota: str, period: str, expected: float | None) -> None:
    files = {"cpu,cpuacct/docker/id/cpu.cfs_quota_us": quota, "cpu,cpuacct/docker/id/cpu.cfs_period_us": period}
    group = "12:cpuset:/docker/id\n4:cpu,cpuacct:/docker/id\n1:name=systemd:/docker/id\n0::/system.slice\n"
    assert cgroups.read_quota(tree(tmp_path, group, V1.format(root="/"), files)) == expected


def test_in_a_container_with_the_hosts_names_the_mount_is_the_group(tmp_path: Path) -> None:
    """Docker on v1: proc/self/cgroup has the host's path, of which the container sees its own part alone."""
    files = {"cpu,cpuacct/cpu.cfs_quota_us": "70000", "cpu,cpuacct/cpu.cfs_period_us": "100000", "cpuset/cpuset.cpus": "4,6",
            "cpuset/cpuset.effective_cpus": "4"}
    root = tree(tmp_path, "4:cpu,cpuacct:/docker/id\n3:cpuset:/docker/id\n", V1.format(root="/docker/id"), files)
    assert cgroups.read_quota(root) == 0.7
    assert cgroups.cpus(root) == {4}


@pytest.mark.parametrize(("group", "mounts"), [("0::/../../elsewhere\n", V2), ("0::/gone (deleted)\n", V2),
                                               ("0::/elsewhere\n", V2.replace("0:27 / ", "0:27 /docker "))])
def test_an_invisible_group_leaves_the_root(tmp_path: Path, group: str, mounts: str) -> None:
    root = tree(tmp_path, group, mounts, {"cpu.max": "10000 100000", "cpuset.cpus.effective": "0-1"})
    assert (cgroups.read_quota(root), cgroups.cpus(root)) == (0.1, {0, 1})


def test_a_cpuset_of_v2_is_that_of_the_nearest_group_that_has_one(tmp_path: Path) -> None:
    files = {"cpuset.cpus.effective": "0-7", "a/cpuset.cpus.effective": "2-3\n", "cpuset.mems.effective": "0-1", "a/b/cpuset.cpus.effective": "\n"}
    root = tree(tmp_path, "0::/a/b\n", V2, files)
    assert (cgroups.cpus(root), cgroups.memory_nodes(root)) == ({2, 3}, {0, 1})


def test_the_narrower_limit_of_both_versions_counts(tmp_path: Path) -> None:
    files = {"unified/cpuset.cpus.effective": "0-3", "cpuset/cpuset.cpus": "2-9", "cpuset/cpuset.mems": "1",
            "unified/cpu.max": "200000 100000", "cpu,cpuacct/cpu.cfs_quota_us": "150000", "cpu,cpuacct/cpu.cfs_period_us": "100000"}
    root = tree(tmp_path, "3:cpuset:/\n4:cpu,cpuacct:/\n0::/\n", V1.format(root="/"), files)
    assert (cgroups.read_quota(root), cgroups.cpus(root), cgroups.memory_nodes(root)) == (1.5, {2, 3}, {1})


def test_a_folder_with_a_space_is_found(tmp_path: Path) -> None:
    root = tree(tmp_path, "0::/\n", V2.replace("/sys/fs/cgroup", "/sys/fs/cgroup/my\\040groups"), {"my groups/cpu.max": "10000 100000"})
    assert cgroups.read_quota(root) == 0.1


@pytest.mark.parametrize(("group", "mounts"), [("", ""), ("0::/\n", ""), ("", V2), ("\0\n:\n::\n", "- cgroup2\n1 2 3 - cgroup\n\n"), ("0::/\n", V2)])
def test_missing_or_odd_files_limit_nothing(tmp_path: Path, group: str, mounts: str) -> None:
    root = tree(tmp_path, group, mounts, {"cpuset.cpus.effective": "what"})
    assert (cgroups.read_quota(root), cgroups.cpus(root), cgroups.memory_nodes(root)) == (None, None, None)
    empty = tmp_path / "empty"
    assert (cgroups.read_quota(empty), cgroups.cpus(empty)) == (None, None)
