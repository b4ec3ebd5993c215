"""Which benchmarks of other tools are adopted, how their sources look, and why the others are not?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.sources.adopt import find_foreign, is_adopted, name_sibling, quote_text, render_sibling

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
CLASS = "import pytest\n{}class TestC{}:\n    {}\n    def test_f(self, benchmark): benchmark(f)\n"
MITATA = "import {{ bench, group, run }} from 'mitata';\n{}\n"
TABLE = 'for _, n := range {} {{\nb.Run("x", func(b *testing.B) {{ for range b.N {{ f(n) }} }})\n}}'
MEASURED = 'c.bench_function("f", |b| b.iter(|| g()));'
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
    ("a.py", PYTHON.format("", "", "benchmark.pedantic(f, args=(*x,))"), "it passes arguments with *"),
    ("a.py", PYTHON.format("@pytest.mark.skip\n", "", "benchmark(f)"), "it has the decorator @pytest.mark.skip"),
    ("a.py", PYTHON.format("@pytest.mark.parametrize('n', g())\n", ", n", "benchmark(f, n)"),
     "the values of its parametrize are not a list of constants in this file"),
    ("a.py", PYTHON.format("", "", "for _ in x: benchmark(f)"), "it calls 'benchmark' inside another statement"),
    ("a_test.go", GO.format("for i := 0; i < b.N; i++ { b.StopTimer() }"), "line 4 uses b.StopTimer"),
    ("a_test.go", GO.format("x := other.New()\nfor range b.N { use(x) }"),
     "a field needs the type of 'x', which is not written where it is set"),
    ("a_test.go", GO.format("helper(b, 3)"), "it passes b on to another function"),
    ("a_test.go", GO.format("defer f()\nfor range b.N { g() }"), "line 4 has a defer statement"),
    ("a_test.go", GO.format("for b.Loop() { hash.Sum(1) }").replace('"testing"', '("testing"; "x/hash")'), "b.Loop keeps the result of 'hash.Sum', whose type this package does not declare"),
    ("a_test.go", GO.format("for b.Loop() { if ready { total(1) } }"), "b.Loop keeps the result of 'total', whose type this package does not declare"),
    ("a_test.go", GO.format("for b.Loop() { v.Norm() }") + "func (v Vec) Norm() int { return 1 }\n",
     "b.Loop keeps the result of the method 'v.Norm'; write `_ = v.Norm(…)`"),
    ("a_test.go", GO.format('for _, t := range []struct{ n int }{{1}, {2}} {\nb.Run("x", func(b *testing.B) {\n'
                            'n := int(t.n)\nfor range b.N { f(n) }\n})\n}'),
     "it has two variables called 'n', which would be the same field"),
    ("a_test.go", GO.format("i := 3\nfor i := 0; i < b.N; i++ { f(i) }"),
     "it has two variables called 'i', which would be the same field"),
    ("a.rs", RUST.format("c.bench_function(\"f\", |b| b.iter_custom(|n| g(n)));"), "it uses iter_custom"),
    ("a.rs", RUST.format("let x = g();\nc.bench_function(\"f\", |b| b.iter(|| h(&x)));"),
     "a field needs the type of 'x', which line 3 does not write"),
    ("a.rs", "#[divan::bench(threads)]\nfn f() {}\n", "its attribute has threads"),
    ("a.mjs", "import { bench } from 'mitata';\nlet n = 1;\nif (n) { bench('f', () => n); }\n",
     "line 3 defines it inside 'if'"),
    ("a.mjs", MITATA.format("async function main() {\n  const d = f();\n  bench('f', () => d); await run();\n}\nmain();"),
     "line 2 defines it inside another function"),
    ("a.mjs", MITATA.format("[1, 2].forEach(n => bench('f', () => n));"), "line 2 defines it inside another function"),
    ("a.mjs", MITATA.format("const b = bench('f', () => 1);"), "line 2 defines it inside another statement"),
    ("a.mjs", MITATA.format("const d = [];\ngroup('g', () => { d.push(1); });\nbench('f', () => d);"),
     "it uses 'd', which line 3 may change"),
    ("a.mjs", MITATA.format("group('g', () => {\n  const d = [];\n  bench('f', () => d);\n  d.push(1);\n});"),
     "line 5 may change 'd' after it is defined"),
    ("a.mjs", MITATA.format("group('g', () => { let n = 0; const next = () => { n += 1; return n; }; bench('f', () => next() + n); });"),
     "it changes 'n', a variable of the code before it"),
    *(("a.mjs", MITATA.format(f"bench('f', () => {{ do_not_optimize({values}); }});"),
       "line 2 gives do_not_optimize no value, or several") for values in ("", "...d")),
    ("a.py", PYTHON.format("D = []\nfor i in pytest.x: D.append(i)\n", "", "benchmark(sum, D)"),
     "it uses 'D', which line 3 may change"),
    ("a.py", PYTHON.format("def setup_module(): pass\n", "", "benchmark(f)"),
     "pytest runs 'setup_module' of line 2 before it"),
    ("a.py", PYTHON.format("def setup_function(f): pass\n", "", "benchmark(f)"),
     "pytest runs 'setup_function' of line 2 before it"),
    ("a.py", PYTHON.format("@pytest.fixture(autouse=True)\ndef fill(): pass\n", "", "benchmark(f)"),
     "pytest runs the fixture 'fill' of line 3 before it (autouse)"),
    ("a.py", PYTHON.format("pytestmark = [pytest.mark.usefixtures('fill')]\n", "", "benchmark(f)"),
     "line 2 has usefixtures, which pytest runs before it"),
    ("a.py", CLASS.format("", "", "def setup_method(self): pass"), "pytest runs 'setup_method' of line 3 before it"),
    ("a.py", CLASS.format("", "", "def setup_class(cls): pass"), "pytest runs 'setup_class' of line 3 before it"),
    ("a.py", CLASS.format("@pytest.mark.usefixtures('fill')\n", "", "x = 1"),
     "its class in line 3 has the decorator @pytest.mark.usefixtures"),
    ("a.py", CLASS.format("", "(Base)", "x = 1"), "its class in line 2 inherits from Base"),
    ("a.cpp", CPP.format("for (auto _ : s) {}", "") + "int main(int argc, char **argv) {\n  load();\n"
     "  benchmark::Initialize(&argc, argv);\n  benchmark::RunSpecifiedBenchmarks();\n}\n",
     "main runs 'load();' in line 5 before it"),
    ("a.cpp", CPP.format("const int n = 8; std::array<int, n> a; for (auto _ : s) f(a);", ""),
     "line 2 declares a variable whose type depends on the setup"),
    ("a.rs", "fn main() {\n    fill();\n    divan::main();\n}\n#[divan::bench]\nfn f() {}\n",
     "main runs 'fill();' in line 2 before it"),
    ("a.rs", RUST.format("c.bench_function(\"f\", |b| b.iter(|| g()));") + "criterion_group!(all, f);\n"
     "fn main() { fill(); all(); Criterion::default().final_summary(); }\n", "main runs 'fill();' in line 6 before it"),
    *(("a.rs", RUST.format(f"let x = {value};\nc.bench_function(\"f\", |b| b.iter(|| h(&x)));"),
       "a field needs the type of 'x', which line 3 does not write")
      for value in ("[0u8; 65536]", "P { x: 1 }", "(1, 2)", "{ 1 }")),
    ("a.rs", RUST.format("let _g = enter();\nc.bench_function(\"f\", |b| b.iter(|| h()));"),
     "line 3 keeps '_g' while it is measured"),
    ("a_test.go", GO.format("for range b.N { g() }") + "func TestMain(m *testing.M) {\n\tfill()\n\tm.Run()\n}\n",
     "TestMain runs 'fill()' before it (a_test.go:7)"),
    ("a_test.go", GO.format("var r ring\nfor range b.N { r := r.next; g(r) }"),
     "line 5 has the name 'r' for something else"),
    ("a_test.go", GO.format("const n = 8\nvar a [n]int\nfor range b.N { g(a) }"),
     "the type [n]int of 'a' needs a constant of the function"),
    *((name, text, f"line {line} begins a text that spans lines, which other indentation would change")
      for name, text, line in (
          ("a.mjs", MITATA.format("bench('f', () => {\n  g(`a\n  b`);\n});"), 3),
          ("a.py", PYTHON.format("", "", "d = '''a\n  b'''\n    benchmark(f, d)"), 3),
          ("a_test.go", GO.format("for range b.N { g(`a\nb`) }"), 4),
          ("a.rs", RUST.format("c.bench_function(\"f\", |b| b.iter(|| h(\"a\n b\")));"), 3),
          ("a.rs", "#[divan::bench]\nfn f() { g(\"a\n b\") }\n", 2),
          ("a.cpp", CPP.format("for (auto _ : s) { f(R\"(a\n b)\"); }", ""), 2))),
    *(("a.py", PYTHON.format(f"@pytest.fixture\ndef d():\n    n = 9\n    return {value}\n", ", d", code),
       "its fixture 'd' sets 'n', a name that other code of the test has")
      for value, code in (("[n]", "benchmark(f, d, n)"), ("lambda: n", "n = 1; benchmark(f, d, n)"))),
    ("a.cpp", CPP.format("for (auto _ : s) {}", "") + "#ifdef X\nBENCHMARK(BM_F)->Arg(8);\n#endif\n",
     "line 5 registers it inside #if, or in a block of declarations"),
    ("a.cpp", "BENCHMARK(BM_G);\n", "this file has no function of its name that takes a State"),
    ("a.cpp", "void f(benchmark::State &);\nauto *r = benchmark::RegisterBenchmark(\"x\", f);\n",
     "line 2 registers it with RegisterBenchmark"),
    ("a.cpp", CPP.format("for (auto _ : s) {}", "").replace("BENCHMARK(", "auto *r = benchmark::RegisterBenchmark(\"x\", ").replace(
        ";\n", "->Arg(8)->Arg(64);\n"), "line 3 registers it with RegisterBenchmark"),
    ("a.cpp", "#ifdef X\nBENCHMARK_F(Fix, Name)(benchmark::State &s) {}\n#endif\n", "it is inside #if, or in a block of declarations"),
    ("a_test.go", GO.format(TABLE.format("[]int{010}")), "line 4 ranges over '010', which is written in octal or binary"),
    ("a_test.go", GO.format(TABLE.format("[]int{0: 5}")), "line 4 ranges over a list that is empty or has keys"),
    ("a_test.go", GO.format(TABLE.format("[]struct{n int}{}")), "line 4 ranges over a list that is empty or has keys"),
    ("a.py", PYTHON.format("@pytest.mark.parametrize('n', [010])\n", ", n", "benchmark(f, n)"),
     "Python cannot parse its parametrize, or what that names"),
    ("a.py", "if True:\n    def test_f(benchmark): benchmark(f)\n", "line 1 defines it inside 'if'"),
    ("a.py", "try: import x\nexcept ImportError:\n    class TestC:\n        def test_f(self, benchmark): benchmark(f)\n",
     "line 1 defines it inside 'try'"),
    ("a.rs", f"mod m {{\n{RUST.format(MEASURED)}}}\n", "its function is not at the top of the file"),
    ("a.rs", RUST.format(MEASURED).replace("f(c", "f<M: Measurement>(c"), "its function has type parameters"),
    ("a.rs", RUST.format(MEASURED).replace("f(c", "f(n: u64, c"), "its function takes more than a Criterion"),
    ("a.rs", RUST.format("for n in sizes() { bench_both(c, n); }"),
     "line 3 loops over something that is not a constant array of numbers"),
    ("a.rs", RUST.format("let mut g = c.benchmark_group(\"g\");\nfor n in sizes() { g.throughput(t(n)).bench_function(\"f\", "
                         "|b| b.iter(|| h(n))); }"), "line 4 loops over something that is not a constant array of numbers"),
    ("a.rs", "#[divan::bench(args = [1])]\nfn f(n: u64) -> u64 { f(n - 1) }\n",
     "it calls itself, and its parameter becomes a field"),
    *(("a.mjs", f"{line} 'mitata';\n{name}('f', () => 1);\n",
       f"it is defined with '{name}', and CLAMH only knows bench by its own name")
      for line, name in (("import * as m from", "m.bench"), ("import { bench as b } from", "b"))),
])
def test_refusals_name_the_construct(name: str, text: str, reason: str, tmp_path: Path) -> None:
    assert reasons(tmp_path, name, text) == [reason]


@pytest.mark.parametrize(("name", "text", "lines"), [
    ("a.mjs", MITATA.format("const d = [];\nfor (let i = 0; i < 9; i++) d.push(i);\nbench('f', () => d);\nawait run();\nexit();"),
     ["const d = [];", "for (let i = 0; i < 9; i++) d.push(i);", "function f() {", "return d;"]),
    ("a.mjs", MITATA.format("const d = [1], first = 2;\nconst last = d.pop();\nbench('f', () => d);"),
     ["const d = [1], first = 2;", "const last = d.pop();", "function f() {", "return d;"]),
    *(("a.py", PYTHON.format(f"D = []\n{statement}\n", "", "benchmark(sum, D)"),
       ["D = []", *statement.split("\n"), "def f():", "return sum(D)"])
      for statement in ("for i in range(9): D.append(i)", "while not D: D.append(1)", "if True: D.append(1)",
                        "try: D.append(1)\nfinally: D.append(2)", "with open('x') as x: D.extend(x)", "del D[:]",
                        "last = D.pop()")),
    ("a.py", PYTHON.format("D = str\n@D.register\ndef other(): pass\n", "", "benchmark(D)"),
     ["D = str", "@D.register", "def other(): pass", "def f():", "return D()"]),
    ("a.cpp", "std::vector<int> d;\nbool filled = [] { d.resize(9); return true; }();\n" + CPP.format(
        "for (auto _ : s) { f(d); }", ""),
     ["#include <vector>", "std::vector<int> d;", "bool filled = [] { d.resize(9); return true; }();", "void BM_F() {", "f(d);"]),
    ("a.cpp", "struct State { int n; };\nstatic void step(State &s) { ++s.n; }\n" + CPP.format(
        "std::string t; uint64_t n; for (auto _ : s) { State own{1}; step(own); f(t, n); }", ""),
     ["#include <cstdint>", "#include <string>", "struct State { int n; };", "static void step(State &s) { ++s.n; }"]),
    ("a.cpp", CPP.format("for (auto _ : s) { f(); }", "").replace("void", "namespace ns { namespace in {\nvoid").replace(
        "}\nB", "}\n} }\nB").replace("(BM_F)", "(ns::in::BM_F)"), ["namespace ns { namespace in {", "void BM_F() {", "f();"]),
    ("a.cpp", "constexpr int k = 2;\n" + CPP.format("const int n = 9 * k; const int m = g(); for (auto _ : s) { f(n, m); }", ""),
     ["constexpr int k = 2;", "struct FInput {", "int m;", "void setUp() {", "const int n = 9 * k;", "m = g();", "}", "};",
      "void BM_F(FInput &input) {", "const int n = 9 * k;", "const auto &m = input.m;", "f(n, m);"]),
    ("a.cpp", CPP.format("const int n = 9; for (auto _ : s) { f(s.range() / n); } g(n);", "->Arg(1)"),
     ["struct FInput {", "long range0;", "void tearDown() {", "const int n = 9;", "g(n);", "}", "};",
      "void BM_F(FInput &input) {", "const auto range0 = input.range0;", "const int n = 9;", "f(range0 / n);"]),
    ("a.rs", "#[global_allocator]\nstatic A: M = M;\n" + RUST.format(
        "let mut v: Vec<u8> = Vec::new();\nlet n = r.read_to_end(&mut v).unwrap();\n"
        "let w = &mut v;\nw.push(1);\nlet other = g();\nc.bench_function(\"f\", |b| b.iter(|| h(&v)));"),
     ["use std::hint::black_box;", "#[global_allocator]", "static A: M = M;", "#[derive(Default)]", "struct FInput {",
      "v: Vec<u8>,", "}", "impl FInput {", "fn set_up(&mut self) {", "let mut v: Vec<u8> = Vec::new();",
      "let n = r.read_to_end(&mut v).unwrap();", "let w = &mut v;", "w.push(1);", "self.v = v;", "}", "}",
      "fn f(input: &mut FInput) {", "black_box(h(&input.v));"]),
    ("a_test.go", GO.format("const n = 9\nvar r ring\nvar a [4]byte\ns := make([]int, n)\n"
                            "for range b.N { r.n++; r.x[1] = n; g(a[:], r); s[0]++ }"),
     ["package p", "type clamhFInput struct {", "r ring", "a [4]byte", "s []int", "}",
      "func (input *clamhFInput) setUp() {", "const n = 9", "var r ring", "var a [4]byte", "s := make([]int, n)",
      "input.r = r", "input.a = a", "input.s = s", "}", "func clamhF(input *clamhFInput) {", "const n = 9",
      "s := input.s", "input.r.n++; input.r.x[1] = n; g(input.a[:], input.r); s[0]++"]),
    ("a_test.go", GO.format("const kb = 1024\nconst size = 4 * kb\nfor range b.N { g(size) }"),
     ["package p", "func clamhF() {", "const kb = 1024", "const size = 4 * kb", "g(size)"]),
    ("a.cpp", CPP.format("constexpr int n = 9; int sum; for (auto _ : s) { sum = n; f(sum); }", ""),
     ["struct FInput {", "int sum;", "};", "void BM_F(FInput &input) {", "constexpr int n = 9;", "auto &sum = input.sum;",
      "sum = n; f(sum);"]),
    ("a_test.go", GO.format("var buf bytes.Buffer\nvar e *Encoder = encode(&buf)\nfor range b.N { buf.Reset(); f(e) }"),
     ["package p", "import (", '"bytes"', ")", "type clamhFInput struct {", "buf *bytes.Buffer", "e *Encoder", "}",
      "func (input *clamhFInput) setUp() {", "var buf bytes.Buffer", "var e *Encoder = encode(&buf)",
      "input.buf = &buf", "input.e = e", "}", "func clamhF(input *clamhFInput) {", "e := input.e",
      "(*input.buf).Reset(); f(e)"]),
    ("a.mjs", "const { bench, run } = await import('mitata');\nbench('f', () => 1);\n", ["function f() {", "return 1;", "}"]),
    ("a.mjs", MITATA.format("bench('f', () => { do_not_optimize(/* c */ sum(1)); });"), ["function f() {", "return sum(1);", "}"]),
    ("a.mjs", MITATA.format("await group('g', async () => { const d = await load(); bench('f', () => sum(d)); });"),
     ["class GFInput {", "async setUp() {", "const d = await load();", "this.d = d;"]),
    ("a.mjs", MITATA.format("bench('f', () => { first();\n  second();\n});"), ["function f() {", "first();", "second();", "}"]),
    ("a.rs", "#[divan::bench]\nfn f() { first();\n    second(); }\n", ["fn f() {", "first();", "second();", "}"]),
    ("a.rs", "#[divan::bench]\nfn f() { g(\"a \\\n   b\") }\n", ["fn f() {", "g(\"a \\", "b\")", "}"]),
    ("a_test.go", GO.format("s := []int{1}\nfor b.Loop() { sum(s); copy(s, s); use(1); pair(s); _ = sum(s); _, _ = g.x(s); h.f(); sum(s) }")
     + "func sum(s []int) int { return 1 }\nfunc pair(s []int) (int, error) { return 1, nil }\nfunc use(n int) {}\n",
     ["package p", "import (", '"runtime"', ")", "type clamhFInput struct {", "s []int", "}",
      "func (input *clamhFInput) setUp() {", "s := []int{1}", "input.s = s", "}", "func clamhF(input *clamhFInput) int {",
      "s := input.s", "runtime.KeepAlive(sum(s)); copy(s, s); use(1); { kept0, kept1 := pair(s); runtime.KeepAlive(kept0); "
      "runtime.KeepAlive(kept1) }; runtime.KeepAlive(sum(s)); { kept0, kept1 := g.x(s); runtime.KeepAlive(kept0); "
      "runtime.KeepAlive(kept1) }; h.f(); return sum(s)", "}"]),
    *(("a_test.go", GO.format(f"d, err := fill(1)\nif err != nil {{ b.Fatal(err) }}\nfor range b.N {{ {body} }}")
       + "func fill(n int) ([]int, error) { return nil, nil }\n",
       ["package p", "import (", '"fmt"', ")", "type clamhFInput struct {", "d []int", "err error", "}",
        "func (input *clamhFInput) setUp() {", "d, err := fill(1)", "if err != nil { panic(fmt.Sprint(err)) }",
        "input.d = d", "input.err = err", "}", "func clamhF(input *clamhFInput) {", "d := input.d", "err := input.err",
        "_ = err", "{", body.replace("b.Fatal(err)", "panic(fmt.Sprint(err))"), "}", "}"])
      for body in ("if _, err := parse(d); err != nil { b.Fatal(err) }", "_, err := parse(d); if err != nil { b.Fatal(err) }")),
    ("a_test.go", GO.format("const limit = bytes.MinRead\nfor range b.N { g(limit) }"),
     ["package p", "import (", '"bytes"', ")", "func clamhF() {", "const limit = bytes.MinRead", "g(limit)"]),
    ("a_test.go", GO.format("for range b.N { check() }") + "func check() error { return nil }\n",
     ["package p", "func clamhF() {", "check()"]),
    ("a_test.go", GO.format('b.Run("x", /* c */ func(b *testing.B) { for range b.N { g() } })'),
     ["package p", "func clamhF_x() {", "g()"]),
    ("a.cpp", CPP.format("auto n = s.range(0); for (auto _ : s) { f(n); }", '->ArgName("n")->Arg(1)'),
     ["struct FInput {", "long range0;", "long n;", "void setUp() {", "n = range0;", "}", "};",
      "void BM_F(FInput &input) {", "auto &n = input.n;", "f(n);"]),
    ("a.cpp", CPP.format("auto *t = new Tree; for (auto _ : s) { f(t); }", ""),
     ["struct FInput {", "std::remove_pointer_t<std::decay_t<decltype(new Tree)>> * t;", "void setUp() {", "t = new Tree;"]),
    ("a.py", PYTHON.format("", "", "benchmark.pedantic(g, args=(1,  # input\n        2), rounds=3)"), ["def f():", "return g(1, 2)"]),
    ("a.py", PYTHON.format("class FInput: pass\n", "", "d = FInput()\n    benchmark(g, d)"),
     ["class FInput: pass", "class FBenchmarkInput:", "def set_up(self):", "d = FInput()", "self.d = d", "def f(input: FBenchmarkInput):",
      "d = input.d", "return g(d)"]),
    ("a.py", PYTHON.format("", "", "d = [x for x in 'ab']\n    benchmark(lambda: [x  for x in d])"),
     ["class FInput:", "def set_up(self):", "d = [x for x in 'ab']", "self.d = d", "def f(input: FInput):", "d = input.d",
      "return [x  for x in d]"]),
    ("a.py", PYTHON.format("@pytest.fixture\ndef x(): return 1\ndef g(d): return sum(x for x in d)\n", "", "benchmark(g, 'ab')"),
     ["def g(d): return sum(x for x in d)", "def f():", "return g('ab')"]),
    ("a.py", PYTHON.format("".join(f"@pytest.fixture\ndef {name}():\n    r = g()\n    for i in r: r.add(i)\n    return r\n"
                                   for name in "cd"), ", c, d", "benchmark(lambda: [c + d for i in c])"),
     ["class FInput:", "def set_up(self):", *"r = g()|for i in r: r.add(i)|c = r|r = g()|for i in r: r.add(i)|d = r".split("|"),
      "self.c = c", "self.d = d", "def f(input: FInput):", "c = input.c", "d = input.d", "return [c + d for i in c]"]),
])
def test_a_source_runs_what_the_tool_would_run(name: str, text: str, lines: list[str], tmp_path: Path) -> None:
    assert reasons(tmp_path, name, text.replace('import "testing"', 'import ("bytes"; "testing")')) == [""]
    (source,), _ = find_foreign([str(tmp_path)])
    written = [line.strip() for line in render_sibling(source, name_sibling(source)).splitlines()]
    comments = ("//", "/**", "#@@", "# Bench")
    assert [line for line in written if line and not line.startswith(comments)][:len(lines)] == lines


def test_a_text_outside_benchmarks_keeps_its_spaces(tmp_path: Path) -> None:
    assert reasons(tmp_path, "a.py", PYTHON.format("T = '''a  \n \nb'''\n", "", "benchmark(len, T)")) == [""]
    (source,), _ = find_foreign([str(tmp_path)])
    assert "T = '''a  \n \nb'''\n" in render_sibling(source, name_sibling(source))


def test_values_are_spelled_as_annotations_read_them(tmp_path: Path) -> None:
    assert quote_text("\x07\u200b\ud800 \u00e9") == '"\\x07\\u200b\\ufffd \u00e9"'
    marks = "@pytest.mark.parametrize('n', [True, False])\n@pytest.mark.parametrize('a, b', [(True, 1), (False, 2)])\n"
    assert reasons(tmp_path, "a.py", PYTHON.format(marks, ", n, a, b", "benchmark(f, n, a, b)")) == [""]
    (source,), _ = find_foreign([str(tmp_path)])
    (benchmark,) = source.benchmarks
    assert [param.values for param in benchmark.params] == [("true", "false"), ("1", "2"), ("true", "false")]
    assert benchmark.rows[1:] == (("true", "1"), ("false", "2"))


def test_benchmarks_of_one_statement_are_all_adopted(tmp_path: Path) -> None:
    chained = 'c.sample_size(10).bench_function("f", |b| b.iter(|| x()))\n.bench_function("g", |b| b.iter(|| y()));'
    assert reasons(tmp_path, "a.rs", RUST.format(chained)) == ["", ""]
    (source,), _ = find_foreign([str(tmp_path)])
    assert [(benchmark.function, benchmark.location.line, benchmark.body[0]) for benchmark in source.benchmarks] == [
        ("f", 3, "black_box(x());"), ("g", 4, "black_box(y());")]


def test_a_second_loop_over_sub_benchmarks_is_reported(tmp_path: Path) -> None:
    loop = "for _, n := range []int{1, 2} { b.Run(name(n), func(b *testing.B) { for range b.N { f(n) } }) }\n"
    assert reasons(tmp_path, "a_test.go", GO.format(loop * 2)) == ["", "the benchmark of line 4 has its name"]


def test_fixtures_of_conftest_that_pytest_always_runs_are_seen(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text("@pytest.fixture(autouse=True)\ndef fill(): pass\n", encoding="utf-8")
    assert reasons(tmp_path, "a.py", PYTHON.format("", "", "benchmark(f)")) == [
        "pytest runs a fixture of conftest.py before it (autouse)"]


def test_hooks_of_other_classes_and_a_plain_main_refuse_nothing(tmp_path: Path) -> None:
    assert reasons(tmp_path, "a.py", CLASS.format("", "", "def setup_method(self): pass") + (
        "def setup_module_2(): pass\ndef test_g(benchmark): benchmark(f)\n"))[1:] == [""]
    (tmp_path / "a.py").unlink()
    main = ("int main(int argc, char **argv) {\n  char *args = nullptr;\n  ::benchmark::Initialize(&argc, argv);\n"
            "  if (::benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;\n"
            "  ::benchmark::RunSpecifiedBenchmarks();\n  print();\n}\n")
    assert reasons(tmp_path, "a.cpp", CPP.format("for (auto _ : s) {}", "") + main) == [""]
    assert reasons(tmp_path, "a.cpp", CPP.format("for (auto _ : s) {}", "") + main.replace(
        "::benchmark::RunSpecifiedBenchmarks();", "::benchmark::ConsoleReporter reporter;\n  benchmark::RunSpecifiedBenchmarks(&reporter);")) == [""]
    (tmp_path / "a.rs").write_text(RUST.format('c.bench_function("f", |b| b.iter(|| h()));') + (
        "fn main() {\nlet mut c: Criterion = Criterion::default().measurement_time(Duration::from_secs(5));\nf(&mut c);\nc.final_summary();\n}\n"))
    assert [benchmark.reason for source in find_foreign([str(tmp_path / "a.rs")])[0] for benchmark in source.benchmarks] == [""]
    sizes = ("SIZES = [1, 2]\nDATA = {n: list(range(n)) for n in SIZES}\n@pytest.mark.parametrize('n', SIZES)\n", ", n", "benchmark(sorted, DATA[n])")
    (tmp_path / "b.py").write_text(PYTHON.format(*sizes))
    assert [benchmark.reason for source in find_foreign([str(tmp_path / "b.py")])[0] for benchmark in source.benchmarks] == [""]
    for name in ("a.cpp", "a.rs", "b.py"):
        (tmp_path / name).unlink()
    assert reasons(tmp_path, "a_test.go", GO.format("for range b.N {}") + (
        "func TestMain(m *testing.M) {\n\tflag.Parse()\n\tcode := m.Run()\n\tdone()\n\tos.Exit(code)\n}\n")) == [""]


def test_a_range_has_the_values_that_the_tool_itself_uses(tmp_path: Path) -> None:
    text = CPP.format("for (auto _ : s) { f(s.range(0)); }",
                      "->RangeMultiplier(2)->Range(1, 1 << 3)->DenseRange(20, 24, 2)->Arg(8)")
    assert reasons(tmp_path, "a.cpp", text) == [""]
    (source,), _ = find_foreign([str(tmp_path)])
    assert source.benchmarks[0].params[0].values == ("1", "2", "4", "8", "20", "22", "24")


def test_hexadecimal_numbers_of_a_table_are_values(tmp_path: Path) -> None:
    assert reasons(tmp_path, "a_test.go", GO.format(TABLE.format("[]int{0x10, 17}"))) == [""]
    (source,), _ = find_foreign([str(tmp_path)])
    assert source.benchmarks[0].params[0].values == ("0x10", "17")


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
    (folder := tmp_path / "a b\n$(touch x)").mkdir()
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


@pytest.mark.parametrize(("name", "text", "reason"), [
    ("a.mjs", MITATA.format("bench();"), "its function is not written there"),
    ("a.rs", RUST.format("c.bench_function(\"f\", || g());"), "its function takes other parameters than criterion passes"),
    ("a.rs", RUST.format("c.bench_function();"), "its function is not written there"),
    ("a_test.go", "package p\nfunc BenchmarkF(b *testing.B)\n", "its loop over b.N is not a statement of its own"),
])
def test_incomplete_benchmarks_are_no_crash(name: str, text: str, reason: str, tmp_path: Path) -> None:
    assert reasons(tmp_path, name, text) == [reason]
