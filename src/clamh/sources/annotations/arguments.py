"""Check one annotation against the table: its arguments by name, and every error in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from clamh.languages import Language
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Annotation, Argument, Call, Constant, Declaration, Fraction, Location, Opaque
from clamh.sources.annotations.table import TABLE, AnnotationSpec, ArgumentSpec, suggestion

WORDS = {
    "integer": "an integer", "number": "a number", "string": "a quoted string", "boolean": "true or false",
    "time": "a time such as \"300ms\"", "call": "range(…) or denseRange(…)",
}
WIDER = {"integer": "number", "string": "time"}  # an integer is also accepted as a number, a string as a time
TARGETS = {"function": "a function", "method": "a method", "class": "a class", "field": "a field of a state"}


class Checked(msgspec.Struct, frozen=True):
    """One annotation with its arguments by name; a listed argument is a tuple. The host's compiler evaluates those in
    `unread`.
    """

    annotation: Annotation
    values: dict[str, Any]
    unread: frozenset[str] = frozenset()
    own: dict[str, tuple[str, ...]] = {}  # the language's own arguments


def check_annotations(declaration: Declaration, language: Language) -> tuple[list[Checked], list[Diagnostic]]:
    """The valid annotations of a declaration, and the errors in all of them."""
    checked: list[Checked] = []
    problems: list[Diagnostic] = []
    for annotation in declaration.annotations:
        spec = TABLE.get(annotation.name)
        if spec is None:
            continue  # it belongs to another harness, or parse() reports it
        misplaced = list(_check_position(annotation, spec, declaration, language, checked))
        if misplaced:
            problems += misplaced
            continue
        checked_annotation, wrong_arguments = _check_arguments(annotation, spec, language)
        problems += wrong_arguments
        checked.append(checked_annotation)
    return checked, problems


def is_foreign(annotation: Annotation, language: Language) -> bool:
    """Whether the annotation belongs to another harness, which then decides what it means."""
    return annotation.spelling == "at" and not language.claims_plain


def _list_targets(spec: AnnotationSpec, language: Language) -> str:
    targets, names = spec.targets, TARGETS
    if language.methods_by_parameter:
        names = TARGETS | {"method": "a function that takes a pointer to a state"}
        targets = ("function",) if "function" in targets else targets
    return " or ".join(names[target] for target in targets)


def _check_position(
    annotation: Annotation, spec: AnnotationSpec, declaration: Declaration, language: Language, before: list[Checked]
) -> Iterator[Diagnostic]:
    location = annotation.location
    if declaration.kind not in spec.targets:
        yield _problem("wrong-target", f"{spec.name} is on the {declaration.kind} {declaration.name}", location,
                       f"it belongs on {_list_targets(spec, language)}")
        return
    if any(checked.annotation.name == spec.name and _is_written(checked) and (
            checked.annotation.spelling == annotation.spelling or language.claims_plain)
           for checked in before):
        yield _problem("repeated-annotation", f"{declaration.name} has {spec.name} twice", location,
                       "delete one of them")
        return
    impossible = {argument.name for argument in spec.arguments
                  if f"{spec.name}.{argument.name}" in language.unsupported_reasons}
    left_to_jmh = not language.claims_plain and annotation.spelling == "comment" and spec.jmh
    if left_to_jmh and not any(argument.key in impossible for argument in annotation.arguments):
        beside = any(other.name == spec.name and other.spelling == "at" for other in declaration.annotations)
        ours = [argument for argument in spec.arguments if not argument.jmh]
        if not ours or not beside and all(argument.name in impossible for argument in ours):
            yield _problem("left-to-jmh", f"{spec.name} in a comment has no effect in {language.title}", location,
                           f"write it as an annotation: @{spec.name}")
            return
        if not beside:
            yield _problem("left-to-jmh", f"in {language.title} a {spec.name} comment only adds settings",
                           location, f"write @{spec.name} beside it")
            return
    if spec.name in language.unsupported_reasons:
        yield _cannot(spec.name, spec.name, language, location)
    elif not language.has_annotation(spec.name) and not _asks_for_default(annotation):
        yield not_built(spec.name, language, location)


def _is_written(checked: Checked) -> bool:
    """Whether the source has its text. A front-end may add an annotation without text: `B63_BASELINE` has Benchmark."""
    return checked.annotation.start < checked.annotation.end


def _asks_for_default(annotation: Annotation) -> bool:
    """Whether it asks for a thread, which is every language's default. Sources ported from Java do this."""
    return annotation.name == "Threads" and all(argument.value in (1, (1,)) for argument in annotation.arguments)


def _check_arguments(
    annotation: Annotation, spec: AnnotationSpec, language: Language
) -> tuple[Checked, list[Diagnostic]]:
    values: dict[str, Any] = {}
    unread: set[str] = set()
    own: dict[str, tuple[str, ...]] = {}
    problems: list[Diagnostic] = []
    lenient = is_foreign(annotation, language)
    for argument in annotation.arguments:
        name = argument.key or "value"
        place = argument.location or annotation.location
        known = spec.argument(name)
        if name in values or name in unread or name in own:
            listed = argument.key is None and known is not None and known.listed
            problems.append(_problem("repeated-argument", f"{spec.name} has {name} twice", place,
                                     "write a list: {…, …}" if listed else "delete one of them"))
        elif known is None and name in language.annotation_arguments.get(spec.name, ()):
            texts = argument.value if isinstance(argument.value, tuple) else (argument.value,)
            if all(isinstance(text, str) for text in texts):
                own[name] = texts
            else:
                unread.add(name)
        elif lenient and (known is None or not known.jmh):
            unread.add(name)  # javac has a better message
        elif known is not None and f"{spec.name}.{name}" in language.unsupported_reasons:
            problems.append(_cannot(f"{spec.name}.{name}", f"{spec.name}({name} = …)", language, place))
        elif known is None:
            problems.append(_unknown_argument(argument, spec, language, place))
        elif not language.claims_plain and not lenient and spec.jmh and known.jmh and not _has_call(argument.value):
            problems.append(_problem("left-to-jmh", f"{name} in a comment has no effect in {language.title}", place,
                                     f"write it into the annotation @{spec.name}"))
        else:
            written = _add_quotes(argument.value, known) if language.claims_plain else argument.value
            value, wrong_values = _check_value(written, known, spec, lenient, place)
            problems += wrong_values
            if value is None:
                unread.add(name)
            else:
                values[name] = value
    for expected in spec.arguments:
        missing = expected.required and expected.name not in values and expected.name not in unread
        if missing and not (annotation.spelling == "comment" and not language.claims_plain) and not problems:
            problems.append(
                _problem("missing-argument", f"{spec.name} needs {_describe_kinds(expected)}", annotation.location,
                         f"write @{spec.name}({_example(expected)})"))
    return Checked(annotation, values, frozenset(unread), own), problems


def _add_quotes(value: Any, spec: ArgumentSpec) -> Any:
    """The value with each unquoted name as a text, and each number too where numbers may stand for texts."""
    if isinstance(value, tuple) and spec.listed:
        return tuple(_add_quotes(element, spec) for element in value)
    if isinstance(value, Constant) and "string" in spec.kinds and value.name.isidentifier():
        return value.name
    if spec.numbers and _kind(value) in ("integer", "number", "boolean"):
        return _format_value(value)
    return value


def _check_value(
    value: Any, spec: ArgumentSpec, annotation: AnnotationSpec, lenient: bool, place: Location
) -> tuple[Any, list[Diagnostic]]:
    """The value in its plain form; None if it is wrong or if the host's compiler evaluates it."""
    if not spec.listed:
        return _check_single_value(value, spec, annotation, lenient, place)
    plain_values: list[Any] = []
    for element in value if isinstance(value, tuple) else (value,):
        plain, problems = _check_single_value(element, spec, annotation, lenient, place)
        if plain is None:
            return None, problems
        plain_values.append(plain)
    return tuple(plain_values), []


def _check_single_value(
    value: Any, spec: ArgumentSpec, annotation: AnnotationSpec, lenient: bool, place: Location
) -> tuple[Any, list[Diagnostic]]:
    label = f"{annotation.name}'s {spec.name}" if spec.name != "value" else annotation.name
    if isinstance(value, Constant) and "constant" in spec.kinds:
        return _check_constant(value, spec, label, lenient, place)
    kind = _kind(value)
    if kind == "call" and lenient and kind in spec.kinds:
        example = f"{annotation.name}({value.name}(…))"
        return None, [_problem("wrong-kind", f"{label} is {value.name}(…), which is not a constant", place,
                               f"write @@{example} in its own comment, and a quoted string here")]
    if kind in spec.kinds or WIDER.get(kind) in spec.kinds:
        if kind == "integer" and lenient and value == -1:
            return None, []  # JMH's own value for "not set"
        if kind == "integer" and spec.least is not None and value < spec.least:
            code, hint = "too-small", f"write {spec.least} or more"
            if (annotation.name, spec.name) == ("Fork", "value"):
                code = "no-fork"
                hint = "write 1 or more; to run without forking, start the artifact itself with --solo NAME"
            return None, [_problem(code, f"{label} is {value}", place, hint)]
        if kind == "integer" and spec.choices and value not in spec.choices:
            choices = " or ".join(map(str, spec.choices))
            return None, [_problem("wrong-choice", f"{label} is {value}", place, f"write {choices}")]
        return value, []
    if lenient and kind in ("constant", "opaque"):
        return None, []
    if kind in ("constant", "opaque"):
        written = value.name if isinstance(value, Constant) else value.text
        return None, [_problem("not-literal", f"{label} is '{written}', not {_describe_kinds(spec)}", place,
                               "write the value itself: CLAMH cannot evaluate names and expressions")]
    message = f"{label} is {_format_value(value)}, not {_describe_kinds(spec)}"
    hint = f"write {_example(spec)}"
    if annotation.name == "Param" and kind in ("integer", "number", "boolean"):
        hint = f"put quotes around it: \"{_format_value(value)}\""
    return None, [_problem("wrong-kind", message, place, hint)]


def _check_constant(
    value: Constant, spec: ArgumentSpec, label: str, lenient: bool, place: Location
) -> tuple[str | None, list[Diagnostic]]:
    *path, last = value.name.replace("::", ".").split(".")
    owner = spec.owner.rpartition(".")[2]
    known = next((constant for constant in spec.constants if constant.casefold() == last.casefold()), None)
    if known is not None and (not path or path[-1].casefold() == owner.casefold()):
        return known, []
    if lenient:
        return None, []
    near = suggestion(last, spec.constants)
    choices = ", ".join(f"{owner}.{constant}" for constant in spec.constants)
    return None, [_problem("unknown-constant", f"{label} has no constant {value.name}", place,
                           f"did you mean {owner}.{near}?" if near else f"constants: {choices}")]


def _has_call(value: Any) -> bool:
    """Whether the value is or contains a call such as range(…), which only our own annotations have."""
    return any(isinstance(element, Call) for element in (value if isinstance(value, tuple) else (value,)))


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    kinds = {int: "integer", Fraction: "number", str: "string", Constant: "constant", Call: "call", Opaque: "opaque"}
    return kinds.get(type(value), "list")


def _format_value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, Fraction):
        return value.text
    return {tuple: "a list", Call: "a call"}.get(type(value), str(value))


def _describe_kinds(spec: ArgumentSpec) -> str:
    choices = [f"{spec.owner.rpartition('.')[2]}.{spec.constants[0]}" if kind == "constant" else WORDS[kind]
               for kind in spec.kinds]
    if spec.kinds == ("constant",):
        choices = [f"a constant such as {choices[0]}"]
    return " or ".join(choices) + (", or a list" if spec.listed else "")


def _example(spec: ArgumentSpec) -> str:
    integer = str(spec.choices[0] if spec.choices else max(spec.least or 0, 1))
    value = {"integer": integer, "number": "0.01", "string": '"text"', "boolean": "true",
             "time": '"10s"', "call": "range(1, 1024)"}.get(spec.kinds[0], "")
    if spec.kinds[0] == "constant":
        value = f"{spec.owner.rpartition('.')[2]}.{spec.constants[0]}"
    return value if spec.name == "value" else f"{spec.name} = {value}"


def _unknown_argument(argument: Argument, spec: AnnotationSpec, language: Language, place: Location) -> Diagnostic:
    names = [*(known.name for known in spec.arguments), *language.annotation_arguments.get(spec.name, ())]
    if argument.key is None:
        message = f"{spec.name} takes no value without a name"
        hint = f"write {names[0]} = …" if names else "delete it"
    else:
        near = suggestion(argument.key, names)
        message = f"{spec.name} has no argument {argument.key}"
        hint = (f"did you mean {near}?" if near
                else f"arguments: {', '.join(names)}" if names else "it takes no arguments")
    return _problem("unknown-argument", message, place, hint)


def _cannot(key: str, what: str, language: Language, place: Location) -> Diagnostic:
    """The diagnostic for what is in the table but can never exist in the language."""
    return _problem("cannot", f"{what} has no effect in {language.title}: {language.unsupported_reasons[key]}", place,
                    "delete it")


def not_built(what: str, language: Language, place: Location) -> Diagnostic:
    """The diagnostic for what is in the table but not yet built for the language."""
    return _problem("not-built", f"CLAMH does not support {what} in {language.title} yet", place, "delete it for now")


def _problem(code: str, message: str, location: Location, hint: str) -> Diagnostic:
    return Diagnostic(code=code, message=message, hint=hint, location=location)
