"""What else differs between two runs, beside the terms of their ratios: the machine's state, toolchains, options,
sources.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from os.path import basename
from typing import Any

from msgspec.structs import asdict

from clamh.judging.machine import find_tool
from clamh.model.results import PlatformRecord, Run
from clamh.model.summary import Difference

# Facts of the machine that change with every boot or minute, or that the terms `machine` and `boot` compare.
PASSING = {"host", "boot_id", "load", "python", "cpu"}
# Options that terms compare, and the time unit, which changes no figure.
IN_TERMS = {"time_unit", "operations_per_invocation", "measurement_batch_size", "warmup_iterations", "warmup_time_ns",
            "warmup_batch_size", "warmup_forks", "auto_warmup", "bounds"}


def differences(a: Run, b: Run, joined: Sequence[tuple[str, str]]) -> tuple[Difference, ...]:
    """Everything known that differs and is no term; `joined` has the case_ids of A and B that are compared."""
    return (*_tools(a, b), *_facts(a, b), *_toolchains(a, b), *_options(a, b, joined), *_counters(a, b),
            *_sources(a, b, joined))


def _tools(a: Run, b: Run) -> Iterator[Difference]:
    """The tools that measured the runs, where CLAMH did not measure both. Versions of CLAMH are compared like other
    facts.
    """
    tool_a, tool_b = (run.origin.named if run.origin else f"CLAMH {run.header.clamh_version}" for run in (a, b))
    if tool_a != tool_b and (a.origin or b.origin):
        yield Difference(what="measured by", a=tool_a, b=tool_b)


def _facts(a: Run, b: Run) -> Iterator[Difference]:
    """Facts that both runs know; a newer version may record more of them."""
    facts_a, facts_b = a.header.environment, b.header.environment
    same_tool = find_tool(a) == find_tool(b)  # different tools write the same words only for numbers of CPUs
    for name in facts_a if same_tool else {"cpus"} & facts_a.keys():
        if name in facts_b and name not in PASSING and facts_a[name] != facts_b[name]:
            yield Difference(what=name.replace("_", " "), a=_format_value(facts_a[name]),
                             b=_format_value(facts_b[name]))
    if a.origin is b.origin is None and a.header.clamh_version != b.header.clamh_version:
        yield Difference(what="clamh", a=a.header.clamh_version, b=b.header.clamh_version)


def _counters(a: Run, b: Run) -> Iterator[Difference]:
    """What was counted beside the time (-prof), which costs a little time itself."""
    counted_a, counted_b = (", ".join(counter.name for counter in run.counters) or "none" for run in (a, b))
    if counted_a != counted_b:
        yield Difference(what="counters", a=counted_a, b=counted_b)


def _toolchains(a: Run, b: Run) -> Iterator[Difference]:
    """Versions and flags of the platforms that both runs have, each by the first fact that differs. Flags may differ by
    source.

    The toolchain that a worker names may be a harness of the language, whose version says nothing about the runtime's.
    """
    flags = (_flags,) if a.origin or b.origin else (_flags,
                                                    _platform_flags)  # other tools' files have the flags of the worker
    for side in dict.fromkeys(value_a.side for value_a in a.platforms):
        for what, facts in (("version", (_version, _platform_version, _runtime)), ("flags", flags)):
            for fact in facts:
                value_a, value_b = ("; ".join(
                    dict.fromkeys(fact(platform) for platform in run.platforms if platform.side == side))
                                    for run in (a, b))
                if what == "version" and "" in (value_a, value_b):  # a file without a version has no other version
                    continue
                if value_b != value_a and any(platform.side == side for platform in b.platforms):
                    yield Difference(what=f"{what} of {side}", a=value_a or "none", b=value_b or "none")
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
    """Options of the cases that are compared. Each change once, with the number of rows where not all rows have it."""
    options_a, options_b = ({result.case.case_id: asdict(result.case.options) for result in run.cases}
                            for run in (a, b))
    changes = Counter(
        (name, _format_option(name, options_a[case_a][name]), _format_option(name, options_b[case_b][name]))
        for case_a, case_b in joined for name in options_a[case_a]
        if options_a[case_a][name] != options_b[case_b][name] and name not in IN_TERMS
        and all(run.origin is None or name in run.origin.options for run in (a, b))
    )
    for (name, value_a, value_b), rows in changes.items():
        label = name.removesuffix("_ns").replace("_", " ")
        where = "" if rows == len(joined) else f" (in {rows} of {len(joined)} rows)"
        yield Difference(what=label + where, a=value_a, b=value_b)


def _format_option(name: str, value: Any) -> str:
    return f"{value / 1e6:.12g} ms" if name.endswith("_ns") else _format_value(value)


def _sources(a: Run, b: Run, joined: Sequence[tuple[str, str]]) -> Iterator[Difference]:
    """Sources whose content differs: those of rows that are compared, and other sources that both runs have.

    Another checkout has other paths. Rows of files with other names may be compared, since their key joins them.
    """
    hashes_a, hashes_b = a.header.sources, b.header.sources
    of_a, of_b = ({result.case.case_id: result.case.source for result in run.cases} for run in (a, b))
    compared = dict.fromkeys((of_a[path_a], of_b[path_b]) for path_a, path_b in joined)
    for path_a, path_b in compared:
        file_a, file_b = basename(path_a), basename(path_b)
        if file_a == file_b and None in (hashes_a.get(path_a),
                                         hashes_b.get(path_b)):  # another tool's file has no hashes
            continue
        if file_a and file_b and hashes_a.get(path_a, file_a) != hashes_b.get(path_b, file_b):
            yield Difference(
                what=f"source {file_a}") if file_a == file_b else Difference(what="source", a=file_a, b=file_b)
    names = Counter(map(basename, hashes_b))
    by_name = {basename(path): digest for path, digest in hashes_b.items() if names[basename(path)] == 1}
    for path, digest in hashes_a.items():
        digest_b = hashes_b.get(path, by_name.get(basename(path)))
        if digest_b is not None and digest_b != digest and path not in [path_a for path_a, _ in compared]:
            yield Difference(what=f"source {basename(path)}")


def _format_value(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_format_value(part)}" for name, part in value.items()) or "none"
    if isinstance(value, list | tuple):
        return " ".join(map(_format_value, value)) or "none"
    return "unknown" if value is None else str(value)
