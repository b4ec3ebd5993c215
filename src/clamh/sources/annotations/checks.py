"""Check: methods of a state. Their values after an invocation are compared between the implementations."""

from __future__ import annotations

from collections.abc import Sequence

from clamh.model.identity import fold
from clamh.model.sources import Benchmark, Declaration
from clamh.sources.annotations.classes import Path
from clamh.sources.annotations.sources import Sources

ROLES = ("Benchmark", "Setup", "Teardown")


def checks_of(sources: Sources, path: Path) -> tuple[Declaration, ...]:
    """The Check methods of a state's class, with inherited ones; an overridden method counts once."""
    methods: dict[str, Declaration] = {}
    for owner in (path, *sources.classes.bases(path)):
        for member in sources.members.get(owner, ()):
            if member.kind == "method" and sources.has(member, "Check"):
                methods.setdefault(member.name, member)
    return tuple(methods.values())


def check_checks(sources: Sources, benchmarks: Sequence[Benchmark]) -> None:
    """Report Check methods that cannot be called, that return nothing, or that have the same name."""
    for declaration in sources.annotated:
        if sources.has(declaration, "Check"):
            _check(sources, declaration)
    states = {state.name: state for state in sources.states.values()}
    for benchmark in benchmarks:
        first: dict[str, Declaration] = {}
        for check in (check for name in benchmark.states for check in states[name].checks):
            namesake = first.setdefault(fold(check.name), check)
            if namesake is not check:
                both = " and ".join(sources.classes.full_name(method) for method in (namesake, check))
                sources.report("check-clash", f"{benchmark.name} has two checks with one name, {both}", check.location,
                               "rename one of them: checks of several languages are joined by name")


def _check(sources: Sources, declaration: Declaration) -> None:
    name, location, conditional = declaration.name, declaration.location, declaration.conditional
    owner = sources.owner(declaration)
    if owner is None or owner not in sources.states and not sources.may_be_state(owner):
        sources.report("check-outside-state", f"Check {name} is outside of a state", location,
                       "put @State on its class, or move it into a state", conditional)
    role = next((role for role in ROLES if sources.has(declaration, role)), None)
    if role is not None:
        sources.report("check-role", f"{name} is a {role} and a Check", location,
                       "write the check as a method of its own", conditional)
        return
    if declaration.parameters:
        sources.report("check-parameters", f"Check {name} takes parameters, but CLAMH calls it without any", location,
                       "let it read the fields of its state", conditional)
    if declaration.type == "void":
        sources.report("check-returns-nothing", f"Check {name} returns nothing to compare", location,
                       "return a number, a string, or a list of these", conditional)
