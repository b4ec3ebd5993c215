"""JSDoc: the types of parameters and fields by comments, and the class name that a type means."""

from __future__ import annotations

import re

_STARS = re.compile(r"^[ \t]*\*?[ \t]?", re.MULTILINE)
_TAG = re.compile(r"(?<![\w{])@(param|arg|argument|type|returns?|typedef)[ \t]*(?=\{)")
_NAME = re.compile(r"\s*(\[?)\s*([\w$.\[\]]+)")
_IMPORT_TAG = re.compile(r"(?<![\w{])@import[ \t]+([^\n@]*?from[ \t]*(?:'[^'\n]*'|\"[^\"\n]*\"))")
_IMPORTED = re.compile(r"""^import\(\s*(['"])(.*?)\1\s*\)\.?""")
# Types that say nothing; the parameter's name decides instead.
_ANYTHING = {"", "*", "?", "any", "unknown", "object", "Object"}
_PRIMITIVES = {"Number": "number", "BigInt": "bigint", "Boolean": "boolean", "String": "string"}


def params(comment: str) -> dict[str, str]:
    """The types by the `@param` tags of a comment, by parameter; tags of a parameter's properties are ignored."""
    types = {}
    for tag, type_text, rest in _tags(comment):
        name = _NAME.match(rest)
        if tag in ("param", "arg", "argument") and name is not None:
            word = re.split(r"[\].=\[]", name[2])[0]
            if "." not in name[2]:
                types.setdefault(word, type_text)
    return types


def type_of(comment: str) -> str:
    """The type that a comment's `@type` tag gives, or ""."""
    return next((type_text for tag, type_text, _ in _tags(comment) if tag == "type"), "")


def return_type(comment: str) -> str:
    """The type that a comment's `@returns` tag gives, or ""."""
    return next((type_text for tag, type_text, _ in _tags(comment) if tag in ("return", "returns")), "")


def typedefs(comment: str) -> dict[str, str]:
    """The types that the `@typedef` tags of a comment define, by name."""
    types = {}
    for tag, type_text, rest in _tags(comment):
        name = _NAME.match(rest)
        if tag == "typedef" and name is not None:
            types[name[2]] = type_text
    return types


def import_clauses(comment: str) -> list[str]:
    """The import statements of a comment's `@import` tags, as in a module."""
    return ["import " + match[1] for match in _IMPORT_TAG.finditer(_STARS.sub("", comment))]


def imported_modules(comment: str) -> list[str]:
    """The modules that the types of a comment import: `import('./x.js').X`."""
    return re.findall(r"""\bimport\(\s*['"]([^'"\n]*)['"]\s*\)""", comment)


def split_type(type_text: str) -> tuple[str, str]:
    """A type as (module, name), without marks for null, rest and optional. `module` is that of an `import(…)`, or "".

    The name is "" if the type says nothing. A literal type is given as its primitive type.
    """
    name = _strip_marks(type_text)
    parts = [part.strip() for part in _split_union(name) if part.strip() not in ("null", "undefined", "void")]
    if len(parts) > 1:
        kinds = {_literal_type(part) for part in parts}
        return "", kinds.pop() if len(kinds) == 1 and "" not in kinds else name
    name = parts[0].strip("!?") if parts else ""
    match = _IMPORTED.match(name)
    module = match[2] if match else ""
    if match:
        name = name[match.end():]
    elif name.startswith("module:"):
        name = re.split(r"[/~#.]", name.removeprefix("module:"))[-1]
    name = name.replace("~", ".").replace("#", ".").strip()
    name = _PRIMITIVES.get(name, name)
    return module, "" if name in _ANYTHING and not module else _literal_type(name) or name


def literals(type_text: str) -> tuple[str, ...]:
    """The texts of a type that is one literal or a union of literals (`'a' | 'b'`, `1 | 2`), without null; () for any
    other type.
    """
    parts = [part.strip() for part in _split_union(_strip_marks(type_text))]
    parts = [part for part in parts if part not in ("null", "undefined", "void", "")]
    if not parts or not all(map(_literal_type, parts)) or "\\" in type_text:  # escapes are not interpreted here
        return ()
    return tuple(part[1:-1] if part[0] in "'\"" else part.removesuffix("n").replace("_", "") for part in parts)


def _strip_marks(type_text: str) -> str:
    """A type without marks for null, rest and optional, and without enclosing parentheses."""
    name, before = " ".join(type_text.split()), ""
    while name != before:
        before = name
        name = name.strip().removeprefix("...").strip("!?=").strip()
        if name.startswith("(") and _find_closing(name, "()") == len(name) - 1:
            name = name[1:-1]
    return name


def _tags(comment: str) -> list[tuple[str, str, str]]:
    """Each tag that has a type: its name, its type, and the text after it."""
    body = _STARS.sub("", comment.removeprefix("/**").removesuffix("*/"))
    tags = []
    for match in _TAG.finditer(body):
        rest = body[match.end():]
        end = _find_closing(rest, "{}")
        if end > 0:
            tags.append((match[1], rest[1:end], rest[end + 1:]))
    return tags


def _find_closing(text: str, brackets: str) -> int:
    """The index of the bracket that closes the first one of `text`, -1 if it is missing."""
    depth = 0
    for index, char in enumerate(text):
        depth += (char == brackets[0]) - (char == brackets[1])
        if depth == 0:
            return index
    return -1


def _split_union(name: str) -> list[str]:
    """The alternatives of a union type."""
    parts, depth, begin, quote = [], 0, 0, ""
    for index, char in enumerate(name):
        if quote or char in "'\"":
            quote = "" if char == quote else quote or char
            continue
        depth += (char in "(<{[") - (char in ")>}]" and name[index - 1:index] != "=")
        if char == "|" and depth == 0:
            parts.append(name[begin:index])
            begin = index + 1
    return [*parts, name[begin:]]


def _literal_type(name: str) -> str:
    """The primitive type of a literal type, or ""."""
    if re.fullmatch(r"""'[^']*'|"[^"]*\"""", name):
        return "string"
    if re.fullmatch(r"-?[\d._]+n", name):
        return "bigint"
    if re.fullmatch(r"-?\d[\d._]*(?:[eE][+-]?\d+)?", name):
        return "number"
    return "boolean" if name in ("true", "false") else ""
