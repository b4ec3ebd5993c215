"""Do the C front-end and the wrapper keep their laws for every input?"""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from made_mutations import check_front_end, find_sources, mutated

from clamh.languages import languages
from clamh.languages.c.checks import find_cpp
from clamh.languages.c.generator import generate
from clamh.model.diagnostics import select_errors
from clamh.model.sources import SourceFile

SOURCE = SourceFile(path="a b.c", language="c", sha256="", benchmarks=True)
REAL = find_sources("c")
PIECES = [
    *"{}()<>;:,&*=\\\"'#@~[]", "\n", "\r\n", "\t", " ", "//", "/*", "*/", "@Benchmark ", "//@@Benchmark\n", "//@@State(Scope.Thread)\n",
    "@Param({\"1\"})", "//@@Setup\n", "//@@Check\n", "//@@AuxCounters\n", "struct ", "union ", "enum ", "typedef ", "static ", "const ", "int ",
    "S ", "f(", "struct S *s)", "(a) int a;", "Blackhole *", "_Generic(", "__attribute__((x)) ", "[static 1]", "#if X\n", "#else\n", "#endif\n",
    "#define M {\n", "#ifdef __cplusplus\n", "namespace x {", "MACRO ", "MACRO(1)\n", "\ufeff", "ä", "\udcff",
]
sources = st.lists(st.sampled_from(PIECES), max_size=60).map(lambda pieces: "".join(pieces).encode("utf-8", "surrogateescape"))
changed = mutated(REAL, [b"{", b"}", b"\"", b"@Benchmark", b"struct "])


@given(st.one_of(st.binary(max_size=200), sources, changed))
def test_the_front_end_never_raises_and_stays_inside_the_file(text: bytes) -> None:
    check_front_end(SOURCE, text)


@given(st.one_of(sources, changed))
def test_what_is_accepted_has_a_wrapper_with_each_registration_once(text: bytes) -> None:
    _, suite, problems = check_front_end(SOURCE, text)
    if select_errors(problems):
        return
    for unit in suite.units:
        wrapper = generate(unit)
        assert generate(unit) == wrapper
        ids = [line.split("(")[1].split(",")[0] for line in wrapper.files[wrapper.entry].splitlines()
               if line.startswith(("CLAMH_CLASS(", "CLAMH_PARAM(", "CLAMH_ENUM_PARAM(", "CLAMH_REPEAT("))]
        assert len(ids) == len(set(ids))
        assert sum(id.startswith("s") for id in ids) == len(unit.states)


@given(st.one_of(st.binary(max_size=200), sources))
def test_a_place_of_cpp_is_in_the_text(text: bytes) -> None:
    found = find_cpp(text)
    assert found is None or 0 <= found[0] < len(text)


def test_the_language_reads_its_own_hazards() -> None:
    assert len(REAL) > 50 and all(Path(path).suffix in languages()["c"].extensions for path in REAL)
