"""Code that generators share: the template environment, and what they read from the nouns of the model."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any

import msgspec

from clamh.languages import HERE, INJECTED, languages
from clamh.model.sources import (Annotation, Benchmark, CompilerControl, Counter, Declaration, MemberFunction, Param,
                                 State, Unit)

if TYPE_CHECKING:
    import jinja2

SHARED_ROLES = {"State", "Check"}  # of declarations whose alternatives share a registration


@cache
def templates(id: str, literal: Callable[[Any], str]) -> jinja2.Environment:
    """The templates of a language; their filter `literal` writes a text as a literal of the language."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / id / "templates"),
        undefined=jinja2.StrictUndefined,
        autoescape=False,  # no HTML: every text of the user goes through `literal`
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["literal"] = literal
    return environment


def declared(noun: Any) -> Declaration:
    """The declaration of a state, param, fixture, benchmark or counter."""
    assert noun.declaration is not None, f"{noun.name} was bound without a declaration"
    return noun.declaration


def dotted_name(declaration: Declaration) -> str:
    """The name by which a file's own code reaches a declaration."""
    return ".".join((*declaration.scope, declaration.name))


def copy_paths(unit: Unit, unsafe: str) -> dict[str, str]:
    """The path of each file's copy; files find each other among the copies by the same relative paths.

    `unsafe` is a regular expression of the characters that the language cannot have in a path.
    """
    paths = [parsed.source.path for parsed in unit.parsed]
    top = os.path.commonpath([os.path.dirname(os.path.abspath(path)) for path in paths])
    return {path: "source/" + re.sub(unsafe, "_", os.path.relpath(os.path.abspath(path), top)) for path in paths}


def unused_prefix(unit: Unit, ending: str) -> str:
    """The prefix of every name that we add; it occurs in no file."""
    prefixes = (f"clamh{number or ''}{ending}" for number in count())
    return next(prefix for prefix in prefixes if not any(prefix.encode() in parsed.text for parsed in unit.parsed))


def enum_constants(field: Declaration, unit: Unit,
                   is_type: Callable[[Declaration], bool] | None = None) -> tuple[str, ...]:
    """The constants of a param's enum, from the field's own file or another file of the unit; see find_enum."""
    enum = find_enum(field, unit, is_type)
    return field.constants or (enum.constants if enum else ())


def find_enum(field: Declaration, unit: Unit,
              is_type: Callable[[Declaration], bool] | None = None) -> Declaration | None:
    """The enum of a field's type in the files of a unit; `is_type` recognises it, by default by its full name."""
    separator = languages()[unit.source.language].separator
    is_type = is_type or (lambda enum: separator.join((*enum.scope, enum.name)) == field.type)
    enums = (declaration for parsed in unit.parsed for declaration in parsed.declarations if declaration.kind == "enum")
    return next(filter(is_type, enums), None)


def list_params(unit: Unit) -> list[tuple[State, Param]]:
    """The params of all states, in the order of the catalog."""
    return [(state, param) for state in unit.states for param in state.params]


def list_counters(unit: Unit) -> list[tuple[State, Counter]]:
    """The counters of all states, in the order of the catalog."""
    return [(state, counter) for state in unit.states if state.aux for counter in state.aux.counters]


def list_checks(unit: Unit) -> list[tuple[State, Declaration]]:
    """The checks of all states, in the order of the catalog; an inherited check counts for each state."""
    return [(state, check) for state in unit.states for check in state.checks]


def list_functions(unit: Unit) -> Iterator[tuple[int, int | None, Benchmark]]:
    """What has a stub: each benchmark with its number, and instead of a group its functions, with their places in it.
    """
    separator = languages()[unit.source.language].separator
    for number, benchmark in enumerate(unit.benchmarks):
        if not benchmark.members:
            yield number, None, benchmark
        for place, member in enumerate(benchmark.members):
            yield number, place, member_benchmark(benchmark, member, separator)


def member_benchmark(group: Benchmark, member: MemberFunction, separator: str) -> Benchmark:
    """A member of a group as a benchmark, which has a stub of its own."""
    scope, joined, _ = group.name.rpartition(separator)
    return msgspec.structs.replace(group, name=f"{scope}{joined}{member.name}", declaration=member.declaration,
                                   location=member.location, members=())


def list_called(benchmark: Benchmark) -> list[tuple[Benchmark, Declaration, str, int]]:
    """Each function of a benchmark or group: the benchmark with the function's states, its declaration, its name and
    the threads that the source gives it.
    """
    if not benchmark.members:
        return [(benchmark, declared(benchmark), benchmark.name, 1)]
    return [(msgspec.structs.replace(benchmark, states=member.states), member.declaration, member.name, member.threads)
            for member in benchmark.members]


def hash_sources(unit: Unit) -> str:
    """The hashes of a unit's files by their paths, as JSON."""
    return json.dumps({file.path: file.sha256 for file in (unit.source, *unit.companions)})


def list_alternatives(unit: Unit, declaration: Declaration) -> list[Declaration]:
    """A declaration, and those of the same name and role that stand in its place under other conditions."""
    if not declaration.conditional:
        return [declaration]

    def describe(other: Declaration) -> object:
        types = tuple(parameter.type for parameter in other.parameters)
        roles = {annotation.name for annotation in other.annotations} & SHARED_ROLES
        return other.kind == "class", other.name, other.scope, types, roles

    read = [other for parsed in unit.parsed for other in parsed.declarations if other.conditional]
    as_read = [other for other in read if other.location == declaration.location]  # binding changes functions of C
    described = [describe(other) for other in as_read]
    return [declaration, *(other for other in read if other not in as_read and describe(other) in described)]


def functions_of(unit: Unit) -> list[Declaration]:
    """The functions of a unit's benchmarks."""
    return [function for benchmark in unit.benchmarks for function in benchmark.functions]


def called_functions(unit: Unit) -> list[Declaration]:
    """The functions of a unit's benchmarks and fixtures."""
    return [*functions_of(unit), *map(declared, unit.fixtures)]


def byte_literal(text: str, escape: str = "\\x{:02x}", quotes: str = '"\\') -> str:
    """A literal of the text's bytes in ASCII; `escape` spells other bytes, `quotes` get a backslash."""
    characters = map(chr, text.encode("utf-8", "surrogateescape"))
    return '"' + "".join(f"\\{character}" if character in quotes else character if " " <= character <= "~"
                         else escape.format(ord(character)) for character in characters) + '"'


def controls_of(unit: Unit, path: str) -> list[CompilerControl]:
    """The CompilerControls of the functions in a file."""
    return [control for control in unit.compiler_controls if control.declaration.location.path == path]


def blank_annotations(text: bytes, annotations: Iterable[Annotation]) -> bytes:
    """The text with spaces in place of annotations; every byte keeps its offset, and lines and tabs stay."""
    blanked = bytearray(text)
    for annotation in annotations:
        place = slice(annotation.start, annotation.end)
        blanked[place] = re.sub(rb"[^\r\n\t]", b" ", blanked[place])
    return bytes(blanked)


def apply_changes(text: bytes, changes: Iterable[tuple[int, int, bytes]]) -> bytes:
    """The text with each (start, end, replacement); a change that begins inside another is left out."""
    pieces, done = [], 0
    for start, end, inserted in sorted(changes, key=lambda change: change[:2]):
        if start >= done:
            pieces += [text[done:start], inserted]
            done = end
    return b"".join([*pieces, text[done:]])
