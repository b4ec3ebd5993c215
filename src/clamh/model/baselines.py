"""Names in --baseline and clamh.toml: a pattern of platforms, or the key or any name of a benchmark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import NamedTuple

from clamh.model.identity import fold, remove_language, split_name

LISTED = 5  # names in a message


class Known(NamedTuple):
    """A benchmark of a suite (a folder of sources) on a platform, which a name may refer to."""

    suite: str
    key: str
    benchmark: str
    platform: str


def find_platforms_named(name: str, platforms: Iterable[str]) -> tuple[str, ...]:
    """The platforms that match a pattern such as cpp/*, in their order, each once."""
    return tuple(dict.fromkeys(platform for platform in platforms if fnmatchcase(platform, name)))


def find_keys_named(name: str, known: Iterable[Known]) -> tuple[str, ...]:
    """The keys of the benchmarks with this short, class-qualified or full name, folded like keys.

    If a key equals the name, only this key counts.
    """
    known = list(known)
    if exact := [benchmark.key for benchmark in known if fold(name) == benchmark.key]:
        return tuple(exact[:1])
    wanted = tuple(map(fold, split_name(name)))
    return tuple(dict.fromkeys(benchmark.key for benchmark in known
                               if any(spelling[-len(wanted):] == wanted for spelling in _spellings(benchmark))))


def describe_unclear(name: str, known: Sequence[Known]) -> tuple[str, str] | None:
    """The problem and the hint for an unknown or ambiguous name; None if the name is clear."""
    if find_platforms_named(name, (benchmark.platform for benchmark in known)):
        return None
    by_suite: dict[str, list[Known]] = {}
    for benchmark in known:
        by_suite.setdefault(benchmark.suite, []).append(benchmark)
    keys_by_suite = [find_keys_named(name, suite) for suite in by_suite.values()]
    if ambiguous := next((keys for keys in keys_by_suite if len(keys) > 1), None):
        names = list(dict.fromkeys(benchmark.benchmark for benchmark in known if benchmark.key in ambiguous))
        return f"'{name}' can mean {' or '.join(names[:LISTED])}", "write it with its class, or as the full name"
    if any(keys_by_suite):
        return None
    return f"'{name}' is not a measured benchmark or platform", suggestion(name, known)


def suggestion(name: str, known: Sequence[Known]) -> str:
    """A hint with similar names, or else with the existing ones: short names of benchmarks, and platforms."""
    platforms = list(dict.fromkeys(benchmark.platform for benchmark in known))
    shorts = {fold(short): short for benchmark in known for short in [split_name(benchmark.benchmark)[-1]]}
    near = [shorts[short] for short in get_close_matches(fold(split_name(name)[-1]), shorts, 2)]
    language, slash, _ = name.partition("/")
    near += [
        platform for platform in platforms
        if get_close_matches(language, [platform.partition("/")[0]]) and (slash or platform.startswith(f"{language}/"))
    ]
    if near:
        return f"did you mean {' or '.join(dict.fromkeys(near[:3]))}?"
    names = list(shorts.values())
    listed = ", ".join(names[:LISTED]) + ", …" * (len(names) > LISTED)
    return f"benchmarks: {listed or 'none'}; platforms: {', '.join(platforms) or 'none'}"


def _spellings(benchmark: Known) -> tuple[tuple[str, ...], ...]:
    identifiers, language = split_name(benchmark.benchmark), benchmark.platform.partition("/")[0]
    return (tuple(map(fold,
                      identifiers)), tuple(fold(remove_language(identifier, language)) for identifier in identifiers))
