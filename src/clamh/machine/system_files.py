"""Small files of proc and sys."""

from __future__ import annotations

from pathlib import Path

from clamh.machine import cpu_list

SYSTEM = Path("/")  # contains proc and sys
CPUS = "sys/devices/system/cpu"


def read_text(path: Path) -> str | None:
    """A small file's text without surrounding space; None if it is missing or not readable."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0 \t\n")
    except OSError:
        return None


def read_list(path: Path) -> frozenset[int]:
    """The CPUs or nodes of a file; empty if it is missing, empty or not a list."""
    return parse_list(read_text(path) or "")


def parse_list(text: str) -> frozenset[int]:
    """The CPUs or nodes of a text; empty if it is not a list."""
    try:
        return cpu_list.parse_ranges(text)
    except ValueError:
        return frozenset()


def parse_choice(text: str) -> str:
    """The word in brackets of a choice such as `always [madvise] never`; "" without brackets."""
    return text.partition("[")[2].partition("]")[0]


def read_kib(path: Path, name: str) -> int | None:
    """The bytes of a line such as `MemTotal: 123 kB`; None if the file or the line is missing."""
    for line in (read_text(path) or "").splitlines():
        key, _, value = line.partition(":")
        if key == name and (words := value.split()) and words[0].isdecimal():
            return int(words[0]) * 1024
    return None
