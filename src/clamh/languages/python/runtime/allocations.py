"""What Python allocates and collects: calls of its allocators of objects and of their memory, and gc.callbacks.

A hook in Python or of ctypes would allocate itself, and cost 100 times as much as an allocation. So the hook is machine
code, which adds to two numbers and goes on with the allocator that was there.
"""

import gc
import os
import platform
import sys
from time import perf_counter_ns

ALLOCATIONS, BYTES, COLLECTIONS, TIME = "gc.allocations", "gc.alloc.rate.norm", "gc.count", "gc.time"
DOMAINS = (1, 2)  # PYMEM_DOMAIN_MEM and PYMEM_DOMAIN_OBJ: the domain 0 gives them memory, so it would count twice
# Numbers of a hook's context: two counts, then the allocator that it stands for (PyMemAllocatorEx).
COUNT, SIZE, CONTEXT, MALLOC, CALLOC, REALLOC, FREE, NUMBERS = range(8)
# Functions of x86-64, which begin with the context in rdi. Each ends with a jump to the allocator's function in rax.
ADD_ONE = "48ff07"  # inc qword [rdi]
GO_ON = "488b7f10 ffe0"  # mov rdi, [rdi + 8 * CONTEXT]; jmp rax
CODE = {
    MALLOC: f"{ADD_ONE} 48017708 488b4718 {GO_ON}",  # add [rdi + 8], rsi; mov rax, [rdi + 8 * MALLOC]
    CALLOC: f"{ADD_ONE} 4889f0 480fafc2 48014708 488b4720 {GO_ON}",  # mov rax, rsi; imul rax, rdx; add [rdi + 8], rax
    REALLOC: f"{ADD_ONE} 48015708 488b4728 {GO_ON}",  # add [rdi + 8], rdx
    FREE: f"488b4730 {GO_ON}",
}
ALIGNED = 32
_hooked = []  # the contexts of hooks, once there are any
_memory = []  # what the hooks need for as long as the process lives
_collections = [0, 0]  # how many there were since collections are counted, and for how many ns
_began = 0


def list_counts():
    """What can be counted here."""
    names = [ALLOCATIONS, BYTES] if _can_hook() else []
    return [*names, COLLECTIONS, TIME] if hasattr(gc, "callbacks") else names


def _can_hook():
    return (sys.implementation.name == "cpython" and platform.machine() == "x86_64" and os.name == "posix"
            and sys.maxsize > 2**32 and "t" not in sys.abiflags)


def make_reader(names):
    """A function that reads these numbers; -1 where one is unknown."""
    if {COLLECTIONS, TIME} & {*names} and hasattr(gc, "callbacks"):
        gc.callbacks.append(_count_collection)
    if {ALLOCATIONS, BYTES} & {*names} and _can_hook():
        try:
            _hook()
        except (ImportError, OSError, ValueError):  # such as a system that forbids to execute written memory
            _hooked.clear()

    def read():
        allocated = [sum(numbers[at] for numbers in _hooked) if _hooked else -1 for at in (COUNT, SIZE)]
        known = dict(zip((ALLOCATIONS, BYTES, COLLECTIONS, TIME), (*allocated, *_collections)))
        return [known[name] for name in names]

    return read


def _count_collection(phase, _):
    global _began
    if phase == "start":
        _began = perf_counter_ns()
    elif _began:
        _collections[0] += 1
        _collections[1] += perf_counter_ns() - _began


def _hook():
    """Puts a hook in front of the allocator of each domain."""
    import ctypes
    import mmap

    code = b"".join(bytes.fromhex(text).ljust(ALIGNED, b"\xcc") for text in CODE.values())
    page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE)
    page.write(code)
    start = ctypes.addressof(ctypes.c_char.from_buffer(page))
    if ctypes.CDLL(None, use_errno=True).mprotect(ctypes.c_void_p(start), ctypes.c_size_t(mmap.PAGESIZE),
                                                  mmap.PROT_READ | mmap.PROT_EXEC):
        raise OSError(ctypes.get_errno(), "mprotect")
    _memory.append(page)
    contexts = [(ctypes.c_int64 * NUMBERS)() for _ in DOMAINS]
    functions = range(start, start + ALIGNED * len(CODE), ALIGNED)
    hooks = [(ctypes.c_int64 * (NUMBERS - CONTEXT))(ctypes.addressof(numbers), *functions) for numbers in contexts]
    for domain, numbers, hook in zip(DOMAINS, contexts, hooks):
        ctypes.pythonapi.PyMem_GetAllocator(ctypes.c_int(domain), ctypes.byref(numbers, 8 * CONTEXT))
        ctypes.pythonapi.PyMem_SetAllocator(ctypes.c_int(domain), hook)
    _hooked.extend(contexts)
