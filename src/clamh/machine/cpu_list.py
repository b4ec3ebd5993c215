"""Lists of CPUs and of NUMA nodes as the system and taskset write them: 0-3,8,12-15:2."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

MOST = 1 << 16  # more than any Linux can have (NR_CPUS): a mistyped 0-99999999 is refused, not counted out
# taskset(1): first-last:stride; the system's own lists (Documentation/admin-guide/kernel-parameters) have no stride.
PART = re.compile(r"(\d+)(?:-(\d+)(?::(\d+))?)?", re.ASCII)


def parsed(text: str) -> frozenset[int]:
    """The numbers of a list; "" has none. Raises ValueError, whose words say what is wrong with which part."""
    found: set[int] = set()
    for part in text.split(",") if text.strip() else ():
        match = PART.fullmatch(part.strip())
        if match is None:
            raise ValueError(f"'{part.strip()}' is neither a number nor a range such as 0-3 or 0-6:2")
        first, last, stride = (int(one) if one is not None else None for one in match.groups())
        last = first if last is None else last
        if max(first, last) >= MOST:
            raise ValueError(f"'{part.strip()}' goes beyond {MOST - 1}, the last number that there can be")
        if last < first:
            raise ValueError(f"'{part.strip()}' ends before it begins")
        if stride == 0:
            raise ValueError(f"'{part.strip()}' has a step of 0")
        found.update(range(first, last + 1, stride or 1))
    return frozenset(found)


def written(numbers: Iterable[int]) -> str:
    """The shortest list of ranges, ascending; "" of none."""
    parts: list[list[int]] = []
    for number in sorted(set(numbers)):
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)


def in_order(numbers: Sequence[int]) -> str:
    """The CPUs of threads, thread by thread; where there are more threads than CPUs, 0-3 in turn."""
    again = next((length for length in range(1, len(numbers))
                  if all(one == numbers[at % length] for at, one in enumerate(numbers))), len(numbers))
    once = numbers[:again]
    told = written(once) if list(once) == sorted(set(once)) else ",".join(map(str, once))
    return f"{told} in turn" if 1 < again < len(numbers) else told
