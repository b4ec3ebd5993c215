"""Values of `@pytest.mark.parametrize` as params, if they are written as numbers, texts or booleans."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from clamh.languages.adoption import Untranslatable
from clamh.model.adoption import AdoptedParam

TYPES = (bool, int, float, str)


class Values(NamedTuple):
    """The params of a test, and their rows if they vary together."""

    params: tuple[AdoptedParam, ...]
    rows: tuple[tuple[str, ...], ...] = ()


def read_params(decorators: Sequence[str], texts: Mapping[str, str]) -> Values:
    """The params of decorators; `texts` has the statement of each name of the module. Raises Untranslatable."""
    params: list[AdoptedParam] = []
    rows: list[tuple[str, ...]] = []
    for decorator in reversed(decorators):
        if decorator.startswith("pytest.mark.benchmark"):
            continue
        if not decorator.startswith("pytest.mark.parametrize("):
            raise Untranslatable(f"it has the decorator @{decorator.partition('(')[0]}")
        call = _parse(decorator)
        if not isinstance(call, ast.Call) or len(call.args) != 2 or any(keyword.arg != "ids"
                                                                        for keyword in call.keywords):
            raise Untranslatable("its parametrize has more than names, values and ids")
        names = _names(call.args[0])
        values = _evaluate(call.args[1], texts)
        if len(names) == 1:
            params.append(_param(names[0], values))
            continue
        if not all(isinstance(row, (tuple, list)) and len(row) == len(names) for row in values) or rows:
            raise Untranslatable("the rows of its parametrize are not as many values as it has names")
        columns = [_param(name, column) for name, column in zip(names, zip(*values, strict=True), strict=True)]
        params += columns
        if any(isinstance(value, str) and not value.isidentifier() for row in values for value in row):
            raise Untranslatable("the rows of its parametrize have texts that are not plain words")
        rows = [tuple(names), *(tuple(map(_spell, row)) for row in values)]
    return Values(tuple(params), tuple(rows))


def _parse(text: str) -> ast.AST | None:
    """The first statement of a text, or the expression that it consists of. Raises Untranslatable."""
    try:
        statement = next(iter(ast.parse(text).body), None)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise Untranslatable("Python cannot parse its parametrize, or what that names") from None
    return statement.value if isinstance(statement, ast.Expr) else statement


def _spell(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)  # annotations have true and false


def _names(node: ast.expr) -> list[str]:
    listed = [node] if isinstance(node, ast.Constant) else node.elts if isinstance(node, (ast.List, ast.Tuple)) else []
    names = [name.strip() for part in listed if isinstance(part, ast.Constant) and isinstance(part.value, str)
             for name in part.value.split(",")]
    if not names or not all(name.isidentifier() for name in names):
        raise Untranslatable("the names of its parametrize are not written as text")
    return names


def _evaluate(node: ast.expr, texts: Mapping[str, str]) -> list[object]:
    if isinstance(node, ast.Name) and node.id in texts:
        statement = _parse(texts[node.id])
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            node = statement.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range" and not node.keywords:
        numbers = [_literal(argument) for argument in node.args]
        if 1 <= len(numbers) <= 3 and all(type(number) is int
                                          for number in numbers) and (len(numbers) < 3 or numbers[2]):
            values = range(*numbers)
            if len(values) <= 1000:
                return list(values)
    values = _literal(node)
    if not isinstance(values, (list, tuple)) or not values:
        raise Untranslatable("the values of its parametrize are not a list of constants in this file")
    return list(values)


def _literal(node: ast.expr) -> object:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise Untranslatable("the values of its parametrize are not a list of constants in this file") from None


def _param(name: str, values: Sequence[object]) -> AdoptedParam:
    kinds = {type(value) for value in values}
    kind = next((kind for kind in TYPES if kinds == {kind}), float if kinds == {int, float} else None)
    if kind is None:
        raise Untranslatable(f"the values of '{name}' are not all numbers, all texts or all booleans")
    return AdoptedParam(name=name, type=kind.__name__, values=tuple(map(_spell, dict.fromkeys(values))))
