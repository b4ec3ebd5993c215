"""The code of a Go benchmark: what stands before its loop becomes a setup, the loop's body the benchmark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from clamh.languages.adoption import Untranslatable, dedented, inside, is_within, walk, words_in
from clamh.languages.frontends import text_of
from clamh.languages.go.adopt_types import REFERENCE, Signatures, find_results, find_type, statements_of
from clamh.model.adoption import AdoptedBenchmark, AdoptedLocal, AdoptedParam
from clamh.model.sources import Location

# Calls that only tell the tool what to print, or when the clock runs, which here is exactly the loop.
SETTINGS = re.compile(r"(?:ReportAllocs|ResetTimer|StartTimer|StopTimer|SetBytes|Helper|ReportMetric|Log|Logf)")
FATAL = re.compile(r"(Fatal|Fatalf|Error|Errorf)")
BUILTINS = ("clear", "close", "copy", "delete", "panic", "print", "println", "recover")
Edits = dict[tuple[int, int], str]


class Setting(NamedTuple):
    """What is known around a benchmark: signatures, the name of its *testing.B, variables and imported packages of the
    file, its params.
    """

    signatures: Signatures
    b: str
    globals: dict[str, Node]
    packages: frozenset[str]
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
    constants = {node.id: words_in(name for spec in walk(node) for name in spec.children_by_field_name("name"))
                 for node in setup_nodes if node.type == "const_declaration"}
    kinds = dict(_locals(setup_nodes, setting))
    used = {local: kind for local, kind in kinds.items() if local in body_words}
    if "input" in body_words | later:
        raise Untranslatable("it has a variable 'input', a name that the translation needs")
    params = list(setting.params)
    missing = next((local for local, kind in used.items() if not kind), None)
    if missing:
        raise Untranslatable(f"a field needs the type of '{missing}', which is not written where it is set")
    for local, kind in used.items():
        if set(re.findall(r"\w+", kind)) & frozenset().union(*constants.values()):
            raise Untranslatable(f"the type {kind} of '{local}' needs a constant of the function")
    shared = _shared(setup_nodes, block, kinds) & set(used)
    in_state = {local for local, kind in used.items() if not REFERENCE.fullmatch(kind)} | shared | (
        set(_changed(block)) & set(used))
    _refuse_hidden(block, in_state)
    for node in walk(block):
        word = text_of(node) if node.type == "identifier" else ""
        if word in in_state and (node.start_byte, node.end_byte) not in edits:
            edits[node.start_byte, node.end_byte] = f"(*input.{word})" if word in shared else f"input.{word}"
    scalars = [param.name for param in params if param.name in setting.scalars]
    needed, kept = body_words, set[int]()
    for node in reversed(setup_nodes):  # a constant may need those before it
        if constants.get(node.id, frozenset()) & needed:
            kept.add(node.id)
            needed |= words_in([node])
    head = [line for node in setup_nodes if node.id in kept for line in dedented(node, {})]
    copied = [local for local in [*scalars, *used] if local in body_words - in_state]
    head += [f"{local} := input.{local}" for local in copied]
    fields = [AdoptedLocal(name=local, type=f"*{kind}" if local in shared else kind) for local, kind in used.items()]
    if counter and counter in body_words:
        fields.append(AdoptedLocal(name=counter, type="int"))
        head += [f"{counter} := input.{counter}", f"input.{counter}++"]
        copied.append(counter)
    names = [field.name for field in (*params, *fields)]
    if equal := next((name for name in names if names.count(name) > 1), ""):
        raise Untranslatable(f"it has two variables called '{equal}', which would be the same field")
    result = _return_last(block, setting, edits)
    hidden = frozenset().union(*(words for _, words in _hidden(block)))
    if f"{setting.b}.Loop(" in text_of(statements[number]).partition("{")[0]:
        _keep_results(block, setting, {*kinds, *scalars, *setting.globals, *hidden}, edits)
    body = inside(block, edits)
    if hidden & {*copied, *frozenset().union(*(constants[key] for key in kept))}:  # the body needs a scope of its own
        head += [f"_ = {name}" for name in copied if name in hidden]
        body = ["{", *(f"\t{line}" for line in body), "}"]
    setup = [line for node in setup_nodes for line in dedented(node, edits)]
    if len(constants) == len(setup_nodes):
        setup = []
    if setup:
        setup = [*(f"{param} := input.{param}" for param in scalars if param in later), *setup,
                 *(f"input.{local} = {'&' if local in shared else ''}{local}" for local in used)]
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
            elif node.type == "return_statement" and not is_within(node, top, ("func_literal",)):
                raise Untranslatable(f"line {line} may leave the function")
            elif node.type in ("break_statement", "continue_statement", "goto_statement") and (
                    node.named_children
                    or not is_within(node, top, ("for_statement", "expression_switch_statement", "select_statement"))):
                raise Untranslatable(f"line {line} has '{text_of(node)}' in the measured loop")
    return edits


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
        elif node.type == "var_declaration":
            for spec in walk(node):
                if spec.type == "var_spec":
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
        targets: list[Node] = []
        if node.type == "assignment_statement" or node.type in ("range_clause", "receive_statement") and not _declares(
                node):
            left = node.child_by_field_name("left")
            targets = left.named_children if left is not None else []
        elif node.type in ("inc_statement",
                           "dec_statement") or node.type == "unary_expression" and text_of(node).startswith("&"):
            targets = node.named_children[:1]
        elif node.type == "call_expression":
            callee = node.child_by_field_name("function")
            operand = callee.child_by_field_name("operand") if callee.type == "selector_expression" else None
            targets = [operand] if operand is not None else []  # a method may have a pointer receiver
        yield from (text_of(target).strip("()") for target in targets
                    if target.type in ("identifier", "parenthesized_expression"))


def _shared(setup: list[Node], block: Node, kinds: dict[str, str]) -> set[str]:
    """The variables whose address the setup may keep: with &, as a slice of an array, by a method, or in a function."""
    functions = [node for top in setup for node in walk(top) if node.type == "func_literal"]
    changed = {name for node in (*functions, block) for name in _changed(node)}
    values = {name for name, kind in kinds.items() if not REFERENCE.fullmatch(kind)}
    shared = words_in(functions) & (changed | values)
    for node in (node for top in setup for node in walk(top)):
        if node.type == "slice_expression":
            shared |= {_leftmost(node)} & values
        elif node.type == "call_expression":
            shared |= {_leftmost(node.child_by_field_name("function"))} & values
        elif node.type == "unary_expression" and text_of(node).startswith("&"):
            name = _leftmost(node.child_by_field_name("operand"))
            shared |= {name} if name in values or text_of(node) == f"&{name}" else set()
    return set(shared)


def _leftmost(node: Node) -> str:
    """The variable of which `a.b[0].c` is a part, "" if it is a part of something else."""
    while node.type in ("selector_expression", "index_expression", "slice_expression", "parenthesized_expression"):
        node = node.child_by_field_name("operand") or node.named_children[0]
    return text_of(node) if node.type == "identifier" else ""


def _declares(node: Node) -> bool:
    return any(child.type == ":=" for child in node.children)


def _hidden(block: Node) -> Iterator[tuple[Node, frozenset[str]]]:
    """The nodes of a body that declare names, or have them as keys of a literal, and the names."""
    for node in walk(block):
        hidden = node.children_by_field_name("name") if node.type in (
            "var_spec", "const_spec", "parameter_declaration") else []
        if node.type in ("short_var_declaration", "range_clause", "receive_statement") and _declares(node):
            hidden = [node.child_by_field_name("left")]
        elif node.type == "type_switch_statement":
            hidden = node.children_by_field_name("alias")
        elif node.type == "keyed_element":
            hidden = node.named_children[:1]
        yield node, words_in(hidden)


def _refuse_hidden(block: Node, names: set[str]) -> None:
    for node, hidden in _hidden(block):
        if again := sorted(hidden & names):
            raise Untranslatable(f"line {node.start_point.row + 1} has the name '{again[0]}' for something else")


def _return_last(block: Node, setting: Setting, edits: Edits) -> str:
    """Return the result that the last statement of a body drops, if its type is known; the type, or ""."""
    last = statements_of(block)[-1:]
    node = last[0] if last else None
    call = node.named_children[0] if node is not None and node.type == "expression_statement" else None
    if node is not None and node.type == "assignment_statement" and text_of(node.child_by_field_name("left")) == "_":
        call = node.child_by_field_name("right").named_children[0]
    results = find_results(call, setting.signatures) if call is not None else None
    if node is None or call is None or results is None or len(results) != 1 or results[0] == "error":
        return ""  # a benchmark that returns an error has failed
    edits[node.start_byte, call.start_byte] = "return "
    return results[0]


def _keep_results(block: Node, setting: Setting, variables: set[str], edits: Edits) -> None:
    """Keep the results that statements drop, as Go does in a loop over b.Loop(): else its compiler may drop the calls.
    """
    for node in walk(block, without=("func_literal",)):
        if node.parent is None or not node.parent.type.endswith(("block", "statement_list", "_case")):
            continue
        if node.type == "expression_statement":
            value = node.named_children[0]
            count = _count_results(value, setting, variables)
        elif node.type == "assignment_statement":
            value, *others = node.child_by_field_name("right").named_children
            names = list(map(text_of, node.child_by_field_name("left").named_children))
            count = len(names) if {*names} == {"_"} and not others else 0
        else:
            continue
        if not count or (node.start_byte, value.start_byte) in edits:  # it is returned
            continue
        names = [f"kept{number}" for number in range(count)]
        before, after = (("runtime.KeepAlive(", ")") if count == 1 else (
            f"{{ {', '.join(names)} := ", "".join(f"; runtime.KeepAlive({name})" for name in names) + " }"))
        edits[node.start_byte, value.start_byte], edits[node.end_byte, node.end_byte] = before, after


def _count_results(value: Node, setting: Setting, variables: set[str]) -> int:
    """How many results a statement drops; 0 of a function in a variable, and of a method that this package declares
    without results, or not at all.

    Raises Untranslatable for another function whose results are unknown, and for a method with results.
    """
    if value.type != "call_expression":
        return 0
    results, function = find_results(value, setting.signatures), value.child_by_field_name("function")
    if results is not None:
        return len(results)
    name, operand = text_of(function), text_of(function.child_by_field_name("operand"))
    if operand in setting.packages - variables or function.type == "identifier" and name not in {*variables, *BUILTINS}:
        raise Untranslatable(f"b.Loop keeps the result of '{name}', whose type this package does not declare")
    if f".{text_of(function.child_by_field_name('field'))}" in setting.signatures:
        raise Untranslatable(f"b.Loop keeps the result of the method '{name}'; write `_ = {name}(…)`")
    return 0


def _mentions(nodes: list[Node], name: str) -> int:
    return sum(node.type == "identifier" and text_of(node) == name for top in nodes for node in walk(top))
