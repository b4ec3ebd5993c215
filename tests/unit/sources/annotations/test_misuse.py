from __future__ import annotations

from clamh.languages import languages
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import SourceFile
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text

BASES = """
export class Needs { constructor(n, m = 1) { this.n = n; } }
export class Fine { constructor(n = 1, ...more) {} }
export class Middle extends Needs {}
"""
STATES = """
//@@State(Scope.Benchmark)
class Heir extends Middle { get() { return this.n; } }
//@@State(Scope.Benchmark)
class Own extends Needs { constructor() { super(1); } }
//@@State(Scope.Benchmark)
class Free extends Fine {}
//@@Benchmark
function f(heir, own, free) { return heir.n; }
"""


def problems(*texts: str) -> list[Diagnostic]:
    files = []
    for number, text in enumerate(texts):
        source = SourceFile(path=f"{number}.mjs", language="javascript", sha256="", benchmarks=not number)
        file, errors = parse_text(source, text.encode(), languages()["javascript"])
        assert errors == []
        files.append(file)
    return bind([files])[1]


def test_inherited_constructor_that_needs_arguments_is_reported() -> None:
    for texts in ((STATES + BASES,), (STATES, BASES)):
        (problem,) = problems(*texts)
        assert (problem.code, problem.location.path, problem.location.line) == (
            "javascript-constructor-parameters", "0.mjs", 3)
        assert problem.message == ("Heir inherits the constructor of Needs, which requires arguments, but CLAMH calls it "
                                   "without arguments")
        assert "constructor() { super(…); }` in Heir" in problem.hint
