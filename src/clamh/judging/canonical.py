"""Canonical values (protocol/README.md) read back, and in words: the texts decide what is equal, these only explain."""

from __future__ import annotations

import json
import re
import struct
from typing import Any, NamedTuple

COLUMNS = 60  # of a value in a sentence
DEEPEST = 100  # sequences within sequences; workers cut a value off long before
EXACT_DIGITS = 20  # an integer of 64 bits is written in full


class Opaque(NamedTuple):
    """An object or pointer: it has no value, so that it says nothing about the work."""


class Digest(NamedTuple):
    """What stands for a text of `size` bytes, or for `size` values, too long to be sent."""

    sha256: str
    size: int


OBJECT = Opaque()
_WORDS = {"null": None, "object": OBJECT, "b:true": True, "b:false": False,
          "f:nan": float("nan"), "f:inf": float("inf"), "f:-inf": float("-inf")}
_NEXT = re.compile(r",(?=[ifbsx]:|null|object|\[)")


def read(text: str, depth: int = 0) -> Any:
    """The value of a canonical text: int, float, bool, str, bytes, None, a list, OBJECT or a Digest.

    A sequence of texts that hold brackets, or commas as between elements, cannot be told apart: it may come back as
    other elements. A text of no known form comes back as a str, so that a newer worker's values can be compared all the
    same.
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
        return [read(one, depth + 1) for one in elements(text)]
    return rest if kind == "s" else text


def elements(text: str) -> list[str]:
    """The canonical texts of a sequence's elements."""
    inside = text[1:-1]
    found, depth, begin, at = [], 0, 0, 0
    while at < len(inside):
        if inside[at] == "[":
            depth += 1
        elif inside[at] == "]":
            depth -= 1
        elif depth <= 0 and _NEXT.match(inside, at):
            found.append(inside[begin:at])
            begin = at + 1
        at += 1
    return [*found, inside[begin:]] if inside else []


def informs(text: str, depth: int = 0) -> bool:
    """Whether a value says anything: an object does not, nor a sequence of nothing else."""
    if not text.startswith("[") or depth == DEEPEST:
        return text != "object"
    return text == "[]" or any(informs(one, depth + 1) for one in elements(text))


def shown(text: str) -> str:
    """A value as people read it, in one short line: numbers in decimal, texts in quotes."""
    return _cut(_shown(text))


def _shown(text: str, depth: int = 0) -> str:
    value = read(text, DEEPEST - 1)  # its elements are read below
    if text.startswith("[") and isinstance(value, list) and depth < DEEPEST:
        return f"[{', '.join(_shown(one, depth + 1) for one in elements(text))}]"
    if value is None or value is OBJECT:
        return "null" if value is None else "an object without a value"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value) if len(text) <= EXACT_DIGITS + 2 or float_of(value) != value else repr(float_of(value))
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, bytes):
        return f"bytes {value.hex()}"
    if isinstance(value, Digest):
        return f"{value.size} bytes or values with SHA-256 {value.sha256[:12]}…"
    return json.dumps(value, ensure_ascii=False)


def float_of(value: int) -> float:
    """The double nearest to an integer; an infinity beyond them all."""
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def _cut(text: str) -> str:
    if len(text) <= COLUMNS:
        return text
    half = (COLUMNS - 1) // 2
    return f"{text[:COLUMNS - 1 - half]}…{text[-half:]}"
