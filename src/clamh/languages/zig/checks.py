"""Errors of annotated declarations by the rules of Zig, reported before a compiler does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import PurePath

from clamh.languages.frontends import check_annotated, rule_error
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Constant, Declaration

_PARAM = re.compile(r"[iu]\d+|[iu]size|f(?:16|32|64|80|128)|bool|c_\w+|\[\s*(?::\s*0\s*)?\]\s*const\s+u8")
_OTHER_TYPE = re.compile(r"[\[*?].*|.*!.*|void|type|anyopaque|noreturn|anyerror", re.DOTALL)
_CHANGED = {"Random": "*", "Memory": "*", "Operations": "*", "Control": "*const ", "Suspend": "*"}
_WORDS = {"INLINE": "inline", "DONT_INLINE": "noinline"}  # of CompilerControl


def find_errors(declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    """The errors of these declarations, as far as they are annotated."""
    own = {".".join((*class_.scope, class_.name)) for class_ in declarations if class_.kind == "class"}
    yield from check_annotated(declarations, _param_errors, partial(_function_errors, own=own), _container_errors)
    for function in declarations:
        yield from _control_errors(function)


def _container_errors(container: Declaration) -> Iterator[Diagnostic]:
    """Why the harness cannot make objects of a container."""
    facts, name = container.facts, container.name
    if means := facts["means"]:
        yield rule_error("zig-named-state", container,
                         f"{name} is only a name of `{means}`, but CLAMH needs the struct itself",
                         f"put State on that struct, or write `const {name} = struct {{ value: {means} = .{{}} }};`")
    elif not re.fullmatch(r"\w+", name):
        quoted = name if name.startswith("@") else f'@"{name}"'
        yield rule_error("zig-state-name", container, f"CLAMH cannot find the state {quoted} where functions take it",
                         "give it a name without quotes")
    elif facts["container"] == "opaque":
        yield rule_error("zig-opaque-state", container, f"{name} is opaque: it has no size", "make it a struct")
    elif facts["init"] == "method":
        yield rule_error(
            "zig-init-parameters", container, f"CLAMH creates {name} without arguments, but its init takes some",
            f"write `fn init() {name}` or `const init: {name} = .{{…}};`, or give all fields default values and do the "
            "rest in a Setup"
        )
    elif facts["deinit"] == "method":
        yield rule_error("zig-deinit-parameters", container, f"CLAMH calls the deinit of {name} with the object alone",
                         "keep the allocator in a field, or free the memory in a Teardown")
    elif facts["container"] == "union" and not facts["init"]:
        yield rule_error("zig-union-state", container, f"{name} is a union: CLAMH cannot know which field is active",
                         f"write `fn init() {name}` in it")
    elif (field := facts["bare"]) and not facts["init"]:
        yield rule_error("zig-no-default", container,
                         f"CLAMH creates {name} without arguments, but its field {field} has no default value",
                         f"write `{field}: … = …`, or `fn init() {name}` in it")


def _param_errors(param: Declaration) -> Iterator[Diagnostic]:
    type_text = param.facts["type"]
    if not _PARAM.fullmatch(type_text) and (param.facts["container"] or _OTHER_TYPE.fullmatch(type_text)):
        yield rule_error("zig-param-type", param,
                         f"param {param.name} has type {type_text}, which cannot be read from a string",
                         "make it an integer, float, bool, enum or []const u8, and build the rest in a Setup")


def _function_errors(function: Declaration, own: set[str]) -> Iterator[Diagnostic]:
    """Why CLAMH cannot call a function; `own` are the names of the file's containers."""
    if function.facts["generic"]:
        yield rule_error("zig-generic", function,
                         f"{function.name} is generic: it has no code until its arguments are known",
                         "annotate a function that calls it with the arguments you want")
        return
    if function.body is None:
        yield rule_error("zig-no-body", function, f"{function.name} is declared here and has its code elsewhere",
                         "annotate a function that calls it")
        return
    for parameter in function.parameters:
        if parameter.type.endswith(".zig"):
            yield rule_error("zig-file-state", function,
                             f"{function.name} takes the file `{parameter.type}` itself, which cannot be a state",
                             f"write `pub const {PurePath(parameter.type).stem} = struct {{ … }};` there and take it")
        pointer = _CHANGED.get(parameter.type.split(".")[-1], "")
        passings = ("reference", "const reference" if pointer == "*const " else "reference")
        if pointer and parameter.type not in own and parameter.passing not in passings:
            yield rule_error("zig-parameter-passing", function,
                             f"{function.name} takes a copy of {parameter.type}, or cannot change it",
                             f"write `{parameter.name}: {pointer}{parameter.type}`")


def _control_errors(function: Declaration) -> Iterator[Diagnostic]:
    """A CompilerControl against the function's own word: Zig permits a single word before `fn`."""
    word = function.facts.get("word")
    for annotation in function.annotations:
        if not word or annotation.name != "CompilerControl" or not annotation.arguments:
            continue
        value = annotation.arguments[0].value
        mode = value.name.rpartition(".")[2] if isinstance(value, Constant) else ""
        if _WORDS.get(mode, word) != word:
            yield rule_error("zig-control", function, f"{function.name} is `{word} fn`, so CLAMH cannot make it "
                             f"`{_WORDS[mode]} fn`", f"delete `{word}`, or this annotation", annotation.location)
