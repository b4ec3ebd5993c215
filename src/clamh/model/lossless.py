"""JSON that keeps every text: Python represents bytes of file names and sources that are not UTF-8 as lone surrogates.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import msgspec

_ODD = re.compile(r"[\ud800-\udfff]|\\(?=udc(?:5c|[89a-f][0-9a-f]))")
_SPELLED = re.compile(r"\\udc(5c|[89a-f][0-9a-f])")


def encode(value: Any) -> bytes:
    """The JSON of nouns, with sorted keys. A byte that is not UTF-8 becomes the escape of its lone surrogate, such as
    "\\udce9".
    """
    try:
        return msgspec.json.encode(value, order="sorted")
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(value), sort_keys=True).encode()


def decode(data: bytes, noun: Any) -> Any:
    """The inverse of `encode`. Raises ValueError for data that `encode` cannot have written."""
    try:
        return msgspec.json.decode(data, type=noun)
    except msgspec.DecodeError:
        return msgspec.convert(json.loads(data), noun)


def spell(value: Any) -> Any:
    """Plain data whose texts every reader of JSON accepts: a byte 0xe9 that is not UTF-8 becomes the six characters
    `\\udce9`.

    A backslash that looks like the start of such an escape becomes `\\udc5c`, so that `restore` is the inverse.
    """
    return _map_texts(
        value, lambda text: _ODD.sub(lambda match: "\\udc5c" if match[0] == "\\" else f"\\u{ord(match[0]):x}", text))


def restore(value: Any) -> Any:
    """The inverse of `spell`."""
    return _map_texts(
        value, lambda text: _SPELLED.sub(lambda match: "\\"
                                         if match[1] == "5c" else chr(int(match[1], 16) + 0xDC00), text))


def _map_texts(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list | tuple):
        return [_map_texts(element, change) for element in value]
    if isinstance(value, dict):
        return {_map_texts(key, change): _map_texts(element, change) for key, element in value.items()}
    return value
