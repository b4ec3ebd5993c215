"""What else is not the same in two runs, beside the terms of their ratios: the machine's state, toolchains, options, sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from os.path import basename
from typing import Any

from msgspec.structs import asdict

from clamh.judging.machine import tool
from clamh.model.results import PlatformRecord, Run
from clamh.model.summary import Difference

# Facts of the machine that change with every boot or minute, or that the terms `machine` and `boot` are made of.
PASSING = {"host", "boot_id", "load", "python", "cpu"}
# Options that terms compare, and the unit, which changes no figure.
TOLD = {"time_unit", "operations_per_invocation", "measurement_batch_size", "warmup_iterations", "warmup_time_ns",
        "warmup_batch_size", "warmup_forks", "auto_warmup"}


def differences(a: Run, b: Run, joined: Sequence[tuple[str, str]]) -> tuple[Difference, ...]:
    """Everything known that is not the same and no term; `joined` are the case_ids of A and B that are compared."""
    return (*_tools(a, b), *_facts(a, b), *_toolchains(a, b), *_options(a, b, joined), *_sources(a, b, joined))


def _tools(a: Run, b: Run) -> Iterator[Difference]:
    """What measured them, where that was not this tool for both, whose versions are a fact like others."""
    one, other = (run.origin.named if run.origin else f"CLAMH {run.header.clamh_version}" for run in (a, b))
    if one != other and (a.origin or b.origin):
        yield Difference(what="measured by", a=one, b=other)


def _facts(a: Run, b: Run) -> Iterator[Difference]:
    """Facts that both runs know; a newer version may record more of them."""
    one, other = a.header.environment, b.header.environment
    told_alike = tool(a) == tool(b)  # of several tools only numbers of CPUs are the same in words too
    for name in one if told_alike else {"cpus"} & one.keys():
        if name in other and name not in PASSING and one[name] != other[name]:
            yield Difference(what=name.replace("_", " "), a=_told(one[name]), b=_told(other[name]))
    if a.origin is b.origin is None and a.header.clamh_version != b.header.clamh_version:
        yield Difference(what="clamh", a=a.header.clamh_version, b=b.header.clamh_version)


def _toolchains(a: Run, b: Run) -> Iterator[Difference]:
    """Versions and flags of the platforms that both have, each told by the first fact that differs; flags may by source.

    A harness of the language may be the toolchain that the worker names, whose version says nothing of the runtime's.
    """
    flags = (_flags,) if a.origin or b.origin else (_flags, _platform_flags)  # other files have what a worker says
    for side in dict.fromkeys(one.side for one in a.platforms):
        for what, tellers in (("version", (_version, _platform_version, _runtime)), ("flags", flags)):
            for told in tellers:
                one, other = ("; ".join(dict.fromkeys(told(p) for p in run.platforms if p.side == side))
                              for run in (a, b))
                if what == "version" and "" in (one, other):  # a file that does not say it is of no other version
                    continue
                if other != one and any(p.side == side for p in b.platforms):
                    yield Difference(what=f"{what} of {side}", a=one or "none", b=other or "none")
                    break


def _version(platform: PlatformRecord) -> str:
    return str((platform.hello.get("toolchain") or {}).get("version") or "")


def _platform_version(platform: PlatformRecord) -> str:
    return platform.version


def _runtime(platform: PlatformRecord) -> str:
    return str(platform.hello.get("runtime") or "")


def _flags(platform: PlatformRecord) -> str:
    return " ".join(map(str, (platform.hello.get("toolchain") or {}).get("flags", platform.flags)))


def _platform_flags(platform: PlatformRecord) -> str:
    return " ".join(platform.flags)


def _options(a: Run, b: Run, joined: Sequence[tuple[str, str]]) -> Iterator[Difference]:
    """Options of the cases that are compared, each change once, with the number of rows when not all have it."""
    mine, theirs = ({one.case.case_id: asdict(one.case.options) for one in run.cases} for run in (a, b))
    changes = Counter(
        (name, _option(name, mine[one][name]), _option(name, theirs[other][name]))
        for one, other in joined for name in mine[one] if mine[one][name] != theirs[other][name] and name not in TOLD
        and all(run.origin is None or name in run.origin.options for run in (a, b))
    )
    for (name, one, other), rows in changes.items():
        told = name.removesuffix("_ns").replace("_", " ")
        where = "" if rows == len(joined) else f" (in {rows} of {len(joined)} rows)"
        yield Difference(what=told + where, a=one, b=other)


def _option(name: str, value: Any) -> str:
    return f"{value / 1e6:.12g} ms" if name.endswith("_ns") else _told(value)


def _sources(a: Run, b: Run, joined: Sequence[tuple[str, str]]) -> Iterator[Difference]:
    """Sources whose content is not the same: of rows that are compared, and others that both have.

    A checkout elsewhere has other paths; rows of files of other names may be compared, since their key joins them.
    """
    one, other = a.header.sources, b.header.sources
    of_a, of_b = ({each.case.case_id: each.case.source for each in run.cases} for run in (a, b))
    compared = dict.fromkeys((of_a[mine], of_b[theirs]) for mine, theirs in joined)
    for mine, theirs in compared:
        file, its = basename(mine), basename(theirs)
        if file == its and None in (one.get(mine), other.get(theirs)):  # another tool's file has no hashes
            continue
        if file and its and one.get(mine, file) != other.get(theirs, its):
            yield Difference(what=f"source {file}") if file == its else Difference(what="source", a=file, b=its)
    names = Counter(map(basename, other))
    by_name = {basename(path): digest for path, digest in other.items() if names[basename(path)] == 1}
    for path, digest in one.items():
        found = other.get(path, by_name.get(basename(path)))
        if found is not None and found != digest and path not in [mine for mine, _ in compared]:
            yield Difference(what=f"source {basename(path)}")


def _told(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_told(one)}" for name, one in value.items()) or "none"
    if isinstance(value, list | tuple):
        return " ".join(map(_told, value)) or "none"
    return "unknown" if value is None else str(value)
