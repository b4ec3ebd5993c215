"""From the tables of a scenario's file to a suite: a declaration is taken apart, every name becomes what it means."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from conformance.suite import Action, Field, Method, Parts, State, Suite, Value, name_parameter

ANNOTATION = r"@\w+(?:\([^)]*\))?"
METHOD = re.compile(rf"((?:{ANNOTATION} )*)(?:(\w+) )?(\w+)\(([\w, ]*)\)")
FIELD = re.compile(r"(private )?(\w+) (\w+)")
NAME = re.compile(r"(\w+)(?:\.([\w.]+))?(?:\((.*)\))?")
TYPES = ("int", "long", "text", "atomic", "thread")
# What an object of the run gives, where it is no int: `name` is the last name of a full one, `id` JMH's, from a word on.
GIVEN = {
    "BenchmarkParams": {"getMode": "text", "getParam": "text", "getBenchmark": "name", "id": "id"},
    "IterationParams": {"getType": "text"},
    "ThreadParams": {},
    "Control": {"startMeasurement": "boolean", "stopMeasurement": "boolean"},
    "Random": {"nextLong": "long", "nextBoolean": "boolean", "nextDouble": "double"},
}


class DescriptionError(Exception):
    """What a scenario's file says is not understood, or not what a language can print."""


def read_suite(name: str, question: str, states: Mapping[str, Mapping[str, Any]], benchmarks: Mapping[str, list[Any]],
               statics: Mapping[str, int], texts: Mapping[str, str]) -> Suite:
    """The suite of a scenario. Raises DescriptionError, which says what of it is not understood."""
    shared = tuple(msgspec.structs.replace(_read_field(key, 0), first=first) for key, first in statics.items())
    known: dict[str, State] = {}
    for class_name, table in states.items():
        members = {key: value for key, value in table.items() if key not in ("annotations", "extends")}
        annotations = tuple(re.findall(ANNOTATION, table.get("annotations", "")))
        fields = tuple(_read_field(key, value) for key, value in members.items() if not key.endswith(")"))
        state = known[class_name] = State(class_name, annotations, table.get("extends", ""), fields, ())
        if state.extends and state.extends not in known:
            raise DescriptionError(f"{class_name} extends {state.extends!r}: write that state above it")
        methods = tuple(_read_method(key, _expand_texts(does, texts), _list_fields(state, known), known, shared)
                        for key, does in members.items() if key.endswith(")"))
        known[class_name] = msgspec.structs.replace(state, methods=methods)
    measured = tuple(_read_method(f"@Benchmark {key}", _expand_texts(does, texts), (), known, shared) for key, does in benchmarks.items())
    return Suite(name, question, shared, tuple(known.values()), measured)


def _expand_texts(does: Any, texts: Mapping[str, str]) -> Any:
    """The actions with each `{name}` of a text of the scenario replaced by that text."""
    if isinstance(does, list):
        return [_expand_texts(part, texts) for part in does]
    if isinstance(does, str):
        return re.sub(r"\{(\w+)\}", lambda match: texts.get(match[1], match[0]), does)
    return does


def _list_fields(state: State, known: Mapping[str, State]) -> tuple[Field, ...]:
    """Its own and those of its bases."""
    return (*state.fields, *(_list_fields(known[state.extends], known) if state.extends else ()))


def _read_field(key: str, value: Any) -> Field:
    match = FIELD.fullmatch(key)
    if not match or match[2] not in TYPES:
        raise DescriptionError(f"{key!r} is no field: write a type ({', '.join(TYPES)}) and a name")
    if isinstance(value, list):
        return Field(match[2], match[3], params=tuple(value))
    if value != ("" if match[2] == "text" else 0):
        raise DescriptionError(f"{key!r} is {value!r} at first: write 0, or '' for a text, and let a fixture set it")
    return Field(match[2], match[3], private=bool(match[1]))


def _read_method(key: str, does: list[Any], fields: tuple[Field, ...], known: Mapping[str, State], statics: tuple[Field, ...]) -> Method:
    match = METHOD.fullmatch(key)
    if not match:
        raise DescriptionError(f"{key!r} is no method: write annotations, its type when it returns something, its name, and in () what it takes")
    takes = tuple(re.findall(r"\w+", match[4]))
    if foreign := [name for name in takes if name not in known and name not in (*GIVEN, "Blackhole", "Operations")]:
        raise DescriptionError(f"{key!r} takes {foreign[0]!r}, which is no state above it and no object of the run")

    def find_value(text: str) -> Value:
        first, rest, argument = meant.groups() if (meant := NAME.fullmatch(text)) else (text, None, None)
        if rest and first in GIVEN and first in takes:
            return Value("run", GIVEN[first].get(rest, "int"), first, rest, argument or "")
        states = [known[name] for name in takes if name in known and name_parameter(name) == first]
        near = [("taken", first, field) for state in states for field in _list_fields(state, known) if field.name == rest]
        if rest is None:
            near = [("own", "", field) for field in fields] + [("static", "", field) for field in statics]
        for kind, holder, field in near:
            if field.name == (rest or first):
                return Value(kind, field.type, holder, field.name, private=field.private)
        raise DescriptionError(f"{key!r} names {text!r}: no field of its own or of what it takes, and no value of a taken object of the run")

    def read_parts(text: Any) -> Parts:
        cut = re.split(r"\{([^{}]+)\}", str(text))
        return tuple(find_value(part) if at % 2 else part for at, part in enumerate(cut) if part)

    def read_action(action: Any) -> Action:
        match action:
            case str():
                return "line", None, read_parts(action)
            case ["line", str(thread), str(text)]:
                return "line", find_value(thread), read_parts(text)
            case [("set" | "add") as word, str(name), what]:
                return word, find_value(name), read_parts(what)
            case [("return" | "operations") as word, what]:
                return word, read_parts(what)
            case ["when", str(name), int(wanted), [*inner]]:
                return "when", find_value(name), wanted, tuple(map(read_action, inner))
            case ["swap", str(name), int(before), int(after)]:
                return "swap", find_value(name), before, after
            case [("await" | "consume") as word, str(name)]:
                return word, find_value(name)
            case ["call", str(name)]:
                holder, _, method = name.rpartition(".")
                return "call", Value("taken" if holder else "own", "", holder, method)
            case [("print" | "complain") as word, str(what)] | [("exit" | "exit at end" | "consumeCPU") as word, int(what)]:
                return word, what
            case [("fail" | "kill" | "hang" | "spin") as word]:
                return (word,)
        raise DescriptionError(f"{key!r} does {action!r}: no action is written so; README.md has them all")

    return Method(tuple(re.findall(ANNOTATION, match[1])), match[2] or "", match[3], takes, tuple(map(read_action, does)))
