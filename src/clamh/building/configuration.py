"""clamh.toml, which says beside the sources what annotations cannot: platforms, flags, names. Checked, as data."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from clamh.languages import Language, languages
from clamh.model.configuration import NAME, Configuration, Excuse, OwnPlatform, Same, speaks_of
from clamh.model.diagnostics import Diagnostic
from clamh.model.folders import find_above
from clamh.model.settings import OPTIONS, Misspelled, settings
from clamh.model.sources import Location, Settings

OWN_ID = re.compile(r"[\w.+-]+/[\w.+-]+")


def configurations(sources: Iterable[str]) -> tuple[dict[str, Configuration], list[Diagnostic]]:
    """The configuration of each source, an empty one where no clamh.toml is near, and what is wrong in any of them."""
    read: dict[str | None, Configuration] = {None: Configuration()}
    problems: list[Diagnostic] = []
    found = {source: find_above(os.path.dirname(os.path.abspath(source)), NAME) for source in sources}
    for folder in dict.fromkeys(filter(None, found.values())):
        read[folder], wrong = configuration(os.path.join(folder, NAME))
        problems += wrong
    return {source: read[folder] for source, folder in found.items()}, problems


def configuration(path: str) -> tuple[Configuration, list[Diagnostic]]:
    """Read and check one clamh.toml; never raises, whatever stands in it."""
    try:
        text = Path(path).read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except (OSError, ValueError) as error:  # of ValueError: what tomllib and the decoder raise
        line = re.search(r"line (\d+), column (\d+)", str(error))
        at = Location(path=path, line=int(line[1]) if line else 1, column=int(line[2]) if line else 1)
        return Configuration(path=path), [Diagnostic(
            code="bad-configuration", message=f"{NAME} cannot be read: {error}", mend="write TOML 1.0", location=at)]
    reader = _Reader(path, text)
    return reader.read(data), reader.problems


class _Reader:
    """What is found in one file, and what is wrong with it."""

    def __init__(self, path: str, text: str):
        self.path, self.lines = path, text.splitlines()
        self.problems: list[Diagnostic] = []

    def read(self, data: Mapping[str, Any]) -> Configuration:
        known = languages()
        flags, places, sources = {}, {}, {}
        for key, value in data.items():
            if key in known:
                more = ("sources",) if known[key].more_sources else ()
                flags[key] = tuple(self._flags(known[key], value, key, *more))
                sources[key] = tuple(self._sources(known[key], value.get("sources", []) if more and isinstance(value, dict) else []))
                places[key] = self._at(key)
            elif key not in ("platforms", "platform", "same", "differs", "defaults", "baseline"):
                self._problem(self._at(key), f"there is no '{key}' in {NAME}",
                              f"there are platforms, platform, same, differs, defaults, baseline, {', '.join(known)}")
        return Configuration(
            path=self.path, platforms=self._platforms(data), location=self._at("platforms"), flags=flags,
            flags_at=places, sources=sources, own=tuple(self._own(data.get("platform", {}))),
            same=tuple(self._same(data.get("same", {}))), differs=tuple(self._differs(data.get("differs", {}))),
            defaults=self._defaults(data.get("defaults", {})),
            baseline=self._baseline(data), baseline_at=self._at("baseline"))

    def _platforms(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        at, known = self._at("platforms"), languages()
        patterns = self._texts(data.get("platforms", []), at, "platforms")
        for pattern in patterns:
            if not any(speaks_of(pattern, language) for language in known):
                self._problem(at, f"'{pattern}' in platforms is of no language",
                              f"begin it with one of {', '.join(known)}, and a '/'")
        return patterns

    def _baseline(self, data: Mapping[str, Any]) -> str:
        said = data.get("baseline", "")
        if isinstance(said, str) and (said.strip() or "baseline" not in data):
            return said.strip()
        self._problem(self._at("baseline"), "baseline is no name", 'write baseline = "<a benchmark>", or "<language>/*"')
        return ""

    def _same(self, table: Any) -> Iterator[Same]:
        if not isinstance(table, dict):
            self._problem(self._at("same"), "same is no table", "write [same]")
            return
        for name, other in table.items():
            at = self._at(name, "same")
            if isinstance(other, dict):
                self._problem(at, f"'{name}' in [same] is the beginning of a name with a dot", "put the name in quotes")
            elif not isinstance(other, str) or not other.strip() or not name.strip():
                self._problem(at, f"'{name}' in [same] is not given a name",
                              'write "<name>" = "<the name that it has elsewhere>"')
            else:
                yield Same(name=name.strip(), other=other.strip(), location=at)

    def _differs(self, table: Any) -> Iterator[Excuse]:
        if not isinstance(table, dict):
            self._problem(self._at("differs"), "differs is no table", "write [differs]")
            return
        for name, reason in table.items():
            at = self._at(name, "differs")
            if isinstance(reason, dict):
                self._problem(at, f"'{name}' in [differs] is the beginning of a name with a dot", "put the name in quotes")
            elif not isinstance(reason, str) or not reason.strip() or not name.strip():
                self._problem(at, f"'{name}' in [differs] is given no reason",
                              'write <benchmark> = "<why its values differ>"')
            else:
                yield Excuse(name=name.strip(), reason=" ".join(reason.split()), location=at)

    def _defaults(self, table: Any) -> Settings:
        """Options by the command line's names; a number may stand without quotes, modes in a list."""
        if not isinstance(table, dict):
            self._problem(self._at("defaults"), "defaults is no table", "write [defaults]")
            return Settings()
        texts = {}
        for option, value in table.items():
            several = value if isinstance(value, list) else [value]
            if option not in OPTIONS:
                self._problem(self._at(option, "defaults"), f"[defaults] has no '{option}'", f"there are {', '.join(OPTIONS)}")
            elif not several or any(isinstance(one, bool) or not isinstance(one, int | str) for one in several):
                self._problem(self._at(option, "defaults"), f"{option} in [defaults] is neither a whole number nor a text",
                              f'write {option} = "…", as on the command line')
            else:
                texts[option] = ",".join(map(str, several))

        def wrong(option: str, error: Misspelled) -> None:
            example = f' {option} = "{error.example}"' if error.example else ""
            self._problem(self._at(option, "defaults"), f"{option} in [defaults]: {error}", error.mend + example)

        return settings(texts, wrong)

    def _own(self, tables: Any) -> Iterator[OwnPlatform]:
        known = languages()
        if not isinstance(tables, dict):
            self._problem(self._at("platform"), "platform is no table", 'write [platform."<language>/<name>"]')
            return
        for id_, table in tables.items():
            at = self._at(id_, "platform")
            language = known.get(id_.split("/")[0])
            if language is None or not OWN_ID.fullmatch(id_) or not isinstance(table, dict):
                self._problem(at, f"'{id_}' is no platform's name", 'write [platform."<language>/<name>"], with a '
                              f"language of {', '.join(known)}, and letters, digits, '.', '+', '-' in its name")
                continue
            of, program = table.get("of"), table.get("program")
            said = [one for one in (of, program) if one is not None]
            if len(said) != 1 or not isinstance(said[0], str) or not said[0]:
                self._problem(at, f"{id_} does not say what it is", 'give it either program = "<path>", or '
                              'of = "<another platform>"')
                continue
            if of is not None and of.split("/")[0] != language.id:
                self._problem(self._at("of", id_), f"{id_} cannot be of {of}, which is of another language",
                              f"name a platform that begins with {language.id}/")
                continue
            rest = {key: value for key, value in table.items() if key not in ("of", "program")}
            flags = tuple(self._flags(language, rest, id_, "of", "program"))
            yield OwnPlatform(id=id_, location=at, of=of or "", program=self._program(program or ""), flags=flags)

    def _flags(self, language: Language, table: Any, where: str, *others: str) -> Iterator[str]:
        if not isinstance(table, dict):
            self._problem(self._at(where), f"{where} is no table", f"write [{where}]")
            return
        for key, value in table.items():
            at = self._at(key, where)
            if key == "sources" and key in others:
                continue
            if key not in language.flags:
                self._problem(at, f"{where} has no '{key}'", f"there are {', '.join((*others, *language.flags))}")
                continue
            if key in language.flag_files:
                yield from map(language.flags[key].format, self._files(value, at, key))
                continue
            form, meant = language.flag_forms.get(key, ("", ""))
            for text in self._texts([value] if isinstance(value, str) else value, at, key):
                if form and not re.fullmatch(form, text):
                    self._problem(at, f"'{text}' in {key} is not {meant.partition(', ')[0]}", f"write {meant}")
                    continue
                yield language.flags[key].format(self._placed(text, language))

    def _sources(self, language: Language, patterns: Any) -> Iterator[str]:
        at, allowed = self._at("sources", language.id), (*language.extensions, *language.also_compiles)
        for file in self._files(patterns, at, "sources"):
            if Path(file).suffix in allowed:
                yield file
            else:
                self._problem(at, f"'{Path(file).name}' in sources is no file that {language.title} compiles", f"name files that end in {', '.join(allowed)}")

    def _files(self, patterns: Any, at: Location, key: str) -> Iterator[str]:
        """The files that some paths and patterns such as src/*.cpp mean, which are relative to this one."""
        folder = Path(self.path).parent
        for pattern in self._texts([patterns] if isinstance(patterns, str) else patterns, at, key):
            found = [folder / pattern]
            if any(char in pattern for char in "*?[") and not Path(pattern).is_absolute():
                found = sorted(folder.glob(pattern))
            files = [one for one in found if one.is_file()]
            if not files:
                self._problem(at, f"'{pattern}' in {key} is no file", "write a path that is relative to this file")
            yield from map(os.path.abspath, files)

    def _texts(self, values: Any, at: Location, key: str) -> tuple[str, ...]:
        if isinstance(values, list) and all(isinstance(one, str) and one and "\0" not in one for one in values):
            return tuple(values)
        self._problem(at, f"{key} is no list of texts", f'write {key} = ["…", "…"]')
        return ()

    def _placed(self, flag: str, language: Language) -> str:
        """A path in a flag is relative to the file, when it is there: a compiler is started elsewhere."""
        for prefix in (*language.flag_paths, "") if language.flag_paths else ():
            path = flag.removeprefix(prefix)
            if flag.startswith(prefix) and path and not path.startswith("-") and (Path(self.path).parent / path).exists():
                return prefix + str((Path(self.path).parent / path).absolute())
        return flag

    def _program(self, written: str) -> str:
        """A path is relative to the file; a plain name is looked for on PATH."""
        if "/" not in written:
            return written
        return str(Path(self.path).parent / Path(written).expanduser())

    def _at(self, key: str, within: str = "") -> Location:
        """The first line that gives `key`, after the one that gives `within`; tomllib tells no places."""
        start = self._at(within).line - 1 if within else 0
        name = re.escape(key)
        header = re.compile(rf"^\s*\[+(?:[^\]=]*[\s.])?['\"]?({name})['\"]?\s*[\].]")
        pair = re.compile(rf"(?:^|[\s{{.,'\"])({name})['\"]?\s*[=.]")
        for number, line in enumerate(self.lines[start:], start + 1):
            if not line.lstrip().startswith("#") and (match := header.search(line) or pair.search(line)):
                return Location(path=self.path, line=number, column=match.start(1) + 1)
        return Location(path=self.path, line=start + 1)

    def _problem(self, at: Location, message: str, mend: str) -> None:
        self.problems.append(Diagnostic(code="bad-configuration", message=message, mend=mend, location=at))
