"""Events of perf_event_open(2) by the names that perf has for them: their types, numbers and attributes
(linux/perf_event.h).
"""

from __future__ import annotations

import ctypes
import re
import struct
from collections.abc import Sequence
from typing import NamedTuple

HARDWARE, SOFTWARE, CACHE, RAW = 0, 1, 3, 4  # PERF_TYPE_…
INHERIT, EXCLUDE_USER, EXCLUDE_KERNEL, EXCLUDE_HYPERVISOR = 1 << 1, 1 << 4, 1 << 5, 1 << 6
READ_FORMAT = 3  # PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING
# PERF_ATTR_SIZE_VER5. Fields: type, size, config, sample_period, sample_type, read_format, flags, wakeup_events,
# bp_type, config1, config2, branch_sample_type, sample_regs_user, sample_stack_user, clockid, sample_regs_intr,
# aux_watermark, sample_max_stack, reserved.
ATTRIBUTES = struct.Struct("=IIQQQQQIIQQQQIiQIHH")

HARDWARE_EVENTS = {
    "cycles": 0,
    "instructions": 1,
    "cache-references": 2,
    "cache-misses": 3,
    "branches": 4,
    "branch-misses": 5,
    "bus-cycles": 6,
    "stalled-cycles-frontend": 7,
    "stalled-cycles-backend": 8,
    "ref-cycles": 9,
}
SOFTWARE_EVENTS = {
    "cpu-clock": 0,
    "task-clock": 1,
    "page-faults": 2,
    "context-switches": 3,
    "cpu-migrations": 4,
    "minor-faults": 5,
    "major-faults": 6,
    "alignment-faults": 7,
    "emulation-faults": 8,
}
CACHES = {"L1-dcache": 0, "L1-icache": 1, "LLC": 2, "dTLB": 3, "iTLB": 4, "branch": 5, "node": 6}
OPERATIONS = {"load": 0, "store": 1, "prefetch": 2}
# Which operations perf has for a cache, where it is not all of them.
ONLY = {"L1-icache": ("load", "prefetch"), "iTLB": ("load",), "branch": ("load",)}
SYNONYMS = {
    "cpu-cycles": "cycles", "branch-instructions": "branches", "faults": "page-faults", "cs": "context-switches",
    "migrations": "cpu-migrations"
}
IN_NANOSECONDS = (0, 1)  # of the software events: cpu-clock, task-clock
KERNEL_ONLY = (3, 4)  # context-switches and cpu-migrations happen in the kernel: without it nothing is counted
DEFAULT = ("cycles", "instructions", "branches", "branch-misses", "cache-references", "cache-misses", "page-faults",
           "context-switches", "cpu-migrations", "task-clock")
PAIRS = (("cycles", "instructions"), ("branches", "branch-misses"), ("cache-references", "cache-misses"))
RAW_EVENT = re.compile(r"r([0-9a-fA-F]{1,16})")
LIBPFM = "lpe:"


class Event(NamedTuple):
    """An event: its name, and its type and number for the kernel; `user_only`: only code of users is counted
    (`NAME:u`).
    """

    name: str
    type: int
    config: int
    config1: int = 0
    user_only: bool = False
    config2: int = 0

    @property
    def unit(self) -> str:
        """The unit of its count."""
        return "ns" if self.type == SOFTWARE and self.config in IN_NANOSECONDS else "#"

    @property
    def kernel_only(self) -> bool:
        """Whether it happens in the kernel, so that nothing is counted without it."""
        return self.type == SOFTWARE and self.config in KERNEL_ONLY


class UnknownEvent(ValueError):
    """A name that is no event; the message says why."""


def list_events() -> dict[str, tuple[int, int]]:
    """The type and number of each event that has a name here."""
    events = {name: (HARDWARE, number) for name, number in HARDWARE_EVENTS.items()}
    events |= {name: (SOFTWARE, number) for name, number in SOFTWARE_EVENTS.items()}
    for cache, number in CACHES.items():
        for operation in ONLY.get(cache, tuple(OPERATIONS)):
            config = number | OPERATIONS[operation] << 8
            events[f"{cache}-{operation}{'es' if operation == 'prefetch' else 's'}"] = CACHE, config
            events[f"{cache}-{operation}-misses"] = CACHE, config | 1 << 16
    return events


def find_event(text: str) -> Event:
    """The event of a name: perf's (`cycles`), raw (`r00c0`) or libpfm's (`lpe:NAME`); `:u` after it counts users' code
    only. Raises UnknownEvent.
    """
    event = _find_by_libpfm(text) if text.startswith(LIBPFM) else _find_by_name(text)
    if event.user_only and event.kernel_only:
        raise UnknownEvent(f"the event {text} would count nothing, because it happens in the kernel: leave out `:u`")
    return event


def _find_by_name(text: str) -> Event:
    plain, _, modifier = text.partition(":")
    if modifier not in ("", "u") or text.endswith(":"):
        raise UnknownEvent(f"`:{modifier}` of the event {text} is unknown; `{plain}:u` counts users' code only")
    user_only = modifier == "u"
    by_name = {name.lower(): name for name in (*list_events(), *SYNONYMS)}
    if name := by_name.get(plain.lower()):
        name = SYNONYMS.get(name, name)
        type_, config = list_events()[name]
        return Event(f"{name}:u" if user_only else name, type_, config, user_only=user_only)
    if raw := RAW_EVENT.fullmatch(plain):
        return Event(text, RAW, int(raw[1], 16), user_only=user_only)
    raise UnknownEvent(f"there is no event {text}")


def pack_attributes(event: Event, user_only: bool = False) -> bytes:
    """The struct perf_event_attr of an event that counts from the start, in this process and in all that it starts."""
    flags = INHERIT | (EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR if event.user_only or user_only else 0)
    return ATTRIBUTES.pack(event.type, ATTRIBUTES.size, event.config, 0, 0, READ_FORMAT, flags, 0, 0, event.config1,
                           event.config2, 0, 0, 0, 0, 0, 0, 0, 0)


def find_leader(names: Sequence[str], place: int) -> int:
    """The place of the event with which this event is counted at the same time, because their quotient matters; -1 if
    there is none.
    """
    plain, suffix = (names[place].removesuffix(":u"), ":u") if names[place].endswith(":u") else (names[place], "")
    partners = [first if plain == second else second for first, second in PAIRS if plain in (first, second)]
    partners.append(plain.removesuffix("-misses") + "s" if plain.endswith("-misses") else plain[:-1] + "-misses")
    return next((names.index(partner + suffix) for partner in partners if partner + suffix in names[:place]), -1)


class _PfmArgument(ctypes.Structure):
    """pfm_perf_encode_arg_t of perfmon/pfmlib_perf_event.h."""

    _fields_ = [("attributes", ctypes.c_void_p), ("name", ctypes.c_void_p), ("size", ctypes.c_size_t),
                ("index", ctypes.c_int), ("cpu", ctypes.c_int), ("flags", ctypes.c_int), ("padding", ctypes.c_int)]


def _find_by_libpfm(text: str) -> Event:
    """An event by the name that the library libpfm4 knows for this CPU."""
    try:
        library = ctypes.CDLL("libpfm.so.4")
    except OSError:
        raise UnknownEvent(f"{text} needs the library libpfm4, which is not installed: apt-get install libpfm4, "
                           "or give the raw event, such as r00c0") from None
    library.pfm_strerror.restype = ctypes.c_char_p
    attributes = ctypes.create_string_buffer(256)
    argument = _PfmArgument(ctypes.addressof(attributes), None, ctypes.sizeof(_PfmArgument), 0, 0, 0, 0)
    every_mode, events_of_perf = 0x1 | 0x8, 1  # PFM_PLM0 | PFM_PLM3 (kernel and users), PFM_OS_PERF_EVENT
    code = library.pfm_initialize() or library.pfm_get_os_event_encoding(
        text.removeprefix(LIBPFM).encode(), every_mode, events_of_perf, ctypes.byref(argument))
    if code:
        raise UnknownEvent(f"libpfm4 refuses {text} on this CPU: {library.pfm_strerror(code).decode()}")
    fields = ATTRIBUTES.unpack_from(attributes)
    type_, config, flags, config1, config2 = fields[0], fields[2], fields[6], fields[9], fields[10]
    if flags & EXCLUDE_USER:
        raise UnknownEvent(f"the event {text} leaves out users' code, where the benchmark runs")
    return Event(text, type_, config, config1, user_only=bool(flags & EXCLUDE_KERNEL), config2=config2)
