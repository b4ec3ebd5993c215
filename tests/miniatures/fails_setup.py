"""Answers `iterate` with a failure of user code, as the protocol wants it."""

from __future__ import annotations

from well_behaved import answer, emit, serve


def handle(verb: str, fields: list[str]) -> None:
    if verb in ("iterate", "invoke"):
        emit({"event": "failed", "case": fields[0], "reason": "setup", "where": "S::prepare",
              "message": "no such file"})
    else:
        answer(verb, fields)


serve(handle)
