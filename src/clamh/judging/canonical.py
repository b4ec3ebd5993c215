"""Reads canonical values (protocol/README.md), and describes them. The texts decide what is equal; this module only
explains.
"""

from __future__ import annotations

import json
import re
import struct
from typing import Any, NamedTuple

COLUMNS = 60  # of a value in a sentence
DEEPEST = 100  # nested sequences; workers cut a value off long before
EXACT_DIGITS = 20  # an integer of 64 bits is written in full


class Opaque(NamedTuple):
    """An object or pointer. It has no value, so it says nothing about the work."""


class Digest(NamedTuple):
    """Stands for a text of `size` bytes, or for `size` values, too long to be sent."""

    sha256: str
    size: int


OBJECT = Opaque()
_WORDS = {"null": None, "object": OBJECT, "b:true": True, "b:false": False,
          "f:nan": float("nan"), "f:inf": float("inf"), "f:-inf": float("-inf")}
_NEXT = re.compile(r",(?=[ifbsx]:|null|object|\[)")


def parse_value(text: str, depth: int = 0) -> Any:
    """The value of a canonical text: int, float, bool, str, bytes, None, a list, OBJECT or a Digest.

    A sequence of texts that contain brackets, or commas like those between elements, is ambiguous: it may return other
    elements. A text of unknown form returns a str, so that values of a newer worker can be compared.
    """
    if text in _WORDS:
        return _WORDS[text]
    kind, _, rest = text.partition(":")
    if kind == "i" and re.fullmatch(r"-?[0-9]+", rest):
        return int(rest)
    if kind == "f" and re.fullmatch(r"[0-9a-f]{16}", rest):
        return struct.unpack(">d", bytes.fromhex(rest))[0]
    if kind == "x" and re.fullmatch(r"([0-9a-f]{2})*", rest):
        return bytes.fromhex(rest)
    if kind == "sha256" and (digest := re.fullmatch(r"([0-9a-f]{64}):([0-9]{1,18})", rest)):
        return Digest(digest[1], int(digest[2]))
    if text.startswith("[") and text.endswith("]") and depth < DEEPEST:
        return [parse_value(element, depth + 1) for element in split_elements(text)]
    return rest if kind == "s" else text


def split_elements(text: str) -> list[str]:
    """The canonical texts of a sequence's elements."""
    inside = text[1:-1]
    texts, depth, start, index = [], 0, 0, 0
    while index < len(inside):
        if inside[index] == "[":
            depth += 1
        elif inside[index] == "]":
            depth -= 1
        elif depth <= 0 and _NEXT.match(inside, index):
            texts.append(inside[start:index])
            start = index + 1
        index += 1
    return [*texts, inside[start:]] if inside else []


def is_informative(text: str, depth: int = 0) -> bool:
    """Whether a value says anything about the work: an object does not, nor a sequence of objects only."""
    if not text.startswith("[") or depth == DEEPEST:
        return text != "object"
    return text == "[]" or any(is_informative(element, depth + 1) for element in split_elements(text))


def describe_value(text: str) -> str:
    """A value for readers, in one short line: numbers in decimal, texts in quotes."""
    return _shorten(_describe(text))


def _describe(text: str, depth: int = 0) -> str:
    value = parse_value(text, DEEPEST - 1)  # its elements are read below
    if text.startswith("[") and isinstance(value, list) and depth < DEEPEST:
        return f"[{', '.join(_describe(element, depth + 1) for element in split_elements(text))}]"
    if value is None or value is OBJECT:
        return "null" if value is None else "an object without a value"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value) if len(text) <= EXACT_DIGITS + 2 or parse_float(value) != value else repr(parse_float(value))
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, bytes):
        return f"bytes {value.hex()}"
    if isinstance(value, Digest):
        return f"{value.size} bytes or values with SHA-256 {value.sha256[:12]}…"
    return json.dumps(value, ensure_ascii=False)


def parse_float(value: int) -> float:
    """The double nearest to an integer; an infinity where the integer is too large."""
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def _shorten(text: str) -> str:
    if len(text) <= COLUMNS:
        return text
    half = (COLUMNS - 1) // 2
    return f"{text[:COLUMNS - 1 - half]}…{text[-half:]}"
