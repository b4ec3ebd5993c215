"""Is each doubt found in every language, and not in similar code without the fault?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.languages import languages
from clamh.model.sources import SourceFile, Suite
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text
from clamh.sources.precheck import precheck

STATES = {
    ".go": "package b\n\nimport (\n\t\"clamh\"\n\t\"math\"\n)\n\n// @@State(Scope.Benchmark)\ntype S struct {\n\t// @@Param({\"3\"})\n\tn int\n\tx float64\n}\n",
    ".cpp": "#include <cmath>\n//@@State(Scope.Benchmark)\nstruct S { //@@Param({\"3\"})\nlong n; double x; };\n",
    ".c": "#include <math.h>\n//@@State(Scope.Benchmark)\nstruct S { //@@Param({\"3\"})\nlong n; double x; };\n",
    ".rs": "//@@State(Scope.Benchmark)\n#[derive(Default)]\nstruct S { //@@Param({\"3\"})\nn: i64, x: f64 }\n",
    ".zig": "const std = @import(\"std\");\n//@@State(Scope.Benchmark)\nconst S = struct { //@@Param({\"3\"})\nn: i64 = 0, x: f64 = 0 };\n",
    ".js": "//@@State(Scope.Benchmark)\n//@@StateLabel(\"s\")\nclass S { //@@Param({\"3\"})\nn = 0; x = 0; }\n",
    ".py": "import math\n#@@State(Scope.Benchmark)\n#@@StateLabel(\"s\")\nclass S:\n    #@@Param({\"3\"})\n    n: int = 0\n",
    ".java": "import org.openjdk.jmh.annotations.*;\nimport org.openjdk.jmh.infra.Blackhole;\n@State(Scope.Benchmark) public class B {\n"
             "@State(Scope.Benchmark) public static class S { @Param({\"3\"}) public long n; public double x; }\nlong own;\n",
}
# By language and code: sources with the doubt, and similar sources without it.
TABLE = {
    (".go", "result-unused"): (
        ["func b(s *S) { y := math.Log(s.x); _ = y }", "func b(s *S) { math.Sqrt(s.x) }", "func b(s *S) { _ = s.x * s.x }",
         "func b(s *S) { _ = math.Sqrt(s.x) }"],
        ["func b(s *S) { s.x = math.Log(s.x) }", "func b(s *S) { touch(s.x) }", "func b(s *S) { _ = s.write(3) }", "func b(s *S) {}",
         "func b(s *S) float64 { y := math.Log(s.x); return y }", "func b(s *S) { y := open(s.x); y.run() }", "func b(s *S) { _, s.x = math.Modf(s.x) }",
         "func b(s *S, h *clamh.Blackhole) { y := math.Log(s.x); clamh.Consume(h, y) }"]),
    (".go", "own-loop"): (
        ["func b(s *S) (t float64) { for i := 0; i < 1000; i++ { t += work(s.x) }; return t }",
         "func b(s *S) (t float64) { for i := 1000; i > 0; i-- { t += work(s.x) }; return t }"],
        ["func b(s *S) (t float64) { for i := 0; i < 8; i++ { t += s.v[i] }; return t }",
         "func b(s *S) (t float64) { for i := 0; i < s.n; i++ { t += work(s.x) }; return t }",
         "func b(s *S) (t float64) { for _, v := range s.v { t += v }; return t }", "func b(s *S) (t float64) { for s.x > 1 { t += s.step() }; return t }",
         "// @@OperationsPerInvocation(1000)\nfunc b(s *S) (t float64) { for i := 0; i < 1000; i++ { t += work(s.x) }; return t }"]),
    (".go", "constant-input"): (
        ["func b() int { y := fib(25); return y }", "func b() int { return fib(25) }", "func b() float64 { return math.Log(2.5) }"],
        ["func b(s *S) int { return fib(s.n) }", "func b() int { return fib(number) }", "func b() { sleep(1) }", "func b() int { return fib() }",
         "func b() []byte { return make([]byte, 10) }", "func b() error { return errors.New(text) }"]),
    (".cpp", "result-unused"): (
        ["void b(S &s) { double y = std::log(s.x); }", "void b(S &s) { std::sqrt(s.x); }", "void b(S &s) { s.x * s.x; }",
         "void b(S &s) { long t = 0; for (long i = 0; i < s.n; ++i) { t += work(i); } }"],
        ["void b(S &s) { s.x = std::log(s.x); }", "void b(S &s) { touch(s.x); }", "void b(S &s) { s.list.push_back(3); }", "void b(S &s) {}",
         "double b(S &s) { double y = std::log(s.x); return y; }", "void b(S &s) { auto y = make(s.x); y.run(); }",
         "void b(S &s, harness_utils::Blackhole &bh) { double y = std::log(s.x); bh.consume(y); }", "void b(S &s) { exit(3); }",
         "void b(S &s) { std::sort(s.first, s.last); }", "void b(S &s, Suspend &clock) { { auto paused = clock.pause(); s.list.clear(); } s.list.fill(); }"]),
    (".c", "result-unused"): (
        ["void b(struct S *s) { double y = log(s->x); }", "void b(struct S *s) { sqrt(s->x); }", "void b(struct S *s) { s->x * s->x; }",
         "void b(struct S *s) { long t = 0; for (long i = 0; i < s->n; ++i) { t += work(i); } }"],
        ["void b(struct S *s) { s->x = log(s->x); }", "void b(struct S *s) { touch(s->x); }", "void b(struct S *s) {}",
         "double b(struct S *s) { double y = log(s->x); return y; }", "void b(struct S *s, Blackhole *h) { double y = log(s->x); clamh_consume(h, y); }",
         "void b(struct S *s) { exit(3); }", "void b(struct S *s) { int *p = make(s->x); run(p); }"]),
    (".rs", "result-unused"): (
        ["fn b(s: &S) { let y = s.x.ln() * 2.0; }", "fn b(s: &S) { f64::sqrt(s.x); }", "fn b(s: &S) { s.x * s.x; }",
         "fn b(s: &S) { let _ = s.x * s.x; }", "fn b(s: &S) { let y = s.m.lock().unwrap().ln(); }", "fn b(s: &S) { let mut t = 0; for i in 0..s.n { t += work(i); } }"],
        ["fn b(s: &mut S) { s.x = s.x.ln(); }", "fn b(s: &S) { touch(s.x); }", "fn b(s: &S) { touch(s.x) }", "fn b(s: &S) {}",
         "fn b(s: &S) -> f64 { let y = s.x.ln(); y }", "fn b(s: &S) -> f64 { s.x * s.x }", "fn b(s: &S) { let y = make(s.x); y.run(); }",
         "fn b(s: &S, bh: &Blackhole) { let y = s.x.ln() * 2.0; bh.consume(y); }", "fn b(s: &S) { let _ = touch(s.x); }",
         "fn b(s: &mut S, clock: &Suspend) { { let _paused = clock.pause(); s.v.clear(); } s.fill(); }",
         "fn b(s: &S) { let _guard = s.mutex.lock().unwrap(); touch(s.x); }"]),
    (".zig", "result-unused"): (
        ["fn b(s: *const S) void { _ = s.x * s.x; }", "fn b(s: *const S) void { _ = std.math.log2(s.x); }", "fn b(s: *const S) void { _ = @sqrt(s.x); }",
         "fn b(s: *const S) void { const y = work(s.x); _ = y; }", "fn b(s: *const S) void { const y: f64 = @log(s.x); _ = y; }"],
        ["fn b(s: *S) void { s.x = @log(s.x); }", "fn b(s: *S) void { touch(s.x); }", "fn b(s: *S) void { _ = touch(s.x); }", "fn b(_: *S) void {}",
         "fn b(s: *S) f64 { const y = @log(s.x); return y; }", "fn b(s: *S) void { const y = open(s.x); y.run(); }",
         "fn b(s: *S) void { total += work(s.x); }", "fn b(s: *S) !void { try touch(s.x * 2); }",
         "fn b(s: *S, h: *Blackhole) void { const y = s.x * s.x; h.consume(y); }", "fn b(s: *S) void { _ = @atomicRmw(i64, &s.n, .Add, 1, .monotonic); }"]),
    (".js", "result-unused"): (
        ["function b(s) { const y = Math.log(s.x); }", "function b(s) { Math.sqrt(s.x); }", "function b(s) { s.x * s.x; }"],
        ["function b(s) { s.x = Math.log(s.x); }", "function b(s) { s.list.push(3); }", "function b(s) { return Math.log(s.x); }",
         "const b = (s) => s.x * s.x;", "function b(s) { const y = s.make(); y.run(); }", "function b(s, blackhole) { blackhole.consume(s.x); }"]),
    (".java", "result-unused"): (
        ["public void b(S s) { double y = Math.log(s.x); }", "public void b(S s) { Math.sqrt(s.x); }"],
        ["public void b(S s) { s.x = Math.log(s.x); }", "public double b(S s) { return Math.log(s.x); }", "public void b(S s) { System.exit(3); }",
         "public void b(S s, Blackhole h) { h.consume(Math.log(s.x)); }", "public void b(S s) { own = 3; }"]),
    (".cpp", "own-loop"): (
        ["double b(S &s) { double t = 0; for (int i = 0; i < 1000; ++i) t += work(s.x); return t; }",
         "double b(S &s) { double t = 0; for (int i = 1000; i > 0; i--) { t += work(s.x); } return t; }"],
        ["double b(S &s) { double t = 0; for (int i = 0; i < 8; ++i) t += s.v[i]; return t; }",
         "double b(S &s) { double t = 0; for (long i = s.n; i > 0; --i) t += work(s.x); return t; }",
         "double b(S &s) { double t = 0; for (long i = 0; i < s.n; ++i) t += work(s.x); return t; }",
         "//@@OperationsPerInvocation(1000)\ndouble b(S &s) { double t = 0; for (int i = 0; i < 1000; ++i) t += work(s.x); return t; }"]),
    (".c", "own-loop"): (
        ["double b(struct S *s) { double t = 0; for (int i = 0; i < 1000; ++i) t += work(s->x); return t; }",
         "double b(struct S *s) { double t = 0; for (int i = 1000; i > 0; i--) { t += work(s->x); } return t; }"],
        ["double b(struct S *s) { double t = 0; for (int i = 0; i < 8; ++i) t += s->v[i]; return t; }",
         "double b(struct S *s) { double t = 0; for (long i = 0; i < s->n; ++i) t += work(s->x); return t; }",
         "//@@OperationsPerInvocation(1000)\ndouble b(struct S *s) { double t = 0; for (int i = 0; i < 1000; ++i) t += work(s->x); return t; }"]),
    (".rs", "own-loop"): (
        ["fn b(s: &S) -> f64 { let mut t = 0.0; for _ in 0..1000 { t += work(s.x); } t }",
         "fn b(s: &S) -> f64 { let mut t = 0.0; for i in 1..=1000 { t += work(s.x); } t }"],
        ["fn b(s: &S) -> f64 { let mut t = 0.0; for i in 0..8 { t += s.v[i]; } t }",
         "fn b(s: &S) -> f64 { let mut t = 0.0; for _ in 0..s.n { t += work(s.x); } t }",
         "fn b(s: &S) -> f64 { let mut t = 0.0; for one in &s.v { t += one; } t }",
         "//@@OperationsPerInvocation(1000)\nfn b(s: &S) -> f64 { let mut t = 0.0; for _ in 0..1000 { t += work(s.x); } t }"]),
    (".zig", "own-loop"): (
        ["fn b(s: *S) f64 { var t: f64 = 0; for (0..1000) |_| t += work(s.x); return t; }",
         "fn b(s: *S) f64 { var t: f64 = 0; for (0..1000) |_| { t += work(s.x); } return t; }"],
        ["fn b(s: *S) f64 { var t: f64 = 0; for (0..8) |i| t += s.v[i]; return t; }",
         "fn b(s: *S) f64 { var t: f64 = 0; for (0..s.n) |_| t += work(s.x); return t; }",
         "fn b(s: *S) f64 { var t: f64 = 0; for (0..8, s.v) |_, v| t += v; return t; }",
         "fn b(s: *S) f64 { var t: f64 = 0; for (s.v) |v| t += v; return t; }", "fn b(s: *S) f64 { while (s.x > 1) s.step(); return s.x; }",
         "//@@OperationsPerInvocation(1000)\nfn b(s: *S) f64 { var t: f64 = 0; for (0..1000) |_| t += work(s.x); return t; }"]),
    (".js", "own-loop"): (
        ["function b(s) { let t = 0; for (let i = 0; i < 1000; i++) t += work(s.x); return t; }"],
        ["function b(s) { let t = 0; for (let i = 0; i < 1000; i++) t += s.v[i]; return t; }",
         "function b(s) { let t = 0; for (const one of s.v) t += one; return t; }"]),
    (".java", "own-loop"): (
        ["public double b(S s) { double t = 0; for (int i = 0; i < 1000; i++) { t += work(s.x); } return t; }"],
        ["public double b(S s) { double t = 0; for (int i = 0; i < 1000; i++) { t += i * s.x; } return t; }",
         "@OperationsPerInvocation(1000) public double b(S s) { double t = 0; for (int i = 0; i < 1000; i++) t += work(s.x); return t; }"]),
    (".cpp", "constant-input"): (
        ["long b() { return fib(25); }", "double b() { double y = std::log(2.5); return y; }"],
        ["long b(S &s) { return fib(s.n); }", "long b() { return fib(number); }", "void b() { sleep(1); }", "long b() { return fib(); }",
         "long b() { auto twice = [](long one) { return 2 * one; }; return twice(4); }"]),
    (".c", "constant-input"): (
        ["long b(void) { return fib(25); }", "double b(void) { double y = log(2.5); return y; }"],
        ["long b(struct S *s) { return fib(s->n); }", "long b(void) { return fib(number); }", "void b(void) { sleep(1); }", "long b(void) { return fib(); }"]),
    (".rs", "constant-input"): (
        ["fn b() -> i64 { fib(25) }", "fn b() -> f64 { let y = f64::ln(2.5); y }", "fn b() -> i64 { return fib(25); }"],
        ["fn b(s: &S) -> i64 { fib(s.n) }", "fn b() -> i64 { fib(NUMBER) }", "fn b() { sleep(1); }", "fn b() { sleep(1) }",
         "fn b() -> i64 { fib() }", "fn b() -> i64 { let twice = |one| 2 * one; twice(4) }"]),
    (".zig", "constant-input"): (
        ["fn b() i64 { return fib(25); }", "fn b() f64 { const y = std.math.log2(2.5); return y; }", "fn b() !i64 { return try fib(25); }"],
        ["fn b(s: *S) i64 { return fib(s.n); }", "fn b() i64 { return fib(number); }", "fn b() void { sleep(1); }", "fn b() i64 { return fib(); }",
         "fn b(s: *S) i64 { return s.fib(25); }", "fn b() i64 { const n = number; return fib(n); }"]),
    (".js", "constant-input"): (
        ["function b() { return fib(25); }", "const b = () => Math.sqrt(3.7);"],
        ["function b(s) { return fib(s.n); }", "function b() { return fib(number); }", "function b() { return fib(); }"]),
    (".java", "constant-input"): (
        ["public double b() { return Math.sqrt(3.7); }"],
        ["public double b() { return Math.sqrt(own); }", "public double b(S s) { return Math.sqrt(s.x); }",
         "public double b() { return this.root(3.7); }", "public double b() { return root(3.7); }"]),
    (".py", "result-unused"): (
        ["def b(s): math.sqrt(s.n)", "def b(s): s.n * s.n", "def b(s):\n    # nothing uses the result\n    math.sqrt(s.n) * s.n",
         "async def b(s): s.n * s.n", "@decorated\ndef b(s) -> None: s.n * s.n"],
        ["def b(s): s.x = math.log(s.n)", "def b(s): touch(s.n)", "def b(s): s.list.append(3)", "def b(s): pass", "def b(s): return math.log(s.n)",
         "def b(s):\n    'A text.'\n    y = s.make(); y.run()", "def b(s, blackhole): blackhole.consume(s.n)", "def b(s): s.n += s.n * 2"]),
    (".py", "constant-input"): (
        ["def b(): return fib(25)", "def b():\n    # always the same\n    y = math.sqrt(2.5)\n    return y", "async def b(): return await fib(25)"],
        ["def b(s): return fib(s.n)", "def b(): return fib(number)", "def b(): sleep(1)", "def b(): return fib()", "def b(): return bytearray(64)",
         "def b(): return Table(64)", "def b():\n    twice = lambda x: 2 * x\n    return twice(4)"]),
}
FIXTURES = {
    ".go": ("package b\n// @@State(Scope.Benchmark)\ntype F struct {{ v []int }}\n// @@Setup(Level.{})\nfunc (f *F) each() {{ {} }}\n// @@Benchmark\nfunc b(f *F) int {{ {} }}\n",
            "for at := range f.v { f.v[at] = 0 }", "for len(f.v) > 0 { f.v = f.v[1:] }", "return f.v[0]"),
    ".cpp": ("//@@State(Scope.Benchmark)\nstruct F {{ //@@Setup(Level.{})\nvoid each() {{ {} }} long v[9]; }};\n//@@Benchmark\nlong b(F &f) {{ {} }}\n",
             "for (long &one : v) one = 0;", "for (int i = 0; i < 9; ++i) v[i] = 0;", "return f.v[0];"),
    ".c": ("//@@State(Scope.Benchmark)\nstruct F {{ long v[9]; }};\n//@@Setup(Level.{})\nvoid each(struct F *f) {{ {} }}\n//@@Benchmark\nlong b(struct F *f) {{ {} }}\n",
           "for (int i = 0; i < 9; ++i) f->v[i] = 0;", "while (f->v[0] > 0) --f->v[0];", "return f->v[0];"),
    ".rs": ("//@@State(Scope.Benchmark)\n#[derive(Default)]\nstruct F {{ v: [i64; 9] }}\nimpl F {{ //@@Setup(Level.{})\nfn each(&mut self) {{ {} }} }}\n"
            "//@@Benchmark\nfn b(f: &F) -> i64 {{ {} }}\n",
            "for one in &mut self.v { *one = 0; }", "while self.v[0] > 0 { self.v[0] -= 1; }", "f.v[0]"),
    ".zig": ("//@@State(Scope.Benchmark)\nconst F = struct {{ v: [9]i64 = @splat(0),\n//@@Setup(Level.{})\nfn each(self: *F) void {{ {} }} }};\n"
             "//@@Benchmark\nfn b(f: *F) i64 {{ {} }}\n",
             "for (&self.v) |*item| item.* = 0;", "while (self.v[0] > 0) self.v[0] -= 1;", "return f.v[0];"),
    ".js": ("//@@State(Scope.Benchmark)\nclass F {{ v = [];\n//@@Setup(Level.{})\neach() {{ {} }} }}\n//@@Benchmark\nfunction b(f) {{ {} }}\n",
            "for (const i in this.v) this.v[i] = 0;", "for (let i = 0; i < 9; i++) this.v[i] = 0;", "return f.v[0];"),
    ".py": ("#@@State(Scope.Benchmark)\n#@@StateLabel(\"f\")\nclass F:\n    #@@Setup(Level.{})\n    def each(self):\n        pass\n        {}\n"
            "#@@Benchmark\ndef b(f): {}\n",
            "for i in range(9): self.v[i] = 0", "while self.v[0] > 0: self.v[0] -= 1", "return f.v[0]"),
    ".java": ("@State(Scope.Benchmark) public static class F {{ long[] v = new long[9]; @Setup(Level.{}) public void each() {{ {} }} }}\n"
              "@Benchmark public long b(F f) {{ {} }} }}\n",
              "for (int i = 0; i < 9; i++) v[i] = 0;", "while (v[0] > 0) v[0]--;", "return f.v[0];"),
}


def bound(text: str, suffix: str) -> Suite:
    path = f"B{suffix}"
    language = next(language for language in languages().values() if suffix in language.extensions)
    source = SourceFile(path=path, language=language.id, sha256="", benchmarks=True)
    parsed, problems = parse_text(source, text.encode(), language)
    suite, diagnostics = bind([[parsed]])
    assert [problem for problem in (*problems, *diagnostics) if problem.severity == "error"] == []
    return suite


def codes(text: str, suffix: str) -> list[str]:
    mark = {".java": "@Benchmark ", ".py": "#@@Benchmark\n"}.get(suffix, "//@@Benchmark\n")
    end = "}" if suffix == ".java" else ""
    return [doubt.warning.code for doubt in precheck(bound(f"{STATES[suffix]}{mark}{text}\n{end}", suffix))]


@pytest.mark.parametrize(("suffix", "code", "text"), [(*key, text) for key, (fires, _) in TABLE.items() for text in fires])
def test_the_doubt_is_found(suffix: str, code: str, text: str) -> None:
    assert code in codes(text, suffix)


@pytest.mark.parametrize(("suffix", "text"), [(key[0], text) for key, (_, quiet) in TABLE.items() for text in quiet])
def test_similar_code_has_no_doubt(suffix: str, text: str) -> None:
    assert codes(text, suffix) == []


@pytest.mark.parametrize("suffix", FIXTURES)
def test_a_fixture_with_more_loops_than_its_benchmark_dominates(suffix: str) -> None:
    template, for_loop, while_loop, no_loop = FIXTURES[suffix]
    head = "" if suffix != ".java" else STATES[suffix].partition("@State")[0] + "@State(Scope.Benchmark) public class B {\n"
    found = {name: [doubt.warning.code for doubt in precheck(bound(head + template.format(level, fixture, work), suffix))]
             for name, level, fixture, work in (
                 ("for", "Invocation", for_loop, no_loop), ("while", "Invocation", while_loop, no_loop),
                 ("once", "Iteration", for_loop, no_loop), ("short", "Invocation", "", no_loop))}
    assert found == {"for": ["fixture-dominates"], "while": ["fixture-dominates"], "once": [], "short": []}


@pytest.mark.parametrize("suffix", FIXTURES)
def test_a_long_expression_is_read(suffix: str) -> None:
    template, _, _, no_loop = FIXTURES[suffix]
    head = "" if suffix != ".java" else STATES[suffix].partition("@State")[0] + "@State(Scope.Benchmark) public class B {\n"
    long = no_loop.replace("v[0]", f"v[0]{' + 1' * 2000}")
    assert precheck(bound(head + template.format("Invocation", "", long), suffix)) == []


def test_a_comprehension_is_a_loop() -> None:
    template, for_loop, *_ = FIXTURES[".py"]
    assert precheck(bound(template.format("Invocation", for_loop, "return [x * 2 for x in f.v]"), ".py")) == []


@pytest.mark.parametrize(("body", "expected"), [
    ("s.asks <- 1", ["locked-thread"]), ("return <-s.answers", ["locked-thread"]), ("s.group.Wait()", ["locked-thread"]),
    ("select { case <-s.answers: }", ["locked-thread"]), ("go s.run()", []), ("s.wait()", []), ("Wait()", []),
    ("var answers <-chan int = s.answers; s.use(answers)", []), ("s.each(func() { s.asks <- 1 })", []), ("s.x -= 1", []),
])
def test_a_wait_for_another_goroutine_is_a_doubt_unless_it_is_spread(body: str, expected: list[str]) -> None:
    function = f"func b(s *S) {'int ' if 'return' in body else ''}{{ {body} }}"
    assert codes(function, ".go") == expected
    assert codes(f"// @@OperationsPerInvocation(1000)\n{function}", ".go") == []


def test_the_table_has_every_code_in_every_language() -> None:
    assert {code for _, code in TABLE} == {"result-unused", "own-loop", "constant-input"}
    assert {(suffix, code) for suffix in STATES for code in {code for _, code in TABLE}} - {(".py", "own-loop")} == set(TABLE)  # a loop over range() is not read
    assert all(fires and quiet for fires, quiet in TABLE.values()) and set(FIXTURES) == set(STATES)


def test_the_doubt_names_the_benchmark_and_its_line() -> None:
    [doubt] = precheck(bound("//@@Benchmark\nlong b() { return fib(25); }\n", ".cpp"))
    assert (doubt.source, doubt.benchmark, doubt.warning.location.line) == ("B.cpp", "b", 2)
    assert doubt.warning.message == "`b` always computes `fib(25)`"
    assert doubt.warning.hint and doubt.warning.severity == "warning"


def test_each_function_of_a_group_is_checked_alone() -> None:
    text = STATES[".cpp"] + "\n".join(f"//@@Benchmark\n//@@Group\n{function}" for function in (
        "long good(S &s) { return s.n; }", "long bad() { return fib(25); }"))
    [doubt] = precheck(bound(text, ".cpp"))
    assert (doubt.benchmark, doubt.warning.code, doubt.warning.location.line) == ("group", "constant-input", 10)
    assert doubt.warning.message.startswith("`bad of group` ")


def test_the_demonstration_has_the_doubts_in_its_names() -> None:
    text = (Path(__file__).parents[3] / "docs/how-to/self-checks/doubtful.cpp").read_text(encoding="utf-8")
    found = {(doubt.benchmark.replace("_", "-"), doubt.warning.code) for doubt in precheck(bound(text, ".cpp"))}
    assert {code for name, code in found if name == code} == {"result-unused", "own-loop", "constant-input", "fixture-dominates"}
    assert {code for name, code in found if name != code} == {"fixture-dominates"}  # the fixture runs around all users of its state
