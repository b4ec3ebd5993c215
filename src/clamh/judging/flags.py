"""Doubts about a ratio: whether what is compared was compiled alike."""

from __future__ import annotations

from clamh.results import PlatformRecord
from clamh.summary import Warning, warning


def of_pair(one: PlatformRecord | None, other: PlatformRecord | None) -> tuple[Warning, ...]:
    """The doubts about comparing two platforms."""
    if one is None or other is None:
        return ()
    found = []
    named = {_optimised(platform): platform.id for platform in (one, other)}
    if named.keys() == {True, False}:
        found.append(warning("different-optimisation", f"only {named[True]} is compiled with optimisation, "
                             f"{named[False]} is not"))
    elif one.optimisation != other.optimisation:
        said = (f"{platform.id} {_with(platform.optimisation, 'as by default')}" for platform in (one, other))
        found.append(warning("different-optimisation", f"what is compiled differs in optimisation: {', '.join(said)}"))
    if one.target != other.target:
        said = (f"{platform.id} {_with(platform.target, 'for this machine')}" for platform in (one, other))
        found.append(warning("different-target", f"what is compiled differs in its instructions: {', '.join(said)}"))
    return tuple(found)


def _with(flags: str, otherwise: str) -> str:
    return f"with {flags}" if flags else otherwise


def _optimised(platform: PlatformRecord) -> bool | None:
    toolchain = platform.hello.get("toolchain")
    return toolchain.get("optimised") if isinstance(toolchain, dict) else None
