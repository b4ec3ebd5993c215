"""The text of a user's file that Node loads: annotations are blanked, lines and columns stay the same."""

from __future__ import annotations

import re
from collections.abc import Iterable

from clamh.model.sources import Annotation

_CODE = re.compile(r"[^\s]")


def copy_source(text: bytes, annotations: Iterable[Annotation]) -> str:
    """The file without its plain annotations (`//@@` ones are comments already), shebang or byte order mark.

    Each UTF-16 unit becomes one space, since JavaScript counts columns in them. Bytes that are not UTF-8
    become U+FFFD, as Node reads them.
    """
    pieces, end = [], 0
    for annotation in sorted(annotations, key=lambda annotation: annotation.start):
        if annotation.spelling == "at" and annotation.start >= end:
            pieces += [_decode(text[end:annotation.start]), _blank(_decode(text[annotation.start:annotation.end]))]
            end = annotation.end
    copy = "".join([*pieces, _decode(text[end:])]).removeprefix("\ufeff")
    return "//" + copy[2:] if copy.startswith("#!") else copy


def _decode(text: bytes) -> str:
    return text.decode("utf-8", "replace")


def _blank(text: str) -> str:
    return _CODE.sub(lambda match: " " * (2 if match[0] > "\uffff" else 1), text)
