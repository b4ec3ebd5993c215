"""Errors of annotated declarations by the rules of Rust, reported before a compiler does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from clamh.languages.frontends import check_annotated, rule_error
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Declaration

NUMBER = re.compile(r"[iu](?:8|16|32|64|128|size)|f32|f64|bool|char|String|str")
# Types without FromStr; the values of params are texts.
_NO_TEXT = re.compile(
    r"(?:&(?!\s*'static\s+str$)|\*|\[|\(|(?:std::\w+::|alloc::\w+::)?(?:Vec|Option|Box|Rc|Arc|HashMap|BTreeMap)\b"
    r"|fn\b|dyn\b).*", re.DOTALL)


def find_errors(declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    """The errors of these declarations, as far as they are annotated."""
    classes = {(*declaration.scope, declaration.name): declaration for declaration in declarations
               if declaration.kind == "class"}
    yield from check_annotated(declarations, partial(_param_errors, classes=classes),
                               partial(_function_errors, classes=classes), _struct_errors)
    yield from _sharing_errors(declarations, classes)


def _struct_errors(struct: Declaration) -> Iterator[Diagnostic]:
    """Why the harness cannot create objects of a struct; it creates none of a trait."""
    if "abstract" in struct.modifiers:
        return
    if parameters := struct.facts.get("generic"):
        yield rule_error(
            "rust-generic", struct,
            f"{struct.name}{parameters} is generic: it has no size until its arguments are known",
            f"write `struct …({struct.name}<…>);` with the arguments you want, and move the annotated members there")
    elif struct.facts.get("borrows"):
        yield rule_error("rust-borrows", struct, f"{struct.name} borrows data, but the harness owns its objects",
                         "let it own its data: String, Vec, Box")
    elif "union" in struct.modifiers:
        yield rule_error("rust-union-state", struct,
                         f"{struct.name} is a union: CLAMH cannot know which member to keep",
                         "make it a struct that holds the union")
    elif not struct.facts.get("made"):
        yield rule_error(
            "rust-no-constructor", struct,
            f"CLAMH creates {struct.name} without arguments, but this file gives it neither Default nor "
            "new()", f"put #[derive(Default)] on it, or write `impl {struct.name} {{ fn new() -> Self {{ … }} }}`")


def _param_errors(param: Declaration, classes: dict[tuple[str, ...], Declaration]) -> Iterator[Diagnostic]:
    type_text, conditions = param.facts["type"], param.facts.get("variant_conditions", {})
    struct = classes.get(param.owner or ())
    rows = struct is not None and any(annotation.name == "ParamRows" for annotation in struct.annotations)
    values = any(argument.key in (None, "value") for annotation in param.annotations if annotation.name == "Param"
                 for argument in annotation.arguments)
    if conditions and not rows and not values:
        variant, condition = next(iter(conditions.items()))
        listed = ", ".join(f'"{name}"' for name in param.constants if name not in conditions)
        yield rule_error(
            "rust-param-type", param,
            f"param {param.name} takes every variant of {type_text}, but {variant} exists only under {condition}",
            f"list the values: @Param({{{listed}}})")
    if param.facts.get("wordless"):
        yield rule_error(
            "rust-param-type", param, f"param {param.name} has type {type_text}, for which this file has no FromStr",
            f"write `impl std::str::FromStr for {type_text}`, or make it an enum whose variants have no fields")
    elif _NO_TEXT.fullmatch(type_text):
        yield rule_error(
            "rust-param-type", param, f"param {param.name} has type {type_text}, which cannot be read from a string",
            "make it a number, bool, char, String, an enum or a type with FromStr, and build from it in a @Setup method"
        )


def _function_errors(function: Declaration, classes: dict[tuple[str, ...], Declaration]) -> Iterator[Diagnostic]:
    """Why a function cannot be called with references to states."""
    if parameters := function.facts.get("generic"):
        yield rule_error("rust-generic", function,
                         f"{function.name} is generic ({parameters}): it has no code until its arguments are known",
                         "write and annotate a function that calls it with the arguments you want")
        return
    if "async" in function.modifiers:
        yield rule_error("rust-async", function, f"{function.name} is async: calling it runs none of its body",
                         "write and annotate a function that runs it to its end with the executor you want")
        return
    if function.owner is not None and function.owner not in classes:
        yield rule_error("rust-impl-elsewhere", function,
                         f"{function.name} is a method of {'::'.join(function.owner)}, which this file does not "
                         "declare",
                         "put the impl into the file of its struct, or write a function that takes the struct")
    if function.facts["own"] == "value":
        yield rule_error("rust-parameter-passing", function,
                         f"{function.name} takes self by value, which consumes the object",
                         "write `&self` or `&mut self`")
    for parameter in function.parameters:
        if parameter.type == "..." or parameter.passing in ("reference", "const reference"):
            continue
        if NUMBER.fullmatch(parameter.type):  # not a state, however it is passed: binding reports it
            continue
        how = {"value": "value", "pointer": "pointer"}.get(parameter.passing, "something other than a reference")
        target = parameter.type.lstrip("*").removeprefix("const ").removeprefix("mut ")
        yield rule_error("rust-parameter-passing", function,
                         f"{function.name} takes {parameter.name or 'a parameter'} by {how}, but CLAMH passes "
                         "states and Blackhole by reference", f"write `{parameter.name}: &{target}`")
    control = next((parameter for parameter in function.parameters
                    if parameter.type.split("::")[-1] == "Control" and parameter.passing == "reference"), None)
    if control is not None:
        yield rule_error("rust-control-mut", function,
                         f"{function.name} takes {control.name}: &mut Control, but other threads set Control",
                         f"write `{control.name}: &Control`")
    type_counts = Counter(parameter.type for parameter in function.parameters)
    changed = {parameter.type for parameter in function.parameters if parameter.passing == "reference"}
    if function.owner is not None and function.facts["own"]:
        type_counts["::".join(function.owner)] += 1
        changed |= {"::".join(function.owner)} if function.facts["own"] == "&mut" else set()
    for name in (name for name, count in type_counts.items() if count > 1 and name in changed):
        yield rule_error(
            "rust-taken-twice", function,
            f"{function.name} takes {name} twice, once by &mut: Rust does not allow a second reference to the same "
            "object",
            "take it once")


def _sharing_errors(declarations: Sequence[Declaration],
                    classes: dict[tuple[str, ...], Declaration]) -> Iterator[Diagnostic]:
    """Errors of benchmarks with several threads that would change a shared state."""
    scopes = {path: next((argument.value for annotation in declaration.annotations if annotation.name == "State"
                          for argument in annotation.arguments), None) for path, declaration in classes.items()}
    shared = {path for path, value in scopes.items() if getattr(value, "name", "") == "Scope.Benchmark"}
    for benchmark in declarations:
        names = {annotation.name: annotation for annotation in benchmark.annotations}
        if "Benchmark" not in names or not _has_several_threads(names.get("Threads")):
            continue
        arguments = [(parameter.name, parameter.type) for parameter in benchmark.parameters
                     if parameter.passing == "reference"]
        if benchmark.owner is not None and benchmark.facts["own"] == "&mut":
            arguments.append(("self", "::".join(benchmark.owner)))
        for name, of in arguments:
            if tuple(of.split("::")) in shared:
                yield rule_error(
                    "rust-shared-mut", benchmark,
                    f"{benchmark.name} takes {'&mut self' if name == 'self' else f'{name}: &mut {of}'}, but all "
                    "threads share one object (Scope.Benchmark)",
                    "take it by `&` and use an atomic or a lock inside, or write @State(Scope.Thread) on it")


def _has_several_threads(threads: object) -> bool:
    """Whether a Threads annotation requests more than one thread, as far as its text shows."""
    values = [value for argument in getattr(threads, "arguments", ())
              for value in (argument.value if isinstance(argument.value, tuple) else (argument.value,))]
    return bool(values) and all(not isinstance(value, int) or value > 1 for value in values)
