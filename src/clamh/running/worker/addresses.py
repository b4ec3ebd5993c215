"""Starting a process whose addresses the kernel does not draw (Linux; elsewhere they stay as they are)."""

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
    """What this thread starts in the block gets the same addresses each time, where the system allows to ask for that.

    The personality is the thread's own and is inherited; of the driver itself nothing moves, since it counts at exec only.
    """
    before = personality(QUERY)
    personality(before | ADDR_NO_RANDOMIZE)
    try:
        yield
    finally:
        personality(before)


@cache
def fixable() -> bool:
    """Whether the system allows it: some containers do not."""
    with fixed_addresses():
        return max(personality(QUERY), 0) & ADDR_NO_RANDOMIZE != 0


def personality(value: int) -> int:
    """The system call: the personality until now; 0 where there is no such call. -1 is what it says when it refuses."""
    if not sys.platform.startswith("linux"):
        return 0
    return ctypes.CDLL(None, use_errno=True).personality(ctypes.c_ulong(value))
