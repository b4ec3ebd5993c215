"""AuxCounters: fields and methods of a state that are reported beside the score."""

from __future__ import annotations

import re

from clamh.model.sources import AuxCounters, Benchmark, Counter, Declaration, State
from clamh.sources.annotations.classes import Path
from clamh.sources.annotations.sources import Sources

# Modifiers of members that are no counters: they are not visible, never change, or do not return a number.
NO_COUNTER = {"private", "protected", "const", "constexpr", "constinit", "final", "async"}
ROLES = ("Benchmark", "Setup", "Teardown", "Check", "Param")
SHAPES = ("array", "bit-field", "reference")  # fields that have no address as a number, whatever type is written


def aux_counters(sources: Sources, path: Path, state: State) -> AuxCounters | None:
    """The counters of a state's class: its own public members, as in JMH without inherited ones. None without
    AuxCounters.

    If another harness has AuxCounters (not claims_plain), that harness reports errors in them.
    """
    assert state.declaration is not None
    checked = sources.annotation(state.declaration, "AuxCounters")
    if checked is None:
        return None
    ours = sources.language.claims_plain
    if ours and state.scope != "Thread":
        sources.report("aux-scope", f"{state.name} has AuxCounters and Scope."
                       f"{state.scope}, but counters belong to one thread", checked.annotation.location,
                       "write @State(Scope.Thread) on it")
    members = sources.members.get(path, ())
    declared = {member.name for member in members
                if member.kind == "method" and member.body is None and not member.parameters}
    counters = tuple(
        Counter(name=sources.language.separator.join((*path, member.name)), method=member.kind == "method",
                declaration=member)
        for member in members
        if not (member.body is not None and member.name in declared)  # its definition outside of the class
        and _is_counter(sources, member)
    )
    if ours and not counters:
        sources.report("aux-empty", f"{state.name} has AuxCounters but no counter", checked.annotation.location,
                       "give it a public numeric field, or a public method without arguments that returns a number")
    arguments = sources.arguments(state.declaration, "AuxCounters")
    return AuxCounters(type=arguments.get("value", "OPERATIONS"), counters=counters, unit=arguments.get("unit", ""),
                       scale=arguments.get("scale", 0))


def check_counters(sources: Sources, benchmarks: list[Benchmark]) -> None:
    """Report two counters of a benchmark with the same name: they would share one row."""
    states = {state.name: state for state in sources.states.values()}
    for benchmark in benchmarks:
        first: dict[str, Counter] = {}
        for name in benchmark.states:
            aux = states[name].aux
            for counter in aux.counters if aux else ():
                assert counter.declaration is not None
                namesake = first.setdefault(counter.declaration.name, counter)
                if namesake is not counter and not _are_alternatives(sources, namesake, counter):
                    sources.report(
                        "aux-clash",
                        f"{benchmark.name} has two counters named {counter.declaration.name}, {namesake.name} and "
                        f"{counter.name}", counter.declaration.location, "rename one of them")


def _are_alternatives(sources: Sources, first: Counter, second: Counter) -> bool:
    """Whether two counters are alternatives under other conditions of the preprocessor.

    Where each is registered with its own conditions (`cfg`), they clash: the catalog has only the last.
    """
    if sources.language.untyped or first.name != second.name:
        return False
    return all(declaration is not None and declaration.conditional and "conditions" not in declaration.facts
               for declaration in (first.declaration, second.declaration))


def _is_counter(sources: Sources, member: Declaration) -> bool:
    """Whether a member is a counter. Reports a public member that cannot be a counter."""
    language, method = sources.language, member.kind == "method"
    plain = member.kind == "field" or method and member.type != "void" and not member.parameters
    never = NO_COUNTER - {"const"} if method else NO_COUNTER  # a const method can be a counter
    if not plain or set(member.modifiers) & never or any(sources.has(member, role) for role in ROLES):
        return False
    if member.facts.get("hidden") or member.facts.get("readonly"):
        return False
    if not (language.claims_plain or "public" in member.modifiers):
        return False
    if method and (not member.type and not language.untyped or "static" in member.modifiers):
        return False  # a constructor or destructor, or a function without a thread's object
    shape = next((word for word in SHAPES if word in member.modifiers), None)
    is_number = re.fullmatch(language.numeric, member.type) is not None
    numeric = shape is None and (is_number or method and not member.type)
    if language.untyped or not language.claims_plain or language.methods_by_parameter:  # which cannot hide a member
        return numeric and not (language.untyped and "static" in member.modifiers)
    if not numeric:
        article = "an" if shape == "array" else "a"
        reason = f"it is {article} {shape}" if shape else f"its type {member.type} is not a number"
        sources.report("aux-type", f"{member.name} is public in a class with AuxCounters, but {reason}",
                       member.location, "make it private, or give it a numeric type")
    elif "static" in member.modifiers:
        sources.report("aux-static", f"the counter {member.name} is static: all threads would share it",
                       member.location, "delete the word `static`, or make it private")
    return numeric
