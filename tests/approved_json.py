"""JSON as a person approves it: the same values, in as few lines as can be read."""

from __future__ import annotations

import json
from typing import Any

WIDTH = 120


def approved_json(text: str) -> str:
    """The same JSON, figures to nine digits: the last digit of a quantile is that of the installed scipy."""
    return format_value(json.loads(text, parse_float=lambda digits: float(f"{float(digits):.9g}"))) + "\n"


def format_value(value: Any, indent: str = "") -> str:
    """What fits into a line stands in one. Else an object in it has a line of its own, and plain items share lines."""
    text = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(text) <= WIDTH or not isinstance(value, dict | list):
        return text
    inner = indent + " "
    items = ([f"{json.dumps(key, ensure_ascii=False)}: {format_value(item, inner)}" for key, item in value.items()]
             if isinstance(value, dict) else [format_value(item, inner) for item in value])
    lines: list[str] = []
    for item in items:
        plain = lines and not any(mark in lines[-1] + item for mark in "{\n")
        if plain and len(inner) + len(lines[-1]) + len(item) + 3 <= WIDTH:
            lines[-1] += f", {item}"
        else:
            lines.append(item)
    return text[0] + "\n" + ",\n".join(inner + line for line in lines) + f"\n{indent}{text[-1]}"
