"""Errors of annotated declarations by the rules of C, reported before a compiler does."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clamh.languages.c_family.checks import find_param_errors, find_union_error
from clamh.languages.c_family.conditions import conditions
from clamh.languages.c_family.macros import blank, code_only, directives
from clamh.languages.frontends import CALLED, rule_error
from clamh.model.diagnostics import OTHER_LANGUAGE, Diagnostic
from clamh.model.sources import Declaration

NUMBER = re.compile(r"(?:(?:un)?signed|char|short|int|long|float|double|bool|_Bool)(?: .*)?|u?int\d+_t|size_t")
# What only C++ has.
_CPP = re.compile(
    rb"(?<![\w.>])(?:(?<!struct\s)(?<!union\s)(?<!enum\s)namespace\s+\w*\s*\{|using\s+namespace\b"
    rb"|template\s*<\s*(?:(?:typename|class|int|auto)\b\s*(?:[,>(]|\.\.\.|\w+\s*[,>=])|>)"
    rb"|class\s+\w+\s*(?:final\s*)?[:{]"
    rb"|std::\w+|(?:static|const|dynamic|reinterpret)_cast\s*<|\w+::\w+\s*\("
    rb"|operator\s*[-+*/=<>!&|^%~\[\]]{1,3}\s*\([^()]*\)\s*(?:const\s*|noexcept\s*)*\{"
    rb"|(?:const\s+\w+|unsigned|int|long|short|char|float|double|bool)\s*&&?\s*\w+\s*[,)]"
    rb"|using\s+\w+\s*=|=\s*new\s+\w+|=\s*\[[\w\s,&=*]*\]\s*[({]|extern\s*\"\s+)")
_CPP_HEADER = re.compile(rb"[ \t]*#[ \t]*include[ \t]*<\w+>")  # a header of C ends in .h
_SHAPE_HINTS = {
    "bit-field": "delete its bit width",
    "array": "make it a single value, and fill the array in a @Setup function",
}
_HIDDEN = {
    "function": "is inside a function, where other code cannot name it",
    "unnamed": "is in a struct without a name",
}


def find_cpp(text: bytes) -> tuple[int, str] | None:
    """The offset and the text of the first thing in a file's code that only C++ has, or None.

    What is under a condition does not count, since it may not be compiled.
    """
    visible = bytearray(text)
    for start, end in conditions(text):
        visible[start:end] = blank(visible[start:end])
    own = bytes(visible)
    without_attributes = re.sub(rb"\[\[[^\]]*\]\]", lambda match: b" " * len(match[0]), code_only(own))
    headers = (_CPP_HEADER.match(own, start) for start, _ in directives(own))
    match = _CPP.search(without_attributes) or next(filter(None, headers), None)  # [[gnu::aligned(64)]] is C23
    if match is None:
        return None
    return match.start(), " ".join(own[match.start():match.end()].decode("utf-8", "replace").split())


def find_errors(declaration: Declaration) -> Iterator[Diagnostic]:
    """The errors of a declaration."""
    if "cpp" in declaration.facts:
        yield _report_cpp(declaration, f"`{declaration.facts['cpp']}` is")
    names = {annotation.name for annotation in declaration.annotations}
    if declaration.kind == "field" and "Param" in names:
        yield from find_param_errors("c", declaration, _SHAPE_HINTS)
        yield from _reachability_errors(declaration)
    elif declaration.kind == "function" and names & CALLED and declaration.owner:
        yield _report_cpp(declaration, f"{declaration.name} is a function in a struct, which is")
    elif declaration.kind == "function" and names & CALLED:
        yield from [*_reachability_errors(declaration), *_call_errors(declaration)] or _parameter_errors(declaration)
    elif declaration.kind == "class" and "State" in names:
        yield from _reachability_errors(declaration)
        yield from find_union_error("c", declaration)


def _report_cpp(declaration: Declaration, what: str) -> Diagnostic:
    return rule_error(OTHER_LANGUAGE, declaration, f"{what} C++, but a file that ends in .c is C",
                      "rename the file so that it ends in .cpp")


def _reachability_errors(declaration: Declaration) -> Iterator[Diagnostic]:
    if hidden := declaration.facts.get("hidden"):
        yield rule_error("c-unreachable", declaration, f"{declaration.name or 'the struct'} {_HIDDEN[hidden]}",
                         "move it to a struct with a name, outside of functions")


def _call_errors(function: Declaration) -> Iterator[Diagnostic]:
    if not function.type:
        yield rule_error(
            "c-not-a-function", function,
            f"{function.name}(…) has no return type: it looks like a macro, which CLAMH does not expand",
            "write the function out, or call it from a function that you annotate")


def _parameter_errors(function: Declaration) -> Iterator[Diagnostic]:
    """Errors of parameters that are no pointers: the copy would be measured."""
    for number, parameter in enumerate(function.parameters):
        if parameter.passing == "pointer":
            continue
        if parameter.passing == "reference":
            yield _report_cpp(function,
                              f"{function.name} takes {parameter.name or 'a parameter'} by reference, which is")
            continue
        if parameter.type == "...":
            yield rule_error("c-variadic", function, f"{function.name} takes `...`, which CLAMH cannot give",
                             "write and annotate a function that calls it")
            continue
        if NUMBER.fullmatch(parameter.type):  # not a state, however it is passed: binding reports it
            continue
        name = parameter.name or "a parameter"
        how = "value" if parameter.passing == "value" else "something other than a plain pointer"
        yield rule_error(
            "c-parameter-passing", function,
            f"{function.name} takes {name} by {how}, but CLAMH passes states and Blackhole by pointer",
            f"write `{function.facts['takes'][number].partition('*')[0].strip()} *{parameter.name}`")
