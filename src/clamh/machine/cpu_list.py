"""Lists of CPUs and of NUMA nodes as the system and taskset write them: 0-3,8,12-15:2."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

LIMIT = 1 << 16  # above any Linux's NR_CPUS, so that a mistyped 0-99999999 is refused at once
# taskset(1): first-last:stride; the system's own lists (Documentation/admin-guide/kernel-parameters) have no stride.
PART = re.compile(r"(\d+)(?:-(\d+)(?::(\d+))?)?", re.ASCII)


def parse_ranges(text: str) -> frozenset[int]:
    """The numbers of a list; none for "". Raises ValueError with a message that names the wrong part."""
    numbers: set[int] = set()
    for part in text.split(",") if text.strip() else ():
        match = PART.fullmatch(part.strip())
        if match is None:
            raise ValueError(f"'{part.strip()}' is neither a number nor a range such as 0-3 or 0-6:2")
        first, last, stride = (int(number) if number is not None else None for number in match.groups())
        last = first if last is None else last
        if max(first, last) >= LIMIT:
            raise ValueError(f"'{part.strip()}' is above {LIMIT - 1}, the last possible number")
        if last < first:
            raise ValueError(f"'{part.strip()}' ends before it begins")
        if stride == 0:
            raise ValueError(f"'{part.strip()}' has a step of 0")
        numbers.update(range(first, last + 1, stride or 1))
    return frozenset(numbers)


def format_ranges(numbers: Iterable[int]) -> str:
    """The shortest list of ranges, ascending; "" for no numbers."""
    parts: list[list[int]] = []
    for number in sorted(set(numbers)):
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)


def sort_cpus(numbers: Sequence[int]) -> str:
    """The CPUs of threads, in the threads' order; `0-3 in turn` if there are more threads than CPUs."""
    period = next((length for length in range(1, len(numbers))
                  if all(number == numbers[place % length] for place, number in enumerate(numbers))), len(numbers))
    cycle = numbers[:period]
    text = format_ranges(cycle) if list(cycle) == sorted(set(cycle)) else ",".join(map(str, cycle))
    return f"{text} in turn" if 1 < period < len(numbers) else text
