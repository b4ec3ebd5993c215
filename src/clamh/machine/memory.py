"""The memory that is left for the processes of a set, which run at the same time."""

from __future__ import annotations

from pathlib import Path

from clamh.machine import cgroups
from clamh.machine.cpus import SYSTEM

HEADROOM = 0.25  # share of the processes' memory after warmup that must still be free, because heaps grow


def read_left_bytes(root: Path = SYSTEM) -> int | None:
    """The bytes that the machine and the control groups have left; None if neither is known."""
    amounts = [amount for amount in (_read_available(root), cgroups.read_memory_left(root)) if amount is not None]
    return min(amounts, default=None)


def describe_shortage(resident_bytes: int, left_bytes: int | None) -> str:
    """Why processes with so much memory together should not stay resident; "" if they may."""
    if left_bytes is None or left_bytes >= HEADROOM * resident_bytes:
        return ""
    return (f"together their processes use {_format_mib(resident_bytes)} of memory, and only {_format_mib(left_bytes)} "
            "are left")


def _format_mib(count: int) -> str:
    return f"{max(0, count) / (1 << 20):,.0f} MiB"


def _read_available(root: Path) -> int | None:
    """MemAvailable of proc/meminfo, which is in kB."""
    try:
        lines = (root / "proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    words = next((line.split() for line in lines if line.startswith("MemAvailable:")), [])
    return int(words[1]) * 1024 if len(words) > 1 and words[1].isdecimal() else None
