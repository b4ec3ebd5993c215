"""Programs written for Metron: which functions of the source are benchmarks, and the root file of their build.

A program is compiled as it is and brings its own main function. The module `metron.zig` in `headers/include` is its
worker, and lists arguments, threads and counters, which only the compiler knows.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tree_sitter import Node

from clamh.languages.frontends import Places, child_of, text_of
from clamh.languages.generators import byte_literal, functions_of, hash_sources
from clamh.languages.programs.libraries import HEADERS, MAIN, find_refused, imply_benchmark
from clamh.languages.zig.lookup import list_named, unquote, without_comments
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Annotation, Constant, Declaration, Unit

MODULE_FILE = HEADERS / "metron.zig"
MODULE = "metron"  # its name in programs
NO_MAIN = {"has no member named 'main'": "a program of Metron brings its own main function: "
                                         "pub fn main() void { metron.run(…); }; if another file has it, name "
                                         "only that file"}
SPEC = "spec"  # the fact of a benchmark: the name of its struct, "" if only the compiler knows it
BYTES = "bytes"  # the fact whether the struct sets state.bytes
RUN_AGAIN = "run_again"  # the fact where the file calls metron.run a second time
_IMPORTED = re.compile(rb'@import\(\s*"metron"\s*\)')
_RUN = re.compile(rb'(?:\bmetron|@import\(\s*"metron"\s*\))\s*\.\s*run\s*\(')
# Before what runs instead of another.
_INSTEAD = re.compile(rb"(?:\belse(?:\s+if\s*\([^;{}]*\))?|=>)\s*(?:\|[^|]*\|\s*)?\{?\s*(?:(?:try|return)\s+)*\Z")
_MAIN = re.compile(rb"\bpub\s+(?:fn|const)\s+main\b")
# An assignment to a member; a literal has `.{ .bytes = … }`.
_BYTES = re.compile(rb'[\w)\]*?"]\s*\.\s*bytes\s*(?:<<|>>|[-+*/%&|^])?[%|]?=(?![=>])')
# What public constants of a struct mean to Metron; any other may be a function of another struct.
SETTINGS = {"name", "args", "arg_names", "arg_units", "threads", "min_time", "min_iter", "max_iter", "Counters"}
HINT = "args, threads and Counters of the spec have this meaning; for fixtures, write code before and after the loop"


def imports_metron(text: bytes) -> bool:
    """Whether a file is written for Metron."""
    return b"metron" in text and bool(_IMPORTED.search(without_comments(text)))


def list_benchmarks(root: Node, places: Places, annotations: Sequence[Annotation]) -> list[Declaration]:
    """A declaration for each public function of each struct with a `pub const name = "…"`, in the order of the file.

    A program without any benchmark has a declaration for its call of metron.run, about which `find_errors` reports.
    """
    code = without_comments(places.text, literals=False)
    runs = [start for match in _RUN.finditer(without_comments(places.text))
            if code[start := match.start()] != ord(" ")]
    alone = [start for start in runs if not _INSTEAD.search(code, 0, start)]
    facts: dict[str, Any] = {
        RUN_AGAIN: places.at(alone[1]) if len(alone) > 1 else None, MAIN: bool(_MAIN.search(code))
    }
    benchmarks: list[Declaration] = []
    waiting = [root]
    while waiting:
        node = waiting.pop()
        waiting += reversed(node.named_children)
        if node.type == "struct_declaration":
            benchmarks += _declare(node, places, facts)
    if benchmarks or not runs or any(annotation.name == "Benchmark" for annotation in annotations):
        return benchmarks
    facts |= {SPEC: "", BYTES: False, MAIN: True}
    return [imply_benchmark("Metron", "run", places.at(runs[0]), (runs[0], runs[0]), {}, facts, scope=())]


def _declare(node: Node, places: Places, of_file: Mapping[str, Any]) -> Iterator[Declaration]:
    public = [child for child in node.named_children if child_of(child, "pub")]
    constants = {text_of(child_of(child, "identifier")): child.named_children[-1] for child in public
                 if child.type == "variable_declaration"}
    if "name" not in constants:
        return
    spec = _read_text(constants["name"])
    if not spec and "metron" not in text_of(node):
        return
    implied: dict[str, dict[str | None, Constant]] = {"Benchmark": {}} if spec else {}
    if "threads" in constants and spec:  # the table of Metron has wall-clock times
        implied["BenchmarkMode"] = {None: Constant(name="Mode.WallTime")}
    facts = {**of_file, SPEC: spec, BYTES: bool(_BYTES.search(without_comments(node.text or b"")))}
    functions = [child for child in public if child.type == "function_declaration" or _is_function(child, places)]
    for function in functions:
        place = function.child_by_field_name("name") or child_of(function, "identifier")
        body = function.child_by_field_name("body")
        if place is not None:
            yield imply_benchmark(
                "Metron", unquote(text_of(place)) if len(functions) > 1 else spec, places.at(place.start_byte),
                (function.start_byte, function.end_byte), implied, facts,
                scope=(spec,) if len(functions) > 1 else (), body=body.start_byte if body is not None else None)


def _is_function(constant: Node, places: Places) -> bool:
    """Whether a public constant is another name of a function that this file or a file that it imports declares."""
    value, name = constant.named_children[-1], text_of(child_of(constant, "identifier"))
    if name in SETTINGS or value.type not in ("identifier", "field_expression"):
        return False
    declared = re.compile(rb"\bfn\s+%s\s*\(\s*\w+\s*:\s*(?:anytype|\*\s*(?:\w+\s*\.\s*)*State)\b"
                          % re.escape(text_of(value).rpartition(".")[2].strip().encode()))
    named = (file for file in list_named(places.path, places.text)
             if file.endswith(".zig") and os.access(file, os.R_OK))
    return any(declared.search(text) for text in (places.text, *(Path(file).read_bytes() for file in named)))


def _read_text(value: Node) -> str:
    """The text of a literal, or of literals that `++` joins; "" for another expression or an escaped byte."""
    if value.type == "binary_expression":
        parts = [_read_text(part) for part in value.named_children]
        return "".join(parts) if all(parts) and child_of(value, "++") else ""
    text = text_of(value)[1:-1] if value.type == "string" else ""
    return re.sub(r"\\(.)", r"\1", text) if re.fullmatch(r"""(?:[^\\]|\\["'\\])*""", text) else ""


def find_errors(declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    """The annotations that a program of Metron cannot follow, and a second call of metron.run."""
    first = declarations[0]
    if first.facts[MAIN] and not any(declaration.facts[SPEC] for declaration in declarations):
        yield Diagnostic(code="metron-name", location=first.location,
                         message="CLAMH cannot read the name of any benchmark before the build: their names are "
                         "computed, or their structs are in other files",
                         hint='in the file that calls metron.run, write a struct with `pub const name = "…";`')
    if again := first.facts[RUN_AGAIN]:
        yield Diagnostic(code="metron-run", location=again, hint="write metron.run(.{ First, Second })",
                         message="the program calls metron.run twice, but CLAMH measures only one call")
    yield from find_refused(declarations, HINT)


def root_file(unit: Unit, copy: str) -> str:
    """The root file of the program: it hands over to the main of the source's copy, and holds what only the build
    knows.
    """
    counting = dict.fromkeys(function.facts[SPEC] for function in functions_of(unit) if function.facts[BYTES])
    return f"""// What CLAMH compiles with a program of Metron; platform.zig is the build's. Other names are the user's.
const clamh_platform = @import("clamh_platform");
const clamh_program = @import({byte_literal(copy)});

pub const main = clamh_program.main;
pub const panic = if (@hasDecl(clamh_program, "panic")) clamh_program.panic else @import("std").debug.simple_panic;
pub const std_options =
    if (@hasDecl(clamh_program, "std_options")) clamh_program.std_options else @import("std").Options{{}};
pub const clamh_artifact = .{{
    .platform = clamh_platform.platform,
    .version = clamh_platform.version,
    .flags = clamh_platform.flags,
    .sources = {byte_literal(hash_sources(unit))},
    .path = {byte_literal(unit.source.path)},
    .bytes = &[_][]const u8{{{", ".join(map(byte_literal, counting))}}},
}};
"""
