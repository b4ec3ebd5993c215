"""The text of a user's file that Python runs: annotations are blanked, lines and columns stay."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable

from clamh.model.sources import Annotation

_CODE = re.compile(r"[^\s]")


def copy_source(text: bytes, annotations: Iterable[Annotation]) -> str:
    """The file without its byte order mark and without plain annotations (`#@@` ones are comments already).

    The file names its encoding as Python requires. Bytes outside it become surrogate escapes; assemble.py refuses them.
    """
    encoding = _encoding(text)
    pieces, end = [], 0
    for annotation in sorted(annotations, key=lambda annotation: annotation.start):
        if annotation.spelling == "at" and annotation.start >= end:
            blanked = _CODE.sub(" ", text[annotation.start:annotation.end].decode(encoding, "surrogateescape"))
            pieces += [text[end:annotation.start].decode(encoding, "surrogateescape"), blanked]
            end = annotation.end
    return "".join([*pieces, text[end:].decode(encoding, "surrogateescape")]).removeprefix("\ufeff")


def _encoding(text: bytes) -> str:
    try:
        return tokenize.detect_encoding(io.BytesIO(text).readline)[0]
    except SyntaxError:  # an unknown encoding, which Python itself reports
        return "utf-8"
