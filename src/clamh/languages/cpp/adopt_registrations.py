"""What `BENCHMARK(f)->Arg(8)->Range(1, 64)` passes to a benchmark, as Google Benchmark expands it."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from tree_sitter import Node

from clamh.languages.adoption import Untranslatable
from clamh.languages.frontends import text_of

# They change how the tool measures or prints, and nothing of what the benchmark does.
MEASURING = {
    "Unit", "Iterations", "MinTime", "MinWarmUpTime", "Repetitions", "ReportAggregatesOnly", "UseRealTime", "Name",
    "DisplayAggregatesOnly", "MeasureProcessCPUTime", "Complexity", "ComputeStatistics"
}
_OPERATIONS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.LShift: operator.lshift}
LARGEST = 1 << 62


class Arguments(NamedTuple):
    """The names of a benchmark's arguments, and the values of each call."""

    names: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]


def read_registration(nodes: Iterable[Node]) -> Arguments:
    """All arguments of a benchmark's registrations. Raises Untranslatable."""
    rows: list[tuple[int, ...]] = []
    names: tuple[str, ...] = ()
    for node in nodes:
        multiplier = 8
        for method, arguments in _chain(node):
            if method == "RangeMultiplier":
                multiplier = _number(arguments[0])
            elif method in ("Arg", "Args"):
                rows.append(tuple(_list(arguments[0])) if method == "Args" else (_number(arguments[0]),))
            elif method == "Range":
                rows += [(value,) for value in _powers(*map(_number, arguments), multiplier)]
            elif method == "Ranges":
                listed = [_powers(*_list(part), multiplier) for part in arguments[0].named_children]
                rows += product(*listed)
            elif method == "ArgsProduct":
                rows += product(*(_list(part) for part in arguments[0].named_children))
            elif method == "DenseRange":
                first, last, *step = map(_number, arguments)
                rows += [(value,) for value in range(first, last + 1, *(step or [1]))]
            elif method in ("ArgName", "ArgNames"):
                parts = arguments if method == "ArgName" else arguments[0].named_children
                names = tuple(text_of(part).strip('"') for part in parts)
            elif method not in MEASURING:
                raise Untranslatable(f"line {node.start_point.row + 1} registers it with {method}")
    if len({len(row) for row in rows}) > 1 or len(rows) > 1000:
        raise Untranslatable("its registrations pass different numbers of arguments, or too many")
    width = len(rows[0]) if rows else 0
    usable = len(names) == width and all(re.fullmatch(r"[A-Za-z]\w*", name)
                                         for name in names) and len(set(names)) == width
    return Arguments(names if usable else tuple(f"range{i}" for i in range(width)), tuple(dict.fromkeys(rows)))


def _chain(node: Node) -> list[tuple[str, list[Node]]]:
    """The calls after BENCHMARK(f), in their order."""
    call = node.named_children[0] if node.type == "expression_statement" and node.named_children else None
    calls: list[tuple[str, list[Node]]] = []
    while call is not None and call.type == "call_expression" and not call.has_error:
        callee = call.child_by_field_name("function")
        if callee.type == "identifier":
            return calls[::-1]
        arguments = [part for part in call.child_by_field_name("arguments").named_children if part.type != "comment"]
        calls.append((text_of(callee.child_by_field_name("field")), arguments))
        call = callee.child_by_field_name("argument")
    raise Untranslatable(f"CLAMH cannot parse its registration in line {node.start_point.row + 1}")


def _list(node: Node) -> list[int]:
    if node.type == "call_expression" and text_of(
            node.child_by_field_name("function")) == "benchmark::CreateDenseRange":
        first, last, step = map(_number, node.child_by_field_name("arguments").named_children)
        return list(range(first, last + 1, step))
    if node.type != "initializer_list":
        raise Untranslatable(f"'{text_of(node)}' in line {node.start_point.row + 1} is not a list of numbers")
    return [_number(part) for part in node.named_children if part.type != "comment"]


def _number(node: Node) -> int:
    """The value of a constant such as `1 << 10`."""
    text = re.sub(r"(?<=[0-9a-fA-F])(?:[uU]?[lL]{0,2}|[lL]{1,2}[uU])\b", "", text_of(node).replace("'", ""))
    try:
        value = _evaluate(ast.parse(text, mode="eval").body)
        if abs(value) <= LARGEST:
            return value
    except (SyntaxError, ValueError, KeyError):
        pass
    raise Untranslatable(f"'{text_of(node)}' in line {node.start_point.row + 1} is not a number that CLAMH can compute")


def _evaluate(node: ast.expr) -> int:
    if isinstance(node, ast.BinOp):
        left, right = _evaluate(node.left), _evaluate(node.right)
        if isinstance(node.op, ast.LShift) and not 0 <= right < 63:
            raise ValueError
        return int(_OPERATIONS[type(node.op)](left, right))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_evaluate(node.operand)
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    raise ValueError


def _powers(first: int, last: int, multiplier: int) -> list[int]:
    """The first and last value, and the powers of the multiplier between them."""
    if not 0 <= first <= last or multiplier < 2:
        raise Untranslatable("its Range has a negative bound, or bounds in the wrong order")
    powers, power = [], 1
    while power < last:
        powers += [power] if power > first else []
        power *= multiplier
    return list(dict.fromkeys([first, *powers, last]))
