"""A scenario's suite as data: its states, their fields and methods, its benchmarks, and what each of them does.

README.md has the vocabulary. Here a declaration like `@Setup(Level.Trial) int fill(Office)` is taken apart, and every name that
an action or a text says in braces becomes the field or the value of the run that it means; the printers know languages only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

ANNOTATION = r"@\w+(?:\([^)]*\))?"
METHOD = re.compile(rf"((?:{ANNOTATION} )*)(?:(\w+) )?(\w+)\((.*)\)")
FIELD = re.compile(r"(private )?(\w+) (\w+)")
VALUE = re.compile(r"(\w+)(?:\.([\w.]+))?(?:\((.*)\))?")
TYPES = ("int", "long", "double", "boolean", "text", "atomic", "thread")
# What `{OBJECT.getter}` is, where it is no int.
GIVEN = {
    "BenchmarkParams": {"getMode": "text", "getParam": "text", "getBenchmark": "name", "id": "id"},
    "IterationParams": {"getType": "text"},
    "ThreadParams": {},
    "Control": {"startMeasurement": "boolean", "stopMeasurement": "boolean"},
    "Random": {"nextLong": "long", "nextBoolean": "boolean", "nextDouble": "double"},
}
CHANGES = ("set", "add", "call")


class Value(msgspec.Struct, frozen=True):
    """What a name means: a field of the own state, of one that is taken, a static one, or what an object of the run gives.

    `holder` is "" for the own state and static fields, else the parameter or the object's class.
    """

    kind: str  # own, taken, static, run
    type: str
    holder: str
    name: str
    argument: str = ""
    private: bool = False


Parts = tuple[str | Value, ...]  # a text, its names replaced
Action = tuple[Any, ...]  # its word, then what it takes


class Field(msgspec.Struct, frozen=True):
    """`params` are the values of a param, None when it is none; `first` is what it holds at the beginning."""

    type: str
    name: str
    first: int | bool | str = 0
    params: tuple[str, ...] | None = None
    private: bool = False


class Method(msgspec.Struct, frozen=True):
    """A fixture, benchmark, or method that others call. `takes` are states and objects of the run by their classes."""

    annotations: tuple[str, ...]
    returns: str
    name: str
    takes: tuple[str, ...]
    does: tuple[Action, ...]

    def changed(self) -> set[str]:
        """The holders whose fields it changes."""
        return {action[1].holder for action in flat(self.does) if action[0] in CHANGES}


class State(msgspec.Struct, frozen=True):
    """A class; `extends` is its base, or ""."""

    name: str
    annotations: tuple[str, ...]
    extends: str
    fields: tuple[Field, ...]
    methods: tuple[Method, ...]


class Suite(msgspec.Struct, frozen=True):
    """Everything that a printer needs."""

    name: str
    question: str
    statics: tuple[Field, ...]
    states: tuple[State, ...]
    benchmarks: tuple[Method, ...]


def read(name: str, question: str, states: Mapping[str, Mapping[str, Any]], benchmarks: Mapping[str, list[Any]],
         statics: Mapping[str, int], texts: Mapping[str, str]) -> Suite:
    """The suite of a scenario. Raises ValueError, which says what of it is not understood."""
    shorter = re.compile("|".join(rf"\{{{one}\}}" for one in texts) or "(?!)")

    def whole(does: list[Any]) -> list[Any]:
        return [whole(one) if isinstance(one, list) else shorter.sub(lambda found: texts[found[0][1:-1]], one) if isinstance(one, str) else one
                for one in does]

    shared = tuple(_field(key, first) for key, first in statics.items())
    classes: dict[str, State] = {}
    for own, table in states.items():
        base = table.get("extends", "")
        declared = {key: value for key, value in table.items() if key not in ("annotations", "extends")}
        fields = tuple(_field(key, value) for key, value in declared.items() if not key.endswith(")"))
        state = State(own, tuple(re.findall(ANNOTATION, table.get("annotations", ""))), base, fields, ())
        classes[own] = state
        methods = tuple(_method(key, whole(does), _fields(state, classes), classes, shared) for key, does in declared.items() if key.endswith(")"))
        classes[own] = msgspec.structs.replace(state, methods=methods)
    own = tuple(_method(f"@Benchmark {key}", whole(does), (), classes, shared) for key, does in benchmarks.items())
    return Suite(name, question, shared, tuple(classes.values()), own)


def variable(name: str) -> str:
    """What a parameter of a class is called: its name with a small letter in front."""
    return name[:1].lower() + name[1:]


def quoted(text: str, quote: str = '"') -> str:
    """A text as all six languages write it."""
    escaped = re.sub(rf"[\\{quote}]", r"\\\g<0>", text)
    return quote + escaped.replace("\n", "\\n").replace("\r", "\\r").replace("\0", "\\0") + quote


def param(values: tuple[str, ...]) -> str:
    """The annotation of a param."""
    listed = ", ".join(map(quoted, values))
    return "@Param" + (f"({{{listed}}})" if len(values) > 1 else f"({listed})" * len(values))


def indented(lines: list[str], by: str = "    ") -> list[str]:
    """Lines further right; an empty one stays so."""
    return [f"{by}{line}" if line else "" for line in lines]


def flat(actions: tuple[Action, ...]) -> list[Action]:
    """The actions with those that stand under a condition."""
    return [one for action in actions for one in (action, *(flat(action[3]) if action[0] == "when" else ()))]


def needed(text: str, names: Mapping[str, str]) -> list[str]:
    """What a source must import: the values whose pattern it holds, each once, sorted."""
    return sorted({line for pattern, line in names.items() if re.search(pattern, text)})


def _fields(state: State, states: Mapping[str, State]) -> tuple[Field, ...]:
    """Its own and those of its base."""
    return (*state.fields, *(_fields(states[state.extends], states) if state.extends else ()))


def _field(key: str, value: Any) -> Field:
    found = FIELD.fullmatch(key)
    if not found or found[2] not in TYPES:
        raise ValueError(f"{key!r} is no field: write a type of {', '.join(TYPES)} and a name")
    if isinstance(value, list):
        return Field(found[2], found[3], params=tuple(value))
    return Field(found[2], found[3], value, private=bool(found[1]))


def _method(key: str, does: list[Any], fields: tuple[Field, ...], states: Mapping[str, State], shared: tuple[Field, ...]) -> Method:
    found = METHOD.fullmatch(key)
    if not found:
        raise ValueError(f"{key!r} is no method: write annotations, its type if it returns something, its name, and what it takes in ()")
    takes = tuple(re.findall(r"\w+", found[4]))
    held = {variable(one): states[one] for one in takes if one in states}

    def value(text: str) -> Value:
        first, rest, argument = meant.groups() if (meant := VALUE.fullmatch(text)) else (text, None, None)
        if first in GIVEN:
            return Value("run", GIVEN[first].get(rest, "int"), first, rest, argument or "")
        if rest is None:
            own = [("own", one) for one in fields] + [("static", one) for one in shared]
            for kind, one in own:
                if one.name == first:
                    return Value(kind, one.type, "", first, private=one.private)
        for one in _fields(held[first], states) if first in held else ():
            if one.name == rest:
                return Value("taken", one.type, first, rest)
        raise ValueError(f"{key!r} says {text!r}, which is no field here and no value of the run")

    def parts(text: Any) -> Parts:
        cut = re.split(r"\{([^{}]+)\}", text if isinstance(text, str) else str(text))
        return tuple(value(one) if at % 2 else one for at, one in enumerate(cut) if at % 2 or one)

    def action(given: Any) -> Action:
        match given:
            case str():
                return "line", None, parts(given)
            case ["line", str(thread), text]:
                return "line", value(thread), parts(text)
            case [("set" | "add") as word, name, what]:
                return word, value(name), parts(what)
            case [("return" | "operations") as word, what]:
                return word, parts(what)
            case ["when", name, wanted, [*inner]]:
                return "when", value(name), wanted, tuple(map(action, inner))
            case ["swap", name, before, after]:
                return "swap", value(name), before, after
            case [("await" | "consume") as word, name]:
                return word, value(name)
            case ["call", name]:
                holder, _, method = name.rpartition(".")
                return "call", Value("taken" if holder else "own", "", holder, method)
            case [("print" | "complain" | "exit" | "exit at end" | "consumeCPU") as word, what]:
                return word, what
            case [("fail" | "kill" | "hang" | "spin") as word]:
                return (word,)
        raise ValueError(f"{key!r} does {given!r}: there is no such action, or it takes something else")

    return Method(tuple(re.findall(ANNOTATION, found[1])), found[2] or "", found[3], takes, tuple(map(action, does)))
