"""Measures everything, and leaves behind a daemon in a session of its own, which has a child in another one."""

from __future__ import annotations

import os
import time

from well_behaved import answer, serve


def leave_daemons() -> None:
    if os.fork():
        return
    os.setsid()
    if os.fork():
        os._exit(0)  # the daemon is nobody's child now
    if os.fork() == 0:
        os.setsid()
    time.sleep(60)


def handle(verb: str, fields: list[str]) -> None:
    if verb == "close":
        leave_daemons()
        time.sleep(0.05)
    answer(verb, fields)


serve(handle)
