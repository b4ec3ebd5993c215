"""The annotation grammar: the text of an annotation → its arguments as data."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import lark

from clamh.machine.atomic import make_folder, shared_root
from clamh.model.sources import Argument, Call, Constant, Fraction

ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|0[0-7]+|.)")
SIMPLE_ESCAPES = {
    "n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "0": "\0", "\\": "\\", '"': '"', "'": "'"
}
EXPECTATIONS = {
    "NAME": "a name", "INTEGER": "an integer", "FLOAT": "a number", "STRING": "a quoted string",
    "BOOLEAN": "true or false",
    "LPAR": "'('", "RPAR": "')'", "LBRACE": "'{'", "RBRACE": "'}'", "LSQB": "'['", "RSQB": "']'", "COMMA": "','",
    "EQUAL": "'='", "$END": "the end of the annotation",
}
MAX_NESTING = 32
MAX_DIGITS = 40  # far beyond 64 bits; Python does not convert thousands of digits
VALUES = {"INTEGER", "FLOAT", "STRING", "BOOLEAN", "NAME", "LBRACE", "LSQB"}


class GrammarError(Exception):
    """The text is no annotation; `offset` counts characters from its start."""

    def __init__(self, offset: int, message: str):
        self.offset, self.message = offset, message
        super().__init__(message)


class Written(NamedTuple):
    """One argument as written; `offset` is its start, in characters from the start of the annotation."""

    key: str | None
    value: Any
    offset: int


@lru_cache(4096)  # a source repeats few texts many times, and the parser takes 0.1 ms for each
def parse_annotation(text: str) -> tuple[str, tuple[Written, ...]]:
    """Parse a whole `Name` or `Name(…)`. Raises GrammarError with the place and the expected text."""
    _check_nesting(text)
    try:
        tree = parser().parse(text)
    except lark.exceptions.UnexpectedEOF as error:
        raise GrammarError(len(text), f"the annotation ends before {_describe_expected(error.expected)}") from None
    except lark.exceptions.UnexpectedToken as error:
        offset = error.token.start_pos if error.token.type != "$END" else len(text)
        unexpected = f"'{error.token}'" if error.token.type != "$END" else "the end"
        expected = _describe_expected(error.accepts or error.expected)
        raise GrammarError(offset, f"found {unexpected} instead of {expected}") from None
    except lark.exceptions.UnexpectedCharacters as error:
        raise GrammarError(error.pos_in_stream, _describe_unreadable(text, error)) from None
    name, *arguments = (child for child in tree.children if child is not None)
    return str(name), tuple(_argument(argument) for argument in arguments)


@cache
def parser() -> lark.Lark:
    """The parser of grammar.lark, built on first use: many commands read no annotation with arguments.

    Its tables take 50 ms to compute and are kept; lark computes them if they are of another grammar, or unreadable.
    """
    tables = shared_root(os.environ) / "annotations.lark"
    with suppress(OSError):  # without them everything works, slower
        make_folder(tables.parent)
    text = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    is_utf8 = os.fsencode(tables).decode("utf-8", "replace") == str(tables)  # lark cannot encode other names
    return lark.Lark(text, start="annotation", parser="lalr", propagate_positions=True, maybe_placeholders=False,
                     cache=is_utf8 and str(tables))


def _check_nesting(text: str) -> None:
    """Reject deeply nested brackets, which would exhaust Python's stack."""
    depth = 0
    for match in re.finditer(r"""["](?:\\[^\r\n]|[^"\\\r\n])*["]|[(\[{]|[)\]}]""", text):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(match[0], 0)
        if depth > MAX_NESTING:
            raise GrammarError(match.start(), f"brackets nested more than {MAX_NESTING} deep")


def _argument(tree: lark.Tree) -> Written:
    if tree.data == "named":
        key, value = tree.children
        return Written(str(key), _value(value), key.start_pos)
    (value,) = tree.children
    return Written(None, _value(value), value.meta.start_pos)


def _value(tree: lark.Tree) -> Any:
    if tree.data == "list":
        return tuple(_value(child) for child in tree.children)
    if tree.data == "call":
        name, *arguments = tree.children
        return Call(name=str(name), arguments=tuple(
            Argument(key=argument.key, value=argument.value) for argument in map(_argument, arguments)
        ))
    (token,) = tree.children
    if tree.data == "integer":
        if len(token) > MAX_DIGITS:
            raise GrammarError(token.start_pos, f"an integer of {len(token)} digits")
        return int(token.replace("_", ""), 0)
    if tree.data == "float":
        return Fraction(text=str(token))
    if tree.data == "boolean":
        return token.lower() == "true"
    if tree.data == "string":
        return _unescape(token)
    return Constant(name=str(token))


def _unescape(token: lark.Token) -> str:
    def replace(match: re.Match[str]) -> str:
        code, place = match[1], token.start_pos + 1 + match.start()
        if len(code) > 1 and code[0] in "ux":
            if 0xD800 <= int(code[1:], 16) <= 0xDFFF:
                raise GrammarError(place, f"'\\{code}' is half a character; write the whole character")
            return chr(int(code[1:], 16))
        if code not in SIMPLE_ESCAPES:
            raise GrammarError(place, f"unknown escape '\\{code}' in a string; write '\\\\' for a backslash")
        return SIMPLE_ESCAPES[code]

    return ESCAPE.sub(replace, token[1:-1])


def _describe_expected(terminals: Any) -> str:
    names = set(terminals)
    words = []
    if VALUES <= names:
        words.append("a value")
        names -= VALUES
    words += sorted(EXPECTATIONS.get(name, name) for name in names)
    return " or ".join(words)


def _describe_unreadable(text: str, error: lark.exceptions.UnexpectedCharacters) -> str:
    rest = text[error.pos_in_stream:]
    if rest.startswith('"'):
        return "the string does not end on its line"
    if rest.startswith("'"):
        return "strings need double quotes"
    if re.match(r"[+-]?0\d", rest):
        return "a number with a leading zero: write it decimal, or hexadecimal with 0x"
    word = re.match(r"[\w.+-]+", rest)
    return f"cannot read '{word[0] if word else rest[0]}' here; expected {_describe_expected(error.allowed or ())}"
