"""Which NUMA nodes the memory of this thread, and of the processes that it starts, comes from: set_mempolicy(2), which Python lacks."""

from __future__ import annotations

import ctypes
import os
import platform
from collections.abc import Collection

DEFAULT, BIND = 0, 2  # include/uapi/linux/mempolicy.h
# Their numbers: arch/x86/entry/syscalls/syscall_64.tbl, include/uapi/asm-generic/unistd.h.
SET = {"x86_64": 238, "aarch64": 237}
GET = {"x86_64": 239, "aarch64": 236}
NODES = 1024  # MAX_NUMNODES at most: get_mempolicy refuses room for fewer than the kernel has
WORD = 8 * ctypes.sizeof(ctypes.c_ulong)


def encoded(nodes: Collection[int]) -> list[int]:
    """The nodes as the kernel reads them: bits in words of a C long, the lowest first."""
    words = [0] * (max(nodes, default=-1) // WORD + 1)
    for node in nodes:
        words[node // WORD] |= 1 << node % WORD
    return words


def is_default() -> bool:
    """Whether memory comes from where the kernel chooses and we may choose: not under numactl, nor where the calls are forbidden."""
    mode = ctypes.c_int(-1)
    mask = (ctypes.c_ulong * (NODES // WORD))()
    try:
        _call(GET, ctypes.byref(mode), mask, NODES + 1, None, 0)
    except OSError:
        return False
    return mode.value == DEFAULT


def bind(nodes: Collection[int]) -> None:
    """From now on memory comes from these nodes alone, also in what is started. Raises OSError."""
    words = encoded(nodes)
    # The kernel reads one bit less than it is told of (mm/mempolicy.c, get_nodes).
    _call(SET, BIND, (ctypes.c_ulong * len(words))(*words), len(words) * WORD + 1)


def unbind() -> None:
    """From now on memory comes from where the kernel chooses. Raises OSError."""
    _call(SET, DEFAULT, None, 0)


def _call(numbers: dict[str, int], *arguments: object) -> None:
    number = numbers.get(platform.machine())
    if number is None or platform.system() != "Linux":
        raise OSError(38, "this system has no memory policy")
    library = ctypes.CDLL(None, use_errno=True)
    if library.syscall(ctypes.c_long(number), *map(_long, arguments)) < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def _long(argument: object) -> object:
    """An int as all of a register, whose upper half a variadic call would leave as it is."""
    return ctypes.c_long(argument) if isinstance(argument, int) else argument
