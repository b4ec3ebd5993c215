"""Bound sources for tests of one annotation, in a language that has built the whole table."""

from __future__ import annotations

import msgspec

from clamh.languages import INJECTED, language_of_file
from clamh.model.sources import SourceFile
from clamh.sources.annotations.sources import Sources
from clamh.sources.annotations.states import bind_states
from clamh.sources.annotations.table import MODES, TABLE
from clamh.sources.parse import parse_text

# The smallest source whose benchmark has two cases.
TWO_VALUES = """//@@State(Scope.Thread)
struct Input {
    //@@Param({"1", "2"})
    int n;
};
//@@Benchmark
int one(Input &input) { return input.n; }
"""


def sources(*texts: str, path: str = "x.cpp") -> Sources:
    """The texts as one unit's files, their states bound."""
    language = language_of_file(path)
    assert language is not None
    complete = msgspec.structs.replace(
        language, annotations=tuple(TABLE), levels=("Trial", "Iteration", "Invocation"), injected=INJECTED,
        modes=tuple(MODES.values()), scopes=("Benchmark", "Group", "Thread"))
    files = []
    for number, text in enumerate(texts):
        file = SourceFile(path=f"{number or ''}{path}", language=language.id, sha256="", benchmarks=not number)
        parsed, problems = parse_text(file, text.encode(), language)
        assert problems == []
        files.append(parsed)
    found = Sources(files, complete)
    bind_states(found)
    return found


def codes(of: Sources) -> list[str]:
    """The codes of its problems, in the order of the file."""
    return [problem.code for problem in sorted(of.problems, key=lambda diagnostic: (diagnostic.location.line, diagnostic.location.column))]
