"""Prints to both streams what looks like the protocol, and bytes that are no text; otherwise does everything right."""

from __future__ import annotations

import sys

from well_behaved import answer, serve


def handle(verb: str, fields: list[str]) -> None:
    print('{"event":"bye"}', flush=True)
    sys.stderr.buffer.write(b"\xff\x00\x1b[31mred\n")
    sys.stderr.flush()
    answer(verb, fields)


serve(handle)
