"""Do real files of large projects go through parse, bind and generate, unchanged outside of the annotations?

The test puts one benchmark and one state into each file, at places it chooses by rules of its own on the text: nothing of
the front-ends takes part in the choice. At least 80 % must be bound; the rest must say why, and where.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import NamedTuple

import pytest
from corpus_archives import ARCHIVES, Archive, sources

from clamh.building.generate import generate
from clamh.languages import languages
from clamh.model.diagnostics import Diagnostic, select_errors
from clamh.model.sources import SourceFile
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text

pytestmark = pytest.mark.language("go", "java", "javascript", "rust")  # whose go, Maven, npm and cargo, with pip, fetch the archives
WANTED = {"classic-level-1.4.1.tgz": 45, "re2-1.21.4.tgz": 60, "node-sass-9.0.0.tgz": 15,
          "guava-33.2.1-jre-sources.jar": 45, "commons-lang3-3.14.0-sources.jar": 35,
          "lodash-4.17.21.tgz": 40, "acorn-8.14.0.tgz": 2, "immutable-4.3.7.tgz": 1, "three-0.170.0.tgz": 57,
          "networkx-3.3-py3-none-any.whl": 45, "docutils-0.21.2-py3-none-any.whl": 5,
          "regex-automata-0.4.9.crate": 12, "hashbrown-0.15.2.crate": 5, "text-v0.14.0.zip": 20, "net-v0.20.0.zip": 20}


# A class that is a state and whose method is defined outside of it has two marks and one line for them.
SEVERAL = re.compile(rb"\n(#define CLAMH_HAS_\w+\n)(?:#define CLAMH_HAS_\w+\n)+#line \d+ [^\n]+\n {26}\n")


class Rules(NamedTuple):
    """Where a language's files get their annotations: before the first match of each, on a line of its own."""

    function: re.Pattern[bytes]
    declared: re.Pattern[bytes]
    benchmark: bytes
    state: bytes
    own_state: bytes  # put before the function's line in a file that has no class
    head: re.Pattern[bytes] = re.compile(rb"#include")  # where it goes: before the first match
    typed: bool = True  # whether a comment gives a parameter its type; else a state of its own has its name for a label


RULES = {
    "cpp": Rules(
        re.compile(rb"(?<=\n)[ ]{0,4}(?!return\b|else\b|new\b|typedef\b|template\b|using\b|friend\b|#)[A-Za-z_][\w:<>,*& ]*[ *&]"
                   rb"(?:\w+::)*\w+\(\)[ ]*(?:const[ ]*)?(?:override[ ]*)?\{"),
        re.compile(rb"(?<=\n)(?<!>\n)[ ]{0,4}(?:class|struct) [^;={}()]*\{"),
        b"//@@Benchmark\n", b"//@@State(Scope.Benchmark)\n", b"//@@State(Scope.Benchmark)\nstruct ClamhState {};\n",
    ),
    "java": Rules(
        re.compile(rb"(?<=\n)    public (?!static\b|abstract\b|class\b|final class\b)[\w<>\[\],.? ]+ \w+\(\)[^;{=]*\{"),
        re.compile(rb"(?<=\n)public (?:final )?class \w[^;=()]*\{"),
        b"@Benchmark\n", b"@State(Scope.Benchmark)\n", b"",
    ),
    "javascript": Rules(  # classes of these projects take arguments, so that none can be a state
        re.compile(rb"(?<=\n)(?:export )?(?:default )?(?:async )?function\*?[ ]+[\w$]+[ ]*\((?P<takes>[\w$, ]*)\)[ ]*\{"),
        re.compile(rb"(?!)"), b"//@@Benchmark\n", b"", b"//@@State(Scope.Benchmark)\nclass ClamhState {}\n",
        re.compile(rb"\A(?!#!)|(?<=\n)"),
    ),
    "python": Rules(
        re.compile(rb"(?<=\n)(?:async )?def \w+\((?P<takes>[\w, ]*)\):[ ]*\n"), re.compile(rb"(?!)"), b"#@@Benchmark\n", b"",
        b"#@@State(Scope.Benchmark)\nclass ClamhState: pass\n", re.compile(rb"\A(?!#!)|(?<=\n)"), typed=False,
    ),
    "rust": Rules(  # structs of these projects borrow or are generic, so that few can be a state; inner attributes come first
        re.compile(rb"(?<=\n)(?:pub(?:\(\w+\))? )?(?:unsafe )?fn \w+\(\)[^{;]*\{"), re.compile(rb"(?!)"), b"//@@Benchmark\n", b"",
        b"//@@State(Scope.Benchmark)\n#[derive(Default)]\nstruct ClamhState;\n",
        re.compile(rb"(?<=\n)(?=(?:pub )?(?:use|mod|fn|struct|enum|const|type) )"),
    ),
    "go": Rules(
        re.compile(rb"(?<=\n)func (?:\(\w+ \*?\w+\) )?(?!init\b|main\b)\w+\(\)[^{\n]*\{"), re.compile(rb"(?<=\n)type \w+ struct ?\{"),
        b"// @@Benchmark\n", b"// @@State(Scope.Benchmark)\n", b"// @@State(Scope.Benchmark)\ntype ClamhState struct{}\n",
        re.compile(rb"(?<=\n)func "),
    ),
}
LABELLED = b"#@@State(Scope.Benchmark)\n#@@StateLabel(\"%b\")\nclass ClamhState%d: pass\n"


class Annotated(NamedTuple):
    """A real file, the same with a benchmark and a state put in, and the line of the benchmark's function."""

    path: str
    original: bytes
    text: bytes
    benchmark_line: int
    language: str


def annotated(path: str, text: bytes, language: str) -> Annotated | None:
    """The file with its annotations, or None when the rules find no place in it."""
    rules = RULES[language]
    function = rules.function.search(text)
    declared = rules.declared.search(text)
    if function is None or (declared is None and not rules.own_state) or b"@Benchmark" in text:
        return None
    puts = {function.start(): rules.benchmark}
    named = [name.strip() for name in function.groupdict().get("takes", b"").split(b",") if name.strip()]
    states = rules.own_state
    if named and not rules.typed:
        if len({name.lower().replace(b"_", b"") for name in named}) < len(named):  # labels that would be one
            return None
        states = b"".join(LABELLED % (name, at) for at, name in enumerate(named))
    elif named:
        puts[function.start()] += b"/** " + b" ".join(b"@param {ClamhState} " + name for name in named) + b" */\n"
    head = rules.head.search(text)
    if declared is None and head is None:
        return None
    place = declared.start() if declared else head.start()
    puts[place] = (rules.state if declared else states) + puts.get(place, b"")
    data, done = b"", 0
    for at in sorted(puts):
        data += text[done:at] + puts[at]
        done = at
    data += text[done:]
    line = data.count(b"\n", 0, data.index(rules.benchmark)) + (3 if named and rules.typed else 2)  # of the function
    return Annotated(path, text, data, line, language)


def chosen(archive: Archive) -> list[Annotated]:
    """The same files every time: drawn by a seed from those in which the rules find places."""
    eligible = [result for path, text in sources(archive) if (result := annotated(path, text, archive.language))]
    return random.Random(7).sample(eligible, WANTED[archive.file])


@pytest.fixture(scope="module")
def corpus() -> list[tuple[Annotated, list[Diagnostic], str | None]]:
    """Every chosen file with what was said about it, and its copy in the wrapper when it was bound."""
    outcome = []
    for item in (result for archive in ARCHIVES for result in chosen(archive)):
        source = SourceFile(path=item.path, language=item.language, sha256="", benchmarks=True)
        parsed, problems = parse_text(source, item.text, languages()[item.language])
        suite, more = bind([[parsed]])
        problems = [*problems, *more]
        copy = None
        if not select_errors(problems):
            (unit,) = suite.units
            places = {(benchmark.location.path, benchmark.location.line) for benchmark in unit.benchmarks}
            assert places == {(item.path, item.benchmark_line)} and unit.states
            wrapper = generate(unit)
            copy = next(text for name, text in wrapper.files.items()
                        if wrapper.names.get(name, name).endswith(item.path.rsplit("/", 1)[-1]))
        outcome.append((item, problems, copy))
    return outcome


def test_there_are_as_many_files_as_wanted() -> None:
    assert sum(WANTED.values()) >= 300 and len(WANTED) >= 3 and set(WANTED) == {archive.file for archive in ARCHIVES}


def test_most_are_bound_and_the_rest_says_where_and_why(
    corpus: list[tuple[Annotated, list[Diagnostic], str | None]]
) -> None:
    reasons = Counter(problem.code for _, problems, copy in corpus if copy is None for problem in select_errors(problems))
    assert sum(copy is not None for _, _, copy in corpus) >= 0.8 * len(corpus), reasons
    for item, problems, copy in corpus:
        if copy is None:
            assert select_errors(problems)
            for problem in select_errors(problems):
                assert problem.location and problem.location.path == item.path and problem.message and problem.hint
                assert problem.location.line <= item.text.count(b"\n") + 1


def test_the_copies_are_the_originals_outside_of_the_annotations(
    corpus: list[tuple[Annotated, list[Diagnostic], str | None]]
) -> None:
    for item, _, copy in corpus:
        if copy is None:
            continue
        text = copy.encode("utf-8", "surrogateescape")
        if item.language == "javascript":  # a shebang becomes a comment, and at the end comes what registers
            original = item.text.removeprefix(b"\xef\xbb\xbf")
            assert text.startswith(b"//" + original[2:] if original.startswith(b"#!") else original), item.path
            continue
        if item.language in ("java", "python"):
            assert text == item.text.removeprefix(b"\xef\xbb\xbf"), item.path
            continue
        if item.language == "rust":
            assert text.startswith(item.text + b"\n"), item.path  # at the end comes what registers
            continue
        if item.language == "go":  # the runtime is imported beside the package clause, and at the end comes what registers
            got = text.partition(b"\n")[2].replace(b"; import clamh_ \"clamh\"", b"", 1).replace(b"\npackage users", b"\npackage main", 1)
            blanked = re.sub(rb"// @@(?:Benchmark|State\(Scope\.Benchmark\))(?=\n)", lambda mark: b" " * len(mark[0]), item.text)
            assert got.startswith(blanked), item.path
            continue
        lines = SEVERAL.sub(rb"\1", text).split(b"\n")
        assert lines[0].startswith(b"#line 1 ")
        kept = [line for line in lines[1:] if not line.startswith(b"#define CLAMH_HAS_")]
        assert len(lines) - 1 - len(kept) == 2, item.path
        assert b"\n".join(line for line in kept if line != b"struct ClamhState {};") == item.original, item.path
