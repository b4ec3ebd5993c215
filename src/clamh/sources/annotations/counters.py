"""AuxCounters: the fields and methods of a state that are reported beside the score."""

from __future__ import annotations

import re
from clamh.model.sources import AuxCounters, Benchmark, Counter, Declaration, State
from clamh.sources.annotations.classes import Path
from clamh.sources.annotations.sources import Sources

# What is no counter: members that others cannot see, that never change, that are called for something else.
NO_COUNTER = {"private", "protected", "const", "constexpr", "constinit", "final", "async"}
ROLES = ("Benchmark", "Setup", "Teardown", "Check", "Param")


def aux_counters(sources: Sources, path: Path, state: State) -> AuxCounters | None:
    """What a state's class counts: its own public members, as JMH takes none of a superclass; None without AuxCounters.

    Where another harness has AuxCounters (not claims_plain), it says what is wrong with them.
    """
    assert state.declaration is not None
    one = sources.one(state.declaration, "AuxCounters")
    if one is None:
        return None
    ours = sources.language.claims_plain
    if ours and state.scope != "Thread":
        sources.report("aux-scope", f"{state.name} has AuxCounters and is of Scope.{state.scope}: counters belong to one "
                       "thread", one.annotation.location, "write @State(Scope.Thread) on it")
    counters = tuple(
        Counter(name=sources.language.separator.join((*path, member.name)), method=member.kind == "method",
                declaration=member)
        for member in sources.members.get(path, ()) if _counts(sources, member)
    )
    if ours and not counters:
        sources.report("aux-empty", f"{state.name} has AuxCounters and no counter", one.annotation.location,
                       "give it a public field that is a number, or a public method without arguments that returns one")
    said = sources.said(state.declaration, "AuxCounters")
    return AuxCounters(type=said.get("value", "OPERATIONS"), counters=counters, unit=said.get("unit", ""),
                       scale=said.get("scale", 0))


def check_counters(sources: Sources, benchmarks: list[Benchmark]) -> None:
    """Report two counters of one name that a benchmark would have: they would be one row."""
    states = {state.name: state for state in sources.states.values()}
    for benchmark in benchmarks:
        first: dict[str, Counter] = {}
        for name in benchmark.states:
            aux = states[name].aux
            for counter in aux.counters if aux else ():
                assert counter.declaration is not None
                other = first.setdefault(counter.declaration.name, counter)
                if other is not counter:
                    sources.report("aux-clash", f"{benchmark.name} has two counters called {counter.declaration.name}, "
                                   f"{other.name} and {counter.name}", counter.declaration.location, "rename one of them")


def _counts(sources: Sources, member: Declaration) -> bool:
    """Whether a member is a counter; one that cannot be and that is public like a counter is a problem."""
    language, method = sources.language, member.kind == "method"
    plain = member.kind == "field" or method and member.type != "void" and not member.parameters
    never = NO_COUNTER - {"const"} if method else NO_COUNTER  # a method that is const changes nothing and counts all the same
    if not plain or set(member.modifiers) & never or any(sources.has(member, one) for one in ROLES):
        return False
    if member.facts.get("hidden") or not (language.claims_plain or "public" in member.modifiers):
        return False
    if method and (not member.type and not language.untyped or "static" in member.modifiers):
        return False  # a constructor or destructor, or a function that no thread's counter is read from
    numeric = re.fullmatch(language.numeric, member.type) is not None or method and not member.type
    if language.untyped or not language.claims_plain:
        return numeric and not (language.untyped and "static" in member.modifiers)
    if not numeric:
        sources.report("aux-type", f"{member.name} is public in a class with AuxCounters, and its type {member.type} is no "
                       "number", member.location, "make it private, or give it the type of a number")
    elif "static" in member.modifiers:
        sources.report("aux-static", f"the counter {member.name} is static: all threads would count in the same one",
                       member.location, "delete the word `static`, or make it private")
    return numeric
