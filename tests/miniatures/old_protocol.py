"""Speaks version 1 of the protocol, whose hello had other fields."""

from __future__ import annotations

from well_behaved import answer, emit, serve


def handle(verb: str, fields: list[str]) -> None:
    if verb == "describe":
        emit({"event": "hello", "protocol": 1, "compiler": "cc 1.0"})
    else:
        answer(verb, fields)


serve(handle)
