"""Errors of annotated declarations by the rules of C, reported before a compiler does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Declaration, Location

NUMBER = re.compile(r"(?:(?:un)?signed|char|short|int|long|float|double|bool|_Bool)(?: .*)?|u?int\d+_t|size_t")
_CALLED = ("Benchmark", "Setup", "Teardown", "Check")
# What begins a declaration in C++ and nothing in C.
_CPP = re.compile(rb"(?<![\w.>])(?:(namespace)\s+\w*\s*\{|(using)\s+namespace\b|(template)\s*<|(class)\s+\w+\s*(?:final\s*)?[:{]"
                  rb"|(?:public|private|protected)\s*:(?!:)|std::\w+|(?:static|const|dynamic|reinterpret)_cast\s*<|\)\s*const\s*\{"
                  rb"|operator\s*[-+*/=<>!\[(]+)")
_HIDDEN = {
    "function": "is inside a function, where other code cannot name it",
    "unnamed": "is in a struct without a name",
}


def find_cpp(code: bytes) -> tuple[int, str] | None:
    """The offset and the text of the first thing in a file's code that only C++ has, or None; what is under #ifdef __cplusplus does not count."""
    code = re.sub(rb"(?ms)^[ \t]*#[ \t]*if(?:def[ \t]+|[ \t]+defined\W*)__cplusplus\b.*?^[ \t]*#[ \t]*(?:endif|else)\b",
                  lambda match: re.sub(rb"[^\n]", b" ", match[0]), code)
    match = _CPP.search(code)
    return None if match is None else (match.start(), " ".join(match[0].decode("utf-8", "replace").split()))


def find_file_errors(declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    """The error of a file that is C++."""
    for declaration in declarations:
        if "cpp" in declaration.facts and any(other.annotations for other in declarations):
            written, line, column = declaration.facts["cpp"]
            path = declaration.location.path
            yield Diagnostic(
                code="c-is-cpp", message=f"`{written}` is C++, but a file that ends in .c is C", location=Location(path=path, line=line, column=column),
                hint="rename the file so that it ends in .cpp")


def find_errors(declaration: Declaration) -> Iterator[Diagnostic]:
    """The errors of an annotated declaration."""
    names = {annotation.name for annotation in declaration.annotations}
    if declaration.kind == "field" and "Param" in names:
        yield from _param_errors(declaration)
    elif declaration.kind == "function" and names & set(_CALLED):
        yield from [*_reachability_errors(declaration), *_call_errors(declaration)] or _parameter_errors(declaration)
    elif declaration.kind == "class" and "State" in names:
        yield from _reachability_errors(declaration)
        if "union" in declaration.modifiers:
            yield Diagnostic(
                code="c-union-state", message=f"{declaration.name} is a union: CLAMH cannot know which member to keep",
                hint="make it a struct that holds the union", location=declaration.location)


def _param_errors(param: Declaration) -> Iterator[Diagnostic]:
    for word, (line, column) in param.facts.get("words", {}).items():
        if word == "const" and "pointer" in param.modifiers:  # `const char *` is a pointer that can be set
            continue
        yield Diagnostic(
            code=f"c-param-{word.strip('_').lower().replace('_', '-')}", message=f"param {param.name} is {word}: CLAMH cannot set it",
            hint=f"delete the word `{word}`", location=Location(path=param.location.path, line=line, column=column))
    for shape, hint in (("bit-field", "delete its bit width"), ("array", "make it one value, and fill the array in a @Setup function")):
        if shape in param.modifiers:
            yield Diagnostic(
                code=f"c-param-{shape}", message=f"param {param.name} is {'an array' if shape == 'array' else 'a ' + shape}: it cannot be set",
                hint=hint, location=param.location)
    yield from _reachability_errors(param)


def _reachability_errors(declaration: Declaration) -> Iterator[Diagnostic]:
    if hidden := declaration.facts.get("hidden"):
        yield Diagnostic(
            code="c-unreachable", message=f"{declaration.name or 'the struct'} {_HIDDEN[hidden]}",
            hint="move it to a struct with a name, outside of functions", location=declaration.location)


def _call_errors(function: Declaration) -> Iterator[Diagnostic]:
    if not function.type:
        yield Diagnostic(
            code="c-not-a-function", message=f"{function.name}(…) has no return type: it looks like a macro, which CLAMH does not expand",
            hint="write the function out, or call it from a function that you annotate", location=function.location)


def _parameter_errors(function: Declaration) -> Iterator[Diagnostic]:
    """Errors of parameters that are no pointers: the copy would be measured."""
    for parameter in function.parameters:
        if parameter.passing == "pointer":
            continue
        if parameter.type == "...":
            yield Diagnostic(
                code="c-variadic", message=f"{function.name} takes `...`, which CLAMH cannot give",
                hint="write and annotate a function that calls it", location=function.location)
            continue
        if NUMBER.fullmatch(parameter.type):  # not a state, however it is passed: binding reports it
            continue
        name = parameter.name or "a parameter"
        how = "value" if parameter.passing == "value" else "something other than a plain pointer"
        yield Diagnostic(
            code="c-parameter-passing",
            message=f"{function.name} takes {name} by {how}, but CLAMH passes states and Blackhole by pointer",
            hint=f"write `{parameter.type.removeprefix('clamh.')} *{parameter.name}`", location=function.location)
