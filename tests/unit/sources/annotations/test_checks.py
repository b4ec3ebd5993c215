"""Which Check methods does a state have, and are unusable ones reported?"""

from __future__ import annotations

import pytest
from made_sources import codes, sources

from clamh.sources.annotations.benchmarks import bind_benchmarks
from clamh.sources.annotations.checks import check_checks


def checks(*texts: str) -> dict[str, list[str]]:
    bound = sources(*texts)
    assert codes(bound) == []
    return {state.name: [check.name for check in state.checks] for state in bound.states.values()}


def problems(text: str) -> list[str]:
    bound = sources(text)
    check_checks(bound, bind_benchmarks(bound))
    return codes(bound)


BASE = "struct Base {\n//@@Check\nint low();\n//@@Check\nvirtual int high();\n};\n"
STATE = "//@@State(Scope.Thread)\nstruct S : Base {\n//@@Check\nint own();\n//@@Check\nint high() override;\n};\n"


def test_a_state_has_its_own_and_inherited_checks_once() -> None:
    assert checks(BASE + STATE) == {"S": ["own", "high", "low"]}


def test_a_check_of_another_file_counts() -> None:
    assert checks("#include \"1x.cpp\"\n" + STATE, BASE) == {"S": ["own", "high", "low"]}


@pytest.mark.parametrize(("text", "expected"), [
    (BASE + STATE, []),
    (BASE, ["check-outside-state"] * 2),  # no state inherits them
    ("//@@State(Scope.Thread)\nstruct S {\n//@@Check\nvoid f();\n};", ["check-returns-nothing"]),
    ("//@@State(Scope.Thread)\nstruct S {\n//@@Check\nint f(int n = 1);\n};", ["check-parameters"]),
    ("//@@State(Scope.Thread)\nstruct S {\n//@@Check\n//@@Teardown\nint f();\n};", ["check-role"]),
])
def test_an_unusable_check_is_reported(text: str, expected: list[str]) -> None:
    assert problems(text) == expected


def test_two_checks_of_one_name_clash_only_in_one_benchmark() -> None:
    two = "".join(f"//@@State(Scope.Thread)\nstruct {name} {{\n//@@Check\nint {check}();\n}};\n"
                  for name, check in (("S", "in_order"), ("T", "inOrder")))
    assert problems(two + "//@@Benchmark\nvoid f(S &s) {}\n//@@Benchmark\nvoid g(T &t) {}\n") == []
    assert problems(two + "//@@Benchmark\nvoid f(S &s, T &t) {}\n") == ["check-clash"]
