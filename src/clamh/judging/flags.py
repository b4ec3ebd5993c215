"""Whether compared cases were compiled equally: terms of a ratio, and warnings about it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from clamh.model.advice import HINTS
from clamh.model.cases import Catalog, Doubt
from clamh.model.diagnostics import Diagnostic
from clamh.model.results import CaseRecord, PlatformRecord
from clamh.model.summary import Warning, make_warning


def apply_case_flags(platform: PlatformRecord | None, case: CaseRecord) -> PlatformRecord | None:
    """The platform of a case, with the case's own `optimisation` and `target` where its arguments change them."""
    if platform is None or case.optimisation is case.target is None:
        return platform
    return replace(
        platform, optimisation=platform.optimisation if case.optimisation is None else case.optimisation,
        target=platform.target if case.target is None else case.target)


def warn_of_pair(
    a: PlatformRecord | None, b: PlatformRecord | None, names: tuple[str, str] | None = None
) -> tuple[Warning, ...]:
    """The warnings about comparing two cases that were compiled in this way (see compiled). `names` are their names,
    else their ids.
    """
    if a is None or b is None:
        return ()
    warnings = []
    if difference := compare_optimisation(a, b, names):
        warnings.append(make_warning("different-flags", difference))
    if difference := compare_target(a, b, names):
        warnings.append(make_warning("different-flags", difference))
    return tuple(warnings)


def warn_of_flags(catalogs: Sequence[Catalog]) -> list[Doubt]:
    """What is not optimised, and what was compiled otherwise than on the first platform: known before the measurement.

    Of two builds, each platform is compared with itself in the first build.
    """
    doubts = []
    for catalog in catalogs:
        artifact = catalog.artifact
        if is_optimised(catalog.hello) is False:
            message = f"{artifact.platform.id} compiles {os.path.basename(artifact.source)} without optimisation"
            doubts.append(
                Doubt(source=artifact.source, platform=artifact.platform.id, build=artifact.build,
                      warning=_diagnostic("unoptimised", message)))
    platforms = {record.side: record for record in map(_to_record, catalogs)}
    first_platforms: dict[str, PlatformRecord] = {}
    for platform in platforms.values():
        first = first_platforms.setdefault(platform.id if platform.build else "", platform)
        doubts += [Doubt(platform=platform.id, warning=_diagnostic(doubt.code, doubt.message))
                   for doubt in warn_of_pair(first, platform, (first.side, platform.side))]
    return doubts


def _to_record(catalog: Catalog) -> PlatformRecord:
    platform = catalog.artifact.platform
    return PlatformRecord(id=platform.id, language=platform.language, source=catalog.artifact.source,
                          version=platform.version, flags=platform.flags, artifact_sha256="", build_s=0.0,
                          hello=catalog.hello, optimisation=platform.optimisation, target=platform.target,
                          build=catalog.artifact.build)


def _diagnostic(code: str, message: str) -> Diagnostic:
    return Diagnostic(code=code, message=message, hint=HINTS[code], severity="warning")


def compare_optimisation(a: PlatformRecord, b: PlatformRecord, names: tuple[str, str] | None = None) -> str:
    """How two platforms differ in optimisation, "" where they do not. `names` are their names, else their ids."""
    names = names or (a.id, b.id)
    named = {is_optimised(platform.hello): name for platform, name in zip((a, b), names, strict=True)}
    if named.keys() == {True, False}:
        return f"only {named[True]} is compiled with optimisation, {named[False]} is not"
    if a.optimisation == b.optimisation:
        return ""
    difference = _describe_flags(names, (a.optimisation, b.optimisation), "as by default")
    return f"the compiled code differs in optimisation: {difference}"


def compare_target(a: PlatformRecord, b: PlatformRecord, names: tuple[str, str] | None = None) -> str:
    """How two platforms differ in the machine that they compile for, "" where they do not."""
    if a.target == b.target:
        return ""
    difference = _describe_flags(names or (a.id, b.id), (a.target, b.target), "for this machine")
    return f"the compiled code differs in its instructions: {difference}"


def _describe_flags(names: tuple[str, str], flags_of_both: tuple[str, str], default: str) -> str:
    return ", ".join(f"{name} {f'with {flags}' if flags else default}"
                     for name, flags in zip(names, flags_of_both, strict=True))


def is_optimised(hello: dict[str, Any]) -> bool | None:
    """Whether a worker reports that its code is (or will be) optimised; None where it does not report that."""
    toolchain = hello.get("toolchain")
    return toolchain.get("optimised") if isinstance(toolchain, dict) else None
