"""The NUMA nodes from which this thread and the processes it starts get memory: set_mempolicy(2), which Python lacks.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
from collections.abc import Collection

DEFAULT, BIND = 0, 2  # include/uapi/linux/mempolicy.h
# Numbers of the system calls: arch/x86/entry/syscalls/syscall_64.tbl, include/uapi/asm-generic/unistd.h.
SET_NUMBERS = {"x86_64": 238, "aarch64": 237}
GET_NUMBERS = {"x86_64": 239, "aarch64": 236}
MAX_NODES = 1024  # the largest MAX_NUMNODES: get_mempolicy refuses a mask with room for fewer nodes than the kernel has
WORD_BITS = 8 * ctypes.sizeof(ctypes.c_ulong)


def encode_nodes(nodes: Collection[int]) -> list[int]:
    """The nodes as the kernel reads them: bits in words of a C long, the lowest word first."""
    words = [0] * (max(nodes, default=-1) // WORD_BITS + 1)
    for node in nodes:
        words[node // WORD_BITS] |= 1 << node % WORD_BITS
    return words


def is_default() -> bool:
    """Whether the kernel's default policy applies and we may change it: not under numactl, nor if the calls are
    forbidden.
    """
    mode = ctypes.c_int(-1)
    mask = (ctypes.c_ulong * (MAX_NODES // WORD_BITS))()
    try:
        _call(GET_NUMBERS, ctypes.byref(mode), mask, MAX_NODES + 1, None, 0)
    except OSError:
        return False
    return mode.value == DEFAULT


def bind(nodes: Collection[int]) -> None:
    """From now on memory comes only from these nodes, in child processes too. Raises OSError."""
    words = encode_nodes(nodes)
    # The kernel reads a bit fewer than this number (mm/mempolicy.c, get_nodes).
    _call(SET_NUMBERS, BIND, (ctypes.c_ulong * len(words))(*words), len(words) * WORD_BITS + 1)


def unbind() -> None:
    """From now on the kernel chooses the nodes. Raises OSError."""
    _call(SET_NUMBERS, DEFAULT, None, 0)


def _call(numbers: dict[str, int], *arguments: object) -> None:
    number = numbers.get(platform.machine())
    if number is None or platform.system() != "Linux":
        raise OSError(errno.ENOSYS, "this system has no memory policy")
    library = ctypes.CDLL(None, use_errno=True)
    if library.syscall(ctypes.c_long(number), *map(_as_long, arguments)) < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def _as_long(argument: object) -> object:
    """An int as a full register; a variadic call would leave its upper half undefined."""
    return ctypes.c_long(argument) if isinstance(argument, int) else argument
