"""Whether what is compared was compiled alike: terms of a ratio, and doubts about it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from clamh.model.advice import ADVICE
from clamh.model.cases import Catalog, Doubt
from clamh.model.diagnostics import Diagnostic
from clamh.model.results import CaseRecord, PlatformRecord
from clamh.model.summary import Warning, warning


def compiled(platform: PlatformRecord | None, case: CaseRecord) -> PlatformRecord | None:
    """The platform of a case with the case's own `optimisation` and `target`, where its arguments change them."""
    if platform is None or case.optimisation is case.target is None:
        return platform
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


def doubts(catalogs: Sequence[Catalog]) -> list[Doubt]:
    """What is not optimised, and what was compiled otherwise than the first platform: known before anything is measured."""
    found = []
    for catalog in catalogs:
        artifact = catalog.artifact
        if optimised(catalog.hello) is False:
            message = f"without optimisation {artifact.platform.id} compiles {os.path.basename(artifact.source)}"
            found.append(Doubt(source=artifact.source, platform=artifact.platform.id, told=_diagnostic("unoptimised", message)))
    platforms = {record.side: record for record in map(_record, catalogs)}
    first = next(iter(platforms.values()), None)
    for platform in platforms.values():
        found += [Doubt(platform=platform.id, told=_diagnostic(doubt.code, doubt.message))
                  for doubt in of_pair(first, platform, (first.side, platform.side))]
    return found


def _record(catalog: Catalog) -> PlatformRecord:
    platform = catalog.artifact.platform
    return PlatformRecord(
        id=platform.id, language=platform.language, source=catalog.artifact.source, version=platform.version, flags=platform.flags,
        artifact_sha256="", build_s=0.0, hello=catalog.hello, optimisation=platform.optimisation, target=platform.target,
        build=catalog.artifact.build)


def _diagnostic(code: str, message: str) -> Diagnostic:
    return Diagnostic(code=code, message=message, mend=ADVICE[code], severity="warning")


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
