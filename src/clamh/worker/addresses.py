"""Starting a process whose addresses the kernel does not draw (Linux; elsewhere they stay as they are)."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager

ADDR_NO_RANDOMIZE = 0x0040000  # linux/personality.h
QUERY = 0xFFFFFFFF


@contextmanager
def fixed_addresses() -> Iterator[None]:
    """What this thread starts in the block gets the same addresses each time, where the system allows to ask for that.

    The personality is the thread's own and is inherited; of the driver itself nothing moves, since it counts at exec only.
    """
    before = personality(QUERY)
    asked = before >= 0 and not before & ADDR_NO_RANDOMIZE and personality(before | ADDR_NO_RANDOMIZE) >= 0
    try:
        yield
    finally:
        if asked:
            personality(before)


def personality(value: int) -> int:
    """The system call: the personality until now; -1 where it is refused, as in some containers, or there is none."""
    if not sys.platform.startswith("linux"):
        return -1
    return ctypes.CDLL(None, use_errno=True).personality(ctypes.c_ulong(value))
