"""What Rust itself forbids on an annotated declaration, said before a compiler would."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Declaration

NUMBER = re.compile(r"[iu](?:8|16|32|64|128|size)|f32|f64|bool|char|String|str")
_CALLED = ("Benchmark", "Setup", "Teardown", "Check")
# What no text can become by FromStr: the values of params are texts.
_NO_TEXT = re.compile(r"(?:&(?!\s*'static\s+str$)|\*|\[|\(|(?:std::\w+::|alloc::\w+::)?(?:Vec|Option|Box|Rc|Arc|HashMap|BTreeMap)\b|fn\b|dyn\b).*", re.DOTALL)


def refused(declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    """The errors of the annotated ones of these declarations."""
    classes = {(*one.scope, one.name): one for one in declarations if one.kind == "class"}
    made: dict[tuple[str, ...], Declaration] = {}
    for one in declarations:
        names = {annotation.name for annotation in one.annotations}
        if one.kind == "field" and "Param" in names:
            yield from _param(one)
        elif one.kind in ("function", "method") and names & set(_CALLED):
            yield from _called(one, classes)
            if one.owner is not None and "static" not in one.modifiers and one.owner in classes:
                made[one.owner] = classes[one.owner]
        elif one.kind == "class" and "State" in names:
            made[(*one.scope, one.name)] = one
    for one in made.values():
        if "abstract" not in one.modifiers:
            yield from _object(one)
    yield from _shared(declarations, classes)


def _object(one: Declaration) -> Iterator[Diagnostic]:
    """What keeps the harness from making objects of a struct."""
    if given := one.facts.get("generic"):
        yield _problem("generic", one, f"{one.name}{given} is generic: it has no size until its arguments are known",
                       f"write `struct …({one.name}<…>);` with the arguments meant, and put what is annotated there")
    elif one.facts.get("borrows"):
        yield _problem("borrows", one, f"{one.name} borrows from something that lives elsewhere, and the harness owns its objects",
                       "let it own what it holds: String, Vec, Box")
    elif "union" in one.modifiers:
        yield _problem("union-state", one, f"{one.name} is a union: CLAMH does not know which of its members to keep",
                       "make it a struct that holds the union")
    elif not one.facts.get("made"):
        yield _problem("no-constructor", one, f"an object of {one.name} is made with no arguments, and this file gives it neither "
                       "Default nor new()", f"put #[derive(Default)] on it, or write `impl {one.name} {{ fn new() -> Self {{ … }} }}`")


def _param(one: Declaration) -> Iterator[Diagnostic]:
    written = one.facts["type"]
    if one.facts.get("wordless"):
        yield _problem("param-type", one, f"param {one.name} is of type {written}, which this file gives no FromStr",
                       f"write `impl std::str::FromStr for {written}`, or make it an enum whose variants hold nothing")
    elif _NO_TEXT.fullmatch(written):
        yield _problem("param-type", one, f"param {one.name} is of type {written}, which no text can become",
                       "make it a number, bool, char, String, an enum or a type with FromStr, and build from it in a @Setup method")


def _called(one: Declaration, classes: dict[tuple[str, ...], Declaration]) -> Iterator[Diagnostic]:
    """What keeps a function from being called with references to states."""
    if given := one.facts.get("generic"):
        yield _problem("generic", one, f"{one.name} is generic ({given}): it has no code until its arguments are known",
                       "write a function beside it that calls it with the arguments meant, and annotate that")
        return
    if "async" in one.modifiers:
        yield _problem("async", one, f"{one.name} is async: calling it runs nothing of its body",
                       "write a function that runs it to its end with the executor meant, and annotate that")
        return
    if one.owner is not None and one.owner not in classes:
        yield _problem("impl-elsewhere", one, f"{one.name} is a method of {'::'.join(one.owner)}, which this file does not declare",
                       "put the impl into the file of its struct, or write a function that takes it")
    if one.facts["own"] == "value":
        yield _problem("parameter-passing", one, f"{one.name} takes self by value, which ends the object that it is called on",
                       "write `&self` or `&mut self`")
    for parameter in one.parameters:
        if parameter.type == "..." or parameter.passing in ("reference", "const reference"):
            continue
        if NUMBER.fullmatch(parameter.type):  # no state, however it is passed: binding says what can be taken
            continue
        how = {"value": "value", "pointer": "pointer"}.get(parameter.passing, "something else than a reference")
        yield _problem("parameter-passing", one, f"{one.name} takes {parameter.name or 'a parameter'} by {how}: states and Blackhole "
                       "are handed over by reference", f"write `{parameter.name}: &{parameter.type.lstrip('*').removeprefix('const ').removeprefix('mut ')}`")
    control = next((parameter for parameter in one.parameters if parameter.type.split("::")[-1] == "Control" and parameter.passing == "reference"), None)
    if control is not None:
        yield _problem("control-mut", one, f"{one.name} takes {control.name}: &mut Control, which other threads set", f"write `{control.name}: &Control`")
    taken = Counter(parameter.type for parameter in one.parameters)
    changed = {parameter.type for parameter in one.parameters if parameter.passing == "reference"}
    if one.owner is not None and one.facts["own"]:
        taken["::".join(one.owner)] += 1
        changed |= {"::".join(one.owner)} if one.facts["own"] == "&mut" else set()
    for name in (name for name, count in taken.items() if count > 1 and name in changed):
        yield _problem("taken-twice", one, f"{one.name} takes {name} twice, once by &mut: there is one object of it, and Rust forbids "
                       "two names of what one of them may change", "take it once")


def _shared(declarations: Sequence[Declaration], classes: dict[tuple[str, ...], Declaration]) -> Iterator[Diagnostic]:
    """Benchmarks of several threads that would change what all of them share."""
    scopes = {path: next((argument.value for annotation in one.annotations if annotation.name == "State"
                          for argument in annotation.arguments), None) for path, one in classes.items()}
    shared = {path for path, value in scopes.items() if getattr(value, "name", "") == "Scope.Benchmark"}
    for one in declarations:
        names = {annotation.name: annotation for annotation in one.annotations}
        if "Benchmark" not in names or not _several(names.get("Threads")):
            continue
        taken = [(parameter.name, parameter.type) for parameter in one.parameters if parameter.passing == "reference"]
        if one.owner is not None and one.facts["own"] == "&mut":
            taken.append(("self", "::".join(one.owner)))
        for name, of in taken:
            if tuple(of.split("::")) in shared:
                yield _problem("shared-mut", one, f"{one.name} takes {'&mut self' if name == 'self' else f'{name}: &mut {of}'}, and all "
                               "its threads share one object of it (Scope.Benchmark)",
                               "take it by `&`, with an atomic or a lock inside, or write @State(Scope.Thread) on it")


def _several(threads: object) -> bool:
    """Whether a Threads annotation asks for more than one, as far as its text says."""
    values = [value for argument in getattr(threads, "arguments", ())
              for value in (argument.value if isinstance(argument.value, tuple) else (argument.value,))]
    return bool(values) and all(not isinstance(value, int) or value > 1 for value in values)


def _problem(code: str, one: Declaration, message: str, mend: str) -> Diagnostic:
    return Diagnostic(code=f"rust-{code}", message=message, mend=mend, location=one.location)
