"""Programs written for Metron: which functions of the source are benchmarks, and the root file of their build.

A program is compiled as it is and brings its own main function. The module `metron.zig` in `headers/include` is its
worker, and lists arguments, threads and counters, which only the compiler knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from tree_sitter import Node

from clamh.languages.frontends import Places, child_of, text_of
from clamh.languages.generators import hash_sources
from clamh.languages.zig.lookup import literal, unquote, without_comments
from clamh.model.diagnostics import Diagnostic, Location
from clamh.model.sources import Annotation, Argument, Constant, Declaration, Unit

MODULE_FILE = Path(__file__).parent.parent.parent / "headers" / "include" / "metron.zig"
MODULE = "metron"  # its name in programs, and the fact of a benchmark: the name of its struct
NO_MAIN = {"has no member named 'main'": "a program of Metron brings its own main function: "
                                         "pub fn main() void { metron.run(…); }"}
BYTES = "bytes"  # the fact whether the struct sets state.bytes
COMPUTED = "computed_name"  # the fact that only the compiler knows the benchmark's name
RUN_AGAIN = "run_again"  # the fact where the file calls metron.run a second time
_IMPORTED = re.compile(rb'@import\(\s*"metron"\s*\)')
_RUN = re.compile(rb"\bmetron\s*\.\s*run\s*\(")
_BYTES = re.compile(rb"\.\s*bytes\b")
# What annotations may say of a benchmark; the program decides everything else itself.
ALLOWED = ("Benchmark", "Warmup", "Measurement", "AutoWarmup", "Fork", "OperationsPerInvocation", "OutputTimeUnit",
           "Timeout", "Layout")
HINT = "args, threads and Counters of the spec have this meaning; for fixtures, write code before and after the loop"


def imports_metron(text: bytes) -> bool:
    """Whether a file is written for Metron."""
    return b"metron" in text and bool(_IMPORTED.search(without_comments(text)))


def list_benchmarks(root: Node, places: Places) -> list[Declaration]:
    """A declaration for each public function of each struct with a `pub const name = "…"`, in the order of the file."""
    runs = [match.start() for match in _RUN.finditer(without_comments(places.text))]
    again = places.at(runs[1]) if len(runs) > 1 else None
    return [declaration for node in _find_structs(root) for declaration in _declare(node, places, again)]


def _find_structs(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.type == "struct_declaration":
            yield node
        waiting += reversed(node.named_children)


def _declare(node: Node, places: Places, again: Location | None) -> Iterator[Declaration]:
    public = [child for child in node.named_children if child_of(child, "pub")]
    value = next((child.named_children[-1] for child in public if _name_of(child) == "name"), None)
    spec = _read_text(value) if value is not None else ""
    computed = value is not None and not spec and "metron" in text_of(node)
    has_threads = any(_name_of(child) == "threads" for child in public)
    functions = [child for child in public if child.type == "function_declaration"]
    several = len(functions) > 1
    facts = {MODULE: spec, BYTES: bool(_BYTES.search(without_comments(node.text or b""))), RUN_AGAIN: again,
             COMPUTED: computed}
    for function in functions if spec or computed else ():
        place, body = function.child_by_field_name("name"), function.child_by_field_name("body")
        if place is None:
            continue
        location = places.at(place.start_byte)
        implied = {"Benchmark": ()} if spec else {}
        if has_threads and spec:  # the table of Metron has wall-clock times
            implied["BenchmarkMode"] = (Argument(key=None, value=Constant(name="Mode.WallTime"), location=location),)
        yield Declaration(
            kind="function", name=unquote(text_of(place)) if several else spec, scope=(spec,) if several else (),
            location=location, start=function.start_byte, end=function.end_byte, type="void", facts=facts,
            body=body.start_byte if body is not None else None, annotations=tuple(
                Annotation(name=name, arguments=arguments, spelling="comment", location=location,
                           start=function.start_byte, end=function.start_byte)
                for name, arguments in implied.items()))


def _name_of(node: Node) -> str:
    """The name of a variable, "" for another node."""
    return text_of(child_of(node, "identifier")) if node.type == "variable_declaration" else ""


def _read_text(value: Node) -> str:
    """The text of a literal, or of literals that `++` joins; "" for another expression."""
    if value.type == "binary_expression":
        parts = [_read_text(part) for part in value.named_children]
        return "".join(parts) if all(parts) and child_of(value, "++") else ""
    return unquote(f"@{text_of(value)}") if value.type == "string" else ""


def find_annotation_errors(declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    """The annotations that a program of Metron cannot follow, and a second call of metron.run."""
    if all(declaration.facts[COMPUTED] for declaration in declarations):
        yield Diagnostic(code="metron-name", location=declarations[0].location, hint='write `pub const name = "…";`',
                         message="the names of all benchmarks are computed, so CLAMH cannot find them before the build")
    for declaration in declarations:
        if again := declaration.facts[RUN_AGAIN]:
            yield Diagnostic(code="metron-run", location=again, hint="write metron.run(.{ First, Second })",
                             message="the program calls metron.run twice, but CLAMH measures only one call")
        for annotation in declaration.annotations:
            if annotation.name not in ALLOWED and annotation.start < annotation.end:
                yield Diagnostic(code="metron-annotation", location=annotation.location, hint=HINT,
                                 message=f"{annotation.name} on {declaration.name}: a benchmark of Metron cannot have "
                                 "it")


def is_metron(declarations: Sequence[Declaration]) -> bool:
    """Whether these are the declarations of a file written for Metron."""
    return any(MODULE in declaration.facts for declaration in declarations)


def is_program(unit: Unit) -> bool:
    """Whether the unit's benchmarks are written for Metron."""
    return any(MODULE in function.facts for benchmark in unit.benchmarks for function in benchmark.functions)


def root_file(unit: Unit, copy: str) -> str:
    """The root file of the program: it hands over to the main of the source's copy, and holds what only the build
    knows.
    """
    functions = [function for benchmark in unit.benchmarks for function in benchmark.functions]
    counting = dict.fromkeys(function.facts[MODULE] for function in functions if function.facts[BYTES])
    return f"""// What CLAMH compiles with a program written for Metron; platform.zig is the build's.
const platform = @import("platform");
const program = @import({literal(copy)});
const std = @import("std");

pub const main = program.main;
pub const panic = if (@hasDecl(program, "panic")) program.panic else std.debug.simple_panic;
pub const std_options = if (@hasDecl(program, "std_options")) program.std_options else std.Options{{}};
pub const clamh_artifact = .{{
    .platform = platform.platform,
    .version = platform.version,
    .flags = platform.flags,
    .sources = {literal(hash_sources(unit))},
    .path = {literal(unit.source.path)},
    .bytes = &[_][]const u8{{{", ".join(map(literal, counting))}}},
}};
"""
