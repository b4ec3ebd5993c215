"""What --baseline and clamh.toml may name: a pattern of platforms, or a benchmark by its key or any of its names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import NamedTuple

from clamh.model.identity import folded, parts, without_language

LISTED = 5  # names in a message


class Known(NamedTuple):
    """What may be named: a benchmark of a suite (a folder of sources) on a platform."""

    suite: str
    key: str
    benchmark: str
    platform: str


def platforms_named(said: str, platforms: Iterable[str]) -> tuple[str, ...]:
    """The platforms of a pattern such as cpp/* in their order, each once."""
    return tuple(dict.fromkeys(one for one in platforms if fnmatchcase(one, said)))


def keys_named(said: str, known: Iterable[Known]) -> tuple[str, ...]:
    """The keys of the benchmarks that are called so, compared as keys are: short, with their class, in full.

    One whose key is just that is the only one meant.
    """
    known = list(known)
    if exact := [one.key for one in known if folded(said) == one.key]:
        return tuple(exact[:1])
    wanted = tuple(map(folded, parts(said)))
    return tuple(dict.fromkeys(one.key for one in known if any(called[-len(wanted):] == wanted for called in _called(one))))


def unclear(said: str, known: Sequence[Known]) -> tuple[str, str] | None:
    """What is wrong with a name that must mean something, and how to mend it; None where it means one thing."""
    if platforms_named(said, (one.platform for one in known)):
        return None
    by_suite: dict[str, list[Known]] = {}
    for one in known:
        by_suite.setdefault(one.suite, []).append(one)
    found = [keys_named(said, several) for several in by_suite.values()]
    if many := next((keys for keys in found if len(keys) > 1), None):
        names = list(dict.fromkeys(one.benchmark for one in known if one.key in many))
        return f"'{said}' can be {' or '.join(names[:LISTED])}", "write it with its class, or in full"
    if any(found):
        return None
    return f"'{said}' is no benchmark and no platform of what is measured", suggestion(said, known)


def suggestion(said: str, known: Sequence[Known]) -> str:
    """The names that may have been meant, else those there are: benchmarks in short, and platforms."""
    platforms = list(dict.fromkeys(one.platform for one in known))
    shorts = {folded(short): short for one in known for short in [parts(one.benchmark)[-1]]}
    near = [shorts[one] for one in get_close_matches(folded(parts(said)[-1]), shorts, 2)]
    language, slash, _ = said.partition("/")
    near += [one for one in platforms
             if get_close_matches(language, [one.partition("/")[0]]) and (slash or one.startswith(f"{language}/"))]
    if near:
        return f"did you mean {' or '.join(dict.fromkeys(near[:3]))}?"
    named = list(shorts.values())
    told = ", ".join(named[:LISTED]) + ", …" * (len(named) > LISTED)
    return f"there are the benchmarks {told or 'none'}; and the platforms {', '.join(platforms) or 'none'}"


def _called(one: Known) -> tuple[tuple[str, ...], ...]:
    own, language = parts(one.benchmark), one.platform.partition("/")[0]
    return (tuple(map(folded, own)), tuple(folded(without_language(part, language)) for part in own))
