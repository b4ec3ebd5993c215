"""The function of a mitata benchmark as a function of a state."""

from __future__ import annotations

import re

from tree_sitter import Node

from clamh.languages.adoption import Untranslatable, dedented, inside, walk, words_in
from clamh.languages.frontends import text_of
from clamh.model.adoption import AdoptedBenchmark, AdoptedLocal, AdoptedParam
from clamh.model.sources import Location

KEYWORDS = frozenset(
    "await break case catch class const continue debugger default delete do else enum export extends false finally for "
    "function if import in instanceof let new null return static super switch this throw true try typeof var void "
    "while with yield async of undefined NaN Infinity arguments eval".split())
NESTED = ("function_expression", "function_declaration", "arrow_function", "class_declaration", "generator_function",
          "method_definition")
KEEP = "do_not_optimize"


def declared_names(node: Node) -> frozenset[str]:
    """The names that a statement declares around it."""
    if node.type == "export_statement":
        return frozenset().union(*(declared_names(child) for child in node.named_children))
    if node.type in ("lexical_declaration", "variable_declaration"):
        return words_in(
            name for part in node.named_children if (name := part.child_by_field_name("name")) is not None) | frozenset(
                text_of(inner) for part in node.named_children
                for inner in walk(part, NESTED) if inner.type == "shorthand_property_identifier_pattern")
    named = node.child_by_field_name("name") if node.type.endswith("_declaration") else None
    return frozenset({text_of(named)}) if named is not None else frozenset()


def translate(name: str, place: Location, function: str, measured: Node, before: tuple[Node, ...],
              params: tuple[AdoptedParam, ...]) -> AdoptedBenchmark:
    """A benchmark of the function that bench gets. Raises Untranslatable with the reason."""
    setup, edits = list(before), dict[tuple[int, int], str]()
    if measured.type in ("generator_function", "function_expression") and text_of(measured).replace(
            " ", "").startswith("function*"):
        more, measured = _read_generator(measured, edits, {param.name for param in params})
        setup += more
    elif params:
        raise Untranslatable("it has args, but its function is no generator")
    if measured.type not in ("arrow_function", "function_expression"):
        raise Untranslatable("its function is not written there")
    if _parameters(measured):
        raise Untranslatable("its function takes parameters")
    for node in [*setup, measured]:
        _check(node)
    body = measured.child_by_field_name("body")
    words = words_in([body])
    if "input" in words | words_in(setup) or "blackhole" in words:
        raise Untranslatable("it has a variable 'input' or 'blackhole', names that the translation needs")
    names = [local for node in setup for local in sorted(declared_names(node))]
    used = [local for local in names if local in words]
    lines, blackhole = _read_body(body, edits)
    # Functions of the setup may run again in the body.
    later = [body, *(node for top in setup for node in walk(top) if node.type in NESTED)]
    changed = {
        text_of(target)
        for top in later for node in walk(top)
        if node.type in ("assignment_expression", "augmented_assignment_expression", "update_expression")
        for target in [node.child_by_field_name("left") or node.child_by_field_name("argument")] if target is not None
    }
    if changed & set(used):
        raise Untranslatable(f"it changes '{sorted(changed & set(used))[0]}', a variable of the code before it")
    code = [line for node in setup for line in dedented(node, edits)]
    code += [f"this.{local} = {local};" for local in used]
    asynchronous = "async" in text_of(measured)[:5] or any(node.type == "await_expression"
                                                           for node in walk(body, NESTED))
    return AdoptedBenchmark(name=name,
                            location=place,
                            function=function,
                            params=params,
                            locals=tuple(AdoptedLocal(name=local) for local in used),
                            setup=tuple(code if setup else []),
                            head=tuple(f"const {local} = input.{local};" for local in used),
                            body=tuple(lines),
                            result="async" if asynchronous else "",
                            blackhole=blackhole,
                            parameter="input")


def _parameters(function: Node) -> list[Node]:
    listed = function.child_by_field_name("parameters")
    single = function.child_by_field_name("parameter")
    return [*(listed.named_children if listed is not None else []), *([single] if single is not None else [])]


def _check(node: Node) -> None:
    for inner in walk(node):
        if inner.type in ("this", "yield_expression") or inner.is_error:
            raise Untranslatable(f"line {inner.start_point.row + 1} has '{text_of(inner)[:30]}'")


def _read_generator(generator: Node, edits: dict[tuple[int, int], str], params: set[str]) -> tuple[list[Node], Node]:
    """The statements before the only yield, and the function that it yields."""
    parameters = [text_of(node) for node in _parameters(generator)]
    statements = [node for node in generator.child_by_field_name("body").named_children if node.type != "comment"]
    last = statements[-1].named_children[0] if statements and statements[-1].named_children else None
    if last is None or last.type != "yield_expression" or not last.named_children:
        raise Untranslatable("its generator does not end in a yield")
    for node in walk(generator.child_by_field_name("body")):
        if parameters and node.type == "identifier" and text_of(node) == parameters[0]:
            call = node.parent.parent if node.parent.type == "member_expression" else None
            match = re.fullmatch(rf"{re.escape(parameters[0])}\s*\.\s*get\(\s*(['\"])(\w+)\1\s*\)",
                                 text_of(call)) if call is not None else None
            if not match or match[2] not in params:
                raise Untranslatable(f"line {node.start_point.row + 1} uses '{parameters[0]}' for more than its args")
            edits[call.start_byte, call.end_byte] = f"this.{match[2]}"
    if any(last.start_byte <= start for start, _ in edits):
        raise Untranslatable("its measured function reads the args itself")
    return statements[:-1], last.named_children[0]


def _read_body(body: Node, edits: dict[tuple[int, int], str]) -> tuple[list[str], bool]:
    """The lines of the function, and whether it takes a Blackhole."""
    block = body.type == "statement_block"
    statements = [node for node in body.named_children if node.type != "comment"] if block else []
    blackhole = False
    for node in walk(body):
        if node.type != "call_expression" or text_of(node.child_by_field_name("function")) != KEEP:
            continue
        values = [value for value in node.child_by_field_name("arguments").named_children if value.type != "comment"]
        if len(values) != 1 or values[0].type == "spread_element":
            raise Untranslatable(f"line {node.start_point.row + 1} gives {KEEP} no value, or several")
        value = values[0]
        if node == body or statements and node.parent == statements[-1] or node.parent.type == "return_statement":
            begin = "return " if block and node.parent.type != "return_statement" else ""
            edits[node.start_byte, value.start_byte], edits[value.end_byte, node.end_byte] = begin, ""
        elif node.parent.type == "expression_statement":
            edits[node.start_byte, value.start_byte], edits[value.end_byte, node.end_byte] = "blackhole.consume(", ")"
            blackhole = True
        else:
            raise Untranslatable(f"line {node.start_point.row + 1} uses {KEEP} inside an expression")
    if not block:
        lines = dedented(body, edits)
        lines[0] = f"return {lines[0]}"
        lines[-1] += ";"
        return lines, blackhole
    return inside(body, edits) if statements else [], blackhole
