"""Group and GroupThreads: which functions run together, each on its own threads."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from clamh.model.identity import camel_case
from clamh.model.sources import Constant, Declaration, MemberFunction
from clamh.sources.annotations.classes import Path
from clamh.sources.annotations.sources import Sources, locate_argument
from clamh.sources.annotations.function_parameters import bind_parameters

Named = tuple[Declaration, Path | None, str]  # a benchmark's declaration, its class, its full name

DEFAULT = "group"
ANNOTATION = {  # the annotation of each setting that a group has only once
    **{f"{phase.lower()}_{what}": phase
       for phase in ("Warmup", "Measurement") for what in ("iterations", "time_ns", "batch_size")},
    "min_iterations": "Measurement", "max_iterations": "Measurement",
    "forks": "Fork", "warmup_forks": "Fork", "operations_per_invocation": "OperationsPerInvocation",
    "time_unit": "OutputTimeUnit", "timeout_ns": "Timeout", "auto_warmup_max_ns": "AutoWarmup",
    "auto_warmup_tolerance": "AutoWarmup", "layout": "Layout", "layout_seed": "Layout",
}


def group_of(sources: Sources, declaration: Declaration) -> str | None:
    """The name of the function's group, without its class; None if it has no group."""
    if not sources.has(declaration, "Group"):
        return None
    name = sources.arguments(declaration, "Group").get("value")
    return str(name if name is not None else _resolve_constant(sources, declaration) or DEFAULT)


def _resolve_constant(sources: Sources, declaration: Declaration) -> str | None:
    """The text of the constant used as the group's name; None without a constant or if these files do not define it."""
    arguments = sources.annotation(declaration, "Group").annotation.arguments
    constants = [argument.value.name for argument in arguments if isinstance(argument.value, Constant)]
    if not constants:
        return None
    owner, _, last = constants[0].rpartition(".")
    paths = sources.classes.outward(sources.owner(declaration) or ())
    if owner:
        paths = filter(None, [sources.classes.resolve(owner, declaration.scope)])
    members = (member for path in paths for member in sources.members.get(path, ()))
    return next((member.constants[0] for member in members if member.name == last and member.constants), None)


def group_functions(sources: Sources, functions: Sequence[Named]) -> list[tuple[str, list[Named]]]:
    """The name of each benchmark with its functions: a single function, or the members of a group in order.

    As in JMH, the name of a group is the scope of its functions and its own name. Members are sorted by their camelCase
    names, by code point: `-tg` counts in this order, which is the same in every language.
    """
    benchmarks: list[tuple[str, list[Named]]] = []
    groups: dict[str, list[Named]] = {}
    alone: dict[str, Declaration] = {}
    for declaration, owner, name in functions:
        group = group_of(sources, declaration)
        if group is None:
            benchmarks.append((name, [(declaration, owner, name)]))
            alone[name] = declaration
            continue
        full_name = sources.member_name(declaration, owner).removesuffix(declaration.name) + group
        if full_name not in groups:
            benchmarks.append((full_name, groups.setdefault(full_name, [])))
        groups[full_name].append((declaration, owner, name))
    for name, members in groups.items():
        members.sort(key=lambda member: camel_case(member[0].name))
        if sources.language.claims_plain:  # otherwise JMH checks its own groups
            _check_members(sources, name, members, alone.get(name))
            _check_settings(sources, name, [declaration for declaration, _, _ in members])
    return benchmarks


def _check_members(sources: Sources, name: str, members: Sequence[Named], alone: Declaration | None) -> None:
    """Report members with the same name, and a benchmark outside of groups that has the group's name."""
    if alone is not None:
        sources.report("group-name-taken",
                       f"the group {name} has the name of the benchmark {alone.name}, which is in no group",
                       alone.location, "give the group another name, or put the benchmark into it")
    first: dict[str, Declaration] = {}
    for declaration, _, _ in members:
        namesake = first.setdefault(camel_case(declaration.name), declaration)
        if namesake is not declaration:
            sources.report(
                "two-members",
                f"the group {name} has two functions named {declaration.name}" if namesake.name == declaration.name else
                f"the group {name} has {namesake.name} and {declaration.name}, which are spellings of one name",
                declaration.location, "rename one of them: results of a group are reported by these names",
                declaration.conditional)


def _check_settings(sources: Sources, name: str, members: Sequence[Declaration]) -> None:
    """Report two members with different settings (JMH's "colliding annotations"). Modes may differ: they are joined."""
    first: dict[str, tuple[Declaration, object]] = {}
    for declaration in members:
        own = {setting: value for setting, value in msgspec.structs.asdict(sources.settings[id(declaration)]).items()
               if setting in ANNOTATION and value is not None}
        for setting, value in own.items():
            first_member, first_value = first.setdefault(setting, (declaration, value))
            if value != first_value and (checked := sources.annotation(declaration, ANNOTATION[setting])) is not None:
                sources.report(
                    "colliding-settings", f"{first_member.name} and {declaration.name} of the group {name} differ in "
                    f"{ANNOTATION[setting]}, but CLAMH measures them together", checked.annotation.location,
                    "set it on one of them only, or on their class", declaration.conditional)


def bind_member(sources: Sources, named: Named, states: tuple[str, ...]) -> MemberFunction:
    """A function as a member of its group."""
    function = bind_parameters(sources, named[0])
    return MemberFunction(
        name=function.name, threads=sources.arguments(named[0], "GroupThreads").get("value", 1), states=states,
        location=function.location, declaration=function,
        operations=any(parameter.takes == "Operations" for parameter in function.parameters),
    )


def check_group(
    sources: Sources, declaration: Declaration, states: Sequence[Path], owners: Sequence[Path | None]
) -> None:
    """Report what JMH rejects: Threads in a group, a group state outside of a group, an invalid group name.

    `owners` are the classes that have the benchmark; in Java, JMH itself checks them.
    """
    group, threads = sources.annotation(declaration, "Group"), sources.annotation(declaration, "Threads")
    if group is not None and "value" in group.unread and _resolve_constant(sources, declaration) is None:
        sources.report(
            "group-name", f"CLAMH cannot evaluate the group name of {declaration.name}", locate_argument(group),
            "write the string itself, or a constant of this file that is a plain string: the name is part of the "
            "benchmark's name"
        )
    if group is not None and threads is not None:
        sources.report("threads-on-group", f"{declaration.name} is in a group, which sets its own number of threads",
                       threads.annotation.location, "delete Threads, and use GroupThreads")
    own = [owner for owner in owners if owner in sources.states and sources.language.claims_plain]
    for path, relation in {**dict.fromkeys(own, "is a method of"), **dict.fromkeys(states, "takes")}.items():
        if sources.states[path].scope == "Group" and group is None:
            state = sources.states[path].name
            sources.report("group-state-outside-group",
                           f"{declaration.name} {relation} {state}, a state of a group, but is in no group",
                           declaration.location, "add @Group, or change the scope of the state")
    name = group_of(sources, declaration) or DEFAULT
    if group is not None and not name.isidentifier():
        sources.report("group-name", f'the group name "{name}" is not an identifier', locate_argument(group),
                       "use letters, digits and underscores")
