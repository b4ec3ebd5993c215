from __future__ import annotations

import pytest

from clamh.bind import bind
from clamh.languages import languages
from clamh.model import SourceFile
from clamh.parse import parse_text

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
    ("any:scratch", ["Second"]), ("scratch, InputValue:a, scratch_", ["Second", "InputValue", ""]),
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
