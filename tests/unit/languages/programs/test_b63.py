"""Which benchmarks do B63's macros declare, and what completes their program?"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clamh.languages import languages
from clamh.languages.programs import b63
from clamh.languages.programs.libraries import HEADERS, LIBRARY
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Declaration, Parsed, SourceFile
from clamh.sources.bind import bind
from clamh.sources.discover import source_file
from clamh.sources.parse import parse_text


def read(text: str, language: str = "c", path: str = "work.c") -> tuple[Parsed, list[Diagnostic]]:
    source = SourceFile(path=path, language=language, sha256="0", benchmarks=True)
    return parse_text(source, text.encode(), languages()[language])


def benchmarks(text: str, language: str = "c") -> list[Declaration]:
    return [declaration for declaration in read(text, language)[0].declarations if LIBRARY in declaration.facts]


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize(("text", "expected"), [
    ("B63_BENCHMARK(a, n) { }", [("a", 1)]),
    ("int x;\nB63_BASELINE(a, n)\n{\n}\n  B63_BENCHMARK (  b ,\n n ) {", [("a", 2), ("b", 5)]),
    ("// B63_BENCHMARK(a, n) { }\n/* B63_BENCHMARK(a, n) { } */", []),
    ('const char *t = "B63_BENCHMARK(a, n) { }";', []),
    ("#define MAKE(x) B63_BENCHMARK(x, n) { }\n#define TWO \\\nB63_BENCHMARK(a, n) { }\nMAKE(a)", []),
    ("MY_B63_BENCHMARK(a, n) { }", []),
    ("B63_BENCHMARK(a, n);", []),
    ("B63_BENCHMARK(größe, n) { }\nB63_BENCHMARK(a$b, größe) { }\nB63_BASELINE(2way, n$) { }", [("größe", 1), ("a$b", 2), ("2way", 3)]),
    ("int f() { return 1; } B63_BENCHMARK(a, n) { B63_SUSPEND { f(); } } int g() { return 2; }", [("a", 1)]),
])
def test_macros_declare_benchmarks(language: str, text: str, expected: list[tuple[str, int]]) -> None:
    assert [(benchmark.name, benchmark.location.line) for benchmark in benchmarks(text, language)] == expected


def test_name_in_another_encoding_is_read() -> None:
    source = SourceFile(path="work.c", language="c", sha256="0", benchmarks=True)
    parsed, _ = parse_text(source, b"B63_BENCHMARK(gr\xf6\xdfe, n) { }\n", languages()["c"])
    assert [declaration.name for declaration in parsed.declarations] == ["gr\ufffd\ufffde"]


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_other_functions_of_the_file_keep_their_shape(language: str) -> None:
    text = "int f(int x) { return x; }\nB63_BENCHMARK(a, n) { B63_SUSPEND { f(1); } }\nint g(int y) { return y; }\n"
    found = [(declaration.name, declaration.location.line) for declaration in read(text, language)[0].declarations]
    assert found == [("f", 1), ("a", 2), ("g", 3)]


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_annotation_outside_of_a_comment_is_an_error(language: str) -> None:
    _, problems = read("//@@Warmup\n@Fork(2) @Threads(2)\nB63_BASELINE(a, n) { }\n", language)
    assert [(problem.code, problem.location.line, problem.location.column) for problem in problems] == [
        ("b63-annotation", 2, 1), ("b63-annotation", 2, 10)]
    assert [problem.hint for problem in problems] == ["write //@@Fork", b63.HINT]


def test_annotations_add_to_the_macro() -> None:
    parsed, problems = read('//@@Fork(2)\n//@@Benchmark(name = "other")\nB63_BASELINE(a, n) { }\n')
    assert not problems
    suite, problems = bind([[parsed]])
    assert not problems
    (benchmark,) = suite.units[0].benchmarks
    assert (benchmark.key, benchmark.name, benchmark.baseline, benchmark.settings.forks) == ("other", "a", "reference", 2)


def test_condition_is_known() -> None:
    (benchmark,) = benchmarks("#if ON\nB63_BENCHMARK(a, n) { }\n#endif\n")
    assert benchmark.conditional


def test_alternatives_of_a_condition_may_share_a_name() -> None:
    assert read("#if ON\nB63_BENCHMARK(a, n) { }\n#else\nB63_BENCHMARK(a, n) { int x; }\n#endif\n")[1] == []
    (problem,) = read("B63_BENCHMARK(a, n) { }\nB63_BENCHMARK(a, n) { }\n")[1]
    assert (problem.code, problem.location.line) == ("b63-same-name", 2)


@pytest.mark.parametrize("kind", ["B63_BASELINE", "//@@Benchmark(baseline = true)\nB63_BENCHMARK"])
@pytest.mark.parametrize(("text", "severities"), [
    ("#if ON\nKIND(a, n) { }\n#else\nKIND(b, n) { }\n#endif\n", ["warning"]),
    ("#if ON\nKIND(a, n) { }\n#endif\nKIND(b, n) { }\n", ["warning"]),
    ("#if ON\nKIND(a, n) { }\n#endif\nKIND(b, n) { }\nKIND(c, n) { }\n", ["warning", "error"]),
])
def test_condition_may_leave_out_a_second_baseline(kind: str, text: str, severities: list[str]) -> None:
    parsed, problems = read(text.replace("KIND", kind))
    assert not problems
    suite, problems = bind([[parsed]])
    assert [(problem.code, problem.severity) for problem in problems] == [("two-baselines", severity) for severity in severities]
    assert {problem.hint for problem in problems} <= {"make one of them a plain B63_BENCHMARK"}
    assert len(suite.units[0].benchmarks) == 1 + len(severities)


@pytest.mark.parametrize(("name", "text", "benchmark"), [
    ("work.c", "B63_BENCHMARK(a, n) {}", True), ("work.cpp", "  B63_BASELINE(a, n) {}", True), ("b63.h", "#define B63_BENCHMARK(a, n) x", False),
    ("work.c", "B63_BENCHMARKS(a, n) {}", False), ("work.go", "B63_BENCHMARK(a, n) {}", False),
])
def test_discovery_finds_programs(tmp_path: Path, name: str, text: str, benchmark: bool) -> None:
    (tmp_path / name).write_text(text)
    language = next(language.id for language in languages().values() if Path(name).suffix in language.extensions)
    assert source_file(str(tmp_path / name), language).benchmarks == benchmark


def test_generated_file_has_the_settings_and_is_deterministic() -> None:
    bound = "//@@Benchmark(baseline = Baseline.BOUND)\nB63_BENCHMARK(c, n) { }\n"
    parsed, _ = read(f"//@@Fork(2)\nB63_BENCHMARK(a, n) {{ }}\nB63_BENCHMARK(b, n) {{ }}\n{bound}")
    (unit,) = bind([[parsed]])[0].units
    wrapper = languages()["c"].generator.generate(unit)
    assert wrapper == languages()["c"].generator.generate(unit) and list(wrapper.files) == [wrapper.entry]
    text = wrapper.files[wrapper.entry]
    assert '"a",\n    "\\"settings\\":{\\"forks\\":2}",\n    "b",\n    "\\"settings\\":{}",\n' in text and '{\\"work.c\\": \\"0\\"}' in text
    assert '"c",\n    "\\"settings\\":{},\\"baseline\\":\\"bound\\"",\n    0\n' in text


def test_sources_that_mix_both_ways_are_refused() -> None:
    _, problems = read("B63_BENCHMARK(a, n) { }\n//@@Benchmark\nint f(void) { return 1; }\n")
    assert [(problem.code, problem.location.line) for problem in problems] == [("b63-annotation", 2)]


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize(("before", "line"), [
    ('#include "../src/b63.h"\n', 1), ('int x;\n  # include "../include/b63/b63.h"\n', 2), ('#include "../missing/b63.h"\n', None),
    ('#include "../copy/b63.h"\n', None), ('#include "../copy/include/b63/b63.h"\n', None), (f'#include "{HEADERS.parent}/src/b63.h"\n', None),
    ('/*\n#include "../src/b63.h"\n*/\n', None), ('#ifdef ORIGINAL\n#include "../src/b63.h"\n#endif\n', None),
])
def test_header_of_a_clone_of_b63_is_an_error(tmp_path: Path, language: str, before: str, line: int | None) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "b63.h").write_text("#define B63_BENCHMARK(name, n) void name(int n)\n")
    (tmp_path / "include" / "b63").mkdir(parents=True)
    (tmp_path / "include" / "b63" / "b63.h").write_text('#include "../../src/b63.h"\n')
    shutil.copytree(HEADERS, tmp_path / "copy")
    path = str(tmp_path / "examples" / "work.c")
    problems = read(before + "B63_BENCHMARK(a, n) { }\n", language, path)[1]
    assert [(problem.code, problem.location.line) for problem in problems] == ([("b63-header", line)] if line else [])
    assert read(before + "int f(void) { return 1; }\n", language, path)[1] == []  # no program of B63


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize(("runs", "warned"), [
    ("B63_RUN(argc, argv);\nB63_RUN_WITH (\"calls\", argc, argv);", True), ("B63_RUN(argc, argv); // B63_RUN(argc, argv);", False),
    ("if (argc > 1) B63_RUN(argc, argv);\nelse { B63_RUN_WITH(\"calls\", argc, argv); }", False),
    ("\n#if ON\nB63_RUN(argc, argv);\n#else\nB63_RUN_WITH(\"calls\", argc, argv);\n#endif\n", False),
])
def test_second_run_of_a_program_is_a_warning(language: str, runs: str, warned: bool) -> None:
    _, problems = read(f"B63_BENCHMARK(a, n) {{ }}\nint main(int argc, char **argv) {{ {runs} }}\n", language)
    assert [(problem.code, problem.severity, problem.location.line) for problem in problems] == ([("b63-run", "warning", 3)] if warned else [])


def test_second_run_hides_no_error_of_the_file() -> None:
    _, problems = read("B63_BENCHMARK(a, n) { }\nnamespace N { }\nvoid f(void) { B63_RUN(0, 0); B63_RUN(0, 0); }\n")
    assert [problem.code for problem in problems] == ["other-language"]  # in spite of the warning b63-run, which it replaces


@pytest.mark.parametrize(("language", "text"), [("c", "void *malloc(size_t size) { return 0; }\n"), ("cpp", "int read;\n")])
def test_program_may_replace_functions_of_the_c_library(language: str, text: str) -> None:
    assert read(f"{text}B63_BENCHMARK(a, n) {{ }}\n", language)[1] == []
    assert [problem.code for problem in read(f"{text}//@@Benchmark\nint f() {{ return 1; }}\n", language)[1]] == [f"{language}-library-name"]


def test_benchmarks_of_all_files_of_a_program_are_listed() -> None:
    def names(*texts: str) -> list[tuple[str, str]]:
        sources = (SourceFile(path=f"{number}.c", language="c", sha256="0", benchmarks=True) for number in range(len(texts)))
        parsed = [parse_text(source, text.encode(), languages()["c"])[0] for source, text in zip(sources, texts, strict=True)]
        return [(benchmark.name, benchmark.location.path) for benchmark in bind([parsed])[0].units[0].benchmarks]

    part, annotated = "B63_BENCHMARK(part, n) { }\n", "//@@Benchmark\nint plain(void) { return 1; }\n"
    assert names("B63_BASELINE(base, n) { }\n", part) == [("base", "0.c"), ("part", "1.c")]
    assert names("B63_BASELINE(base, n) { }\n", annotated) == [("base", "0.c")] and names(annotated, part) == [("plain", "0.c")]


def test_jemalloc_is_linked_only_for_its_counter() -> None:
    def libraries(text: str) -> tuple[str, ...]:
        (unit,) = bind([[read(text + "\nB63_BENCHMARK(a, n) { }\n")[0]]])[0].units
        return b63.find_libraries(unit)

    assert libraries('#include "../src/counters/jemalloc.h"') == libraries("# include <b63/counters/jemalloc.h>") == ("-ljemalloc",)
    assert libraries('// #include "counters/jemalloc.h"') == libraries('#include "counters/perf_events.h"') == ()
    assert libraries('/*\n#include "counters/jemalloc.h"\n*/') == libraries('#ifdef BYTES\n#include "counters/jemalloc.h"\n#endif') == ()
