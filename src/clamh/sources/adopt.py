"""paths ─find→ ForeignSource ─render→ text: benchmarks of other tools, and sources with the same code."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace

from clamh.languages import Language, language_of_file, languages
from clamh.languages.adoption import plain_name
from clamh.model.adoption import AdoptedBenchmark, ForeignSource
from clamh.model.diagnostics import Diagnostic
from clamh.model.folders import shorten_path
from clamh.model.sources import Location
from clamh.sources.discover import walk_files

_TEST = re.compile(r"^(test|bench)_(?=.)|_(test|bench)$")


def find_foreign(paths: Iterable[str]) -> tuple[list[ForeignSource], list[Diagnostic]]:
    """The files below `paths` with benchmarks of other tools, in the order of discovery, and unreadable files."""
    sources: list[ForeignSource] = []
    problems: list[Diagnostic] = []
    for path in dict.fromkeys(file for path in paths for file in _list_files(path)):
        language = language_of_file(path)
        if language is None or not language.foreign:
            continue
        try:
            if not os.path.isfile(path):  # opening a pipe would wait for its writer
                continue
            text = Path(path).read_bytes()
        except OSError as error:
            problems.append(
                Diagnostic(code="unreadable",
                           message=f"cannot read '{shorten_path(path)}': {error.strerror}",
                           severity="warning",
                           hint="check its permissions and, if it is a link, its target"))
            continue
        sources += [source for source in _read_file(language, path, text) if source.benchmarks]
    return _separate_names(sources), problems


def find_tools(paths: Iterable[str]) -> list[str]:
    """The titles of the tools whose benchmarks below `paths` CLAMH would have to translate."""
    return list(dict.fromkeys(source.tool for source in find_foreign(paths)[0]
                              if not all(benchmark.runs_as_is for benchmark in source.benchmarks)))


def _separate_names(sources: list[ForeignSource]) -> list[ForeignSource]:
    """Put the name of the file before names that several files of a language have; of equal names in a file, one stays.
    """
    files: dict[tuple[str, str], set[str]] = {}
    for source in sources:
        for benchmark in filter(is_adopted, source.benchmarks):
            files.setdefault((source.language, _spell(benchmark.name)), set()).add(source.path)
    separate = []
    for source in sources:
        seen: set[str] = set()
        benchmarks = []
        for benchmark in source.benchmarks:
            name = benchmark.name
            if is_adopted(benchmark) and len(files[source.language, _spell(name)]) > 1:
                name = f"{_TEST.sub('', Path(source.path).stem)}/{name}"
            again = is_adopted(benchmark) and _spell(name) in seen
            reason = "another benchmark of this file has the same name" if again else benchmark.reason
            seen |= {_spell(name)} if is_adopted(benchmark) else set()
            benchmarks.append(replace(benchmark, name=name, reason=reason))
        separate.append(replace(source, benchmarks=tuple(benchmarks)))
    return separate


def _spell(name: str) -> str:
    return name.replace("_", "").lower()


def name_sibling(source: ForeignSource, folder: str = "") -> str:
    """The path of the source to write: beside the original, or in `folder`."""
    original = Path(source.path)
    name = languages()[source.language].sibling.format(stem=_TEST.sub("", original.stem), suffix=original.suffix)
    return os.path.join(folder or os.path.dirname(source.path), name)


def render_sibling(source: ForeignSource, path: str) -> str:
    """The text of an annotated source with the benchmarks that have a translation; `path` is where it will be."""
    import jinja2

    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True,
                                     keep_trailing_newline=True)
    environment.filters |= {"text": quote_text, "pascal": _pascal, "plain": plain_name}
    origin = os.path.relpath(source.path, os.path.dirname(path) or ".")
    adopted = [benchmark for benchmark in source.benchmarks if is_adopted(benchmark)]
    return environment.from_string(languages()[source.language].sibling_source).render(
        source=source, benchmarks=adopted, origin=re.sub(r"[^ -~]", "?", origin))


def is_adopted(benchmark: AdoptedBenchmark) -> bool:
    """Whether a benchmark has a translation that a sibling contains."""
    return not benchmark.reason and not benchmark.runs_as_is


def quote_text(text: str) -> str:
    """A text as an argument of an annotation, in double quotes."""
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return '"' + "".join(escapes.get(c) or _escape(c) for c in text) + '"'


def _escape(character: str) -> str:
    code = ord(character)
    if character.isprintable() or code > 0xFFFF:  # annotations have no escape for these
        return character
    if 0xD800 <= code <= 0xDFFF:  # half a character, which no source can contain
        return "\\ufffd"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def _read_file(language: Language, path: str, text: bytes) -> Iterator[ForeignSource]:
    for tool in language.foreign:
        if re.search(tool.mark.encode(), text):
            try:
                yield language.find_foreign(tool, path, text)
            except RecursionError:
                yield ForeignSource(path=path,
                                    language=language.id,
                                    tool=tool.title,
                                    benchmarks=(AdoptedBenchmark(name=Path(path).name,
                                                                 location=Location(path=path, line=1),
                                                                 reason="its code is nested too deeply"), ))


def _list_files(path: str) -> Iterator[str]:
    return map(os.path.normpath, walk_files(path) if os.path.isdir(path) else [path])


def _words(name: str) -> list[str]:
    return re.findall(r"[A-Za-z0-9]+", name) or ["benchmark"]


def _pascal(name: str) -> str:
    text = "".join(word[0].upper() + word[1:] for word in _words(name))
    return f"_{text}" if text[0].isdigit() else text
