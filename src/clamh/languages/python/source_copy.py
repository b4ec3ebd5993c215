"""The text of a user's file that Python runs: annotations blanked, lines and columns as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable

from clamh.model import Annotation

_CODE = re.compile(r"[^\s]")


def emitted(text: bytes, annotations: Iterable[Annotation]) -> str:
    """The file without its plain annotations (`#@@` ones are comments already) and byte order mark.

    Bytes that are no UTF-8 become U+FFFD.
    """
    pieces, done = [], 0
    for one in sorted(annotations, key=lambda one: one.start):
        if one.spelling == "at" and one.start >= done:
            blanked = _CODE.sub(" ", text[one.start:one.end].decode("utf-8", "replace"))
            pieces += [text[done:one.start].decode("utf-8", "replace"), blanked]
            done = one.end
    return "".join([*pieces, text[done:].decode("utf-8", "replace")]).removeprefix("\ufeff")
