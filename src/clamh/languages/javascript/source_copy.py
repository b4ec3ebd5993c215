"""The text of a user's file that Node loads: annotations blanked, lines and columns as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable

from clamh.model.sources import Annotation

_CODE = re.compile(r"[^\s]")


def emitted(text: bytes, annotations: Iterable[Annotation]) -> str:
    """The file without its plain annotations (`//@@` ones are comments already), shebang or byte order mark.

    A character becomes as many spaces as UTF-16 units, in which JavaScript counts columns. Bytes that are no UTF-8
    become U+FFFD, as Node reads them.
    """
    pieces, done = [], 0
    for one in sorted(annotations, key=lambda one: one.start):
        if one.spelling == "at" and one.start >= done:
            pieces += [_decoded(text[done:one.start]), _blank(_decoded(text[one.start:one.end]))]
            done = one.end
    whole = "".join([*pieces, _decoded(text[done:])]).removeprefix("\ufeff")
    return "//" + whole[2:] if whole.startswith("#!") else whole


def _decoded(text: bytes) -> str:
    return text.decode("utf-8", "replace")


def _blank(text: str) -> str:
    return _CODE.sub(lambda match: " " * (2 if match[0] > "\uffff" else 1), text)
