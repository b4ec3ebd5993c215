"""What a described suite is, and what all printers need to write one: README.md has the vocabulary."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec


class Value(msgspec.Struct, frozen=True):
    """What a name means: a field of the own state, of a state that is taken, a static one, or what an object of the run gives.

    `holder` is "" for the own state and static fields, else the parameter, or the class of the run's object. `argument` is
    what stands in brackets behind the name.
    """

    kind: str  # own, taken, static, run
    type: str
    holder: str
    name: str
    argument: str = ""
    private: bool = False


Parts = tuple[str | Value, ...]  # a text, every {name} in it replaced by what it means
Action = tuple[Any, ...]  # its word, then what it needs


class Field(msgspec.Struct, frozen=True):
    """`params` are the values of a param, None when it is none; `first` is what a static field holds at the beginning."""

    type: str
    name: str
    first: int = 0
    params: tuple[str, ...] | None = None
    private: bool = False


class Method(msgspec.Struct, frozen=True):
    """A fixture, a benchmark, or what others call. `takes` are states and objects of the run, by their classes."""

    annotations: tuple[str, ...]
    returns: str
    name: str
    takes: tuple[str, ...]
    does: tuple[Action, ...]


class State(msgspec.Struct, frozen=True):
    """A class; `extends` is its base, or ""."""

    name: str
    annotations: tuple[str, ...]
    extends: str
    fields: tuple[Field, ...]
    methods: tuple[Method, ...]


class Suite(msgspec.Struct, frozen=True):
    """All that a printer prints."""

    name: str
    question: str
    statics: tuple[Field, ...]
    states: tuple[State, ...]
    benchmarks: tuple[Method, ...]


def name_parameter(type: str) -> str:
    """What a parameter of a class is called: as the class, with a small letter in front."""
    return type[:1].lower() + type[1:]


def name_used(type: str, body: list[str]) -> str:
    """The same, or "" where the method's lines do not have it."""
    name = name_parameter(type)
    return name if re.search(rf"\b{name}\b", "\n".join(body)) else ""


def list_actions(actions: tuple[Action, ...]) -> list[Action]:
    """The actions, and behind each condition those under it."""
    return [inner for action in actions for inner in (action, *(list_actions(action[3]) if action[0] == "when" else ()))]


def join_parts(parts: Parts, spell: Callable[[Value], str]) -> str:
    """A text with each value in it as the language spells it."""
    return "".join(part if isinstance(part, str) else spell(part) for part in parts)


def find_imports(text: str, imports: Mapping[str, str]) -> list[str]:
    """Of lines by pattern those whose pattern is in the text; each once, sorted."""
    return sorted({line for pattern, line in imports.items() if re.search(pattern, text)})


def quote_text(text: str, quote: str = '"') -> str:
    """A text as a literal, which all languages write alike but for the NUL."""
    escaped = re.sub(rf"[\\{quote}]", r"\\\g<0>", text)
    return quote + escaped.replace("\n", "\\n").replace("\r", "\\r").replace("\0", "\\0") + quote


def print_param(values: tuple[str, ...]) -> str:
    """The annotation of a param."""
    listed = ", ".join(map(quote_text, values))
    return "@Param" + (f"({{{listed}}})" if len(values) > 1 else f"({listed})" * len(values))


def indent_lines(lines: list[str], by: str = "    ") -> list[str]:
    """Lines further right; an empty one stays empty."""
    return [f"{by}{line}" if line else "" for line in lines]
