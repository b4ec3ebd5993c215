"""Does the Go front-end keep its laws for every input?"""

from __future__ import annotations

from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st
from made_mutations import mutated

from clamh.building.generate import generate
from clamh.languages import languages
from clamh.languages.go.frontend import companions
from clamh.model.diagnostics import errors
from clamh.model.sources import SourceFile
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text

GO = languages()["go"]
SOURCE = SourceFile(path="a b.go", language="go", sha256="", benchmarks=True)
GOLDEN = Path(__file__).parents[1] / "golden"
REAL = sorted(path for folder in (GOLDEN / "go" / "hazards", GOLDEN / "misuse") for path in folder.iterdir() if path.suffix == ".go")
PIECES = [
    *"{}()[];:,.*=\\\"'`/@!<>+-&|", "\n", "\r\n", "\t", " ", "//", "/*", "*/", "// @@Benchmark\n", "//@@Benchmark\n", "// @@State(Scope.Benchmark)\n",
    "// @@Param({\"1\"})\n", "// @@Setup\n", "@Benchmark ", "package p\n", "import \"clamh\"\n", "func f", "func (s *S) m", "() ", "(s *S) ", "int ",
    "type S struct {", "type (", "n int\n", "const (", "iota\n", "L S = ", "interface{", "[T any]", "error", "...", "return ", "go ", "ä", "\udcff", "\ufeff",
]
sources = st.lists(st.sampled_from(PIECES), max_size=60).map(lambda all: "".join(all).encode("utf-8", "surrogatepass"))
changed = mutated(REAL, [b"{", b"}", b"`", b"(", b"\"", b"// @@Benchmark\n", b"type", b"["])


@given(st.one_of(st.binary(max_size=200), sources, changed))
@example(b"package p\n" + b"type S struct {" * 3000)
@example(b"func (" * 3000)
@example(b"package p\n// @@Benchmark\nfunc (*) m() {}\n")
@example(b"const (\n\tA = iota\n\tB\n)\n")
def test_the_front_end_never_raises_and_stays_inside_the_file(text: bytes) -> None:
    parsed, problems = parse_text(SOURCE, text, GO)
    for one in parsed.declarations:
        assert 0 <= one.start < one.end <= len(text)
        assert one.body is None or one.start <= one.body <= one.end
        assert 1 <= one.location.line <= text.count(b"\n") + 1
    suite, found = bind([[parsed]])
    for problem in [*problems, *found]:
        assert problem.location is not None and problem.mend
    companions("no/such/folder/x.go", text)
    if suite.units and not errors([*problems, *found]):
        copy = next(text for name, text in generate(suite.units[0]).files.items() if name.startswith("user/"))
        assert copy.count("\n") >= text.count(b"\n")
