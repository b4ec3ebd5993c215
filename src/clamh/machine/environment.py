"""The environment of a run: facts about the machine that explain its numbers, and the machine's fingerprint.

Everything is read from system files (proc(5), sysfs: Documentation/ABI/testing/sysfs-devices-system-cpu); no process is
started for it. A fact that the system does not provide is None.
"""

from __future__ import annotations

import hashlib
import os
import platform
import time
from pathlib import Path
from typing import Any, NamedTuple

from clamh.machine import cgroups, cpu_list, macos
from clamh.machine.cpus import read_affinity, read_isolated, read_nodes
from clamh.machine.system_files import CPUS, SYSTEM, parse_choice, read_kib, read_text
from clamh.machine.tune_state import active_changes, describe_changes, read_boot_id
from clamh.model.results import MachineUse


def read_environment(root: Path = SYSTEM) -> dict[str, Any]:
    """The present facts about the machine, sizes in bytes. `root` is the folder of proc and sys."""
    cpuinfo = _read_cpuinfo(root)
    return {
        "host": platform.node(),
        "os": _find_os_name(root),
        "kernel": f"{platform.system()} {platform.release()}",
        "architecture": platform.machine(),
        "python": platform.python_version(),
        "cpu": _find_cpu_model(root, cpuinfo),
        "cpus": os.cpu_count(),
        "cpus_allowed": len(read_affinity()) or None,
        "cpu_list": cpu_list.format_ranges(read_affinity()) or None,
        "cpu_quota": cgroups.read_quota(root),
        "cpuset": _format_cpus(cgroups.cpus(root)),
        "cpus_isolated": _format_cpus(read_isolated(root)),
        "nodes": [{"number": node.number, "cpus": cpu_list.format_ranges(node.cpus), "memory": node.memory}
                  for node in read_nodes(root)],
        "smt": _parse_switch(read_text(root / f"{CPUS}/smt/active")),
        "caches": _read_caches(root),
        "memory_bytes": _read_memory(root),
        "hypervisor": _find_hypervisor(root, cpuinfo),
        "governor": _read_governor(root),
        "turbo": _read_turbo(root),
        "aslr": read_text(root / "proc/sys/kernel/randomize_va_space"),
        "perf_event_paranoid": read_text(root / "proc/sys/kernel/perf_event_paranoid"),
        "huge_pages": parse_choice(read_text(root / "sys/kernel/mm/transparent_hugepage/enabled") or "") or None,
        "load": _read_load(),
        "boot_id": _read_boot(root),
        **describe_changes(active_changes()),
    }


def fingerprint(root: Path = SYSTEM) -> str:
    """16 hex digits that change with host, CPU, kernel and every boot; only runs with equal fingerprints form a series.
    """
    host, *parts = _describe_host(root)
    return _digest(host, str(_read_boot(root)), *parts)


def read_machine(root: Path = SYSTEM) -> str:
    """16 hex digits that change with host, CPU and kernel but not with a boot; calibrations are stored under them."""
    return _digest(*_describe_host(root))


def _describe_host(root: Path) -> tuple[str, ...]:
    host = read_text(root / "etc/machine-id") or macos.read_host_id() or platform.node()
    return host, str(_find_cpu_model(root, _read_cpuinfo(root))), platform.release(), platform.machine()


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:16]


class Meter(NamedTuple):
    """The system's time counters since its start, in s; None for a counter that it lacks."""

    at_s: float
    stolen_s: float | None
    waited_s: float | None


def read_meter(root: Path = SYSTEM) -> Meter:
    """The present counters. Reading their two small files takes about 50 µs."""
    return Meter(time.monotonic(), _read_stolen(root), _read_waited(root))


def use_since(before: Meter, root: Path = SYSTEM) -> MachineUse:
    """How the machine was used from `before` until now."""
    now = read_meter(root)
    load = _read_load()
    return MachineUse(
        elapsed_s=now.at_s - before.at_s, load=load[0] if load else None,
        stolen_s=None if None in (now.stolen_s, before.stolen_s) else max(0.0, now.stolen_s - before.stolen_s),
        waited_s=None if None in (now.waited_s, before.waited_s) else max(0.0, now.waited_s - before.waited_s),
    )


def find_turbo_switches(root: Path) -> list[tuple[str, str, str]]:
    """The files that switch turbo, each with its values for on and off: 1 is off for Intel's driver, on for others."""
    policies = [f"{path.relative_to(root)}" for path in sorted((root / CPUS / "cpufreq").glob("policy*/boost"))]
    candidates = ([(f"{CPUS}/intel_pstate/no_turbo", "0", "1")], [(f"{CPUS}/cpufreq/boost", "1", "0")],
                  [(path, "1", "0") for path in policies])
    readable = ([switch for switch in switches if read_text(root / switch[0])] for switches in candidates)
    return next(filter(None, readable), [])


def _read_stolen(root: Path) -> float | None:
    """The time stolen by the host over all CPUs: the eighth figure of proc/stat's first line, in clock ticks."""
    words = (read_text(root / "proc/stat") or "").partition("\n")[0].split()
    if len(words) < 9 or words[0] != "cpu" or not words[8].isdigit():
        return None
    return int(words[8]) / os.sysconf("SC_CLK_TCK")


def _read_waited(root: Path) -> float | None:
    """How long some task has waited for a CPU, which the file gives in µs (Documentation/accounting/psi.rst)."""
    for line in (read_text(root / "proc/pressure/cpu") or "").splitlines():
        name, *fields = line.split()
        total = next((field.removeprefix("total=") for field in fields if field.startswith("total=")), "")
        if name == "some" and total.isdigit():
            return int(total) / 1e6
    return None


def _read_cpuinfo(root: Path) -> dict[str, str]:
    """The first processor's lines of /proc/cpuinfo."""
    facts: dict[str, str] = {}
    for line in (read_text(root / "proc/cpuinfo") or "").splitlines():
        name, colon, value = line.partition(":")
        if colon:
            facts.setdefault(name.strip(), value.strip())
    return facts


def _find_cpu_model(root: Path, cpuinfo: dict[str, str]) -> str | None:
    model = cpuinfo.get("model name") or read_text(root / "proc/device-tree/model")
    if not model and "CPU part" in cpuinfo:  # aarch64 has numbers only
        model = f"implementer {cpuinfo.get('CPU implementer')} part {cpuinfo['CPU part']}"
    return model or macos.read_sysctl("machdep.cpu.brand_string") or platform.processor() or None


def _find_os_name(root: Path) -> str:
    for line in (read_text(root / "etc/os-release") or "").splitlines():
        name, _, value = line.partition("=")
        if name == "PRETTY_NAME":
            return value.strip("\"'")
    version = platform.mac_ver()[0]
    return f"macOS {version}" if version else platform.system()


def _format_cpus(cpus: frozenset[int] | None) -> str | None:
    """A list of CPUs as text; None if it is empty or missing."""
    return cpu_list.format_ranges(cpus or ()) or None


def _read_caches(root: Path) -> list[dict[str, Any]]:
    """The first CPU's caches as the system describes them: level, type, size, line size in bytes, sharing CPUs."""
    caches = []
    for folder in sorted((root / CPUS / "cpu0/cache").glob("index*")):
        level, kind, size, line, shared = (
            read_text(folder / name) for name in ("level", "type", "size", "coherency_line_size", "shared_cpu_list")
        )
        caches.append({"level": level, "type": kind, "size": size, "line_bytes": line, "shared_by": shared})
    return caches


def _read_memory(root: Path) -> int | None:
    memory = read_kib(root / "proc/meminfo", "MemTotal")
    if memory is not None or (root / "proc").is_dir():
        return memory
    import psutil

    return psutil.virtual_memory().total


def _find_hypervisor(root: Path, cpuinfo: dict[str, str]) -> str | None:
    """The kind of virtual machine as far as known; None on bare metal or if the system does not say."""
    kind = read_text(root / "sys/hypervisor/type") or read_text(root / "proc/device-tree/hypervisor/compatible")
    if not kind and "hypervisor" not in cpuinfo.get("flags", "").split():
        return None
    identity = (read_text(root / f"sys/class/dmi/id/{name}") for name in ("sys_vendor", "product_name"))
    product = " ".join(filter(None, identity))
    return kind or product or "unnamed"


def _read_governor(root: Path) -> str | None:
    """The frequency governors in use, joined by commas."""
    folders = sorted((root / CPUS).glob("cpu[0-9]*/cpufreq"))
    governors = {governor for folder in folders if (governor := read_text(folder / "scaling_governor"))}
    return ",".join(sorted(governors)) or None


def _read_turbo(root: Path) -> bool | None:
    """Whether some CPU has turbo."""
    values = [{on: True, off: False}.get(read_text(root / path) or "") for path, on, off in find_turbo_switches(root)]
    return next((value for value in (True, False) if value in values), None)


def _parse_switch(text: str | None) -> bool | None:
    return {"1": True, "0": False}.get(text or "")


def _read_load() -> list[float] | None:
    try:
        return list(os.getloadavg())
    except OSError:
        return None


def _read_boot(root: Path) -> str | None:
    """A value that changes with every boot: the id that Linux or macOS gives it, or the second in which it started."""
    boot = read_boot_id(root) or macos.read_sysctl("kern.bootsessionuuid") or None
    if boot or (root / "proc").is_dir():
        return boot
    import psutil

    return str(int(psutil.boot_time()))
