"""Starts a process at addresses that the kernel does not randomise (Linux only)."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

ADDR_NO_RANDOMIZE = 0x0040000  # linux/personality.h
QUERY = 0xFFFFFFFF


@contextmanager
def fixed_addresses() -> Iterator[None]:
    """Processes that this thread starts in the block have the same addresses each time, if the system allows it.

    The personality belongs to the thread and is inherited. It counts at exec only, so the driver itself does not move.
    """
    before = personality(QUERY)
    personality(before | ADDR_NO_RANDOMIZE)
    try:
        yield
    finally:
        personality(before)


@cache
def fixable() -> bool:
    """Whether the system allows fixed addresses: some containers do not."""
    with fixed_addresses():
        return max(personality(QUERY), 0) & ADDR_NO_RANDOMIZE != 0


def personality(value: int) -> int:
    """The system call personality(2): the previous value; -1 if the kernel refuses, 0 if there is no such call."""
    if not sys.platform.startswith("linux"):
        return 0
    return ctypes.CDLL(None, use_errno=True).personality(ctypes.c_ulong(value))
