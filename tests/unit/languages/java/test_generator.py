"""What does javac get to see of a user's Java source?"""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from clamh.languages.java.generator import FACTS, generate, in_package, injected
from clamh.model.sources import (
    Annotation, Argument, Benchmark, Call, Declaration, Location, Param, Parsed, Settings, SourceFile, State, Unit, Wrapper,
)


def file_of(path: str, text: str) -> Parsed:
    raw = text.encode("utf-8", "surrogateescape")
    source = SourceFile(path=path, language="java", sha256=hashlib.sha256(raw).hexdigest(), benchmarks=True)
    return Parsed(source=source, text=raw, annotations=(), declarations=())


def wrapped(first: Parsed, *others: Parsed, unread: tuple[SourceFile, ...] = (), benchmarks: tuple[Benchmark, ...] = ()) -> Wrapper:
    companions = (*(one.source for one in others), *unread)
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
    other = file_of("/x/deep/C.java", "class C {}\n")
    made = wrapped(first, other)
    assert made.entry == "src/p/q/B.java"
    assert made.files["src/p/q/B.java"].encode("utf-8", "surrogateescape") == first.text
    assert made.files["src/clamh/C.java"] == "package clamh; class C {}\n"
    assert made.names == {"src/p/q/B.java": "/x/B.java", "src/clamh/C.java": "/x/deep/C.java"}
    assert made == wrapped(first, other)


def test_a_companion_that_nobody_parsed_is_read(tmp_path: Path) -> None:
    path = tmp_path / "D.java"
    path.write_text("package d; class D {}", encoding="utf-8")
    source = SourceFile(path=str(path), language="java", sha256="0", benchmarks=False)
    assert wrapped(file_of("A.java", "class A {}"), unread=(source,)).files["src/d/D.java"] == "package d; class D {}"


def test_the_facts_say_what_only_the_forecast_knows() -> None:
    first = file_of("my tests/A.java", "class A {}")
    benchmark = Benchmark(key="run", name="clamh.A.run", index=0, settings=Settings(), states=(), baseline="reference",
                          location=Location(path="my tests/A.java", line=7))
    assert wrapped(first, benchmarks=(benchmark,)).files[FACTS].splitlines() == [
        f"source\t{first.source.sha256}\tmy%20tests/A.java",
        "benchmark\tclamh.A.run\treference\t7\tmy%20tests/A.java\t%7B%22key%22:%22run%22,%22unset_mode%22:true%7D",
    ]


def test_values_that_a_comment_gives_a_param_are_facts_and_the_hosts_own_are_not() -> None:
    here = Location(path="A.java", line=1)

    def param(name: str, *annotations: tuple[str, tuple[Argument, ...]]) -> Param:
        given = tuple(Annotation(name="Param", arguments=arguments, spelling=spelling, location=here, start=0, end=0)
                      for spelling, arguments in annotations)
        field = Declaration(kind="field", name=name, scope=(), location=here, start=0, end=0, annotations=given)
        return Param(name=f"clamh.A.{name}", type="int", values=("8", "9 %"), location=here, index=0, declaration=field)

    own = ("at", (Argument(key=None, value="8"),))
    params = (param("a", own), param("b", own, ("comment", (Argument(key="units", value=1024),))),
              param("c", own, ("comment", (Argument(key=None, value=Call(name="range")),))),
              param("d", ("comment", (Argument(key="value", value=Call(name="range")),)), own))
    state = State(name="clamh.A", scope="Thread", params=params, location=here, index=0)
    first = file_of("A.java", "class A {}")
    unit = Unit(source=first.source, companions=(), parsed=(first,), benchmarks=(), states=(state,), fixtures=())
    assert generate(unit).files[FACTS].splitlines()[1:] == ["param\tclamh.A.c\t8\t9%20%25", "param\tclamh.A.d\t8\t9%20%25"]


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
