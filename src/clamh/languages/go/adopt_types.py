"""Types of Go variables that no line declares, from the values that are assigned to them."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from tree_sitter import Node

from clamh.languages.frontends import parser, text_of
from clamh.languages.go.frontend import read_results

LITERALS = {"int_literal": "int", "float_literal": "float64", "interpreted_string_literal": "string", "true": "bool",
            "raw_string_literal": "string", "false": "bool", "rune_literal": "rune"}
BASIC = re.compile(r"u?int(?:8|16|32|64)?|float(?:32|64)|string|bool|byte|rune|complex(?:64|128)")
# Of these types a copy costs no more than the variable, and changes of what it refers to are no changes of the copy.
REFERENCE = re.compile(rf"(?:{BASIC.pattern}|uintptr|error|any|context\.Context|time\.Duration|io\.(?:Reader|Writer))"
                       r"|(?:\*|\[\]|map\[|chan\b|<-\s*chan\b|func\b|interface\b).*", re.DOTALL)
# Functions of the standard library with one result that benchmarks often call before their loop.
STANDARD = {
    "strings.Repeat": "string", "fmt.Sprintf": "string", "fmt.Sprint": "string", "strings.Join": "string",
    "strings.Split": "[]string", "strings.NewReader": "*strings.Reader", "bytes.NewReader": "*bytes.Reader",
    "bytes.NewBuffer": "*bytes.Buffer", "bytes.Repeat": "[]byte", "rand.New": "*rand.Rand", "time.Now": "time.Time",
    "strconv.Itoa": "string", "regexp.MustCompile": "*regexp.Regexp", "errors.New": "error",
    "context.Background": "context.Context", "rand.Int": "int", "rand.Intn": "int", "bufio.NewReader": "*bufio.Reader",
    "bufio.NewWriter": "*bufio.Writer", "big.NewInt": "*big.Int",
}
Signatures = dict[str, tuple[str, ...]]


def find_type(value: Node, signatures: Signatures) -> str:
    """The type of a value, "" if its text does not tell."""
    if value.type in LITERALS:
        return LITERALS[value.type]
    if value.type == "composite_literal":
        text = text_of(value.child_by_field_name("type"))
        return "" if text.startswith("[...") else text
    if value.type == "unary_expression" and text_of(value).startswith("&"):
        inner = find_type(value.child_by_field_name("operand"), signatures)
        return f"*{inner}" if inner else ""
    if value.type == "func_literal":
        result = text_of(value.child_by_field_name("result"))
        return f"func{text_of(value.child_by_field_name('parameters'))} {result}".strip()
    if value.type == "type_conversion_expression":
        return text_of(value.child_by_field_name("type"))
    results = find_results(value, signatures)
    return results[0] if results is not None and len(results) == 1 else ""


def find_results(value: Node, signatures: Signatures) -> tuple[str, ...] | None:
    """The types of all results of a call, None if they are not known."""
    if value.type != "call_expression":
        return None
    called, arguments = text_of(
        value.child_by_field_name("function")), value.child_by_field_name("arguments").named_children
    if called in ("make", "new") and arguments:
        return (f"{'*' if called == 'new' else ''}{text_of(arguments[0])}",)
    if called in ("len", "cap"):
        return ("int",)
    if BASIC.fullmatch(called) or called.startswith("[]"):
        return (called,)
    return (STANDARD[called],) if called in STANDARD else signatures.get(called)


@lru_cache(maxsize=8)
def read_signatures(folder: str, package: str) -> Signatures:
    """The result types of the functions of a package, as its files in a folder declare them; `.name` has those of a
    method with results.
    """
    signatures: Signatures = {}
    for path in sorted(Path(folder or ".").glob("*.go"))[:200]:
        try:
            text = path.read_bytes() if path.is_file() else b""
        except OSError:  # whether it can be read is no question here: its functions are unknown
            continue
        if not re.search(rb"^package\s+" + package.encode() + rb"\b", text, re.MULTILINE):
            continue
        for node in parser("go").parse(text).root_node.named_children:
            if node.type == "function_declaration" and node.child_by_field_name("type_parameters") is None:
                results = read_results(node.child_by_field_name("result"))
                signatures[text_of(node.child_by_field_name("name"))] = tuple(results)
            elif node.type == "method_declaration" and (results := read_results(node.child_by_field_name("result"))):
                signatures[f".{text_of(node.child_by_field_name('name'))}"] = tuple(results)
    return signatures


def statements_of(block: Node | None) -> list[Node]:
    """The statements of a block, whichever version of the grammar parsed it; a function may have none."""
    inner = [
        child for node in (block.named_children if block is not None else [])
        for child in (node.named_children if node.type == "statement_list" else [node])
    ]
    return [node for node in inner if node.type != "comment"]
