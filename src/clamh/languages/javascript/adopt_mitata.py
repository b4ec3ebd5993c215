"""mitata: calls of bench(name, function), alone or in groups."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from clamh.languages.adoption import Item, Untranslatable, check_used, identifier, make_source, walk, words_in
from clamh.languages.frontends import Places, text_of
from clamh.languages.javascript.adopt_function import KEYWORDS, NESTED, declared_names, translate
from clamh.model.adoption import AdoptedBenchmark, AdoptedParam, ForeignSource

TOOL = "mitata"
GROUPS = ("group", "summary", "boxplot", "barplot", "lineplot", "compact")
NAMES = frozenset({*GROUPS, "bench", "run", "do_not_optimize", "measure", "B"})
CONDITIONS = ("for_statement", "for_in_statement", "while_statement", "do_statement", "if_statement", "try_statement",
              "switch_statement")
MEASURING = ("baseline", "gc", "compact", "highlight", "name")


class Call(NamedTuple):
    """A call of bench: its node, the name of its group, the code before and after it there, why it cannot be adopted.

    Both run before the first measurement.
    """

    node: Node
    group: str
    before: tuple[Node, ...]
    after: list[Node]
    reason: str = ""


def find_benchmarks(path: str, text: bytes, root: Node) -> ForeignSource:
    """Every call of bench, translated or refused with the reason."""
    imported = _imported(root)
    items = dict(_items(root, imported))
    places, found, words = Places(text, path), list[AdoptedBenchmark](), frozenset[str]()
    for call in _calls(root.named_children, imported, "", ()):
        name = "/".join(filter(None, (call.group, _text(call.node)))) or "benchmark"
        name = re.sub(r"\$\{?\w+\}?", "", name).strip(" /_-:=()") or "benchmark"
        try:
            if call.node.has_error:
                raise Untranslatable("CLAMH cannot parse it")
            if call.reason:
                raise Untranslatable(call.reason)
            bench, params = _chain(call.node)
            arguments = [
                node for node in bench.child_by_field_name("arguments").named_children if node.type != "comment"
            ]
            if not arguments:
                raise Untranslatable("its function is not written there")
            function = identifier(re.sub(r"_+(\w)", lambda match: match[1].upper(), identifier(name)))
            benchmark = translate(name, places.at(call.node.start_byte), function, arguments[-1], call.before, params)
            used = words_in([arguments[-1], *call.before]) - NAMES
            for node in call.after:
                if again := sorted(words_in([node]) & used):
                    raise Untranslatable(f"line {node.start_point.row + 1} may change '{again[0]}' after it is defined")
            top = call.node
            while top.parent is not None and top.parent != root:
                top = top.parent
            check_used((item for start, item in items.items() if start != top.start_byte), used)
            found.append(benchmark)
            words |= used
        except Untranslatable as reason:
            found.append(AdoptedBenchmark(name=name, location=places.at(call.node.start_byte), reason=str(reason)))
    for node, callee in _renamed(root):
        how = f"it is defined with '{callee}', and CLAMH only knows bench by its own name"
        found.append(AdoptedBenchmark(name=_text(node) or "benchmark", location=places.at(node.start_byte),
                                      reason=how))
    found.sort(key=lambda benchmark: benchmark.location.line)
    return make_source(path, "javascript", TOOL, found, items.values(), words, KEYWORDS, "import")


def _imported(root: Node) -> frozenset[str]:
    """The names that the file takes from mitata under their own names."""
    return frozenset(name for node in root.named_children if re.search(r"""['"]mitata['"]""", text_of(node))
                     for name in map(text_of, walk(node)) if name in NAMES)


def _renamed(root: Node) -> Iterator[tuple[Node, str]]:
    """The calls of mitata's bench under another name, such as mitata.bench(…), and that name."""
    imports = [node for node in root.named_children if node.type.startswith(("import", "lexical", "variable"))
               and re.search(r"""['"]mitata['"]""", text_of(node))]
    names = {f"{name}.bench" for name in words_in(imports)} | {
        text_of(node.named_children[1]) for top in imports for node in walk(top)
        if node.type in ("import_specifier", "pair_pattern") and len(node.named_children) == 2
        and text_of(node.named_children[0]) == "bench"}
    for node in walk(root):
        callee = text_of(node.child_by_field_name("function")) if node.type == "call_expression" else ""
        if callee in names:
            yield node, callee


def _items(root: Node, imported: frozenset[str]) -> Iterator[tuple[int, Item]]:
    """The statements of a file, by where they begin. Those that are no declaration belong to each source until run."""
    variables = frozenset[str]().union(*(declared_names(node) for node in root.named_children if _declares_value(node)))
    measured = False
    for node in root.named_children:
        text, words = text_of(node), words_in([node])
        if node.type in ("comment", "empty_statement") or node.type == "import_statement" and re.search(
                r"""['"]mitata['"]""", text):
            continue
        names = words if node.type == "import_statement" else declared_names(node)
        statement = not node.type.startswith(("import", "export")) and not node.type.endswith("_declaration")
        if statement and measured:
            continue
        measured |= "run" in imported and any(_root_name(call) == "run" for part in walk(node, NESTED)
                                              if part.type == "await_expression" for call in part.named_children)
        obstacle = "CLAMH cannot parse" if node.has_error else ""
        if words & imported or "mitata" in text:
            obstacle = f"uses {TOOL} itself"
            if statement:
                names, obstacle = _changed(node, imported), f"line {node.start_point.row + 1} may change"
        elif statement or _declares_value(node) and any(
                part.type in ("call_expression", "new_expression") for part in walk(node, NESTED)):
            names |= words & variables
        always = statement or node.type == "import_statement" and not words
        yield node.start_byte, Item(frozenset(names), words, text, obstacle=obstacle, always=always)


def _declares_value(node: Node) -> bool:
    inner = node.named_children if node.type == "export_statement" else [node]
    return any(part.type in ("lexical_declaration", "variable_declaration") for part in inner)


def _changed(statement: Node, imported: frozenset[str]) -> frozenset[str]:
    """What a statement with calls of mitata may change for other benchmarks: not its variables, nor measured code."""
    own, changed = frozenset[str](), frozenset[str]()
    waiting = [statement]
    while waiting:
        node = waiting.pop()
        if node.type == "call_expression" and _root_name(node) == "bench":
            continue
        if node.type == "expression_statement" and not words_in([node]) & imported:
            changed |= words_in([node])
        local = node if node.type == "formal_parameters" else node.child_by_field_name(
            {"arrow_function": "parameter", "for_in_statement": "left"}.get(node.type, "name"))
        own |= declared_names(node) | (words_in([local]) if local is not None else frozenset())
        waiting += node.named_children
    return changed - own


def _calls(nodes: list[Node], imported: frozenset[str], group: str, before: tuple[Node, ...]) -> Iterator[Call]:
    """The calls of bench in statements and in the callbacks of groups, and those inside other statements."""
    inside = any(node.parent is not None and node.parent.type == "statement_block" for node in nodes)
    for number, node in enumerate(nodes):
        after = [later for later in nodes[number + 1:] if inside and later.type.endswith("_statement")
                 and not words_in([later]) & imported]
        inner = node.named_children[0] if node.type == "expression_statement" and node.named_children else node
        inner = inner.named_children[0] if inner.type == "await_expression" else inner
        name = text_of(inner.child_by_field_name("function")) if inner.type == "call_expression" else ""
        if _root_name(inner) == "bench" and "bench" in imported:
            yield Call(inner, group, before, after)
        elif name in GROUPS and name in imported:
            arguments = inner.child_by_field_name("arguments").named_children
            shown = _text(inner) if name == "group" else ""
            body = arguments[-1].child_by_field_name("body") if arguments else None
            if body is not None and body.type == "statement_block":
                yield from _calls(body.named_children, imported, "/".join(filter(None, (group, shown))), before)
            elif body is not None:
                yield from _calls([body], imported, "/".join(filter(None, (group, shown))), before)
        elif "bench" in imported and any(
                _root_name(part) == "bench" for part in walk(node) if part.type == "call_expression"):
            for part in walk(node):
                if part.type == "call_expression" and text_of(part.child_by_field_name("function")) == "bench":
                    yield Call(part, group, before, after, _describe_place(part))
        elif node.parent is not None and node.parent.type != "program" and node.type != "comment":
            before = (*before, node)


def _root_name(call: Node) -> str:
    """The first function of a chain of calls such as bench(…).args(…)."""
    while call.type == "call_expression":
        callee = call.child_by_field_name("function")
        if callee.type != "member_expression":
            return text_of(callee)
        call = callee.child_by_field_name("object")
    return ""


def _chain(call: Node) -> tuple[Node, tuple[AdoptedParam, ...]]:
    """The call of bench at the beginning of a chain, and the params that the chain sets."""
    params: list[AdoptedParam] = []
    while (callee := call.child_by_field_name("function")).type == "member_expression":
        method = text_of(callee.child_by_field_name("property"))
        arguments = call.child_by_field_name("arguments").named_children
        if method == "args":
            name = text_of(arguments[0])[1:-1] if arguments and arguments[0].type == "string" else "x"
            values = arguments[-1].named_children if arguments and arguments[-1].type == "array" else []
            if not values or any(value.type != "number" for value in values) or not name.isidentifier():
                raise Untranslatable("its args are not a list of numbers")
            params.append(AdoptedParam(name=name, type="", values=tuple(dict.fromkeys(map(text_of, values)))))
        elif method not in MEASURING:
            raise Untranslatable(f"it uses {method}")
        call = callee.child_by_field_name("object")
    return call, tuple(params)


def _describe_place(call: Node) -> str:
    """Why a call of bench is not adopted that is part of another statement: how often and with what it runs is open."""
    around = call.parent
    while around is not None and around.parent is not None and around.parent.type != "program":
        if around.type in NESTED or around.type in CONDITIONS:
            break
        around = around.parent
    place = around if around is not None else call
    inside = f"'{place.type.split('_')[0]}'" if place.type in CONDITIONS else (
        "another function" if place.type in NESTED else "another statement")
    return f"line {place.start_point.row + 1} defines it inside {inside}"


def _text(call: Node) -> str:
    """The first argument of the first call of a chain, if it is a text."""
    while (before := call.child_by_field_name("function").child_by_field_name("object")) is not None and (
            before.type == "call_expression"):
        call = before
    arguments = call.child_by_field_name("arguments").named_children
    first = arguments[0] if arguments else None
    if first is None or first.type not in ("string", "template_string"):
        return text_of(first) if first is not None and first.type == "identifier" else ""
    try:
        return str(json.loads(f'"{text_of(first)[1:-1]}"'))
    except ValueError:
        return text_of(first)[1:-1]
