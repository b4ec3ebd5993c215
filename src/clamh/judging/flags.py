"""Whether what is compared was compiled alike: terms of a ratio, and doubts about it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from clamh.model.results import CaseRecord, PlatformRecord
from clamh.model.summary import Warning, warning


def compiled(platform: PlatformRecord | None, case: CaseRecord) -> PlatformRecord | None:
    """The platform of a case with the case's own `optimisation` and `target`, where its arguments change them."""
    if platform is None:
        return None
    return replace(
        platform, optimisation=platform.optimisation if case.optimisation is None else case.optimisation,
        target=platform.target if case.target is None else case.target)


def of_pair(
    one: PlatformRecord | None, other: PlatformRecord | None, names: tuple[str, str] | None = None
) -> tuple[Warning, ...]:
    """The doubts about comparing two cases that were compiled so (see compiled); `names` are theirs, else their ids."""
    if one is None or other is None:
        return ()
    found = []
    if told := optimisation(one, other, names):
        found.append(warning("different-flags", told))
    if told := target(one, other, names):
        found.append(warning("different-flags", told))
    return tuple(found)


def optimisation(one: PlatformRecord, other: PlatformRecord, names: tuple[str, str] | None = None) -> str:
    """How far they differ in how much is optimised, "" when they do not; `names` are theirs, else their ids."""
    names = names or (one.id, other.id)
    named = {optimised(platform.hello): name for platform, name in zip((one, other), names, strict=True)}
    if named.keys() == {True, False}:
        return f"only {named[True]} is compiled with optimisation, {named[False]} is not"
    if one.optimisation == other.optimisation:
        return ""
    told = _flags(names, (one.optimisation, other.optimisation), "as by default")
    return f"what is compiled differs in optimisation: {told}"


def target(one: PlatformRecord, other: PlatformRecord, names: tuple[str, str] | None = None) -> str:
    """The same of the machine that is compiled for."""
    if one.target == other.target:
        return ""
    told = _flags(names or (one.id, other.id), (one.target, other.target), "for this machine")
    return f"what is compiled differs in its instructions: {told}"


def _flags(names: tuple[str, str], said: tuple[str, str], otherwise: str) -> str:
    return ", ".join(f"{name} {f'with {flags}' if flags else otherwise}"
                     for name, flags in zip(names, said, strict=True))


def optimised(hello: dict[str, Any]) -> bool | None:
    """Whether a worker says that its code is (or will be) optimised."""
    toolchain = hello.get("toolchain")
    return toolchain.get("optimised") if isinstance(toolchain, dict) else None
