"""The keys of benchmarks and params, which join implementations across languages (design section 3); other names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

TEMPLATE_ARGUMENTS = re.compile(r"<[^<>]*>")
SEPARATORS = re.compile(r"::|\.|\$|/")
SNAKE_WORDS = (r"[A-Z]*[^A-Z_]+|[A-Z]+", r"[A-Z]+[0-9]*(?![a-z0-9])|[A-Z]?[^A-Z_]+")


def split_name(full_name: str) -> list[str]:
    """The identifiers of a full name, outermost first, without template arguments and an overload's parameters."""
    name, shorter = full_name, TEMPLATE_ARGUMENTS.sub("", full_name.partition("(")[0])
    while shorter != name:
        name, shorter = shorter, TEMPLATE_ARGUMENTS.sub("", shorter)
    return [part for part in SEPARATORS.split(name) if part] or [full_name]


def fold(identifier: str) -> str:
    """An identifier for comparisons: without case and underscores. An identifier of underscores alone is unchanged."""
    return identifier.replace("_", "").casefold() or identifier


def side_name(platform: str, build: str) -> str:
    """The readable name of a side of a contest: the platform, and the build if a run has several."""
    return f"{platform} {build}" if build else platform


def add_build(case_id: str, build: str) -> str:
    """The case id in a named build; "" is the only build of a run."""
    return f"{case_id}-{build}" if build else case_id


def camel_case(identifier: str) -> str:
    """The identifier in camelCase, from any style: put_one, putOne and PutOne become putOne."""
    words = [word for word in identifier.split("_") if word]
    joined = "".join(word[0].upper() + word[1:] for word in words)
    return joined[:1].lower() + joined[1:] if words else identifier


def snake_cases(identifier: str) -> tuple[str, ...]:
    """The identifier in snake_case: put_one, putOne and PutOne become put_one.

    After an acronym a new word may begin: parseJSONFile becomes parse_jsonfile and parse_json_file.
    """
    spellings = ("_".join(re.findall(pattern, identifier)).lower() for pattern in SNAKE_WORDS)
    return tuple(dict.fromkeys(spelling or identifier for spelling in spellings))


def remove_language(identifier: str, language: str) -> str:
    """The identifier without a leading language id, if an underscore or a capital letter follows the id.

    After an id in capitals, a lower case letter must follow the capital: `CRC32` and `GOMAXPROCS` are acronyms.
    """
    head, rest = identifier[:len(language)], identifier[len(language):]
    begins_word = rest[:1].isupper() and (not head.isupper() or rest[1:2].islower())
    if head.casefold() == language.casefold() and rest.strip("_") and (rest[0] == "_" or begins_word):
        return rest
    return identifier


def make_key(full_name: str, language: str, width: int = 1) -> str:
    """The key of a benchmark: the last `width` identifiers of its full name, outermost first, joined by dots."""
    return ".".join(fold(remove_language(part, language)) for part in split_name(full_name)[-width:])


def spell_key(key: str, full_name: str, platform: str) -> str:
    """A readable key, in the spelling of `full_name`, the benchmark's name on `platform` (a platform or language)."""
    language = platform.partition("/")[0]
    spelled = ".".join(remove_language(part, language) for part in split_name(full_name)[-1 - key.count("."):])
    return spelled if ".".join(map(fold, spelled.split("."))) == key else key


ROW_NAME = "name"  # of the column of ParamRows that names the rows, unless a param is called so; -p selects by it


def quote(value: str) -> str:
    """A param's value for a list: in quotes if it is empty, contains a comma, or begins or ends with a space."""
    return f'"{value}"' if not value or "," in value or value != value.strip() else value


def fork_name(fork: int) -> str:
    """The readable name of a fork, counted from 1; forks below 0 are warmup forks."""
    return f"fork {fork + 1}" if fork >= 0 else f"warmup fork {-fork}"


def name_some(names: Sequence[str], most: int, separator: str = ", ") -> str:
    """The first `most` names, and how many follow: a, b and 3 more."""
    return separator.join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def assign_keys(benchmarks: Sequence[tuple[str, str | None]], language: str) -> list[str | None]:
    """The keys of a source's benchmarks: (full name, the name in `Benchmark(name = …)` or None) for each.

    A key of several benchmarks is widened by their classes until it is unique. It is None if it stays ambiguous. A name
    from `Benchmark(name = …)` is never widened.
    """
    widths = [0 if written is not None else 1 for _, written in benchmarks]
    while True:
        candidates = [
            fold(written) if written is not None else make_key(name, language, width)
            for (name, written), width in zip(benchmarks, widths, strict=True)
        ]
        shared = {key for key, count in Counter(candidates).items() if count > 1}
        wider = [
            width + 1 if key in shared and width and width < len(split_name(name)) else width
            for key, width, (name, _) in zip(candidates, widths, benchmarks, strict=True)
        ]
        if wider == widths:
            return [None if key in shared else key for key in candidates]
        widths = wider


def param_key(name: str) -> str:
    """The key of a param or group: its last identifier, folded, without a leading `m_`, `_`, or `m` before a capital.
    """
    last = split_name(name)[-1]
    bare = last
    if last.startswith(("m_", "_")):
        bare = last.partition("_")[2]
    elif last.startswith("m") and last[1:2].isupper():
        bare = last[1:]
    return fold(bare.strip("_") or last)


def param_parts(name: str) -> tuple[str, ...]:
    """The identifiers of a param's name, folded for comparison, outermost first."""
    return (*map(fold, split_name(name)[:-1]), param_key(name))


def is_param_name(written: str, name: str) -> bool:
    """Whether `-p written` is the short, class-qualified or full name of the param with the full name `name`."""
    wanted = param_parts(written)
    return param_parts(name)[-len(wanted):] == wanted
