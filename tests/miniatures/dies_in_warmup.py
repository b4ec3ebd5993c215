"""Ends without a word in its first warmup iteration."""

from __future__ import annotations

import os

from well_behaved import answer, serve


def handle(verb: str, fields: list[str]) -> None:
    if verb == "iterate":
        os._exit(3)
    answer(verb, fields)


serve(handle)
