"""Which benchmarks of other tools are adopted, how their sources look, and why the others are not?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.sources.adopt import find_foreign, find_tools, is_adopted, name_sibling, quote_text, render_sibling

GOLDEN = Path(__file__).parents[2] / "golden" / "adopt"
TOOLS = ("google_benchmark", "pytest_benchmark", "go", "criterion", "divan", "mitata", "jmh")


def adopt(folder: Path) -> str:
    """Each benchmark with what becomes of it, and each source that is written."""
    sources, problems = find_foreign([str(folder)])
    assert problems == []
    lines = []
    for source in sources:
        lines += [
            f"{Path(source.path).name}:{benchmark.location.line}: {benchmark.name}: "
            f"{benchmark.reason or ('as it is' if benchmark.runs_as_is else 'adopted')}"
            for benchmark in source.benchmarks
        ]
        if any(map(is_adopted, source.benchmarks)):
            path = name_sibling(source)
            lines += [f"---- {Path(path).name}", render_sibling(source, path)]
    return "\n".join(lines) + "\n"


def reasons(folder: Path, name: str, text: str) -> list[str]:
    """The reasons of the benchmarks in a file of this text; "" for an adopted one."""
    (folder / name).write_text(text, encoding="utf-8")
    return [benchmark.reason for source in find_foreign([str(folder)])[0] for benchmark in source.benchmarks]


@pytest.mark.parametrize("tool", TOOLS)
def test_adopted_sources_are_the_approved_ones(tool: str, golden) -> None:  # noqa: ANN001
    golden(f"adopt/{tool}.txt", adopt(GOLDEN / tool))


CPP = "#include <benchmark/benchmark.h>\nvoid BM_F(benchmark::State& s) {{ {} }}\nBENCHMARK(BM_F){};\n"
PYTHON = "import pytest\n{}def test_f(benchmark{}):\n    {}\n"
GO = "package p\nimport \"testing\"\nfunc BenchmarkF(b *testing.B) {{\n{}\n}}\n"
RUST = "use criterion::*;\nfn f(c: &mut Criterion) {{\n{}\n}}\n"


@pytest.mark.parametrize(("name", "text", "reason"), [
    ("a.cpp", CPP.format("for (auto _ : s) { s.PauseTiming(); }", ""), "line 2 uses s.PauseTiming"),
    ("a.cpp", CPP.format("for (auto _ : s) { s.SetIterationTime(1); }",
                         "->UseManualTime()"), "line 3 registers it with UseManualTime"),
    ("a.cpp", CPP.format("for (auto _ : s) {}", "->Arg(N)"), "'N' in line 3 is not a number that CLAMH can compute"),
    ("a.cpp", CPP.format("for (auto _ : s) {}", "->Threads(2)"), "line 3 registers it with Threads"),
    ("a.cpp", CPP.format("for (auto _ : s) { if (s.range(0)) break; }",
                         "->Arg(1)"), "line 2 has 'break;' in the measured loop"),
    ("a.cpp", CPP.format("auto f = [] {}; for (auto _ : s) f();",
                         ""), "line 2 declares 'f' with auto, and its type is not written there"),
    ("a.cpp", CPP.format("for (auto _ : s) { int x = 1; benchmark::DoNotOptimize(x); x++; }",
                         ""), "line 2 hides the value of 'x', which later code uses"),
    ("a.py", PYTHON.format("", ", tmp_path", "benchmark(str, tmp_path)"),
     "it needs the fixture 'tmp_path', which this file does not define"),
    ("a.py", PYTHON.format("", "", "benchmark.pedantic(f, setup=g)"), "it uses 'setup' of benchmark.pedantic"),
    ("a.py", PYTHON.format("@pytest.mark.skip\n", "", "benchmark(f)"), "it has the decorator @pytest.mark.skip"),
    ("a.py", PYTHON.format("@pytest.mark.parametrize('n', g())\n", ", n", "benchmark(f, n)"),
     "the values of its parametrize are not a list of constants in this file"),
    ("a.py", PYTHON.format("", "", "for _ in x: benchmark(f)"), "it calls 'benchmark' inside another statement"),
    ("a_test.go", GO.format("for i := 0; i < b.N; i++ { b.StopTimer() }"), "line 4 uses b.StopTimer"),
    ("a_test.go", GO.format("x := other.New()\nfor range b.N { use(x) }"),
     "a field needs the type of 'x', which is not written where it is set"),
    ("a_test.go", GO.format("helper(b, 3)"), "it passes b on to another function"),
    ("a_test.go", GO.format("defer f()\nfor range b.N { g() }"), "line 4 has a defer statement"),
    ("a.rs", RUST.format("c.bench_function(\"f\", |b| b.iter_custom(|n| g(n)));"), "it uses iter_custom"),
    ("a.rs", RUST.format("let x = g();\nc.bench_function(\"f\", |b| b.iter(|| h(&x)));"),
     "a field needs the type of 'x', which line 3 does not write"),
    ("a.rs", "#[divan::bench(threads)]\nfn f() {}\n", "its attribute has threads"),
    ("a.mjs", "import { bench } from 'mitata';\nlet n = 1;\nif (n) { bench('f', () => n); }\n",
     "line 3 defines it inside 'if'"),
])
def test_refusals_name_the_construct(name: str, text: str, reason: str, tmp_path: Path) -> None:
    assert reasons(tmp_path, name, text) == [reason]


def test_a_range_has_the_values_that_the_tool_itself_uses(tmp_path: Path) -> None:
    text = CPP.format("for (auto _ : s) { f(s.range(0)); }",
                      "->RangeMultiplier(2)->Range(1, 1 << 3)->DenseRange(20, 24, 2)->Arg(8)")
    assert reasons(tmp_path, "a.cpp", text) == [""]
    (source,), _ = find_foreign([str(tmp_path)])
    assert source.benchmarks[0].params[0].values == ("1", "2", "4", "8", "20", "22", "24")


def test_a_variable_that_the_loop_changes_stays_in_the_state(tmp_path: Path) -> None:
    assert reasons(tmp_path, "a_test.go", GO.format("n := 0\nfor range b.N { n += 2 }")) == [""]
    (source,), _ = find_foreign([str(tmp_path)])
    assert source.benchmarks[0].body == ("input.n += 2",)


def test_equal_names_of_two_files_get_the_name_of_the_file(tmp_path: Path) -> None:
    for name in ("one.py", "two.py"):
        reasons(tmp_path, name, PYTHON.format("", "", "benchmark(f)"))
    assert [source.benchmarks[0].name for source in find_foreign([str(tmp_path)])[0]] == ["one/f", "two/f"]


def test_what_uses_the_tool_itself_is_refused_with_its_name(tmp_path: Path) -> None:
    text = "#include <benchmark/benchmark.h>\nvoid keep(int x) { benchmark::DoNotOptimize(x); }\n"
    assert reasons(tmp_path, "a.cpp", text + CPP.format("for (auto _ : s) keep(1);", "")) == [
        "it uses 'keep', which uses Google Benchmark itself"]


def test_hostile_names_stay_data(tmp_path: Path) -> None:
    folder = tmp_path / "a b\n$(touch x)"
    folder.mkdir()
    text = "import { bench } from 'mitata';\nbench('a\"\\n*/ {{ x }}', () => 1);\n"
    assert reasons(folder, "{x} {{y}}.mjs", text) == [""]
    (source,), _ = find_foreign([str(folder)])
    written = render_sibling(source, name_sibling(source))
    assert Path(name_sibling(source)).name == "{x} {{y}}_clamh.mjs"
    assert quote_text(source.benchmarks[0].name) in written and "\n*/" not in written


def test_broken_and_deep_files_are_no_crash(tmp_path: Path) -> None:
    deep = "(" * 3000 + ")" * 3000
    assert reasons(tmp_path, "a.py", PYTHON.format("", "", f"benchmark(f, {deep})")) != [""]
    (tmp_path / "b.cpp").write_bytes(b"\xff\xfe BENCHMARK(x)->; benchmark::State& {{{{ \x00")
    assert find_foreign([str(tmp_path)])[1] == []


def test_a_file_that_cannot_be_opened_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_text("benchmark", encoding="utf-8")

    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert [(problem.code, problem.severity)
            for problem in find_foreign([str(tmp_path)])[1]] == [("unreadable", "warning")]


def test_jmh_needs_no_adoption() -> None:
    assert find_tools([str(GOLDEN / "jmh")]) == []
    assert find_tools([str(GOLDEN / "go")]) == ["Go testing.B"]
