"""What does javac get to see of a user's Java source?"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from urllib.parse import unquote

import pytest

from clamh.languages.java.generator import FACTS, generate, in_package, injected
from clamh.model.sources import Benchmark, Declaration, Location, MemberFunction, Param, Parsed, Settings, SourceFile, State, Unit, Wrapper


def file_of(path: str, text: str) -> Parsed:
    raw = text.encode("utf-8", "surrogateescape")
    source = SourceFile(path=path, language="java", sha256=hashlib.sha256(raw).hexdigest(), benchmarks=True)
    return Parsed(source=source, text=raw, annotations=(), declarations=())


def wrapped(first: Parsed, *others: Parsed, unread: tuple[SourceFile, ...] = (), benchmarks: tuple[Benchmark, ...] = ()) -> Wrapper:
    companions = (*(parsed.source for parsed in others), *unread)
    return generate(Unit(source=first.source, companions=companions, parsed=(first, *others), benchmarks=benchmarks,
                         states=(), fixtures=()))


@pytest.mark.parametrize(
    ("before", "package", "after"),
    [
        ("class A {}", "clamh", "package clamh; class A {}"),
        ("", "clamh", "package clamh; "),
        ("// one\n/* two\n */ import x.Y;\n", "clamh", "// one\n/* two\n */ package clamh; import x.Y;\n"),
        ("// package no;\nclass A {}", "clamh", "// package no;\npackage clamh; class A {}"),
        ("package a.b;\nclass A {}", "a.b", "package a.b;\nclass A {}"),
        ("/* c */ package  a . /* x */ b // y\n;", "a.b", "/* c */ package  a . /* x */ b // y\n;"),
        ("packages();", "clamh", "package clamh; packages();"),
        ("\ufeffclass A {}", "clamh", "package clamh; class A {}"),
        ("\ufeffpackage a;", "a", "package a;"),
        ("\r\n@B\r\nclass A {}\r\n", "clamh", "\r\npackage clamh; @B\r\nclass A {}\r\n"),
    ],
)
def test_a_package_is_put_in_where_none_is_and_no_line_moves(before: str, package: str, after: str) -> None:
    assert in_package(before) == (package, after)
    assert before.count("\n") == after.count("\n")


def test_sources_and_companions_go_to_their_package_folders_unchanged() -> None:
    first = file_of("/x/B.java", "package p.q;\n//@@Benchmark(baseline = true)\nclass B { String s = \"\udce9\"; }\n")
    other_parsed = file_of("/x/deep/C.java", "class C {}\n")
    wrapper = wrapped(first, other_parsed)
    assert wrapper.entry == "src/p/q/B.java"
    assert wrapper.files["src/p/q/B.java"].encode("utf-8", "surrogateescape") == first.text
    assert wrapper.files["src/clamh/C.java"] == "package clamh; class C {}\n"
    assert wrapper.names == {"src/p/q/B.java": "/x/B.java", "src/clamh/C.java": "/x/deep/C.java"}
    assert wrapper == wrapped(first, other_parsed)


def test_companion_without_a_parse_is_read(tmp_path: Path) -> None:
    path = tmp_path / "D.java"
    path.write_text("package d; class D {}", encoding="utf-8")
    source = SourceFile(path=str(path), language="java", sha256="0", benchmarks=False)
    assert wrapped(file_of("A.java", "class A {}"), unread=(source,)).files["src/d/D.java"] == "package d; class D {}"


def facts_of(wrapper: Wrapper) -> list[list[str]]:
    return [[unquote(field) for field in line.split("\t")] for line in wrapper.files[FACTS].splitlines()]


def test_the_facts_are_the_catalog_of_the_sources() -> None:
    first = file_of("my tests/A.java", "class A {}")
    here = Location(path="my tests/A.java", line=7)
    home = Declaration(kind="class", name="A", scope=("clamh",), location=here, start=0, end=0)
    run = Declaration(kind="method", name="run", scope=("clamh", "A"), location=here, start=0, end=0)
    benchmark = Benchmark(key="run", name="clamh.A.run", index=0, settings=Settings(forks=2), states=(), baseline="reference",
                          location=here, home=home, declaration=run)
    function = ('[{"name":"clamh.A.run","threads":"@0","states":[0],"method":true,"injected":[],"path":"my tests/A.java","line":7}]')
    assert facts_of(wrapped(first, benchmarks=(benchmark,))) == [
        ["source", first.source.sha256, "my tests/A.java"],
        ["state", "", '{"event":"state","number":0,"name":"","scope":"Thread"}'],
        ["settings", "clamh.A.run", "forks", "2"],
        ["benchmark", "clamh.A.run", "group", "false", "functions", function, "path", '"my tests/A.java"', "line", "7", "key", '"run"',
         "baseline", '"reference"'],
    ]


def test_the_facts_name_the_functions_of_a_group_in_the_order_of_the_catalog() -> None:
    here = Location(path="A.java", line=1)
    home = Declaration(kind="class", name="A", scope=("clamh",), location=here, start=0, end=0)
    members = tuple(MemberFunction(name=name, threads=1, states=(), location=here, declaration=Declaration(
        kind="method", name=name, scope=("clamh", "A"), location=here, start=0, end=0)) for name in ("get_all", "getOne"))
    group = Benchmark(key="g", name="clamh.A.g", index=0, settings=Settings(), states=(), location=here, home=home, members=members)
    facts = facts_of(wrapped(file_of("A.java", "class A {}"), benchmarks=(group,)))
    assert [fact for fact in facts if fact[0] == "group"] == [["group", "clamh.A.g", "get_all", "getOne"]]


def test_what_only_the_compiler_can_read_is_marked() -> None:
    here = Location(path="A.java", line=1)

    def param(index: int, type: str, *values: str) -> Param:
        field = Declaration(kind="field", name=f"f{index}", scope=(), location=here, start=0, end=0, type=type)
        return Param(name=f"clamh.A.f{index}", type=type, values=values, location=here, index=index, declaration=field)

    params = (param(0, "java.lang.Short", "8"), param(1, "double"), param(2, "String", "@1"), param(3, "java.util.concurrent.TimeUnit", "DAYS"))
    declaration = Declaration(kind="class", name="A", scope=("clamh",), location=here, start=0, end=0)
    state = State(name="clamh.A", scope="Thread", params=params, location=here, index=0, declaration=declaration)
    first = file_of("A.java", "class A {}")
    facts = facts_of(generate(Unit(source=first.source, companions=(), parsed=(first,), benchmarks=(), states=(state,), fixtures=())))
    assert [fact for fact in facts if fact[0] == "param"] == [
        ["param", f"clamh.A.f{index}", type] for index, type in enumerate(["integer", "float", "string", "enum"])]
    assert [fact for fact in facts if fact[0] == "unread"] == [["unread", "1", "clamh.A", "f1"], ["unread", "3", "clamh.A", "f3"]]
    (described,) = (json.loads(fact[2])["params"] for fact in facts if fact[0] == "state")
    assert [(entry["type"], entry["values"]) for entry in described] == [
        ("integer", ["8"]), ("float", "@1"), ("string", ["@1"]), ("enum", "@3")]
    assert (described[0]["minimum"], described[0]["maximum"]) == (-(2**15), 2**15 - 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import clamh.Random;", ["Random"]),
        ("import clamh . Operations ;", ["Operations"]),
        ("import clamh.*;", ["Operations", "Random"]),
        ("void run(clamh.Operations a, clamh.Random b) {}", ["Operations", "Random"]),
        # Beside a source in our package our Random would hide that of java.util.
        ("import java.util.*; class A { Random random; }", []),
        ("// import clamh.Random;\nclass A { String text = \"clamh.Random\"; }", []),
        ("import clamh.Randoms; import other.clamher.Random;", []),
    ],
)
def test_classes_of_ours_are_there_for_sources_that_name_them(text: str, expected: list[str]) -> None:
    assert injected([text]) == expected
    files = wrapped(file_of("A.java", text)).files
    assert [name for name in files if name in ("src/clamh/Operations.java", "src/clamh/Random.java")] == [
        f"src/clamh/{name}.java" for name in expected]
    assert [f"injected\tclamh.{name}" for name in expected] == [
        line for line in files[FACTS].splitlines() if line.startswith("injected")]
