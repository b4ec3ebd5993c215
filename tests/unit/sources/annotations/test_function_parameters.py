from __future__ import annotations

import pytest

from clamh.languages import by_extension, languages
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
    """What the parameters of a benchmark stand for, and the problems as `code: mend`; types stand before a colon."""
    doc = "".join(f"@param {{{one.split(':')[0]}}} {one.split(':')[1]} " for one in written.split(", ") if ":" in one)
    names = ", ".join(one.rpartition(":")[2] for one in written.split(", "))
    text = f"{states}/** {doc} */\n//@@Benchmark\nfunction f({names}) {{}}"
    source = SourceFile(path="x.js", language="javascript", sha256="", benchmarks=True)
    parsed, problems = parse_text(source, text.encode(), languages()["javascript"])
    suite, found = bind([[parsed]])
    assert problems == []
    return ([one.takes for one in suite.units[0].benchmarks[0].declaration.parameters],
            [f"{one.code}: {one.mend}" for one in found])


@pytest.mark.parametrize(("written", "expected"), [
    ("scratch", ["Second"]), ("SCRATCH", ["Second"]), ("InputValue:x", ["InputValue"]), ("Third:scratch", ["Third"]),
    ("blackhole", ["Blackhole"]), ("blackHole, scratch", ["Blackhole", "Second"]), ("Blackhole:x", ["Blackhole"]),
    ("any:scratch", ["Second"]), ("input_value", [""]), ("s_cratch, black_hole", ["Second", "Blackhole"]), ("scratch, InputValue:a, scratch_", ["Second", "InputValue", "Second"]),
])
def test_a_type_says_it_else_the_name(written: str, expected: list[str]) -> None:
    assert takes(written)[0] == expected


def test_two_states_of_one_label_are_told() -> None:
    assert takes("inputValue") == ([""], ["ambiguous-state: give one of them another with @StateLabel(\"…\")"])


@pytest.mark.parametrize(("name", "mend"), [
    ("scrach", "did you mean scratch?"), ("second", None), ("blackhol", "did you mean Blackhole?"), ("zzz", None),
])
def test_an_unknown_label_has_a_suggestion_or_all_labels(name: str, mend: str | None) -> None:
    states = STATES[:STATES.index("//@@State(Scope.Thread)\n//@@StateLabel(\"inputvalue")]
    known = ", ".join(["InputValue", "scratch", *languages()["javascript"].injected])
    said = mend or f"there are {known}; a label is the state's @StateLabel, else its class's name"
    assert takes(name, states) == ([""], [f"unknown-state: {said}"])


@pytest.mark.parametrize(("path", "text", "expected"), [
    ("x.cpp", "struct Random {};\n//@@Benchmark\nint f(Random &r);", ["not-a-state"]),
    ("x.cpp", "namespace mine { struct Memory {}; }\n//@@Benchmark\nint f(const mine::Memory &m);", ["not-a-state"]),
    ("x.cpp", "struct S {\n  struct Operations {};\n  //@@Benchmark\n  static int f(Operations &o);\n};", ["not-a-state"]),
    # What is not meant by the name here, a stand-in for builds without CLAMH, and ours by its full name.
    ("x.cpp", "namespace mine { struct Memory {}; }\n//@@Benchmark\nint f(Memory &m);", []),
    ("x.cpp", "#ifndef CLAMH\nclass Control {};\n#endif\n//@@Benchmark\nint f(Control &c);", []),
    ("x.cpp", "struct Random {};\n//@@Benchmark\nint f(harness_utils::Random &r);", []),
    ("x.cpp", "//@@State(Scope.Benchmark)\nstruct Random {};\n//@@Benchmark\nint f(Random &r);", []),
    ("x.js", "class Random {}\n/** @param {Random} r */\n//@@Benchmark\nfunction f(r) {}", ["not-a-state"]),
    ("x.ts", "class Memory {}\n//@@Benchmark\nfunction f(memory: Memory) {}", ["not-a-state"]),
    ("x.js", "class Random {}\n//@@Benchmark\nfunction f(random) {}", []),  # a name, and no state has it for a label
    ("x.js", "//@@State(Scope.Benchmark)\nclass Random {}\n//@@Benchmark\nfunction f(random) {}", []),
    ("X.java", "package p;\npublic class X {\n  public static class Operations {}\n"
               "  @Benchmark public int f(Operations o) { return 1; }\n}", ["not-a-state"]),
    ("X.java", "package p;\nimport java.util.Random;\npublic class X {\n"
               "  @Benchmark public int f(Random r) { return 1; }\n}", []),  # for JMH to judge
])
def test_a_class_of_the_users_own_is_not_taken_for_an_injected_one(path: str, text: str, expected: list[str]) -> None:
    language = by_extension(path)
    parsed, problems = parse_text(SourceFile(path=path, language=language.id, sha256="", benchmarks=True), text.encode(), language)
    suite, found = bind([[parsed]])
    assert problems == [] and [one.code for one in found] == expected
    if "@@State" in text:
        assert [one.takes for one in suite.units[0].benchmarks[0].declaration.parameters] == ["Random"]
        assert suite.units[0].benchmarks[0].states == ("Random",)
