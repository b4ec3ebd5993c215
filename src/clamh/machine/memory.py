"""How much memory is left for the processes of a set, which are alive at the same time."""

from __future__ import annotations

from pathlib import Path

from clamh.machine import cgroups
from clamh.machine.cpus import SYSTEM

HEADROOM = 0.25  # of what the processes have after their warmup: heaps still grow


def left_bytes(root: Path = SYSTEM) -> int | None:
    """What the machine and its control groups have left for more; None where neither says."""
    found = [one for one in (_available(root), cgroups.memory_left(root)) if one is not None]
    return min(found, default=None)


def too_little(resident_bytes: int, left_bytes: int | None) -> str:
    """Why processes that have so much together should not stay alive together; "" where they may."""
    if left_bytes is None or left_bytes >= HEADROOM * resident_bytes:
        return ""
    return f"together their processes have {_mib(resident_bytes)} of memory, and {_mib(left_bytes)} are left for more"


def _mib(count: int) -> str:
    return f"{max(0, count) / (1 << 20):,.0f} MiB"


def _available(root: Path) -> int | None:
    """MemAvailable of proc/meminfo, which is in kB."""
    try:
        lines = (root / "proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    words = next((line.split() for line in lines if line.startswith("MemAvailable:")), [])
    return int(words[1]) * 1024 if len(words) > 1 and words[1].isdecimal() else None
