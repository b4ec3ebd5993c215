"""The code of a Go benchmark: what stands before its loop becomes a setup, the loop's body the benchmark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from clamh.languages.adoption import Untranslatable, dedented, edited, walk, words_in
from clamh.languages.frontends import text_of
from clamh.languages.go.adopt_types import Signatures, find_results, find_type
from clamh.model.adoption import AdoptedBenchmark, AdoptedLocal, AdoptedParam
from clamh.model.sources import Location

# Calls that only tell the tool what to print, or when the clock runs, which here is exactly the loop.
SETTINGS = re.compile(r"(?:ReportAllocs|ResetTimer|StartTimer|StopTimer|SetBytes|Helper|ReportMetric|Log|Logf)")
FATAL = re.compile(r"(Fatal|Fatalf|Error|Errorf)")
Edits = dict[tuple[int, int], str]


class Setting(NamedTuple):
    """What is known around a benchmark: signatures, the name of its *testing.B, variables of the file, its params."""

    signatures: Signatures
    b: str
    globals: dict[str, Node]
    params: tuple[AdoptedParam, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    structs: tuple[str, ...] = ()  # variables whose fields are params
    scalars: tuple[str, ...] = ()  # variables that are params themselves

    def with_table(self, name: str, params: tuple[AdoptedParam, ...], rows: tuple[tuple[str, ...], ...],
                   struct: bool) -> Setting:
        """The setting of a benchmark inside a loop over a table."""
        if rows and self.rows or {param.name for param in params} & {param.name for param in self.params}:
            raise Untranslatable("its tables have fields of the same name, or several tables have rows")
        if not struct:
            params = (AdoptedParam(name=name, type=params[0].type, values=params[0].values),)
        return self._replace(params=(*self.params, *params), rows=rows or self.rows,
                             structs=(*self.structs, name) if struct else self.structs,
                             scalars=self.scalars if struct else (*self.scalars, name))


def find_loop(statements: list[Node], b: str) -> list[tuple[int, Node, str]]:
    """The measured loops among statements: their number, their body, and the name of their counter."""
    loops = []
    for number, node in enumerate(statements):
        if node.type != "for_statement":
            continue
        head = "".join(text_of(node)[:node.child_by_field_name("body").start_byte - node.start_byte].split())
        for pattern in (rf"for(\w+):=0;\1<{b}\.N;(?:\1\+\+|\+\+\1)", rf"for(\w*?)(?::=)?range{b}\.N",
                        rf"for{b}\.Loop\(\)()"):
            if match := re.fullmatch(pattern, head):
                loops.append((number, node.child_by_field_name("body"), match[1]))
    return loops


def translate(
    name: str, function: str, place: Location, before: list[Node], statements: list[Node], setting: Setting
) -> AdoptedBenchmark:
    """A benchmark of this code. Raises Untranslatable with the reason."""
    loops = find_loop(statements, setting.b)
    if len(loops) != 1:
        raise Untranslatable(_no_loop(statements, setting.b) if not loops else "it has several measured loops")
    number, block, counter = loops[0]
    setup_nodes = [node for node in (*before, *statements[:number]) if not _is_setting(node, setting.b)]
    edits = _edits([*setup_nodes, block], setting)
    body_words, later = words_in([block]), words_in(setup_nodes)
    kinds = dict(_locals(setup_nodes, setting))
    used = {local: kind for local, kind in kinds.items() if local in body_words}
    if "input" in body_words | later:
        raise Untranslatable("it has a variable 'input', a name that the translation needs")
    params = list(setting.params)
    missing = next((local for local, kind in used.items() if not kind), None)
    if missing:
        raise Untranslatable(f"a field needs the type of '{missing}', which is not written where it is set")
    changed = set(_changed(block)) & set(used)
    for node in walk(block):
        if node.type == "identifier" and text_of(node) in changed and (node.start_byte, node.end_byte) not in edits:
            edits[node.start_byte, node.end_byte] = f"input.{text_of(node)}"
    scalars = [param.name for param in params if param.name in setting.scalars]
    head = [f"{local} := input.{local}" for local in [*scalars, *used] if local in body_words and local not in changed]
    fields = [AdoptedLocal(name=local, type=kind) for local, kind in used.items()]
    if counter and counter in body_words:
        fields.append(AdoptedLocal(name=counter, type="int"))
        head += [f"{counter} := input.{counter}", f"input.{counter}++"]
    result = _return_last(block, setting, edits)
    body = _inside(block, edits)
    setup = [line for node in setup_nodes for line in dedented(node, edits)]
    if setup:
        setup = [*(f"{param} := input.{param}" for param in scalars if param in later), *setup,
                 *(f"input.{local} = {local}" for local in used)]
        setup += [f"_ = {local}" for local in kinds if local not in used and _mentions(setup_nodes, local) < 2]
    return AdoptedBenchmark(
        name=name, location=place, function=function, params=tuple(params), rows=setting.rows, locals=tuple(fields),
        setup=tuple(setup), head=tuple(head), body=tuple(body), result=result, parameter="input")


def _no_loop(statements: list[Node], b: str) -> str:
    text = "\n".join(map(text_of, statements))
    if f"{b}.RunParallel" in text:
        return "it uses RunParallel"
    if re.search(rf"[(,]\s*{b}\s*[,)]", text):
        return f"it passes {b} on to another function"
    return f"its loop over {b}.N is not a statement of its own"


def _is_setting(node: Node, b: str) -> bool:
    return node.type == "expression_statement" and bool(re.match(rf"{b}\.{SETTINGS.pattern}\(", text_of(node)))


def _edits(nodes: list[Node], setting: Setting) -> Edits:
    """Replacements of what only the tool has. Raises Untranslatable for what has no replacement."""
    edits: Edits = {}
    for top in nodes:
        if top.type in ("defer_statement", "go_statement", "labeled_statement", "return_statement"):
            raise Untranslatable(f"line {top.start_point.row + 1} has a {top.type.split('_')[0]} statement")
        for node in walk(top):
            line = node.start_point.row + 1
            if node.type == "identifier" and text_of(node) == setting.b:
                selected = node.parent is not None and node.parent.type == "selector_expression"
                call = node.parent.parent if selected else None
                member = text_of(node.parent.child_by_field_name("field")) if call is not None else ""
                match = FATAL.fullmatch(member)
                if not match or call is None or call.type != "call_expression":
                    raise Untranslatable(
                        f"line {line} uses {setting.b}.{member}" if member else f"line {line} passes {setting.b} on")
                edits[call.start_byte,
                      node.parent.end_byte] = "panic(fmt.Sprintf" if member.endswith("f") else "panic(fmt.Sprint"
                edits[call.end_byte, call.end_byte] = ")"
            elif node.type == "identifier" and text_of(node) in setting.structs:
                parent = node.parent
                if parent is None or parent.type != "selector_expression" or parent.child_by_field_name(
                        "operand") != node:
                    raise Untranslatable(f"line {line} uses '{text_of(node)}' as a whole")
                edits[node.start_byte, node.end_byte] = "input"
            elif node.type == "return_statement" and not _within(node, top, ("func_literal",)):
                raise Untranslatable(f"line {line} may leave the function")
            elif node.type in ("break_statement", "continue_statement", "goto_statement") and (
                    node.named_children
                    or not _within(node, top, ("for_statement", "expression_switch_statement", "select_statement"))):
                raise Untranslatable(f"line {line} has '{text_of(node)}' in the measured loop")
    return edits


def _within(node: Node, top: Node, kinds: tuple[str, ...]) -> bool:
    parent = node.parent
    while parent is not None and parent != top:
        if parent.type in kinds:
            return True
        parent = parent.parent
    return top.type in kinds


def _locals(nodes: list[Node], setting: Setting) -> Iterator[tuple[str, str]]:
    """The variables that statements declare, with their types, "" if unknown."""
    for node in nodes:
        if node.type == "short_var_declaration":
            names = [text_of(name) for name in node.child_by_field_name("left").named_children]
            values = node.child_by_field_name("right").named_children
            results = find_results(values[0], setting.signatures) if len(values) < len(names) else None
            kinds = [find_type(value, setting.signatures)
                     for value in values] if len(values) == len(names) else results or ()
            yield from ((name, kind) for name, kind in zip(names, [*kinds, *[""] * len(names)], strict=False)
                        if name != "_")
        elif node.type in ("var_declaration", "const_declaration"):
            for spec in walk(node):
                if spec.type in ("var_spec", "const_spec"):
                    kind, value = text_of(spec.child_by_field_name("type")), spec.child_by_field_name("value")
                    names = [text_of(name) for name in spec.children_by_field_name("name")]
                    values = value.named_children if value is not None else []
                    for number, name in enumerate(names):
                        yield name, kind or (find_type(values[number], setting.signatures)
                                             if len(values) == len(names) else "")
        elif node.type == "type_declaration":
            raise Untranslatable(f"line {node.start_point.row + 1} declares a type inside the function")


def _changed(block: Node) -> Iterator[str]:
    """The names that a body assigns to, or whose address it takes."""
    for node in walk(block):
        if node.type == "assignment_statement":
            yield from (text_of(name) for name in node.child_by_field_name("left").named_children
                        if name.type == "identifier")
        elif node.type in ("inc_statement",
                           "dec_statement") or node.type == "unary_expression" and text_of(node).startswith("&"):
            yield text_of(node.named_children[0])
        elif node.type == "call_expression":
            callee = node.child_by_field_name("function")
            operand = callee.child_by_field_name("operand") if callee.type == "selector_expression" else None
            if operand is not None and operand.type == "identifier":  # a method may have a pointer receiver
                yield text_of(operand)


def _return_last(block: Node, setting: Setting, edits: Edits) -> str:
    """Return the result that the last statement of a body drops, if its type is known; the type, or ""."""
    last = statements_of(block)[-1:]
    node = last[0] if last else None
    call = node.named_children[0] if node is not None and node.type == "expression_statement" else None
    if node is not None and node.type == "assignment_statement" and text_of(node.child_by_field_name("left")) == "_":
        call = node.child_by_field_name("right").named_children[0]
    results = find_results(call, setting.signatures) if call is not None else None
    if node is None or call is None or results is None or len(results) != 1:
        return ""
    edits[node.start_byte, call.start_byte] = "return "
    return results[0]


def statements_of(block: Node) -> list[Node]:
    """The statements of a block, whichever version of the grammar parsed it."""
    inner = [
        child for node in block.named_children
        for child in (node.named_children if node.type == "statement_list" else [node])
    ]
    return [node for node in inner if node.type != "comment"]


def _mentions(nodes: list[Node], name: str) -> int:
    return sum(node.type == "identifier" and text_of(node) == name for top in nodes for node in walk(top))


def _inside(block: Node, edits: Edits) -> list[str]:
    """The lines between the braces of a block, with its own indentation removed."""
    lines = [line for line in edited(block, edits)[1:-1].split("\n") if line.strip()]
    depth = min((len(line) - len(line.lstrip("\t")) for line in lines), default=0)
    return [line[depth:].strip(" ").rstrip() for line in lines]
