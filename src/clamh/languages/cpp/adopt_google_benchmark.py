"""Google Benchmark: functions that take benchmark::State, with what BENCHMARK(…) registers of them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

from tree_sitter import Node

from clamh.languages.adoption import Item, Untranslatable, check_used, keep_used, plain_name, walk, words_in
from clamh.languages.cpp.adopt_constants import constant_names
from clamh.languages.cpp.adopt_loop import translate
from clamh.languages.cpp.adopt_main import find_preparation
from clamh.languages.cpp.adopt_registrations import read_registration
from clamh.languages.frontends import Places, text_of
from clamh.model.adoption import AdoptedBenchmark, AdoptedPart, ForeignSource

TOOL = "Google Benchmark"
_MACRO = re.compile(r"\s*\b(BENCHMARK(?:_[A-Z0-9_]+)?)\s*\(\s*([\w:]*)\s*(?:,\s*(\w+))?")
_OTHER = ("BENCHMARK_MAIN", "BENCHMARK_REGISTER_F", "BENCHMARK_DEFINE_F")
_STATE = re.compile(r"\bState\s*&")
_QUALIFIED_STATE = re.compile(r"\bbenchmark\s*::\s*State\s*&")
_NAMESPACE = re.compile(r"namespace ([\w:]+) \{")
# Headers that the tool's own header includes, and the names of std that a file may have from it.
_INCLUDED = {
    "algorithm": "a(?:ll|ny)_of|none_of|binary_search|clamp|copy(?:_n|_if)?|count(?:_if)?|equal|fill(?:_n)?"
                 "|find(?:_if)?|for_each|generate|is_sorted|lower_bound|m(?:ax|in|inmax)(?:_element)?|merge|nth_element"
                 "|partial_sort|partition|remove(?:_if)?|replace|reverse|rotate|shuffle|(?:stable_)?sort|transform"
                 "|unique|upper_bound",
    "atomic": r"atomic\w*|memory_order\w*", "cassert": "assert", "initializer_list": "initializer_list",
    "limits": "numeric_limits",
    "cstdint": "u?int(?:8|16|32|64)_t", "map": "(?:multi)?map", "set": "(?:multi)?set", "vector": "vector",
    "memory": "(?:unique|shared)_ptr|make_(?:unique|shared)", "string": "string|to_string|stoi",
    "utility": "(?:make_)?pair|move|forward|swap|exchange",
}
_TOOL = re.compile(r"\bbenchmark\s*::|benchmark/benchmark\.h|\bBENCHMARK|\bnamespace\s+benchmark\b")
_REGISTER = re.compile(r"[\w:]*\bRegisterBenchmark(?:\s*<.*>)?", re.DOTALL)
_CONDITIONS = ("preproc_if", "preproc_ifdef", "linkage_specification")
_DECLARES = ("function_declarator", "init_declarator", "array_declarator", "pointer_declarator", "reference_declarator")


def find_benchmarks(path: str, text: bytes, root: Node) -> ForeignSource:
    """Every function that takes benchmark::State, with its translation or the reason why it has none."""
    places = Places(text, path)
    items: list[Item] = []
    functions: list[tuple[Node, Node, str, str]] = []
    registered: dict[str, list[Node]] = {}
    reasons: dict[str, str] = {}
    renamed = re.search(rb"\busing\s+(?:namespace\s+)?benchmark\b|\bnamespace\s+\w+\s*=\s*benchmark\b", text)
    has_own_state = renamed is None and any(node.type in ("class_specifier", "struct_specifier") and text_of(
        node.child_by_field_name("name")) == "State" for node in walk(root))
    takes_state = (_QUALIFIED_STATE if has_own_state else _STATE).search
    defined = {_name(node).rpartition("::")[2] for node in walk(root) if node.type == "function_definition"
               and takes_state(text_of(node.child_by_field_name("declarator")))}
    known = [_qualify(scope, _name(function)) for node, scope in _top(root)
             if (function := _function(node)) is not None]
    found: list[AdoptedBenchmark] = []

    def resolve(name: str, scope: str) -> str:
        """The function with its namespaces that a registration in this scope names; the name as written if unknown."""
        spaces = "::".join(_NAMESPACE.findall(scope)).split("::")
        names = ["::".join(filter(None, (*spaces[:end], *name.split("::")))) for end in range(len(spaces), -1, -1)]
        names += [full for full in known if full.endswith(f"::{name}")]  # by `using`
        return next((full for full in names if full in known), name)

    def refuse(node: Node, name: str, reason: str) -> None:
        name = plain_name(name) or "benchmark"
        found.append(AdoptedBenchmark(name=name, location=places.at(node.start_byte), reason=reason))

    variables = frozenset[str]().union(*(_declared(node) for node, _ in _top(root) if node.type == "declaration"))
    for node, scope in _top(root):
        for inner in walk(node, ("function_definition",)) if node.type in _CONDITIONS else ():
            macro = _MACRO.match(text_of(inner))
            if macro and macro[1] not in _OTHER:
                registered.setdefault(resolve(macro[2], scope), []).append(inner)
                reasons[resolve(macro[2], scope)] = (
                    f"line {inner.start_point.row + 1} registers it inside #if, or in a block of declarations")
        macro, function = _MACRO.match(text_of(node)), _function(node)
        if macro and macro[1] == "BENCHMARK":
            registered.setdefault(resolve(macro[2], scope), []).append(node)
        elif macro and function is not None and macro[3]:
            refuse(node, f"{macro[2]}/{macro[3]}", f"it is a method of a fixture class ({macro[1]})")
        elif macro and macro[1] not in _OTHER:
            registered.setdefault(resolve(macro[2], scope), []).append(node)
            reasons[resolve(macro[2], scope)] = f"line {node.start_point.row + 1} registers it with {macro[1]}"
        elif function is not None and takes_state(text_of(function.child_by_field_name("declarator"))):
            functions.append((node, function, scope, _name(function)))
        elif node.type in _CONDITIONS and takes_state(text_of(node)):
            for inner in walk(node):
                if inner.type == "function_definition" and takes_state(
                        text_of(inner.child_by_field_name("declarator"))):
                    macro = _MACRO.match(text_of(inner))
                    refuse(inner, f"{macro[2]}/{macro[3]}" if macro else _name(inner),
                           "it is inside #if, or in a block of declarations")
        elif node.type != "comment" and node.is_named and not macro:
            items.append(_item(node, scope, variables))
    for call in (node for node in walk(root) if node.type == "call_expression"):
        if _REGISTER.fullmatch(text_of(call.child_by_field_name("function"))):
            listed, how = call.child_by_field_name("arguments"), f"line {call.start_point.row + 1} registers it with "
            words = words_in([listed])
            names = {_qualify(scope, name) for *_, scope, name in functions if name in words}
            reasons |= dict.fromkeys(names, f"{how}RegisterBenchmark")
            if not names:
                shown = (text_of(node)[1:-1] for node in walk(listed) if node.type == "string_literal")
                refuse(call, next(shown, ""), f"{how}RegisterBenchmark")
    for name, nodes in registered.items():
        if name.rpartition("::")[2] not in defined:
            refuse(nodes[0], name, reasons.get(name, "this file has no function of its name that takes a State"))
    items = [item for item in items if not _includes_tool(item.text, path)]
    preparation = find_preparation((node for node in walk(root) if node.type == "function_definition"),
                                   frozenset().union(*(item.names for item in items)) - {"main"})
    constants = frozenset[str]()
    for node, _ in _top(root):
        constants |= constant_names(node, constants)
    used_words = frozenset[str]()
    for node, function, scope, name in functions:
        full = _qualify(scope, name)
        try:
            if node.type == "template_declaration" or full in reasons:
                raise Untranslatable(reasons.get(full, "it is a template"))
            if full not in registered:
                raise Untranslatable("no BENCHMARK(…) in this file registers it")
            if preparation:
                raise Untranslatable(preparation)
            arguments = read_registration(registered[full])
            benchmark = translate(name, places.at(function.start_byte), function, arguments,
                                  scope.replace("namespace { ", ""), constants)
            used = words_in([function]) - {name}
            check_used(items, used)
            found.append(benchmark)
            used_words |= used
        except Untranslatable as reason:
            refuse(function, name, str(reason))
    kept = [item for item in keep_used(items, used_words) if not item.obstacle]
    includes = tuple(item.text.strip() for item in kept if item.text.startswith("#include"))
    return ForeignSource(path=path,
                         language="cpp",
                         tool=TOOL,
                         imports=(*includes, *_find_included(text, includes)),
                         benchmarks=tuple(sorted(found, key=lambda benchmark: benchmark.location.line)),
                         parts=tuple(
                             AdoptedPart(text=item.text, scope=item.scope) for item in kept
                             if item.text.strip() not in includes))


def _find_included(text: bytes, includes: Iterable[str]) -> Iterator[str]:
    """The includes of the standard library that a file has only from the tool's header, as far as it uses them."""
    code = text.decode("utf-8", "replace")
    for header, names in _INCLUDED.items():
        space = "(?:std::)?" if header in ("cassert", "cstdint") or "using namespace std;" in code else "std::"
        include = f"#include <{header}>"
        if include not in includes and re.search(rf"(?<![\w:]){space}(?:{names})\b", code):
            yield include


def _qualify(scope: str, name: str) -> str:
    """The name of a function with the namespaces of its scope that have names."""
    return "::".join((*_NAMESPACE.findall(scope), name))


def _top(root: Node, scope: str = "") -> Iterator[tuple[Node, str]]:
    """The declarations of a file and its namespaces; the scope is the text that opens the namespaces."""
    for node in root.named_children:
        body = node.child_by_field_name("body") if node.type == "namespace_definition" else None
        if body is None:
            yield node, scope
        else:
            name = node.child_by_field_name("name")
            yield from _top(body,
                            f"{scope}namespace {text_of(name)} {{ " if name is not None else f"{scope}namespace {{ ")


def _function(node: Node) -> Node | None:
    inner = node
    while inner.type == "template_declaration":
        inner = inner.named_children[-1]
    return inner if inner.type == "function_definition" else None


def _name(function: Node) -> str:
    declarator = function.child_by_field_name("declarator")
    while declarator is not None and declarator.child_by_field_name("declarator") is not None:
        declarator = declarator.child_by_field_name("declarator")
    return text_of(declarator)


def _includes_tool(text: str, path: str) -> bool:
    """Whether this includes a header beside the file that needs the tool itself."""
    match = re.match(r'\s*#\s*include\s*"([^"]+)"', text)
    header = os.path.join(os.path.dirname(path), match[1]) if match else ""
    if not header or not os.path.isfile(header):
        return False
    with open(header, "rb") as file:
        return b"benchmark/benchmark.h" in file.read()


def _item(node: Node, scope: str, variables: frozenset[str]) -> Item:
    """A declaration that benchmarks may use; what mentions the tool cannot stand in a source without it.

    A declaration with a call may change the variables that it mentions.
    """
    text, words = text_of(node), words_in([node])
    obstacle = f"uses {TOOL} itself" if _TOOL.search(text) else ""
    if node.type in ("preproc_include", "using_declaration") or node.type == "preproc_call":
        return Item(frozenset(), frozenset(), text, scope, obstacle, always=True)
    if node.type in _CONDITIONS:
        names = frozenset().union(*(_declared(child) for child in walk(node)))
        return Item(names, words, text, scope, obstacle)
    if node.has_error or node.type == "ERROR":  # each of its words may be a name that it declares
        head = frozenset(re.findall(r"\b[A-Za-z_]\w*", text.partition("{")[0])) - {"std"}
        return Item(head, words, text, scope, obstacle or "CLAMH cannot parse")
    inner = node
    while inner.type == "template_declaration":
        inner = inner.named_children[-1]
    separator = ";" if node.type in ("class_specifier", "struct_specifier", "enum_specifier", "union_specifier") else ""
    names = _declared(inner)
    if node.type == "declaration" and not obstacle and any(part.type == "call_expression" for part in walk(node)):
        names |= words & variables
    return Item(names, words, text + separator, scope, obstacle)


def _declared(node: Node) -> frozenset[str]:
    """The names that a declaration declares at its own level."""
    names = {text_of(node.child_by_field_name("name"))} if node.type != "call_expression" else set()
    for number, child in enumerate(node.children):
        if node.field_name_for_child(number) in ("declarator", "type"):
            inner: Node | None = child
            while inner is not None and inner.type in _DECLARES:
                inner = inner.child_by_field_name("declarator") or inner.named_children[-1]
            if inner is not None and inner.type.endswith("_specifier"):
                names.add(text_of(inner.child_by_field_name("name")))
                names |= {
                    text_of(part.child_by_field_name("name"))
                    for part in walk(inner) if part.type == "enumerator"
                }
            elif inner is not None and inner.type in ("identifier", "type_identifier"):
                if node.type != "parameter_declaration" and (child.type != "type_identifier"
                                                             or node.type != "declaration"):
                    names.add(text_of(inner))
            elif inner is not None and inner.type == "qualified_identifier":
                names |= {text_of(inner).split("::")[0]
                          } if node.type == "function_definition" and child.type != inner.type else set()
    if node.type == "enum_specifier":
        names |= {text_of(part.child_by_field_name("name")) for part in walk(node) if part.type == "enumerator"}
    return frozenset(names - {""})
