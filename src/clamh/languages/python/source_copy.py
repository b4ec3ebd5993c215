"""The text of a user's file that Python runs: annotations blanked, lines and columns as they are."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable

from clamh.model.sources import Annotation

_CODE = re.compile(r"[^\s]")


def emitted(text: bytes, annotations: Iterable[Annotation]) -> str:
    """The file without its plain annotations (`#@@` ones are comments already) and byte order mark.

    A file says its encoding as Python wants it; bytes that are none of it become surrogate escapes, which assemble.py refuses.
    """
    encoding = _encoding(text)
    pieces, done = [], 0
    for one in sorted(annotations, key=lambda one: one.start):
        if one.spelling == "at" and one.start >= done:
            blanked = _CODE.sub(" ", text[one.start:one.end].decode(encoding, "surrogateescape"))
            pieces += [text[done:one.start].decode(encoding, "surrogateescape"), blanked]
            done = one.end
    return "".join([*pieces, text[done:].decode(encoding, "surrogateescape")]).removeprefix("\ufeff")


def _encoding(text: bytes) -> str:
    try:
        return tokenize.detect_encoding(io.BytesIO(text).readline)[0]
    except SyntaxError:  # an encoding that there is not: Python says so of its own file
        return "utf-8"
