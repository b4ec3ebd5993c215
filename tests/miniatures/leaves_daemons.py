"""Measures everything, and leaves behind a daemon in a session of its own, which has a child in another one."""

from __future__ import annotations

import os
import time

from well_behaved import answer, serve


def leave_daemons() -> None:
    """Returns when both are in their sessions: until then they would be ended as part of ours."""
    reading, writing = os.pipe()
    if starter := os.fork():
        os.close(writing)
        os.waitpid(starter, 0)
        for _ in range(2):
            os.read(reading, 1)
        os.close(reading)
        return
    os.setsid()
    if os.fork():
        os._exit(0)  # the daemon is nobody's child now
    if os.fork() == 0:
        os.setsid()
    os.write(writing, b"x")
    time.sleep(60)


def handle(verb: str, fields: list[str]) -> None:
    if verb == "close":
        leave_daemons()
    answer(verb, fields)


serve(handle)
