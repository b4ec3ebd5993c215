"""clamh.toml says beside the sources what annotations cannot: platforms, flags, names. This module checks it and
returns data.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from clamh.languages import Language, languages
from clamh.model.configuration import NAME, Configuration, Excuse, OwnPlatform, Same, may_match
from clamh.model.diagnostics import Diagnostic
from clamh.model.folders import find_above
from clamh.model.settings import OPTIONS, Misspelled, parse_settings
from clamh.model.sources import Location, Settings

OWN_ID = re.compile(r"[\w.+-]+/[\w.+-]+")


def configurations(sources: Iterable[str]) -> tuple[dict[str, Configuration], list[Diagnostic]]:
    """The configuration of each source, empty where no clamh.toml is near, and the problems in all of them."""
    by_folder: dict[str | None, Configuration] = {None: Configuration()}
    problems: list[Diagnostic] = []
    folders = {source: find_above(os.path.dirname(os.path.abspath(source)), NAME) for source in sources}
    for folder in dict.fromkeys(filter(None, folders.values())):
        by_folder[folder], wrong = read_configuration(os.path.join(folder, NAME))
        problems += wrong
    return {source: by_folder[folder] for source, folder in folders.items()}, problems


def read_suites(folders: Iterable[str]) -> dict[str, Configuration]:
    """The configuration in each folder of a suite (Artifact.folder), empty where it has none; its problems are ignored.
    """
    return {folder: read_configuration(os.path.join(folder, NAME))[0] for folder in set(folders)}


def read_configuration(path: str) -> tuple[Configuration, list[Diagnostic]]:
    """Read and check one clamh.toml; never raises, whatever the file contains."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
        data = tomllib.loads(text)
    except (OSError, ValueError, RecursionError) as error:  # tomllib and the decoder raise ValueErrors
        line = re.search(r"line (\d+), column (\d+)", str(error))
        at = Location(path=path, line=int(line[1]) if line else 1, column=int(line[2]) if line else 1)
        hint = "check who may read it" if isinstance(error, OSError) else "write TOML 1.0"
        return Configuration(path=path), [Diagnostic(
            code="bad-configuration", message=f"cannot read {NAME}: {error}", hint=hint, location=at)]
    reader = _Reader(path, text)
    return reader.read(data), reader.problems


class _Reader:
    """Reads a file, and collects the problems in it."""

    def __init__(self, path: str, text: str):
        self.path, self.lines = path, text.splitlines()
        self.problems: list[Diagnostic] = []

    def read(self, data: Mapping[str, Any]) -> Configuration:
        known = languages()
        flags, places, sources = {}, {}, {}
        for key, value in data.items():
            if key in known:
                extra_keys = ("sources",) if known[key].more_sources else ()
                flags[key] = tuple(self._flags(known[key], value, key, *extra_keys))
                patterns = value.get("sources", []) if extra_keys and isinstance(value, dict) else []
                sources[key] = tuple(self._find_sources(known[key], patterns))
                places[key] = self._find_line(key)
            elif key not in ("platforms", "platform", "same", "differs", "defaults", "baseline"):
                self._add_problem(self._find_line(key), f"{NAME} has no key '{key}'",
                              f"keys: platforms, platform, same, differs, defaults, baseline, {', '.join(known)}")
        same = self._texts(data, "same", "second name", 'write "<name>" = "<its name in other languages>"')
        differs = self._texts(data, "differs", "reason", 'write <benchmark> = "<why its values differ>"')
        return Configuration(
            path=self.path, platforms=self._platforms(data), location=self._find_line("platforms"), flags=flags,
            flags_at=places, sources=sources, own=tuple(self._own_platforms(data.get("platform", {}))),
            same=tuple(Same(name=name, other_name=text.strip(), location=at) for name, text, at in same),
            differs=tuple(Excuse(name=name, reason=" ".join(text.split()), location=at) for name, text, at in differs),
            defaults=self._defaults(data.get("defaults", {})),
            baseline=self._baseline(data), baseline_at=self._find_line("baseline"))

    def _platforms(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        at, known = self._find_line("platforms"), languages()
        patterns = self._check_texts(data.get("platforms", []), at, "platforms")
        for pattern in patterns:
            if not any(may_match(pattern, language) for language in known):
                self._add_problem(at, f"'{pattern}' in platforms names no language",
                              f"begin it with one of {', '.join(known)}, and a '/'")
        return patterns

    def _baseline(self, data: Mapping[str, Any]) -> str:
        name = data.get("baseline", "")
        if isinstance(name, str) and (name.strip() or "baseline" not in data):
            return name.strip()
        self._add_problem(self._find_line("baseline"), "baseline is not a name",
                          'write baseline = "<a benchmark>", or "<language>/*"')
        return ""

    def _texts(self, data: Mapping[str, Any], table: str, lacks: str, hint: str) -> Iterator[tuple[str, str, Location]]:
        """The names of a table with their texts and places; `lacks` and `hint` are for a name without a text."""
        texts = data.get(table, {})
        if not isinstance(texts, dict):
            self._add_problem(self._find_line(table), f"{table} is not a table", f"write [{table}]")
            return
        for name, text in texts.items():
            at = self._find_line(name, table)
            if isinstance(text, dict):
                self._add_problem(at, f"'{name}' in [{table}] is only the part of a name before a dot",
                                  "put the name in quotes")
            elif not isinstance(text, str) or not text.strip() or not name.strip():
                self._add_problem(at, f"'{name}' in [{table}] has no {lacks}", hint)
            else:
                yield name.strip(), text, at

    def _defaults(self, table: Any) -> Settings:
        """Options by their names on the command line; a number needs no quotes, and modes may be a list."""
        if not isinstance(table, dict):
            self._add_problem(self._find_line("defaults"), "defaults is not a table", "write [defaults]")
            return Settings()
        texts = {}
        for option, value in table.items():
            values = value if isinstance(value, list) else [value]
            if option not in OPTIONS:
                self._add_problem(self._find_line(option, "defaults"), f"[defaults] has no option '{option}'",
                                  f"options: {', '.join(OPTIONS)}")
            elif not values or any(isinstance(item, bool) or not isinstance(item, int | str) for item in values):
                self._add_problem(self._find_line(option, "defaults"),
                                  f"{option} in [defaults] is neither an integer nor a string",
                                  f'write {option} = "…", as on the command line')
            else:
                texts[option] = ",".join(map(str, values))

        def wrong(option: str, error: Misspelled) -> None:
            example = f' {option} = "{error.example}"' if error.example else ""
            self._add_problem(self._find_line(option, "defaults"), f"{option} in [defaults]: {error}",
                              error.hint + example)

        return parse_settings(texts, wrong)

    def _own_platforms(self, tables: Any) -> Iterator[OwnPlatform]:
        known = languages()
        if not isinstance(tables, dict):
            self._add_problem(self._find_line("platform"), "platform is not a table",
                              'write [platform."<language>/<name>"]')
            return
        for platform_id, table in tables.items():
            at = self._find_line(platform_id, "platform")
            language = known.get(platform_id.split("/")[0])
            if language is None or not OWN_ID.fullmatch(platform_id) or not isinstance(table, dict):
                self._add_problem(
                    at, f"'{platform_id}' is not a platform name",
                    'write [platform."<language>/<name>"]; the language is one '
                    f"of {', '.join(known)}; the name has letters, digits, '.', '+' and '-'")
                continue
            base, program = table.get("of"), table.get("program")
            sources = [source for source in (base, program) if source is not None]
            if len(sources) != 1 or not isinstance(sources[0], str) or not sources[0]:
                self._add_problem(at, f"{platform_id} has no program",
                                  'add program = "<path>", or of = "<another platform>"')
                continue
            if base is not None and base.split("/")[0] != language.id:
                self._add_problem(self._find_line("of", platform_id),
                                  f"{platform_id} cannot use {base}, which is of another language",
                                  f"name a platform that begins with {language.id}/")
                continue
            rest = {key: value for key, value in table.items() if key not in ("of", "program")}
            flags = tuple(self._flags(language, rest, platform_id, "of", "program"))
            yield OwnPlatform(id=platform_id, location=at, of=base or "", program=self._program(program or ""),
                              flags=flags)

    def _flags(self, language: Language, table: Any, where: str, *other_keys: str) -> Iterator[str]:
        if not isinstance(table, dict):
            self._add_problem(self._find_line(where), f"{where} is not a table", f"write [{where}]")
            return
        for key, value in table.items():
            at = self._find_line(key, where)
            if key == "sources" and key in other_keys:
                continue
            if key not in language.flags:
                self._add_problem(at, f"{where} has no key '{key}'",
                                  f"keys: {', '.join((*other_keys, *language.flags))}")
                continue
            if key in language.flag_files:
                yield from map(language.flags[key].format, self._find_files(value, at, key))
                continue
            form, example = language.flag_forms.get(key, ("", ""))
            for text in self._check_texts([value] if isinstance(value, str) else value, at, key):
                match = re.fullmatch(form, text) if form else None
                if form and (match is None or not _is_toml_line(match.groupdict().get("toml"))):
                    self._add_problem(at, f"'{text}' in {key} is not {example.partition(', ')[0]}", f"write {example}")
                    continue
                yield language.flags[key].format(self._resolve_flag(text, language))

    def _find_sources(self, language: Language, patterns: Any) -> Iterator[str]:
        at, allowed = self._find_line("sources", language.id), (*language.extensions, *language.also_compiles)
        for file in self._find_files(patterns, at, "sources"):
            if Path(file).suffix in allowed:
                yield file
            else:
                self._add_problem(at, f"'{Path(file).name}' in sources is not a file that {language.title} compiles",
                                  f"name files that end in {', '.join(allowed)}")

    def _find_files(self, patterns: Any, at: Location, key: str) -> Iterator[str]:
        """The files that paths and patterns such as src/*.cpp mean, relative to this file."""
        folder = Path(self.path).parent
        for pattern in self._check_texts([patterns] if isinstance(patterns, str) else patterns, at, key):
            paths = [folder / pattern]
            if any(char in pattern for char in "*?[") and not Path(pattern).is_absolute():
                try:
                    paths = sorted(folder.glob(pattern))
                except ValueError:  # "**" within a name
                    paths = []
            files = [path for path in paths if path.is_file()]
            if not files:
                self._add_problem(at, f"there is no file '{pattern}', named in {key}",
                                  "write a path relative to this file")
            yield from map(os.path.abspath, files)

    def _check_texts(self, values: Any, at: Location, key: str) -> tuple[str, ...]:
        if isinstance(values, list) and all(isinstance(text, str) and text and "\0" not in text for text in values):
            return tuple(values)
        self._add_problem(at, f"{key} is not a list of strings", f'write {key} = ["…", "…"]')
        return ()

    def _resolve_flag(self, flag: str, language: Language) -> str:
        """The flag with an absolute path, if the path exists relative to the file: a compiler runs in another folder.
        """
        for prefix in (*language.flag_paths, "") if language.flag_paths else ():
            path = flag.removeprefix(prefix)
            beside = Path(self.path).parent / path
            if flag.startswith(prefix) and path and not path.startswith("-") and os.path.exists(beside):
                return prefix + str(beside.absolute())
        return flag

    def _program(self, program: str) -> str:
        """A path is relative to the file; a plain name is searched on PATH."""
        if "/" not in program:
            return program
        return str(Path(self.path).parent / os.path.expanduser(program))

    def _find_line(self, key: str, within: str = "") -> Location:
        """The first line that sets `key`, after the line that sets `within`; tomllib reports no places."""
        start = self._find_line(within).line - 1 if within else 0
        name = re.escape(key)
        header = re.compile(rf"^\s*\[+(?:[^\]=]*[\s.])?['\"]?({name})['\"]?\s*[\].]")
        pair = re.compile(rf"(?:^|[\s{{.,'\"])({name})['\"]?\s*[=.]")
        for number, line in enumerate(self.lines[start:], start + 1):
            if not line.lstrip().startswith("#") and (match := header.search(line) or pair.search(line)):
                return Location(path=self.path, line=number, column=match.start(1) + 1)
        return Location(path=self.path, line=start + 1)

    def _add_problem(self, at: Location, message: str, hint: str) -> None:
        self.problems.append(Diagnostic(code="bad-configuration", message=message, hint=hint, location=at))


def _is_toml_line(text: str | None) -> bool:
    """Whether a text gives a single key a value; None, the text of a group without a match, is nothing to check."""
    try:
        return text is None or len(tomllib.loads(text)) == 1
    except (ValueError, RecursionError):
        return False
