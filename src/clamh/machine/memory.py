"""The memory that is left for the processes of a set, which run at the same time."""

from __future__ import annotations

from pathlib import Path

from clamh.machine import cgroups
from clamh.machine.system_files import SYSTEM, read_kib

HEADROOM = 0.25  # share of the processes' memory after warmup that must still be free, because heaps grow


def read_left_bytes(root: Path = SYSTEM) -> int | None:
    """The bytes that the machine and the control groups have left; None if neither is known."""
    amounts = (read_kib(root / "proc/meminfo", "MemAvailable"), cgroups.read_memory_left(root))
    return min((amount for amount in amounts if amount is not None), default=None)


def describe_shortage(resident_bytes: int, left_bytes: int | None) -> str:
    """Why processes with so much memory together should not stay resident; "" if they may."""
    if left_bytes is None or left_bytes >= HEADROOM * resident_bytes:
        return ""
    return (f"together their processes use {_format_mib(resident_bytes)} of memory, and only {_format_mib(left_bytes)} "
            "are left")


def _format_mib(count: int) -> str:
    return f"{max(0, count) / (1 << 20):,.0f} MiB"
