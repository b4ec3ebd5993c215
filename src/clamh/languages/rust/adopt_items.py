"""The items of a Rust file that adopted benchmarks may use, and the types that it writes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from clamh.languages.adoption import Item, walk, words_in
from clamh.languages.frontends import text_of

ARGUMENTS = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"  # of a call, with two levels of parentheses
NUMBERS = re.compile(r"[iu](?:8|16|32|64|128|size)|f32|f64|bool")
# Types with a `Default` that costs nothing to replace: only these become fields.
DEFAULTS = re.compile(
    r"(?:[iu](?:8|16|32|64|128|size)|f32|f64|bool|char|String|&'static str)"
    r"|(?:std::collections::)?(?:Vec|VecDeque|HashMap|BTreeMap|HashSet|BTreeSet|BinaryHeap|Option)<[^&']*>")
KEYWORDS = frozenset(
    "as break const continue crate else enum extern false fn for if impl in let loop match mod move mut pub ref "
    "return self static struct super trait true type unsafe use where while async await dyn box try yield".split())
LITERALS = ("integer_literal", "float_literal", "boolean_literal", "char_literal", "string_literal", "string_content",
            "raw_string_literal", "escape_sequence", "unary_expression", "binary_expression", "range_expression",
            "parenthesized_expression", "type_cast_expression", "primitive_type", "reference_expression")
_TOOLS = re.compile(r"\b(?:criterion|criterion_group|criterion_main|divan|Criterion|Bencher|BenchmarkId|Throughput)\b")


def read_items(root: Node, tool: str) -> Iterator[Item]:
    """The items at the top of a file, each with the attributes before it."""
    before: list[str] = []
    for node in root.named_children:
        text = text_of(node)
        if node.type == "attribute_item":
            before.append(text)
            continue
        if node.type not in ("line_comment", "block_comment", "inner_attribute_item"):
            whole = "\n".join([*before, text])
            names = _names(node)
            always = (node.type == "mod_item" or "#[global_allocator]" in before
                      or node.type == "use_declaration" and ("*" in text or text.startswith("pub ")))
            obstacle = f"uses {tool} itself" if _TOOLS.search(whole) else "CLAMH cannot parse" if node.has_error else ""
            if not (obstacle and node.type == "use_declaration"):
                yield Item(names, words_in([node]), whole, obstacle=obstacle, always=always)
        before = []


def _names(node: Node) -> frozenset[str]:
    if node.type == "use_declaration":
        last = [inner for inner in walk(node) if inner.type.endswith("identifier") and not inner.child_count]
        return frozenset(map(text_of, last))
    field = "type" if node.type == "impl_item" else "name"
    named = node.child_by_field_name(field)
    return words_in([named]) if named is not None else words_in([node])


def find_functions(root: Node) -> dict[str, Node]:
    """The functions at the top of a file that are not generic, by name."""
    return {text_of(node.child_by_field_name("name")): node for node in root.named_children
            if node.type == "function_item" and node.child_by_field_name("type_parameters") is None}


def find_constants(root: Node) -> dict[str, Node]:
    """The constants at the top of a file, by name."""
    return {text_of(node.child_by_field_name("name")): node for node in root.named_children
            if node.type in ("const_item", "static_item")}


def find_preparation(root: Node, runs: re.Pattern[str]) -> str:
    """Why no benchmark of a file can be adopted, if its main does more than what the pattern describes before it."""
    main = find_functions(root).get("main")
    for node in main.child_by_field_name("body").named_children if main is not None else ():
        text = text_of(node)
        if "comment" not in node.type and node.type != "use_declaration" and not runs.fullmatch(text):
            return f"main runs '{text.splitlines()[0][:40]}' in line {node.start_point.row + 1} before it"
        if re.search(r"\bmain\(\)|\brun_benches\(\)|\bfinal_summary\(\)", text):
            break
    return ""


def result_type(call: Node, functions: dict[str, Node]) -> str:
    """The type of a call of a function of the file, "" if it is not known or borrows."""
    function = functions.get(text_of(call.child_by_field_name("function"))) if call.type == "call_expression" else None
    written = text_of(function.child_by_field_name("return_type")) if function is not None else ""
    return written if not re.search(r"[&']|\bimpl\b|\bdyn\b|\bSelf\b", written) else ""


def find_type(value: Node, functions: dict[str, Node]) -> str:
    """The type of a value, "" if its text does not tell."""
    text = text_of(value)
    if value.type in ("integer_literal", "float_literal"):
        match = re.search(r"(?:[iu](?:8|16|32|64|128|size)|f32|f64)$", text)
        return match[0] if match else ""
    if value.type == "type_cast_expression":
        return text_of(value.child_by_field_name("type"))
    if re.match(r"(?:String::(?:from|new|with_capacity)\(|format!)", text) or re.search(
            r"\.(?:to_string|to_owned_string)\(\)$|\.collect::<String>\(\)$", text):
        return "String"
    if match := re.search(r"\.collect::<(Vec<[\w<>, ]+>)>\(\)$", text):
        return match[1] if "_" not in match[1].split("<")[1] else ""
    if match := re.match(r"(Vec|VecDeque|HashMap|BTreeMap|HashSet|BTreeSet)::<([\w<>, ]+)>::(?:new|with_capacity)\(",
                         text):
        return f"{match[1]}<{match[2]}>"
    if match := re.match(r"vec!\s*\[\s*-?[\d_.]+?(([iu](?:8|16|32|64|128|size))|f32|f64)\b", text):
        return f"Vec<{match[1]}>"
    if text.endswith(".len()"):
        return "usize"
    return result_type(value, functions)


def is_constant(value: Node) -> bool:
    """Whether a value is a number or text in literals, so that it means and costs the same wherever it stands."""
    return all(node.type in LITERALS for node in walk(value) if node.is_named)


def read_values(table: Node, constants: dict[str, Node]) -> tuple[list[str], str]:
    """The numbers of a constant array, and their type, "" if it is not written."""
    node, written = table, ""
    while True:
        text = text_of(node)
        if node.type == "call_expression" and re.search(r"\.(?:iter|into_iter|copied|cloned)\(\)$", text):
            node = node.child_by_field_name("function").child_by_field_name("value")
        elif node.type in ("reference_expression", "parenthesized_expression"):
            node = node.named_children[-1]
        elif node.type == "identifier" and text in constants and constants[text].child_by_field_name(
                "value") is not None:
            match = re.search(r"\[\s*(\w+)\s*[;\]]", text_of(constants[text].child_by_field_name("type")))
            written = match[1] if match else ""
            node = constants[text].child_by_field_name("value")
        else:
            break
    if node.type != "array_expression":
        return [], ""
    values = []
    for cell in node.named_children:
        match = re.fullmatch(r"(-?(?:\d[\d_]*)(?:\.\d+)?)_?([iu](?:8|16|32|64|128|size)|f32|f64)?", text_of(cell))
        if not match:
            return [], ""
        values.append(match[1].replace("_", ""))
        written = match[2] or written
    return list(dict.fromkeys(values)), written
