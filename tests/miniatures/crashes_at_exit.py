"""Measures everything and says bye, then dies: a destructor of a global that goes wrong."""

from __future__ import annotations

import os
import signal

from well_behaved import answer, emit, serve


def handle(verb: str, fields: list[str]) -> None:
    if verb == "exit":
        emit({"event": "bye"})
        os.kill(os.getpid(), signal.SIGSEGV)
    answer(verb, fields)


serve(handle)
