"""Fails in user code whenever the benchmark of number 1 is run, and does everything else right."""

from __future__ import annotations

from well_behaved import answer, emit, serve

OTHERS: set[str] = set()


def handle(verb: str, fields: list[str]) -> None:
    if verb == "open" and "benchmark=1" in fields:
        OTHERS.add(fields[0])
    if verb == "iterate" and fields[0] in OTHERS:
        emit({"event": "failed", "case": fields[0], "reason": "setup", "where": "S::up", "message": "no luck"})
    else:
        answer(verb, fields)


serve(handle)
