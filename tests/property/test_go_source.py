"""Does the Go front-end keep its laws for every input?"""

from __future__ import annotations


from hypothesis import example, given
from hypothesis import strategies as st
from made_mutations import check_front_end, find_sources, mutated

from clamh.building.generate import generate
from clamh.languages.go.frontend import find_companions
from clamh.model.diagnostics import select_errors
from clamh.model.sources import SourceFile

SOURCE = SourceFile(path="a b.go", language="go", sha256="", benchmarks=True)
REAL = find_sources("go")
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
    _, suite, problems = check_front_end(SOURCE, text)
    find_companions("no/such/folder/x.go", text)
    if suite.units and not select_errors(problems):
        copy = next(text for name, text in generate(suite.units[0]).files.items() if name.startswith("user/"))
        assert copy.count("\n") >= text.count(b"\n")
