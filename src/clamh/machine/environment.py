"""Where a run was measured: facts of the machine that explain its numbers, and its fingerprint.

Everything is read from files of the system (proc(5), sysfs: Documentation/ABI/testing/sysfs-devices-system-cpu), never
from a process that would have to be started; what a system does not tell is None.
"""

from __future__ import annotations

import hashlib
import os
import platform
import time
from pathlib import Path
from typing import Any, NamedTuple

from clamh.machine import cgroups, cpu_list
from clamh.machine.cpus import CPUS, SYSTEM, affinity, isolated, nodes
from clamh.machine.tuned import held, told
from clamh.model.results import MachineUse


def environment(root: Path = SYSTEM) -> dict[str, Any]:
    """The machine now; sizes in bytes. `root` is where proc and sys are looked for."""
    cpuinfo = _cpuinfo(root)
    return {
        "host": platform.node(),
        "os": _os_name(root),
        "kernel": f"{platform.system()} {platform.release()}",
        "architecture": platform.machine(),
        "python": platform.python_version(),
        "cpu": _cpu_model(root, cpuinfo),
        "cpus": os.cpu_count(),
        "cpus_allowed": len(affinity()) or None,
        "cpu_list": cpu_list.written(affinity()) or None,
        "cpu_quota": cgroups.quota(root),
        "cpuset": _written(cgroups.cpus(root)),
        "cpus_isolated": _written(isolated(root)),
        "nodes": [{"number": one.number, "cpus": cpu_list.written(one.cpus), "memory": one.memory} for one in nodes(root)],
        "smt": _switch(_text(root, f"{CPUS}/smt/active")),
        "caches": _caches(root),
        "memory_bytes": _memory(root),
        "hypervisor": _hypervisor(root, cpuinfo),
        "governor": _governor(root),
        "turbo": _turbo(root),
        "aslr": _text(root, "proc/sys/kernel/randomize_va_space"),
        "perf_event_paranoid": _text(root, "proc/sys/kernel/perf_event_paranoid"),
        "huge_pages": _chosen(_text(root, "sys/kernel/mm/transparent_hugepage/enabled")),
        "load": _load(),
        "boot_id": _boot(root),
        **told(held()),
    }


def fingerprint(root: Path = SYSTEM) -> str:
    """16 hex digits that change with host, CPU, kernel and every boot: runs are one series only when equal."""
    host, *parts = _host(root)
    return _digest(host, str(_boot(root)), *parts)


def machine(root: Path = SYSTEM) -> str:
    """16 hex digits that change with host, CPU and kernel, and stay the same from boot to boot: what noise belongs to."""
    return _digest(*_host(root))


def _host(root: Path) -> tuple[str, ...]:
    host = _text(root, "etc/machine-id") or platform.node()
    return host, str(_cpu_model(root, _cpuinfo(root))), platform.release(), platform.machine()


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:16]


class Meter(NamedTuple):
    """What the system has counted since its start, in s; None where it does not."""

    at_s: float
    stolen_s: float | None
    waited_s: float | None


def meter(root: Path = SYSTEM) -> Meter:
    """The system's counts now: two small files are read, which takes some 50 µs."""
    return Meter(time.monotonic(), _stolen(root), _waited(root))


def use_since(before: Meter, root: Path = SYSTEM) -> MachineUse:
    """How the machine was used from `before` until now."""
    now = meter(root)
    load = _load()
    return MachineUse(
        elapsed_s=now.at_s - before.at_s, load=load[0] if load else None,
        stolen_s=None if None in (now.stolen_s, before.stolen_s) else max(0.0, now.stolen_s - before.stolen_s),
        waited_s=None if None in (now.waited_s, before.waited_s) else max(0.0, now.waited_s - before.waited_s),
    )


def _stolen(root: Path) -> float | None:
    """The eighth figure of the first line of proc/stat, in clock ticks, over all CPUs."""
    words = (_text(root, "proc/stat") or "").partition("\n")[0].split()
    if len(words) < 9 or words[0] != "cpu" or not words[8].isdigit():
        return None
    return int(words[8]) / os.sysconf("SC_CLK_TCK")


def _waited(root: Path) -> float | None:
    """How long some task has waited for a CPU (Documentation/accounting/psi.rst), told in µs."""
    for line in (_text(root, "proc/pressure/cpu") or "").splitlines():
        name, *fields = line.split()
        total = next((field.removeprefix("total=") for field in fields if field.startswith("total=")), "")
        if name == "some" and total.isdigit():
            return int(total) / 1e6
    return None


def _text(root: Path, name: str) -> str | None:
    """A small file's text without the space around it, None when it is missing, empty or not ours to read."""
    try:
        return (root / name).read_text(encoding="utf-8", errors="replace").strip("\0 \t\n") or None
    except OSError:
        return None


def _cpuinfo(root: Path) -> dict[str, str]:
    """The first processor's lines of /proc/cpuinfo."""
    found: dict[str, str] = {}
    for line in (_text(root, "proc/cpuinfo") or "").splitlines():
        name, colon, value = line.partition(":")
        if colon:
            found.setdefault(name.strip(), value.strip())
    return found


def _cpu_model(root: Path, cpuinfo: dict[str, str]) -> str | None:
    model = cpuinfo.get("model name") or _text(root, "proc/device-tree/model")
    if not model and "CPU part" in cpuinfo:  # aarch64 tells numbers only
        model = f"implementer {cpuinfo.get('CPU implementer')} part {cpuinfo['CPU part']}"
    return model or platform.processor() or None


def _os_name(root: Path) -> str:
    for line in (_text(root, "etc/os-release") or "").splitlines():
        name, _, value = line.partition("=")
        if name == "PRETTY_NAME":
            return value.strip("\"'")
    version = platform.mac_ver()[0]
    return f"macOS {version}" if version else platform.system()


def _written(cpus: frozenset[int] | None) -> str | None:
    """A list of CPUs; None for none."""
    return cpu_list.written(cpus or ()) or None


def _caches(root: Path) -> list[dict[str, Any]]:
    """The first CPU's caches as the system describes them: level, type, size, line in bytes, CPUs that share it."""
    found = []
    for folder in sorted((root / CPUS / "cpu0/cache").glob("index*")):
        level, kind, size, line, shared = (
            _text(folder, name) for name in ("level", "type", "size", "coherency_line_size", "shared_cpu_list")
        )
        found.append({"level": level, "type": kind, "size": size, "line_bytes": line, "shared_by": shared})
    return found


def _memory(root: Path) -> int | None:
    for line in (_text(root, "proc/meminfo") or "").splitlines():
        name, _, value = line.partition(":")
        words = value.split()
        if name == "MemTotal" and words and words[0].isdigit():
            return int(words[0]) * 1024
    if (root / "proc").is_dir():
        return None
    import psutil

    return psutil.virtual_memory().total


def _hypervisor(root: Path, cpuinfo: dict[str, str]) -> str | None:
    """The virtual machine's kind, as far as it says; None on bare metal or when the system does not tell."""
    named = _text(root, "sys/hypervisor/type") or _text(root, "proc/device-tree/hypervisor/compatible")
    if not named and "hypervisor" not in cpuinfo.get("flags", "").split():
        return None
    sold_as = (_text(root, f"sys/class/dmi/id/{name}") for name in ("sys_vendor", "product_name"))
    product = " ".join(filter(None, sold_as))
    return named or product or "unnamed"


def _governor(root: Path) -> str | None:
    """The frequency governors in use, several joined by a comma."""
    folders = sorted((root / CPUS).glob("cpu[0-9]*/cpufreq"))
    found = {governor for folder in folders if (governor := _text(folder, "scaling_governor"))}
    return ",".join(sorted(found)) or None


def _turbo(root: Path) -> bool | None:
    off = _switch(_text(root, f"{CPUS}/intel_pstate/no_turbo"))
    return not off if off is not None else _switch(_text(root, f"{CPUS}/cpufreq/boost"))


def _switch(text: str | None) -> bool | None:
    return {"1": True, "0": False}.get(text or "")


def _chosen(text: str | None) -> str | None:
    """The word in brackets of a sysfs choice such as `always [madvise] never`."""
    return next((word.strip("[]") for word in (text or "").split() if word.startswith("[")), None)


def _load() -> list[float] | None:
    try:
        return list(os.getloadavg())
    except OSError:
        return None


def _boot(root: Path) -> str | None:
    """What changes with every boot: Linux's boot id; elsewhere the second at which the system started."""
    boot = _text(root, "proc/sys/kernel/random/boot_id")
    if boot or (root / "proc").is_dir():
        return boot
    import psutil

    return str(int(psutil.boot_time()))
