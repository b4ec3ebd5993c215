"""Go's testing.B: functions BenchmarkX and their sub-benchmarks."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from tree_sitter import Node

from clamh.languages.adoption import Untranslatable, identifier, plain_name, walk, words_in
from clamh.languages.frontends import Places, text_of
from clamh.languages.go.adopt_loop import Setting, find_loop, translate
from clamh.languages.go.adopt_main import find_preparation
from clamh.languages.go.adopt_tables import read_table
from clamh.languages.go.adopt_types import read_signatures, statements_of
from clamh.model.adoption import AdoptedBenchmark, ForeignSource

TOOL = "Go testing.B"
_BENCHMARK = re.compile(r"Benchmark(?![a-z])\w*")


def find_benchmarks(path: str, text: bytes, root: Node) -> ForeignSource:
    """Every function BenchmarkX(b *testing.B) and what it runs with b.Run, translated or refused with the reason."""
    package = next((text_of(node.named_children[0]) for node in root.named_children if node.type == "package_clause"),
                   "")
    signatures = read_signatures(os.path.dirname(path), package)
    globals = {
        text_of(spec.child_by_field_name("name")): spec.child_by_field_name("value").named_children[0]
        for node in root.named_children if node.type in ("var_declaration", "const_declaration") for spec in walk(node)
        if spec.type in ("var_spec", "const_spec") and spec.child_by_field_name("value") is not None
    }
    packages = frozenset().union(*(names for _, _, names in _read_imports(root)))
    places, found, preparation = Places(text, path), list[AdoptedBenchmark](), find_preparation(
        os.path.dirname(path), package)
    for node in root.named_children:
        name = text_of(node.child_by_field_name("name")) if node.type == "function_declaration" else ""
        parameter = _parameter(node) if _BENCHMARK.fullmatch(name) else ""
        if parameter:
            setting = Setting(signatures, parameter, globals, packages)
            found += _read(plain_name(name), places, node, setting, []) if not preparation else [
                AdoptedBenchmark(name=plain_name(name), location=places.at(node.start_byte), reason=preparation)]
    found = list(_refuse_equal_names(found))
    lines = [line for benchmark in found
             for line in (*benchmark.setup, *benchmark.head, *benchmark.body, *benchmark.teardown)]
    types = [benchmark.result
             for benchmark in found] + [local.type for benchmark in found for local in benchmark.locals]
    return ForeignSource(path=path, language="go", tool=TOOL, benchmarks=tuple(found), package=package,
                         imports=tuple(_imports(root, "\n".join([*lines, *types]))))


def _refuse_equal_names(found: list[AdoptedBenchmark]) -> Iterator[AdoptedBenchmark]:
    """The benchmarks; of those whose functions would have the same name, only the first is adopted."""
    lines: dict[str, int] = {}
    for benchmark in found:
        if not benchmark.reason and benchmark.function in lines:
            yield AdoptedBenchmark(name=benchmark.name, location=benchmark.location,
                                   reason=f"the benchmark of line {lines[benchmark.function]} has its name")
            continue
        if not benchmark.reason:
            lines[benchmark.function] = benchmark.location.line
        yield benchmark


def _parameter(function: Node) -> str:
    match = re.fullmatch(r"\(\s*(\w+)\s+\*testing\.B\s*,?\s*\)", text_of(function.child_by_field_name("parameters")))
    return match[1] if match and match[1] != "_" else ""


def _read(name: str, places: Places, function: Node, setting: Setting,
          before: list[Node]) -> Iterator[AdoptedBenchmark]:
    """The benchmark of a function, or those that it runs."""
    location = places.at(function.start_byte)
    statements = statements_of(function.child_by_field_name("body"))
    try:
        if function.has_error:
            raise Untranslatable("CLAMH cannot parse it")
        runs = [
            number for number, node in enumerate(statements)
            if f"{setting.b}.Run(" in text_of(node) and not find_loop([node], setting.b)
        ]
        if not runs:
            yield translate(name, f"clamh{identifier(name, 'Benchmark')}", location, before, statements, setting)
            return
        for number in runs:
            yield from _read_run(name, places, statements[number], setting, [*before, *(
                node for other, node in enumerate(statements[:number]) if other not in runs)])
    except Untranslatable as reason:
        yield AdoptedBenchmark(name=name, location=location, reason=str(reason))


def _read_run(name: str, places: Places, statement: Node, setting: Setting,
              before: list[Node]) -> Iterator[AdoptedBenchmark]:
    """The sub-benchmarks of `b.Run(…)`, alone or for each element of a constant table."""
    location, line = places.at(statement.start_byte), statement.start_point.row + 1
    try:
        inner = setting
        if statement.type == "for_statement":
            clause = next((node for node in statement.named_children if node.type == "range_clause"), None)
            left = clause.child_by_field_name("left") if clause is not None else None
            names = [text_of(node) for node in left.named_children] if left is not None else []
            if len(names) != 2 or names[0] != "_":
                raise Untranslatable(
                    f"line {line} runs sub-benchmarks in a loop that is not over the elements of a table")
            table = _resolve(clause.child_by_field_name("right"), before, setting)
            inner = inner.with_table(names[1], *read_table(table, line))
            body = [node for node in statements_of(statement.child_by_field_name("body"))
                    if re.sub(r"\s", "", text_of(node)) != f"{names[1]}:={names[1]}"]
            before = [node for node in before if table.start_byte < node.start_byte or node.end_byte < table.end_byte]
            calls = [node for node in body if f"{setting.b}.Run(" in text_of(node)]
            if len(calls) != 1 or body[-1] != calls[0]:
                raise Untranslatable(f"line {line} runs several sub-benchmarks for each element")
            statement, run = calls[0], _arguments(calls[0], setting.b)
            before = [*before, *(node for node in body[:-1] if not _only_names(node, run))]
        shown, function = _arguments(statement, setting.b)
        if function.type != "func_literal" or not _parameter(function):
            raise Untranslatable(f"line {line} passes a function to Run that is not written there")
        if shown.type == "interpreted_string_literal":
            name = f"{name}/{text_of(shown)[1:-1]}"
        elif inner is setting:
            raise Untranslatable(f"line {line} computes the name of a sub-benchmark")
        yield from _read(name, places, function, inner._replace(b=_parameter(function)), before)
    except Untranslatable as reason:
        yield AdoptedBenchmark(name=name, location=location, reason=str(reason))


def _arguments(statement: Node, b: str) -> list[Node]:
    """The name and the function that a statement passes to Run. Raises Untranslatable for other statements."""
    call = statement.named_children[0] if statement.type == "expression_statement" else statement
    run = call.type == "call_expression" and text_of(call.child_by_field_name("function")) == f"{b}.Run"
    listed = [node for node in call.child_by_field_name("arguments").named_children
              if node.type != "comment"] if run else []
    if len(listed) != 2:
        raise Untranslatable(f"line {statement.start_point.row + 1} runs sub-benchmarks inside another statement")
    return listed


def _only_names(node: Node, run: list[Node]) -> bool:
    """Whether a statement only computes the name that a call of Run shows."""
    if node.type != "short_var_declaration":
        return False
    names = words_in([node.child_by_field_name("left")])
    shown, function = run
    return names <= words_in([shown]) and not names & words_in([function])


def _resolve(table: Node, before: list[Node], setting: Setting) -> Node:
    """The literal of a table that is written in place, in the function or at the top of the file."""
    name = text_of(table)
    for node in before:
        if node.type == "short_var_declaration" and text_of(node.child_by_field_name("left")) == name:
            return node.child_by_field_name("right").named_children[0]
    return setting.globals.get(name, table)


def _imports(root: Node, code: str) -> Iterator[str]:
    """The imports of the original that the code uses, and packages that only the translation uses."""
    used, written = set(re.findall(r"\b(\w+)\.", code)), set[str]()
    for path, alias, names in _read_imports(root):
        if alias in ("_", ".") or names & used:
            written |= names
            yield f'{alias} "{path}"'.strip()
    yield from (f'"{name}"' for name, call in (("fmt", "fmt.Sprint"), ("runtime", "runtime.KeepAlive("))
                if call in code and name not in written)


def _read_imports(root: Node) -> Iterator[tuple[str, str, frozenset[str]]]:
    """The path of each import, its alias or "", and the names that its package may have."""
    for spec in (node for top in root.named_children if top.type == "import_declaration" for node in walk(top)
                 if node.type == "import_spec"):
        path, alias = text_of(spec.child_by_field_name("path")).strip('"`'), text_of(spec.child_by_field_name("name"))
        parts = [part for part in path.split("/") if not re.fullmatch(r"v\d+", part)]
        base = re.sub(r"\.v\d+$", "", parts[-1])
        names = frozenset({alias} if alias else {
            base, base.removeprefix("go-"), base.removesuffix("-go"), base.rpartition("-")[2]})
        yield path, alias, names
