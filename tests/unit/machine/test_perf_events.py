"""Are events what the kernel's own header calls them, and are wrong names refused?"""

from __future__ import annotations

import ctypes
import os
import re
import struct
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from clamh.machine.counted_start import SYSTEM_CALLS
from clamh.machine.perf_events import ATTRIBUTES, DEFAULT, READ_FORMAT, SYNONYMS, Event, UnknownEvent, find_event, find_leader, list_events, pack_attributes

# perf's names of events, and how the header spells them.
HEADER = {
    "cycles": "CPU_CYCLES", "branches": "BRANCH_INSTRUCTIONS", "task-clock": "TASK_CLOCK", "cpu-migrations": "CPU_MIGRATIONS",
    "minor-faults": "PAGE_FAULTS_MIN", "major-faults": "PAGE_FAULTS_MAJ", "ref-cycles": "REF_CPU_CYCLES",
}
CACHES = {"L1-dcache": "L1D", "L1-icache": "L1I", "LLC": "LL", "dTLB": "DTLB", "iTLB": "ITLB", "branch": "BPU", "node": "NODE"}
OPERATIONS = {"load": "READ", "store": "WRITE", "prefetch": "PREFETCH"}
CACHE_EVENT = re.compile(r"(.+)-(load|store|prefetch)(?:e?s|(-misses))")


def spell(name: str, type_: int) -> tuple[str, str]:
    """The type and the number of an event as expressions of C."""
    if type_ == 3:
        cache, operation, misses = CACHE_EVENT.fullmatch(name).groups()
        result = "MISS" if misses else "ACCESS"
        return "PERF_TYPE_HW_CACHE", (f"PERF_COUNT_HW_CACHE_{CACHES[cache]} | PERF_COUNT_HW_CACHE_OP_{OPERATIONS[operation]} << 8 "
                                      f"| PERF_COUNT_HW_CACHE_RESULT_{result} << 16")
    kind = {0: "HW", 1: "SW"}[type_]
    long = {"HW": "HARDWARE", "SW": "SOFTWARE"}[kind]
    return f"PERF_TYPE_{long}", f"PERF_COUNT_{kind}_{HEADER.get(name, name.upper().replace('-', '_'))}"


@pytest.fixture(scope="module")
def constants(tmp_path_factory: pytest.TempPathFactory) -> list[int]:
    """What a C compiler makes of the header: type and number of each event, then the syscall, flags, and places of fields."""
    if not Path("/usr/include/linux/perf_event.h").exists():
        pytest.skip("the kernel's headers are not installed")
    expressions = [text for name, (type_, _) in list_events().items() for text in spell(name, type_)]
    expressions += ["__NR_perf_event_open", "PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING", "PERF_ATTR_SIZE_VER5",
                    *(f"offsetof(struct perf_event_attr, {field})" for field in ("type", "size", "config", "read_format", "config1"))]
    lines = "\n".join(f'    printf("%llu\\n", (unsigned long long)({text}));' for text in expressions)
    bits = """
    struct perf_event_attr attributes = {.inherit = 1};
    memcpy(&bits, (char *)&attributes + offsetof(struct perf_event_attr, read_format) + 8, 8), printf("%llu\\n", bits);
    attributes = (struct perf_event_attr){.inherit = 1, .exclude_kernel = 1, .exclude_hv = 1};
    memcpy(&bits, (char *)&attributes + offsetof(struct perf_event_attr, read_format) + 8, 8), printf("%llu\\n", bits);"""
    source = tmp_path_factory.mktemp("constants") / "constants.c"
    source.write_text("#include <linux/perf_event.h>\n#include <stddef.h>\n#include <stdio.h>\n#include <string.h>\n#include <sys/syscall.h>\n"
                      f"int main(void) {{\n    unsigned long long bits;\n{lines}{bits}\n}}\n")
    subprocess.run(["gcc", "-o", source.with_suffix(""), source], check=True)
    return [int(line) for line in subprocess.run([source.with_suffix("")], check=True, capture_output=True, text=True).stdout.split()]


def test_every_event_is_the_kernels(constants: list[int]) -> None:
    events = list_events()
    header = dict(zip(events, zip(constants[::2], constants[1::2], strict=False), strict=False))
    assert header == events
    assert {"L1-dcache-load-misses", "LLC-loads", "dTLB-store-misses", "iTLB-load-misses", "alignment-faults"} <= set(events)


def test_attributes_and_the_system_call_are_the_kernels(constants: list[int]) -> None:
    call, read_format, size, *places, inherited, users = constants[2 * len(list_events()):]
    assert (SYSTEM_CALLS[os.uname().machine], READ_FORMAT, ATTRIBUTES.size) == (call, read_format, size)
    packed = pack_attributes(Event("x", 4, 0xABC, 0xDEF))
    read = [struct.unpack_from(form, packed, place)[0] for form, place in zip(("=I", "=I", "=Q", "=Q", "=Q"), places, strict=True)]
    assert read == [4, size, 0xABC, read_format, 0xDEF]
    flags = places[3] + 8
    assert struct.unpack_from("=Q", packed, flags)[0] == inherited
    assert struct.unpack_from("=Q", pack_attributes(Event("x", 0, 0), user_only=True), flags)[0] == users
    assert pack_attributes(find_event("cycles:u")) == pack_attributes(find_event("cycles"), user_only=True)


@pytest.mark.parametrize(("text", "event"), [
    ("r00c0", Event("r00c0", 4, 0xC0)), ("rFFFFFFFFFFFFFFFF", Event("rFFFFFFFFFFFFFFFF", 4, 2**64 - 1)), ("r1a:u", Event("r1a:u", 4, 0x1A, user_only=True)),
    ("PAGE-FAULTS", Event("page-faults", 1, 2)), ("cs", Event("context-switches", 1, 3)), ("cpu-cycles:u", Event("cycles:u", 0, 0, user_only=True)),
])
def test_raw_numbers_synonyms_and_users_code(text: str, event: Event) -> None:
    assert find_event(text) == event


@pytest.mark.parametrize("text", ["", "r", "rxyz", "r12345678901234567", "cycle", "cycles:k", "cycles:", "cycles:u:u", "{cycles}", "cs:u", "cpu-migrations:u"])
def test_an_unknown_event_is_refused(text: str) -> None:
    with pytest.raises(UnknownEvent, match="event"):
        find_event(text)


def test_the_usual_events_and_synonyms_exist() -> None:
    assert set(DEFAULT) <= set(list_events()) >= set(SYNONYMS.values())
    assert [event.unit for event in map(find_event, ("task-clock", "cpu-clock", "cycles", "r1"))] == ["ns", "ns", "#", "#"]


def test_events_that_are_divided_are_counted_together() -> None:
    names = ["instructions", "page-faults", "cycles", "cycles:u", "L1-dcache-loads", "L1-dcache-load-misses", "branch-misses"]
    assert [find_leader(names, place) for place in range(len(names))] == [-1, -1, 0, -1, -1, 4, -1]
    assert find_leader(["dTLB-load-misses", "dTLB-loads"], 1) == 0


class Libpfm:
    """The library, as far as it is called; it writes these flags, as for `:u` and `:k`, and this event."""

    def __init__(self, flags: int, type_: int = 4, config: int = 0xABC):
        self._flags, self._type, self._config = flags, type_, config
        self.pfm_strerror = SimpleNamespace()

    def pfm_initialize(self) -> int:
        return 0

    def pfm_get_os_event_encoding(self, name: bytes, modes: int, system: int, argument: Any) -> int:
        packed = ATTRIBUTES.pack(self._type, 0, self._config, 0, 0, 0, self._flags, 0, 0, 0xDEF, 0x123, 0, 0, 0, 0, 0, 0, 0, 0)
        ctypes.memmove(argument._obj.attributes, packed, len(packed))
        return 0


@pytest.mark.parametrize(("flags", "user_only"), [(1 << 6, False), (1 << 5 | 1 << 6, True)])
def test_libpfm_says_what_an_event_counts(flags: int, user_only: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda name: Libpfm(flags))
    event = find_event("lpe:X:u")
    assert event == Event("lpe:X:u", 4, 0xABC, 0xDEF, user_only=user_only, config2=0x123)
    assert struct.unpack_from("=QQ", pack_attributes(event), 56) == (0xDEF, 0x123)
    assert pack_attributes(event) == pack_attributes(event._replace(user_only=False), user_only=user_only)


def test_an_event_of_the_kernel_alone_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda name: Libpfm(1 << 4 | 1 << 6))
    with pytest.raises(UnknownEvent, match="the event lpe:X:k leaves out users' code"):
        find_event("lpe:X:k")


def test_an_event_of_the_kernel_by_another_name_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda name: Libpfm(0, 1, 1))
    assert find_event("lpe:perf::TASK-CLOCK").unit == "ns"
    monkeypatch.setattr(ctypes, "CDLL", lambda name: Libpfm(0, 1, 3))
    assert find_event("lpe:perf::CONTEXT-SWITCHES").kernel_only
    monkeypatch.setattr(ctypes, "CDLL", lambda name: Libpfm(1 << 5, 1, 3))
    with pytest.raises(UnknownEvent, match="would count nothing, because it happens in the kernel: leave out `:u`"):
        find_event("lpe:perf::CONTEXT-SWITCHES:u")
