"""Does everything right and prints the commands it gets, to standard output."""

from __future__ import annotations

from well_behaved import answer, serve


def handle(verb: str, fields: list[str]) -> None:
    print(verb, *fields, flush=True)
    answer(verb, fields)


serve(handle)
