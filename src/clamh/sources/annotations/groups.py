"""Group and GroupThreads: which functions run together, each on its own threads."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from clamh.model.identity import camel_case
from clamh.model.sources import Constant, Declaration, MemberFunction
from clamh.sources.annotations.classes import Path
from clamh.sources.annotations.sources import Sources, where
from clamh.sources.annotations.taken import with_takes

Named = tuple[Declaration, Path | None, str]  # a benchmark's declaration, the class that has it, its full name

DEFAULT = "group"
ANNOTATION = {  # by the settings that a group has once
    **{f"{phase.lower()}_{what}": phase for phase in ("Warmup", "Measurement") for what in ("iterations", "time_ns", "batch_size")},
    "forks": "Fork", "warmup_forks": "Fork", "operations_per_invocation": "OperationsPerInvocation", "time_unit": "OutputTimeUnit",
    "timeout_ns": "Timeout", "auto_warmup_max_ns": "AutoWarmup", "auto_warmup_tolerance": "AutoWarmup",
}


def group_of(sources: Sources, declaration: Declaration) -> str | None:
    """The name of the group that the function is in, without its class; None where it is in none."""
    if not sources.has(declaration, "Group"):
        return None
    said = sources.said(declaration, "Group").get("value")
    return str(said if said is not None else _constant(sources, declaration) or DEFAULT)


def _constant(sources: Sources, declaration: Declaration) -> str | None:
    """The text of the constant that stands for the group's name, None where there is none or these files do not define it."""
    named = [one.value.name for one in sources.one(declaration, "Group").annotation.arguments if isinstance(one.value, Constant)]
    if not named:
        return None
    owner, _, last = named[0].rpartition(".")
    there = sources.classes.outward(sources.owner(declaration) or ())
    if owner:
        there = filter(None, [sources.classes.resolve(owner, declaration.scope)])
    found = (one.constants[0] for path in there for one in sources.members.get(path, ()) if one.name == last and one.constants)
    return next(found, None)


def grouped(sources: Sources, found: Sequence[Named]) -> list[tuple[str, list[Named]]]:
    """The name of each benchmark with its functions: one alone, or those of a group in the order of its members.

    A group is named as JMH names it, by the scope of its functions and its own name. Members are in the order of their names
    in camelCase, by code point, so that every language has one order, which `-tg` counts by.
    """
    together: list[tuple[str, list[Named]]] = []
    groups: dict[str, list[Named]] = {}
    alone: dict[str, Declaration] = {}
    for declaration, owner, name in found:
        group = group_of(sources, declaration)
        if group is None:
            together.append((name, [(declaration, owner, name)]))
            alone[name] = declaration
            continue
        full = sources.member_name(declaration, owner).removesuffix(declaration.name) + group
        if full not in groups:
            together.append((full, groups.setdefault(full, [])))
        groups[full].append((declaration, owner, name))
    for name, several in groups.items():
        several.sort(key=lambda one: camel_case(one[0].name))
        if sources.language.claims_plain:  # JMH says it of its own
            _check_members(sources, name, several, alone.get(name))
            _check_settings(sources, name, [declaration for declaration, _, _ in several])
    return together


def _check_members(sources: Sources, name: str, several: Sequence[Named], alone: Declaration | None) -> None:
    """Members that cannot be told apart, and a benchmark by itself that is called like the group."""
    if alone is not None:
        sources.report("group-name-taken", f"the group {name} is called like the benchmark {alone.name}, which is in none",
                       alone.location, "give the group another name, or put the benchmark into it")
    first: dict[str, Declaration] = {}
    for declaration, _, _ in several:
        other = first.setdefault(camel_case(declaration.name), declaration)
        if other is not declaration:
            sources.report("two-members", f"the group {name} has two functions {declaration.name}" if other.name == declaration.name
                           else f"the group {name} has {other.name} and {declaration.name}, which are one name in another style",
                           declaration.location, "rename one of them: results of a group are told apart by these names",
                           declaration.conditional)


def _check_settings(sources: Sources, name: str, several: Sequence[Declaration]) -> None:
    """Two functions of a group that say different things of how it is measured (JMH's "colliding annotations"), but for modes,
    which come together."""
    first: dict[str, tuple[Declaration, object]] = {}
    for declaration in several:
        said = {setting: value for setting, value in msgspec.structs.asdict(sources.settings[id(declaration)]).items()
                if setting in ANNOTATION and value is not None}
        for setting, value in said.items():
            other, before = first.setdefault(setting, (declaration, value))
            if value != before and (one := sources.one(declaration, ANNOTATION[setting])) is not None:
                sources.report("colliding-settings", f"{other.name} and {declaration.name} of the group {name} differ in "
                               f"{ANNOTATION[setting]}, and are measured together", one.annotation.location,
                               "say it once, or on their class", declaration.conditional)


def member(sources: Sources, one: Named, states: tuple[str, ...]) -> MemberFunction:
    """A function as a member of its group."""
    called = with_takes(sources, one[0])
    return MemberFunction(
        name=called.name, threads=sources.said(one[0], "GroupThreads").get("value", 1), states=states,
        location=called.location, declaration=called,
        operations=any(parameter.takes == "Operations" for parameter in called.parameters),
    )


def check_group(sources: Sources, declaration: Declaration, states: Sequence[Path]) -> None:
    """What JMH refuses of one function: Threads in a group, states of a group outside of one, a name that is none."""
    group, threads = sources.one(declaration, "Group"), sources.one(declaration, "Threads")
    if group is not None and "value" in group.unread and _constant(sources, declaration) is None:
        sources.report("group-name", f"what text the group name of {declaration.name} is, only the compiler knows", where(group),
                       "write the text itself, or the name of a constant of this file that is a text alone: it is part of the benchmark's name")
    if group is not None and threads is not None:
        sources.report("threads-on-group", f"{declaration.name} is in a group, which has its own number of threads",
                       threads.annotation.location, "delete Threads, and use GroupThreads")
    for path in states:
        if sources.states[path].scope == "Group" and group is None:
            state = sources.states[path].name
            sources.report("group-state-outside-group",
                           f"{declaration.name} takes {state}, a state of a group, and is in none",
                           declaration.location, "add @Group, or change the state's scope")
    written = group_of(sources, declaration) or DEFAULT
    if group is not None and not written.isidentifier():
        sources.report("group-name", f"the group name \"{written}\" is no identifier", where(group),
                       "use letters, digits and underscores")
