"""How does a wrapper register static functions of a class?"""

from __future__ import annotations

import json

from clamh.building.generate import generate
from clamh.languages import language_of_file
from clamh.model.sources import SourceFile, Wrapper
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text


def make_wrapper(path: str, text: str) -> Wrapper:
    language = language_of_file(path)
    assert language is not None
    source, problems = parse_text(SourceFile(path=path, language=language.id, sha256="", benchmarks=True), text.encode(), language)
    suite, bind_problems = bind([[source]])
    assert [*problems, *bind_problems] == []
    return generate(suite.units[0])


def test_forwarder_of_static_function_keeps_its_class() -> None:
    wrapper = make_wrapper("x.cpp", "//@@State(Scope.Thread)\nstruct S {\n//@@Benchmark\nstatic int f(int n = 1) { return n; }\n};\n")
    assert "template struct clamh::bench<clamh_gen::b0, &::clamh_w::b0, ::S, clamh::takes<>>;" in wrapper.files[wrapper.entry]


def test_static_fixture_outside_states_takes_no_state_in_javascript() -> None:
    for first in ("first", "zero"):
        wrapper = make_wrapper("x.js", f"class A {{\n//@@Setup\n{first}() {{}}\n//@@Setup\nstatic second() {{}}\n//@@Benchmark\nrun() {{}}\n}}\n")
        events = map(json.loads, json.loads(wrapper.files[wrapper.entry])["tables"]["catalog"])
        states = {event["name"]: event["states"] for event in events if event["event"] == "fixture"}
        assert states == {f"A.{first}": [0], "A.second": []}


def test_static_fixture_outside_states_takes_no_state_in_python() -> None:
    for first in ("first", "zero"):
        wrapper = make_wrapper("x.py", f"class A:\n    #@@Setup\n    def {first}(self): pass\n    #@@Setup\n    @staticmethod\n    def second(): pass\n"
                                       "    #@@Benchmark\n    def run(self): pass\n")
        catalog = json.loads(wrapper.files[wrapper.entry])["catalog"]
        assert {entry["name"]: entry["states"] for entry in catalog if entry["event"] == "fixture"} == {f"A.{first}": [0], "A.second": []}
