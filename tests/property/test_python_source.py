"""Does the Python front-end keep its laws for every input?"""

from __future__ import annotations


from hypothesis import example, given
from hypothesis import strategies as st
from made_mutations import check_front_end, find_sources, mutated

from clamh.languages import languages
from clamh.languages.python.imports import named_files
from clamh.languages.python.source_copy import copy_source
from clamh.model.sources import SourceFile
from clamh.sources.annotations.scan import scan
from clamh.sources.parse import parse_text

PYTHON = languages()["python"]
SOURCE = SourceFile(path="a b.py", language="python", sha256="", benchmarks=True)
REAL = find_sources("python")
PIECES = [
    *"{}()[];:,.*=\\\"'`/#@?!<>+-%~^&|", "\n", "\n    ", "\n\t", "\r\n", " ", "#@@", '"""', "'''", "f\"{", "rb'", "\\\n", "->", ":=", "**",
    "@Benchmark ", "#@@Benchmark\n", "#@@State(Scope.Benchmark)\n", "#@@Param(", "@Param({\"1\"})", "#@@StateLabel(\"a\")\n", "@a.Benchmark\n",
    "class A:\n", "class ", "def ", "async def f(a, b=1, *c, **d): ", "lambda: ", "yield ", "return ", "import a.b as c\n", "from . import Benchmark\n",
    "from .a import (b as c,\n d)\n", "if a:\n", "try:\n", "else:\n", "with a as b:\n", "match a:\n", "case b:\n", "self", "a: Optional[B] = 1\n",
    "# coding: latin-1\n", "A", "b", "1", "0x", "#!x", "\ufeff", "ä", "\udcff", "\u2028", "\0",
]
sources = st.lists(st.sampled_from(PIECES), max_size=60).map(lambda all: "".join(all).encode("utf-8", "surrogatepass"))
# Text that no quoting ends and that looks like annotations.
QUOTED = st.lists(st.sampled_from(["@Benchmark", "#@@Benchmark", "@State(Scope.Benchmark)", "class A: pass", "(", "{", " ", "a", "#"]),
                  max_size=6).map("".join)
changed = mutated(REAL, [b":", b"\n", b"    ", b"\"\"\"", b"'", b"(", b"\\", b"@Benchmark"])


@given(st.one_of(st.binary(max_size=200), sources, changed))
@example(b"x\\")
@example(b"#@@Benchmark\ndef f(): return " + b"(" * 3000 + b"yield")
@example(b"#@@Benchmark\n" + b"".join(b" " * at + b"if a:\n" for at in range(300)) + b" " * 300 + b"def f(): yield\n")
@example(b"lambda: " * 3000)
def test_the_front_end_never_raises_and_stays_inside_the_file(text: bytes) -> None:
    check_front_end(SOURCE, text)
    named_files(SOURCE.path, text)


@given(st.one_of(sources, changed))
def test_what_python_gets_has_the_lines_and_columns_of_the_file(text: bytes) -> None:
    parsed, _ = parse_text(SOURCE, text, PYTHON)
    copy, whole = copy_source(text, parsed.annotations), copy_source(text, ())
    assert len(copy) == len(whole)
    assert all(text == other or text == " " for text, other in zip(copy, whole, strict=True))


@given(st.lists(QUOTED, min_size=4, max_size=4), st.sampled_from([b"\n", b"\r\n"]), st.sampled_from([b"", b"r", b"f", b"Rb"]))
def test_nothing_in_literals_and_comments_is_an_annotation(texts: list[str], line: bytes, prefix: bytes) -> None:
    data, two, three, four = (text.encode() for text in texts)
    if prefix == b"f":
        data, two, three, four = (text.replace(b"{", b"{{") for text in (data, two, three, four))
    file = line.join([
        b"a = " + prefix + b"\"" + data + b"\", '" + two + b"', \"\"\"" + three + line + b"@Benchmark" + line + b"'\"\"\"",
        b"b = '''" + four + b"\"" + line + b"#@@Benchmark" + line + b"'''; c = a @ b  # " + two,
        b"#@@Benchmark",
        b"def real(): return " + prefix + b"'\\'" + three + b"' # " + four,
    ])
    annotations, problems = scan(file, PYTHON.lexer, SOURCE.path)
    assert [(annotation.name, annotation.location.line) for annotation in annotations] == [("Benchmark", 7)] and not problems
    parsed, problems = parse_text(SOURCE, file, PYTHON)
    assert [declaration.name for declaration in parsed.declarations if declaration.annotations] == ["real"] and not problems
