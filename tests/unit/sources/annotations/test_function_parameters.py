from __future__ import annotations

import pytest

from clamh.languages import language_of_file, languages
from clamh.model.sources import SourceFile
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text

STATES = """
//@@State(Scope.Benchmark)
class InputValue {}
//@@State(Scope.Thread)
//@@StateLabel("scratch")
class Second {}
//@@State(Scope.Thread)
//@@StateLabel("inputvalue")
class Third {}
"""


def takes(written: str, states: str = STATES) -> tuple[list[str], list[str]]:
    """The state or injected type of each parameter of a benchmark, and the problems as `code: hint`.

    `written` has the parameters, each a name or `type:name`.
    """
    parameters = [parameter.rpartition(":") for parameter in written.split(", ")]
    doc = "".join(f"@param {{{type_}}} {name} " for type_, colon, name in parameters if colon)
    names = ", ".join(name for _, _, name in parameters)
    text = f"{states}/** {doc} */\n//@@Benchmark\nfunction f({names}) {{}}"
    source = SourceFile(path="x.js", language="javascript", sha256="", benchmarks=True)
    parsed, problems = parse_text(source, text.encode(), languages()["javascript"])
    suite, diagnostics = bind([[parsed]])
    assert problems == []
    return ([parameter.takes for parameter in suite.units[0].benchmarks[0].declaration.parameters],
            [f"{diagnostic.code}: {diagnostic.hint}" for diagnostic in diagnostics])


@pytest.mark.parametrize(("written", "expected"), [
    ("scratch", ["Second"]), ("SCRATCH", ["Second"]), ("InputValue:x", ["InputValue"]), ("Third:scratch", ["Third"]),
    ("blackhole", ["Blackhole"]), ("blackHole, scratch", ["Blackhole", "Second"]), ("Blackhole:x", ["Blackhole"]),
    ("any:scratch", ["Second"]), ("input_value", [""]), ("s_cratch, black_hole", ["Second", "Blackhole"]),
    ("scratch, InputValue:a, scratch_", ["Second", "InputValue", "Second"]),
])
def test_the_type_or_else_the_name_decides(written: str, expected: list[str]) -> None:
    assert takes(written)[0] == expected


def test_two_states_of_one_label_are_reported() -> None:
    assert takes("inputValue") == ([""], ['ambiguous-state: give one of them another label with @StateLabel("…")'])


@pytest.mark.parametrize(("name", "hint"), [
    ("scrach", "did you mean scratch?"), ("second", None), ("blackhol", "did you mean Blackhole?"), ("zzz", None),
])
def test_an_unknown_label_has_a_suggestion_or_all_labels(name: str, hint: str | None) -> None:
    states = STATES[:STATES.index("//@@State(Scope.Thread)\n//@@StateLabel(\"inputvalue")]
    known = ", ".join(["InputValue", "scratch", *languages()["javascript"].injected])
    expected = hint or f"labels: {known}; a label is the state's @StateLabel, or else its class name"
    assert takes(name, states) == ([""], [f"unknown-state: {expected}"])


@pytest.mark.parametrize(("path", "text", "expected"), [
    ("x.cpp", "struct Random {};\n//@@Benchmark\nint f(Random &r);", ["not-a-state"]),
    ("x.cpp", "namespace mine { struct Memory {}; }\n//@@Benchmark\nint f(const mine::Memory &m);", ["not-a-state"]),
    ("x.cpp", "struct S {\n  struct Operations {};\n  //@@Benchmark\n  static int f(Operations &o);\n};", ["not-a-state"]),
    # A class of another scope, a stand-in for builds without CLAMH, and the injected type by its full name.
    ("x.cpp", "namespace mine { struct Memory {}; }\n//@@Benchmark\nint f(Memory &m);", []),
    ("x.cpp", "#ifndef CLAMH\nclass Control {};\n#endif\n//@@Benchmark\nint f(Control &c);", []),
    ("x.cpp", "struct Random {};\n//@@Benchmark\nint f(harness_utils::Random &r);", []),
    ("x.cpp", "//@@State(Scope.Benchmark)\nstruct Random {};\n//@@Benchmark\nint f(Random &r);", []),
    ("x.js", "class Random {}\n/** @param {Random} r */\n//@@Benchmark\nfunction f(r) {}", ["not-a-state"]),
    ("x.ts", "class Memory {}\n//@@Benchmark\nfunction f(memory: Memory) {}", ["not-a-state"]),
    ("x.js", "class Random {}\n//@@Benchmark\nfunction f(random) {}", []),  # a name that is no state's label
    ("x.js", "//@@State(Scope.Benchmark)\nclass Random {}\n//@@Benchmark\nfunction f(random) {}", []),
    ("X.java", "package p;\npublic class X {\n  public static class Operations {}\n"
               "  @Benchmark public int f(Operations o) { return 1; }\n}", ["not-a-state"]),
    ("X.java", "package p;\nimport java.util.Random;\npublic class X {\n"
               "  @Benchmark public int f(Random r) { return 1; }\n}", []),  # JMH decides
    ("X.java", "package p;\npublic class X {\n  @Benchmark public int f(Suspend s) { return 1; }\n}", ["cannot"]),
    ("X.java", "package p;\nimport own.clock.Suspend;\npublic class X {\n  @Benchmark public int f(Suspend s) { return 1; }\n}", []),  # of a library
    ("X.java", "package p;\nimport own.clock.*;\npublic class X {\n  @Benchmark public int f(Suspend s) { return 1; }\n}", []),
    ("x.cpp", "struct Suspend {};\n//@@Benchmark\nint f(Suspend &s);", ["not-a-state"]),
])
def test_a_users_own_class_is_not_an_injected_type(path: str, text: str, expected: list[str]) -> None:
    language = language_of_file(path)
    parsed, problems = parse_text(SourceFile(path=path, language=language.id, sha256="", benchmarks=True), text.encode(), language)
    suite, diagnostics = bind([[parsed]])
    assert problems == [] and [diagnostic.code for diagnostic in diagnostics] == expected
    if "@@State" in text:
        assert [parameter.takes for parameter in suite.units[0].benchmarks[0].declaration.parameters] == ["Random"]
        assert suite.units[0].benchmarks[0].states == ("Random",)
