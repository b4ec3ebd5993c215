"""Measures everything and says bye, but lives on: a benchmark that left a thread running."""

from __future__ import annotations

import time

from well_behaved import answer, emit, serve


def handle(verb: str, fields: list[str]) -> None:
    if verb == "exit":
        emit({"event": "bye"})
        time.sleep(60)
    answer(verb, fields)


serve(handle)
