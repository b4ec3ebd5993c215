"""The body of a Google Benchmark function: code before its loop becomes a state, the loop's body the benchmark."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from clamh.languages.adoption import (Item, Untranslatable, around, dedented, inside, is_within, keep_used,
                                      plain_name, walk, words_in)
from clamh.languages.cpp.adopt_constants import constant_names
from clamh.languages.cpp.adopt_locals import Local, read_local
from clamh.languages.cpp.adopt_registrations import Arguments
from clamh.languages.frontends import text_of
from clamh.model.adoption import AdoptedBenchmark, AdoptedLocal, AdoptedParam
from clamh.model.sources import Location

LAMBDA = ("lambda_expression",)
_SETTINGS = re.compile(r"(?:Set(?:Items|Bytes)Processed|SetLabel|SetComplexityN|counters)\b")
_KEEP = re.compile(r"(?:::)?(?:benchmark::)?DoNotOptimize")
_CLOBBER = re.compile(r"(?:::)?(?:benchmark::)?ClobberMemory")
FENCE = 'asm volatile("" : : : "memory")'
Edits = dict[tuple[int, int], str]


def translate(name: str, place: Location, function: Node, arguments: Arguments, scope: str,
              known: frozenset[str]) -> AdoptedBenchmark:
    """A benchmark with these arguments; `known` are constants of the file. Raises Untranslatable with the reason."""
    if function.has_error:
        raise Untranslatable("CLAMH cannot parse it")
    state, words = _state_name(function), words_in([function])
    if words & set(arguments.names):  # a variable may have the name of a field
        arguments = arguments._replace(names=tuple(f"range{number}" for number in range(len(arguments.names))))
    statements = [node for node in function.child_by_field_name("body").named_children if node.type != "comment"]
    loops = [number for number, node in enumerate(statements) if _is_loop(node, state)]
    if len(loops) != 1:
        raise Untranslatable(
            "its measured loop is not a statement of its own" if not loops else "it has several measured loops")
    edits = _range_edits(function, state, arguments)
    loop, after = statements[loops[0]], [node for node in statements[loops[0] + 1:] if not _is_setting(node, state)]
    setup, locals, constants = _read_setup(statements[:loops[0]], state, edits, known)
    names = {local.name for local in locals} | set(arguments.names)
    body, result, blackhole = _read_body(loop.child_by_field_name("body"), state, edits, names)
    teardown = [line for node in after for line in (_check(node, state), *dedented(node, edits))[1:]]
    used = words_in([loop])
    read = {field for (start, _), field in edits.items() if loop.start_byte <= start < loop.end_byte}
    head = [*(f"const auto {field} = input.{field};" for field in arguments.names if field in read),
            *_lines(keep_used(constants, used)),
            *(local.alias("input.") for local in locals if local.name in used)]
    before = [*_lines(keep_used(constants, words_in(after))),
              *(local.alias("") for local in locals if local.optional and local.name in words_in(after))]
    columns = [tuple(dict.fromkeys(map(str, column))) for column in zip(*arguments.rows, strict=True)]
    whole = len(arguments.rows) == _product(columns)
    if {"input", "blackhole"} & (words | names) or any(f"{local.name}_" in words for local in locals):
        raise Untranslatable("it has a variable 'input' or 'blackhole', names that the translation needs")
    if taken := sorted(words & set(arguments.names)):
        raise Untranslatable(f"it has a variable '{taken[0]}', a name that the translation needs")
    return AdoptedBenchmark(name=plain_name(name),
                            location=place,
                            function=name,
                            scope=scope,
                            result=result,
                            blackhole=blackhole,
                            parameter="input",
                            params=tuple(
                                AdoptedParam(name=field, type="long", values=column)
                                for field, column in zip(arguments.names, columns, strict=True)),
                            rows=() if whole else (arguments.names, *(tuple(map(str, row)) for row in arguments.rows)),
                            locals=tuple(AdoptedLocal(name=local.name, text=local.field) for local in locals),
                            setup=tuple(setup),
                            head=tuple(head),
                            body=tuple(body),
                            teardown=tuple([*before, *teardown] if teardown else []))


def _product(columns: list[tuple[str, ...]]) -> int:
    size = 1 if columns else 0
    for column in columns:
        size *= len(column)
    return size


def _state_name(function: Node) -> str:
    parameters = [
        node for node in walk(function.child_by_field_name("declarator")) if node.type == "parameter_declaration"
    ]
    if len(parameters) != 1:
        raise Untranslatable("it takes more than its State")
    declarator = parameters[0].child_by_field_name("declarator")
    names = [node for node in walk(declarator) if node.type == "identifier"] if declarator is not None else []
    if not names:
        raise Untranslatable("its State has no name")
    return text_of(names[-1])


def _is_loop(node: Node, state: str) -> bool:
    if node.type == "for_range_loop":
        return text_of(node.child_by_field_name("right")) == state
    condition = text_of(node.child_by_field_name("condition")) if node.type == "while_statement" else ""
    return re.sub(r"[\s()]", "", condition) == f"{state}.KeepRunning"


def _range_edits(function: Node, state: str, arguments: Arguments) -> Edits:
    """Replacements of `state.range(0)` by the name of its param."""
    edits: Edits = {}
    for node in walk(function):
        match = re.fullmatch(rf"{re.escape(state)}\s*\.\s*range\s*\(\s*(\d*)\s*\)",
                             text_of(node)) if node.type == "call_expression" else None
        if match:
            index = int(match[1] or 0)
            if index >= len(arguments.names):
                raise Untranslatable(f"line {node.start_point.row + 1} reads an argument that no registration passes")
            edits[node.start_byte, node.end_byte] = arguments.names[index]
    return edits


def _check(node: Node, state: str) -> str:
    """Raises Untranslatable if code uses the State for more than its arguments."""
    for inner in walk(node):
        if inner.type == "identifier" and text_of(inner) == state:
            parent = inner.parent
            member = text_of(
                parent.child_by_field_name("field")) if parent is not None and parent.type == "field_expression" else ""
            if member != "range":
                raise Untranslatable(f"line {inner.start_point.row + 1} uses {state}.{member}" if member else
                                     f"line {inner.start_point.row + 1} passes {state} on")
        if inner.type in ("return_statement", "co_return_statement",
                          "goto_statement") and not is_within(inner, node, LAMBDA):
            raise Untranslatable(f"line {inner.start_point.row + 1} may leave the function")
    return ""


def _is_setting(node: Node, state: str) -> bool:
    """Whether a statement only tells the tool what to print."""
    return node.type == "expression_statement" and bool(
        re.match(rf"{re.escape(state)}\s*\.\s*{_SETTINGS.pattern}", text_of(node)))


def _read_setup(statements: list[Node], state: str, edits: Edits,
                known: frozenset[str]) -> tuple[list[str], list[Local], list[Item]]:
    """The lines of the setup, the variables that it declares, and its constants."""
    setup: list[str] = []
    locals: list[Local] = []
    constants: list[Item] = []
    for node in statements:
        if _is_setting(node, state):
            continue
        _check(node, state)
        words = words_in([node])
        if words & {"DoNotOptimize", "ClobberMemory"}:
            raise Untranslatable(f"line {node.start_point.row + 1} uses the tool before the loop")
        if node.type in ("declaration", "alias_declaration", "using_declaration", "type_definition"):
            names = constant_names(node, known)
            if node.type != "declaration" or names:
                if any(local.name in words for local in locals) or state in words:
                    raise Untranslatable(
                        f"line {node.start_point.row + 1} declares something that depends on the setup")
                known |= names
                named = node.child_by_field_name("name") or node.child_by_field_name("declarator")
                names = names or (words_in([named]) if named is not None else frozenset())
                constants.append(Item(names, words, "\n".join(dedented(node, edits)), always=not names))
                setup += dedented(node, edits)
                continue
            read = read_local(node, edits, {local.name for local in locals}.union(*(item.names for item in constants)))
            locals += read
            known -= {local.name for local in read}
            for local in read:
                setup += [local.line] if local.line else []
                rest = words_in(later for later in statements if later.start_byte > node.start_byte)
                setup += [local.alias("")] if local.optional and local.name in rest else []
        else:
            setup += dedented(node, edits)
    return [] if setup == _lines(constants) else setup, locals, constants


def _lines(items: list[Item]) -> list[str]:
    return [line for item in items for line in item.text.split("\n")]


def _read_body(block: Node, state: str, edits: Edits, outer: set[str]) -> tuple[list[str], str, bool]:
    """The lines of the benchmark, the type of its result, and whether it takes a Blackhole."""
    _check(block, state)
    for node in walk(block, LAMBDA):
        if node.type in ("break_statement", "continue_statement") and not any(
                "loop" in parent.type
                or parent.type in ("for_statement", "while_statement", "do_statement", "switch_statement")
                for parent in around(node, block)):
            raise Untranslatable(f"line {node.start_point.row + 1} has '{text_of(node)}' in the measured loop")
    statements = [node for node in block.named_children
                  if node.type != "comment"] if block.type == "compound_statement" else [block]
    locals = {
        text_of(name)
        for node in walk(block, LAMBDA) if node.type in ("declaration", "for_range_loop", "init_declarator")
        for name in _declared_in(node)
    }
    edits = dict(edits)
    keeps = [node for node in walk(block) if _is_call(node, _KEEP)]
    result, blackhole = "void", False
    for node in walk(block):
        if _is_call(node, _CLOBBER):
            edits[node.start_byte, node.end_byte] = FENCE
    for node in keeps:
        listed = node.child_by_field_name("arguments").named_children
        if node.parent.type != "expression_statement" or len(listed) != 1:
            raise Untranslatable(f"line {node.start_point.row + 1} uses DoNotOptimize inside an expression")
        value = listed[0]
        words = words_in([value])
        last = node.parent == statements[-1]
        computed = value.type in ("binary_expression", "number_literal", "call_expression", "unary_expression")
        later = words_in(inner for inner in walk(block) if inner.start_byte >= node.end_byte and not inner.child_count)
        nested = any("loop" in parent.type or parent.type.endswith(("for_statement", "while_statement"))
                     for parent in around(node, block))
        if not computed and (words & later or nested and words & (outer | locals) and value.type == "identifier"):
            raise Untranslatable(
                f"line {node.start_point.row + 1} hides the value of '{text_of(value)}', which later code uses")
        plain = value.type == "identifier" and text_of(value) not in _references(block)
        if last and len(keeps) == 1 and (plain or not words & locals or value.type == "binary_expression"):
            edits[node.start_byte, value.start_byte], edits[value.end_byte, node.end_byte] = "return ", ""
            result = "decltype(auto)"
        else:
            edits[node.start_byte, value.start_byte], edits[value.end_byte, node.end_byte] = "blackhole.consume(", ")"
            blackhole = True
    if block.type != "compound_statement":
        return dedented(block, edits), result, blackhole
    return inside(block, edits), result, blackhole


def _is_call(node: Node, pattern: re.Pattern[str]) -> bool:
    return node.type == "call_expression" and bool(pattern.fullmatch(text_of(node.child_by_field_name("function"))))


def _declared_in(node: Node) -> Iterator[Node]:
    for number, child in enumerate(node.children):
        if node.field_name_for_child(number) == "declarator":
            yield from (name for name in walk(child, ("argument_list", "initializer_list"))
                        if name.type == "identifier")


def _references(block: Node) -> set[str]:
    """The names of references that a body declares."""
    return {text_of(name) for node in walk(block, LAMBDA) if node.type == "reference_declarator" for name in walk(node)
            if name.type == "identifier"}
