"""Is the machine described from its files, and is a missing, odd or unreadable file just an unknown?"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

from clamh.machine import macos
from clamh.machine.environment import fingerprint, read_environment, read_machine, read_meter, use_since

Machine = Callable[[dict[str, str]], Path]
CPUS = "sys/devices/system/cpu"
XEON = {
    "proc/cpuinfo": "processor\t: 0\nmodel name\t: Intel(R) Xeon(R) CPU E5-2690 v4 @ 2.60GHz\nflags\t\t: fpu hypervisor sse\n\n"
                    "processor\t: 1\nmodel name\t: another\n",
    "proc/meminfo": "MemTotal:       16384 kB\nMemFree:  1 kB\n",
    "proc/sys/kernel/random/boot_id": "b0075e55-0000\n",
    "proc/sys/kernel/randomize_va_space": "2\n",
    "proc/sys/kernel/perf_event_paranoid": "-1\n",
    "etc/os-release": 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n',
    "etc/machine-id": "abcdef\n",
    "sys/class/dmi/id/sys_vendor": "QEMU\n",
    "sys/class/dmi/id/product_name": "Standard PC\n",
    "sys/kernel/mm/transparent_hugepage/enabled": "always [madvise] never\n",
    f"{CPUS}/smt/active": "1\n",
    f"{CPUS}/intel_pstate/no_turbo": "0\n",
    f"{CPUS}/cpu0/cpufreq/scaling_governor": "powersave\n",
    f"{CPUS}/cpu1/cpufreq/scaling_governor": "performance\n",
    "proc/self/cgroup": "0::/\n",
    "proc/self/mountinfo": "30 23 0:27 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
    "sys/fs/cgroup/cpu.max": "150000 100000\n",
    "sys/fs/cgroup/cpuset.cpus.effective": "0-1,4\n",
    f"{CPUS}/isolated": "4\n",
    "sys/devices/system/node/node0/cpulist": "0-1\n",
    "sys/devices/system/node/node0/meminfo": "Node 0 MemTotal: 16384 kB\n",
    "sys/devices/system/node/node1/cpulist": "4\n",
    "sys/devices/system/node/node1/meminfo": "Node 1 MemTotal: 0 kB\n",
    f"{CPUS}/cpu0/cache/index0/level": "1\n",
    f"{CPUS}/cpu0/cache/index0/type": "Data\n",
    f"{CPUS}/cpu0/cache/index0/size": "32K\n",
    f"{CPUS}/cpu0/cache/index0/coherency_line_size": "64\n",
    f"{CPUS}/cpu0/cache/index0/shared_cpu_list": "0,28\n",
}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """machine(files): a root folder with these files."""

    def make(files: dict[str, str]) -> Path:
        root = tmp_path / str(len(list(tmp_path.iterdir())))
        (root / "proc").mkdir(parents=True)
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        return root

    return make


def test_every_fact_of_a_full_machine(machine: Machine) -> None:
    facts = read_environment(machine(XEON))
    expected = {
        "os": "Debian GNU/Linux 12 (bookworm)",
        "cpu": "Intel(R) Xeon(R) CPU E5-2690 v4 @ 2.60GHz",
        "smt": True,
        "caches": [{"level": "1", "type": "Data", "size": "32K", "line_bytes": "64", "shared_by": "0,28"}],
        "memory_bytes": 16384 * 1024,
        "hypervisor": "QEMU Standard PC",
        "governor": "performance,powersave",
        "turbo": True,
        "aslr": "2",
        "perf_event_paranoid": "-1",
        "huge_pages": "madvise",
        "boot_id": "b0075e55-0000",
        "cpu_quota": 1.5,
        "cpuset": "0-1,4",
        "cpus_isolated": "4",
        "nodes": [{"number": 0, "cpus": "0-1", "memory": True}, {"number": 1, "cpus": "4", "memory": False}],
    }
    assert {name: facts[name] for name in expected} == expected
    assert facts["cpus"] >= 1 and facts["python"] == sys.version.split()[0]


def test_an_empty_machine_is_unknown_and_not_an_error(machine: Machine) -> None:
    facts = read_environment(machine({}))
    unknown = ("cpu_quota", "cpuset", "cpus_isolated", "smt", "memory_bytes", "hypervisor", "governor", "turbo", "aslr", "perf_event_paranoid", "huge_pages", "boot_id")
    assert {name: facts[name] for name in unknown} == dict.fromkeys(unknown)
    assert facts["caches"] == []


def test_a_system_without_proc_asks_psutil(tmp_path: Path) -> None:
    facts = read_environment(tmp_path)  # as on macOS
    assert facts["memory_bytes"] > 1 << 20
    assert int(facts["boot_id"]) > 1_000_000_000


@pytest.mark.parametrize(("files", "turbo"), [
    ({f"{CPUS}/intel_pstate/no_turbo": "1"}, False),
    ({f"{CPUS}/cpufreq/boost": "1"}, True),
    ({f"{CPUS}/cpufreq/boost": "0"}, False),
    ({f"{CPUS}/cpufreq/boost": "what"}, None),
    ({f"{CPUS}/cpufreq/policy0/boost": "0", f"{CPUS}/cpufreq/policy1/boost": "1"}, True),
    ({f"{CPUS}/cpufreq/policy0/boost": "0"}, False),
])
def test_turbo_is_read_from_each_driver(machine: Machine, files: dict[str, str], turbo: bool | None) -> None:
    assert read_environment(machine(files))["turbo"] is turbo


@pytest.mark.parametrize(("files", "hypervisor"), [
    ({"proc/cpuinfo": "flags\t: fpu hypervisor"}, "unnamed"),
    ({"proc/cpuinfo": "flags\t: fpu", "sys/class/dmi/id/product_name": "PowerEdge"}, None),
    ({"sys/hypervisor/type": "xen"}, "xen"),
    ({"proc/device-tree/hypervisor/compatible": "linux,kvm\0"}, "linux,kvm"),
])
def test_a_hypervisor_is_named_as_far_as_it_says(machine: Machine, files: dict[str, str], hypervisor: str | None) -> None:
    assert read_environment(machine(files))["hypervisor"] == hypervisor


def test_aarch64_names_its_model_differently(machine: Machine) -> None:
    files = {"proc/cpuinfo": "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n"}
    assert read_environment(machine(files))["cpu"] == "implementer 0x41 part 0xd0c"
    assert read_environment(machine(files | {"proc/device-tree/model": "Raspberry Pi 5\0"}))["cpu"] == "Raspberry Pi 5"


def test_odd_files_are_tolerated_and_can_be_written_as_json(machine: Machine) -> None:
    root = machine({"proc/meminfo": "MemTotal: many kB\nMemTotal\n:\n", "proc/cpuinfo": "::::\n\n:", "etc/os-release": "=\n"})
    (root / "sys/devices/system/cpu/smt/active").mkdir(parents=True)  # a folder where a file should be
    (root / "proc/sys/kernel").mkdir(parents=True)
    (root / "proc/sys/kernel/randomize_va_space").write_bytes(b"\xff\xfe")
    json.dumps(read_environment(root)).encode()


@pytest.mark.parametrize("changed", ["etc/machine-id", "proc/sys/kernel/random/boot_id", "proc/cpuinfo"])
def test_another_host_boot_or_cpu_is_another_fingerprint(machine: Machine, changed: str) -> None:
    first, same = fingerprint(machine(XEON)), fingerprint(machine(XEON))
    other = fingerprint(machine(XEON | {changed: "model name: other"}))
    assert first == same != other
    assert len(first) == 16 and int(first, 16) >= 0


class Mac:
    """The functions of a Mac's C library that name the machine."""

    values: ClassVar = {"kern.bootsessionuuid": b"8C1F-01", "machdep.cpu.brand_string": b"Apple M1"}

    def sysctlbyname(self, name: bytes, value: Any, *_: object) -> int:
        value.value = self.values.get(name.decode(), b"")
        return 0 if value.value else -1

    def gethostuuid(self, value: Any, _: object) -> int:
        value.raw = bytes(range(16))
        return 0


def test_a_mac_stays_the_same_with_another_name_and_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert macos.read_sysctl("kern.bootsessionuuid") == "" or sys.platform == "darwin"
    monkeypatch.setattr("ctypes.CDLL", lambda name: Mac())
    assert read_environment(tmp_path)["cpu"] == "Apple M1" and macos.read_sysctl("kern.other") == ""
    first, machine = fingerprint(tmp_path), read_machine(tmp_path)
    monkeypatch.setattr("platform.node", lambda: "of-dhcp")
    monkeypatch.setattr("psutil.boot_time", lambda: 1.0)
    assert (fingerprint(tmp_path), read_machine(tmp_path)) == (first, machine)
    monkeypatch.setitem(Mac.values, "kern.bootsessionuuid", b"8C1F-02")
    assert fingerprint(tmp_path) != first and read_machine(tmp_path) == machine


def test_this_machine_can_be_described() -> None:
    json.dumps(read_environment())
    assert fingerprint() == fingerprint()


USED = {
    "proc/stat": "cpu  100 0 50 9000 10 0 5 {ticks} 0 0\ncpu0 50 0 25 4500 5 0 2 1 0 0\n",
    "proc/pressure/cpu": "some avg10=0.00 avg60=0.00 avg300=0.00 total={us}\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n",
}


def test_stolen_time_is_the_difference_of_two_readings(machine: Machine) -> None:
    before, after = (machine({name: text.format(ticks=ticks, us=us) for name, text in USED.items()})
                     for ticks, us in ((200, 1_000_000), (250, 1_250_000)))
    used = use_since(read_meter(before), after)
    assert used.stolen_s == pytest.approx(50 / os.sysconf("SC_CLK_TCK")) and used.waited_s == pytest.approx(0.25)
    assert used.elapsed_s > 0


@pytest.mark.parametrize("files", [
    {}, {"proc/stat": "cpu 1 2 3", "proc/pressure/cpu": "full avg10=0.00 total=5"}, {"proc/stat": "", "proc/pressure/cpu": "some total=x"},
    {"proc/stat": "intr 1 2 3 4 5 6 7 8 9", "proc/pressure/cpu": "\n"},
])
def test_a_system_without_counters_has_none(machine: Machine, files: dict[str, str]) -> None:
    root = machine(files)
    used = use_since(read_meter(root), root)
    assert (used.stolen_s, used.waited_s) == (None, None)
