"""Prints 200 KiB in each measurement iteration, and answers at once: no look at the clock comes in between."""

from __future__ import annotations

from well_behaved import answer, serve


def handle(verb: str, fields: list[str]) -> None:
    if verb == "iterate" and fields[1] == "measurement":
        print("x" * (200 << 10), flush=True)
    answer(verb, fields)


serve(handle)
