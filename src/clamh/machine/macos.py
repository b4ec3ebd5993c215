"""What macOS answers through functions of its C library, where Linux has files; each answer is "" on other systems."""

from __future__ import annotations


def read_sysctl(name: str) -> str:
    """A text value of the kernel: sysctlbyname(3)."""
    import ctypes

    value, size = ctypes.create_string_buffer(256), ctypes.c_size_t(256)
    try:
        read = ctypes.CDLL(None).sysctlbyname
    except AttributeError:
        return ""
    failed = read(name.encode(), value, ctypes.byref(size), None, ctypes.c_size_t(0))
    return "" if failed else value.value.decode("utf-8", "replace").strip()


def read_host_id() -> str:
    """The UUID of the computer, which stays when a network gives it another name: gethostuuid(3)."""
    import ctypes

    value, wait = ctypes.create_string_buffer(16), (ctypes.c_long * 2)(1, 0)  # a struct timespec: 1 s
    try:
        read = ctypes.CDLL(None).gethostuuid
    except AttributeError:
        return ""
    return "" if read(value, wait) else value.raw.hex()
