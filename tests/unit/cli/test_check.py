"""Does `clamh check` report every problem once, in one line, and ignore files that are not ours?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clamh import pipeline
from clamh.cli import check
from clamh.cli.main import VERBS
from clamh.cli.main import main as cli
from clamh.languages import languages
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.sources import Location

# What editors take a line apart with: file, line, column, kind, message.
GNU = r"(.+?):(\d+):(\d+): (error|warning): (.+) \[([a-z-]+)\]"
STATES = '//@@State(Scope.Benchmark)\nstruct Input {\n    //@@Param({"1"})\n    int n;\n};\n'
SOURCE = '#include "states.hpp"\n//@@Benchmark\nint one(Input &input) { return input.n; }\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")


def codes(*paths: str) -> list[str]:
    return [problem.code for problem in pipeline.check_sources(paths)]


def test_a_problem_is_one_line_whatever_it_holds() -> None:
    problem = Diagnostic(code="some-code", message="first\nsecond \x1b[31m", hint="do\nthis", severity="warning",
                         location=Location(path="a  b\n.cpp", line=3, column=7))
    assert check.format_line(problem) == "a  b\\n.cpp:3:7: warning: first second \\x1b[31m (do this) [some-code]"
    assert check.format_line(Diagnostic(code="c", message="no place")) == "clamh: error: no place [c]"


def test_every_problem_of_every_file_comes_at_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, b__cpp="//@@Benchmrk\nint a();\n\n//@@Benchmark\n//@@Warmup(rounds = 3)\nint b() { return 1; }\n",
          a__cpp="//@@Benchmark(nme = \"x\")\nint c() { return 1; }\n", notes__txt="@Benchmrk")
    assert check.main([]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert [re.fullmatch(GNU, line).group(1, 2, 3, 4) for line in lines] == [
        ("a.cpp", "1", "15", "error"), ("b.cpp", "1", "1", "error"), ("b.cpp", "5", "12", "error")]


def test_paths_as_a_commit_hook_passes_them_are_no_problem(folder: Path) -> None:
    """Everything that was changed: other languages, files without benchmarks, headers after the sources."""
    write(folder, one__cpp=SOURCE, states__hpp=STATES, plain__cpp="int x;\n", README__md="# @Benchmrk\n", logo__png="")
    assert codes("README.md", "logo.png", "one.cpp", "plain.cpp", "states.hpp") == []
    assert codes("README.md", "plain.cpp") == []
    assert codes("states.hpp") == []


def test_states_of_two_sources_are_kept_apart(folder: Path) -> None:
    """`*.cpp *.hpp` puts the header of the first source after the second, which has a state of the same name."""
    write(folder, one__cpp=SOURCE, states__hpp=STATES, two__cpp=STATES + SOURCE.split("\n", 1)[1].replace("one", "two"))
    assert codes("one.cpp", "two.cpp", "states.hpp") == []


def test_a_header_of_states_is_read_by_itself(folder: Path) -> None:
    write(folder, states__hpp=STATES.replace("@@Param", "@@Parm"))
    assert codes("states.hpp") == ["unknown-annotation"]


def test_problem_that_two_sources_share_is_reported_once(folder: Path) -> None:
    write(folder, one__cpp=SOURCE, two__cpp=SOURCE.replace("one", "two"), states__hpp=STATES.replace("@@Param", "@@Parm"))
    assert codes("one.cpp", "two.cpp").count("unknown-annotation") == 1


@pytest.mark.parametrize("suffix", [language.extensions[0] for language in languages().values()])
def test_files_of_other_libraries_are_left_alone(folder: Path, suffix: str) -> None:
    (folder / f"plain{suffix}").write_text("/** @param x @State */ @Override @Setup class A {}\n")
    assert codes(f"plain{suffix}") == []


def test_warnings_fail_only_on_request(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, one__cpp="// @Benchmark\nint one() { return 1; }\n")
    assert check.main(["one.cpp"]) == 0
    assert ": warning: no benchmark in 'one.cpp'" in capsys.readouterr().out
    assert check.main(["one.cpp", "--strict"]) == 2


FINE = "//@@Benchmark\nfunction one() { return 1; }\n"
JAVA = "package p;\nimport org.openjdk.jmh.annotations.*;\npublic class A {\n%s    @Benchmark public int one() { return 1%s; }\n}\n"
OPEN_JAVA = (JAVA % ("", "")).removesuffix("}\n") + "    int zero() { if (true) { return 0; }\n}\n"
MISSING = "a name or value is missing here"


@pytest.mark.parametrize(("name", "text", "expected"), [
    ("a.cpp", "//@@Benchmark\nint one() { return 1 + ; }\n", f"2:23: warning: cannot parse this: {MISSING}"),
    ("a.js", FINE.replace("1;", "1 + ;"), f"2:28: error: cannot parse this: {MISSING}"),
    ("a.ts", FINE.replace("1;", "1 + ;"), f"2:28: error: cannot parse this: {MISSING}"),
    ("A.java", JAVA % ("", " +"), f"4:45: error: cannot parse this: {MISSING}"),
    ("a.cpp", "int zero() { return (0; }\n//@@Benchmark\nint one() { return 1; }\n",
     "1:25: error: cannot parse this: `}` cannot close the `(` of line 1"),
    ("a.js", "const zero = [0);\n" + FINE, "1:16: error: cannot parse this: `)` cannot close the `[` of line 1"),
    ("a.ts", FINE + "}\n", "3:1: error: cannot parse this: `}` closes nothing"),
    ("A.java", (JAVA % ("", "")).removesuffix("}\n"), "3:16: error: cannot parse this: `{` is never closed"),
    ("A.java", OPEN_JAVA, "5:16: error: cannot parse this: `{` is never closed"),
    ("a.js", "functon zero() { return 0; }\n" + FINE, "1:9: warning: cannot parse this: `zero` is not allowed here"),
    ("a.ts", "class Z { z: ; }\n" + FINE, "1:12: warning: cannot parse this: `:` is not allowed here"),
    ("A.java", JAVA % ("    int z = 0 int y;\n", ""), "4:14: warning: cannot parse this: `;` is missing here"),
])
def test_parse_error_has_its_place(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, expected: str
) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    code = check.main([name])
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"{name}:{expected} (") and line.endswith("[does-not-parse]")
    assert code == (2 if " error: " in line else 0)


@pytest.mark.parametrize(("name", "text"), [
    ("a.cpp", "#define BEGIN {\n#ifdef X\nint f(int) {\n#else\nint f(long) {\n#endif\nreturn 0; }\n"
              "//@@Benchmark\nint one() { char c = '{'; const char *s = R\"((()\"; return c + s[0]; }\n"),
    ("a.js", "const r = /[(]{/v, t = `${'('}[`, s = '\\u{1F600}{';\n" + FINE),
    ("a.ts", "enum E { A = '(' }\nconst r = /[{]/v;\nabstract class Z { abstract f<T>(one: T[]): asserts one is T[]; }\n" + FINE),
    ("A.java", JAVA % ("    char c = '{'; String s = \"(\", t = \"\"\"\n [ \"\"\";\n", "")),
])
def test_brackets_in_strings_and_patterns_are_not_counted(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    assert codes(name) == []


def test_our_own_suites_parse() -> None:
    root = Path(__file__).parents[3]
    problems = pipeline.check_sources([str(root / "benchmarks"), str(root / "docs/tutorial/samples")])
    shown = {(Path(problem.location.path).stem.replace("_", "").lower(), problem.code) for problem in problems}
    samples = {("deadcode", "result-unused"), ("constants", "constant-input")}  # what these two samples are about
    assert shown == samples | {("fiboparallel", "locked-thread")}  # in Go it waits for the half that it starts


def test_no_state_of_our_own_sources_is_unused() -> None:
    root = Path(__file__).parents[3]
    places = [*(str(root / name) for name in ("benchmarks", "docs", "conformance/sources")), *map(str, root.glob("tests/golden/*/hazards"))]
    for place in places:
        assert [problem for problem in pipeline.check_sources([place]) if problem.code == "unused-state"] == [], place


def test_a_path_that_is_not_there_is_an_error_and_the_others_are_read(folder: Path) -> None:
    write(folder, b__cpp="//@@Benchmrk\nint a();\n\n//@@Benchmark\nint b() { return 1; }\n")
    assert sorted(codes("nowhere.cpp", "b.cpp")) == ["no-such-file", "unknown-annotation"]


def test_the_commit_hook_is_this_verb() -> None:
    """What `pre-commit` runs with the changed files after it; the hook was tried with pre-commit 4."""
    hook = Path(__file__).parents[3] / ".pre-commit-hooks.yaml"
    facts = dict(line.lstrip("- ").split(": ", 1) for line in hook.read_text(encoding="utf-8").splitlines())
    assert facts["entry"] == "clamh check" and "check" in VERBS
    assert facts["types"] == "[text]"


def test_a_run_says_why_there_is_no_benchmark_where_it_can(folder: Path) -> None:
    write(folder, typo__cpp="//@@Benchmrk\nint one() { return 1; }\n",
          cut__js="//@@Benchmark\nfunction one( { return 1; }\n")
    (folder / "Plain.java").write_text("class Plain {}\n")

    def find_errors(path: str) -> list[tuple[str, str]]:
        with pytest.raises(InputError) as refused:
            pipeline.forecast([path], lambda _: None)
        return [(problem.code, problem.hint) for problem in refused.value.diagnostics]

    assert ("unknown-annotation", "did you mean Benchmark?") in find_errors("typo.cpp")
    assert [code for code, _ in find_errors("cut.js")] == ["unreadable-declaration", "does-not-parse"]
    assert find_errors("Plain.java") == [("no-benchmark", "annotate a function with @Benchmark")]  # a comment makes none there


def test_run_refuses_a_file_that_no_source_can_contain(folder: Path) -> None:
    write(folder, bm__c="//@@Benchmark\nint one(void) { return 1; }\n", impl__cpp="int two() { return 2; }\n")
    with pytest.raises(InputError) as refused:
        pipeline.forecast(["bm.c", "impl.cpp"], lambda _: None)
    assert [(problem.code, problem.message.partition(":")[0]) for problem in refused.value.diagnostics] == [
        ("unclaimed-file", "'impl.cpp' belongs to no source")]


UNCLOSED = {
    "a.cpp": ("//@@State(Scope.Benchmark)\nstruct S {\n    int n;\n\n//@@Benchmark\nint one(S &s) { return s.n; }\n", "2:10"),
    "a.go": ("package a\n\nfunc f() int { if true { return 1 }\n\n// @@Benchmark\nfunc one() int { return 1 }\n", "3:14"),
    "a.js": ("class A {\n    n = 0;\n\n//@@Benchmark\nfunction one() { return 1; }\n", "1:9"),
    "a.py": ("n = (0\n\n#@@Benchmark\ndef one():\n    return 1\n", "1:5"),
    "a.rs": ("//@@Benchmark\npub fn one() -> i32 { if true { 1 }\n", "2:21"),
    "a.zig": ("//@@Benchmark\nfn one() i32 { if (true) { return 1; }\n", "2:14"),
}


@pytest.mark.parametrize("verb", ["run", "check"])
@pytest.mark.parametrize("name", UNCLOSED)
def test_an_unclosed_bracket_comes_before_what_follows_from_it(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, verb: str
) -> None:
    text, at = UNCLOSED[name]
    (folder / name).write_text(text, encoding="utf-8")
    assert cli([verb, name]) == 2
    captured = capsys.readouterr()
    bracket = "(" if name == "a.py" else "{"
    assert (captured.err + captured.out).startswith(f"{name}:{at}: error: cannot parse this: `{bracket}` is never closed")


@pytest.mark.slow
@pytest.mark.language("java")
def test_an_unclosed_bracket_comes_before_what_the_compiler_says(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAMH_CACHE", str(folder / "cache"))
    (folder / "A.java").write_text(OPEN_JAVA, encoding="utf-8")
    assert cli(["run", "A.java"]) == 2
    lines = [line for line in capsys.readouterr().err.splitlines() if "error" in line]
    assert lines[0].startswith("A.java:5:16: error: cannot parse this: `{` is never closed")
    assert lines[1:2] == ["error: javac failed"]
