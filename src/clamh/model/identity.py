"""The keys that join implementations across languages: those of benchmarks and params (design section 3)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

TEMPLATE_ARGUMENTS = re.compile(r"<[^<>]*>")
SEPARATORS = re.compile(r"::|\.|\$|/")


def parts(full_name: str) -> list[str]:
    """The identifiers of a full name, outermost first, without template arguments and an overload's parameters."""
    name, shorter = full_name, TEMPLATE_ARGUMENTS.sub("", full_name.partition("(")[0])
    while shorter != name:
        name, shorter = shorter, TEMPLATE_ARGUMENTS.sub("", shorter)
    return [part for part in SEPARATORS.split(name) if part] or [full_name]


def folded(identifier: str) -> str:
    """An identifier as it is compared: without case and underscores (one of underscores only stays itself)."""
    return identifier.replace("_", "").casefold() or identifier


def side_name(platform: str, build: str) -> str:
    """A side of a contest as people read it: the platform, and the build where a run has several."""
    return f"{platform} {build}" if build else platform


def of_build(case_id: str, build: str) -> str:
    """The id that a case of the one build has in the named build; "" is the one build."""
    return f"{case_id}-{build}" if build else case_id


def without_build(case_id: str, build: str) -> str:
    """The id that the same case has in the one build: the inverse of `of_build`."""
    return case_id.removesuffix(f"-{build}") if build else case_id


def camel_case(identifier: str) -> str:
    """The identifier in camelCase, whatever the style it is written in: put_one, putOne and PutOne are putOne."""
    words = [one for one in identifier.split("_") if one]
    joined = "".join(one[0].upper() + one[1:] for one in words)
    return joined[:1].lower() + joined[1:] if words else identifier


def snake_case(identifier: str) -> str:
    """The identifier in snake_case: put_one, putOne and PutOne are put_one."""
    return "_".join(re.findall(r"[A-Z]*[^A-Z_]+|[A-Z]+", identifier)).lower() or identifier


def without_language(identifier: str, language: str) -> str:
    """The identifier without a leading language id, dropped only before a capital or an underscore."""
    head, rest = identifier[:len(language)], identifier[len(language):]
    if head.casefold() == language.casefold() and rest.strip("_") and (rest[0].isupper() or rest[0] == "_"):
        return rest
    return identifier


def key_of(full_name: str, language: str, width: int = 1) -> str:
    """The key of a benchmark from the last `width` identifiers of its full name, widest first, joined by dots."""
    return ".".join(folded(without_language(part, language)) for part in parts(full_name)[-width:])


def as_spelled(key: str, full_name: str, platform: str) -> str:
    """A key as people read it: in the spelling of `full_name`, the benchmark's name on `platform` (or its language)."""
    language = platform.partition("/")[0]
    spelled = ".".join(without_language(part, language) for part in parts(full_name)[-1 - key.count("."):])
    return spelled if ".".join(map(folded, spelled.split("."))) == key else key


def quoted(value: str) -> str:
    """A param's value as people read it in a list: in quotes when it is empty or holds a comma or outer spaces."""
    return f'"{value}"' if not value or "," in value or value != value.strip() else value


def fork_name(fork: int) -> str:
    """A fork as people count them, from 1; those below 0 are warmup forks."""
    return f"fork {fork + 1}" if fork >= 0 else f"warmup fork {-fork}"


def keys(benchmarks: Sequence[tuple[str, str | None]], language: str) -> list[str | None]:
    """The keys of one source's benchmarks, given as (full name, the name that `Benchmark(name = …)` gave or None).

    A key that several share is widened by their classes until unique; None for those that stay ambiguous. Names that
    were given are never widened.
    """
    widths = [0 if given is not None else 1 for _, given in benchmarks]
    while True:
        found = [
            folded(given) if given is not None else key_of(name, language, width)
            for (name, given), width in zip(benchmarks, widths, strict=True)
        ]
        shared = {one for one, count in Counter(found).items() if count > 1}
        wider = [
            width + 1 if one in shared and width and width < len(parts(name)) else width
            for one, width, (name, _) in zip(found, widths, benchmarks, strict=True)
        ]
        if wider == widths:
            return [None if one in shared else one for one in found]
        widths = wider


def param_key(name: str) -> str:
    """How a param or group is compared: its last identifier without a leading `m_`, `_`, or `m` before a capital."""
    last = parts(name)[-1]
    bare = last
    if last.startswith(("m_", "_")):
        bare = last.partition("_")[2]
    elif last.startswith("m") and last[1:2].isupper():
        bare = last[1:]
    return folded(bare.strip("_") or last)


def param_parts(name: str) -> tuple[str, ...]:
    """The identifiers of a param's name as they are compared, outermost first."""
    return (*map(folded, parts(name)[:-1]), param_key(name))


def names_param(given: str, name: str) -> bool:
    """Whether `-p given` names the param of this full name: short, with its class or in full."""
    wanted = param_parts(given)
    return param_parts(name)[-len(wanted):] == wanted
