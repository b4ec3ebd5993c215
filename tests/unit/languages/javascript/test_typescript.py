"""Does a TypeScript file without its types become JavaScript with the same positions, and are its types known?"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clamh.languages import languages
from clamh.languages.frontends import parser
from clamh.languages.javascript.typescript import enums_of, erase_types
from clamh.model.sources import SourceFile
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text


@pytest.mark.parametrize(("typed", "plain"), [
    ("let a: number = 1;", "let a = 1;"),
    ("f<number>(a!, b as any, c satisfies X);", "f(a, b , c );"),
    ("const f = <T,>(a?: T): a is T => <any>a;", "const f = (a) => a;"),
    ("class A<T> extends B<T> implements C { private readonly x?: T; declare y: T; z!: T; }",
     "class A extends B { x; ; z; }"),
    ("abstract class A { abstract f(): void; g(this: A, b: A) {} [k: string]: any }", "class A { ; g( b) {} }"),
    ("import type { A } from 'a'; import { type B, C } from 'b'; export type { A };", "import { C } from 'b';"),
    ("export interface A { a: 1 } type B = A; declare const c: B; namespace N { let a }", ""),
    ("export enum E { A } const enum F { B }", ""),
    ("function f(a: 1): 1; function f(a: any) { return a! / 2; }", "function f(a) { return a / 2; }"),
    ("constructor(private a: A, public b = 1) {}".join(["class X { ", " }"]), "class X { constructor( a, b = 1) {} }"),
])
def test_types_become_spaces(typed: str, plain: str) -> None:
    left = erase_types(typed.encode()).text.decode()
    assert "".join(left.split()) == "".join(plain.split()) and len(left) == len(typed)
    assert not parser("javascript").parse(left.encode()).root_node.has_error


def test_types_aliases_and_enums_are_known() -> None:
    text = b"type N = Deep<number>; enum E { A, 'B c' = 2 }\nclass X { a: N = 0; b?: E }\nfunction f(one: Deep<X> | null) {}\n" \
           b"function g(two: Readonly<X>) {}"
    erased = erase_types(text)
    assert erased.types == {text.index(b"a: N"): "N", text.index(b"b?"): "E", text.index(b"one:"): "Deep | null",
                           text.index(b"two:"): "X"}
    assert erased.aliases == {"N": "Deep"} and erased.enums == {"E": ("A", "B c")}


def test_declaration_begins_with_its_modifiers() -> None:
    text = b"class X {\n  private static readonly a: number = 1;\n}"
    assert erase_types(text).start(text.index(b"static")) == text.index(b"private")


def test_abstract_class_is_no_state_and_has_no_benchmark() -> None:
    source = SourceFile(path="x.ts", language="javascript", sha256="", benchmarks=True)
    parsed, problems = parse_text(source, b"""
export abstract class Search {
  constructor(readonly size: number) {}
  //@@Param({"1", "2"})
  n: number = 1;
  abstract step(): number;
  //@@Benchmark
  run(): number { return this.step(); }
}
//@@State(Scope.Benchmark)
class Linear extends Search {
  constructor() { super(8); }
  step(): number { return this.n; }
}
//@@State(Scope.Benchmark)
abstract class Unused { abstract f(): void }
""", languages()["javascript"])
    suite, diagnostics = bind([[parsed]])
    assert [*problems, *diagnostics] == []
    assert [benchmark.name for benchmark in suite.units[0].benchmarks] == ["Linear.run"]
    assert [state.name for state in suite.units[0].states] == ["Linear"]


def test_abstract_class_cannot_be_a_parameter() -> None:
    source = SourceFile(path="x.ts", language="javascript", sha256="", benchmarks=True)
    parsed, _ = parse_text(source, b"//@@State(Scope.Benchmark)\nabstract class A {}\n//@@Benchmark\nfunction f(a: A) {}\n",
                           languages()["javascript"])
    _, (problem,) = bind([[parsed]])
    assert (problem.code, problem.location.line) == ("abstract-state", 4)


def test_optional_parameter_of_a_constructor_needs_no_argument() -> None:
    source = SourceFile(path="x.ts", language="javascript", sha256="", benchmarks=True)
    text = "//@@State(Scope.Benchmark)\nclass A { constructor(private a ?: number, bMARK: number) {} }\n"
    for mark, errors in (("?", []), ("", ["the constructor of A requires b, but CLAMH calls it without arguments"])):
        _, problems = parse_text(source, text.replace("MARK", mark).encode(), languages()["javascript"])
        assert [problem.message for problem in problems] == errors


@pytest.mark.parametrize(("clause", "module", "wrong"), [
    ("import type { Mode }", "mode", True), ("import { type Mode, other }", "mode", True), ("import { Mode }", "mode", False),
    ("import { Mode }", "all", False), ("import { Mode }", "named", False),
])
def test_enum_of_a_param_is_imported_as_a_value(tmp_path: Path, clause: str, module: str, wrong: bool) -> None:
    (tmp_path / "mode.ts").write_text("export enum Mode { Fast, Slow }\nexport const other = 1;\n")
    (tmp_path / "all.ts").write_text("export * from './mode';\n")
    (tmp_path / "named.ts").write_text("export { Own as Mode } from './own';\n")
    (tmp_path / "own.ts").write_text("export enum Own { Fast }\n")
    source = SourceFile(path=str(tmp_path / "x.ts"), language="javascript", sha256="", benchmarks=True)
    text = f"{clause} from './{module}';\n//@@State(Scope.Benchmark)\nclass A {{\n  //@@Param\n  mode: Mode = 0;\n}}\n"
    _, problems = parse_text(source, text.encode(), languages()["javascript"])
    assert [(problem.code, problem.location.line, problem.message, problem.hint) for problem in problems] == [
        ("javascript-param-type", 5, "param mode takes the constants of Mode, which is imported only as a type",
         "write `import { Mode }`, without `type`")][:wrong]


def test_missing_file_has_no_enums(tmp_path: Path) -> None:
    assert enums_of(str(tmp_path / "a.ts")) == {} == enums_of(str(tmp_path / "a.js"))


@given(st.binary() | st.text(alphabet="aA1<>(){}[]:;=?!,. \n'`/@|&").map(str.encode))
def test_erasing_types_keeps_length_and_lines(text: bytes) -> None:
    left = erase_types(text).text
    assert len(left) == len(text) and left.count(b"\n") == text.count(b"\n")


@pytest.mark.parametrize(("text", "position", "message"), [
    ("abstract class A {\n  //@@Benchmark\n  abstract one(): number;\n}\n", "3:12", "one is abstract"),
    ("//@@Benchmark\nexport declare function two(): number;\n", "2:25", "two is only declared"),
    ("//@@Benchmark\nfunction three(n: number): number;\nfunction three(n: any): any { return n; }\n", "2:10",
     "three is a signature without a body"),
    ("declare class D {\n  //@@Setup\n  four(): void;\n}\n", "3:3", "four is only declared"),
    ("interface I {\n  //@@Benchmark\n  five(): number;\n}\n", "3:3", "five is a type, or belongs to one"),
    ("//@@State(Scope.Benchmark)\nexport interface T { n: number }\n", "2:18", "T is a type, or belongs to one"),
    ("namespace N {\n  //@@Benchmark\n  export function six() { return 6; }\n}\n", "3:19", "six is in a namespace"),
    ("//@@State(Scope.Benchmark)\nclass U {\n  //@@Param({\"1\"})\n  declare n: number;\n}\n", "4:11",
     "n is a field that its class only declares"),
])
def test_declarations_without_code_have_a_reason(text: str, position: str, message: str) -> None:
    """A bug gave such declarations the wrong message: to put the annotation before the function that already followed it."""
    source = SourceFile(path="x.ts", language="javascript", sha256="", benchmarks=True)
    _, (problem,) = parse_text(source, text.encode(), languages()["javascript"])
    assert (problem.code, f"{problem.location.line}:{problem.location.column}") == ("javascript-unreachable", position)
    assert problem.message.startswith(message) and problem.hint
