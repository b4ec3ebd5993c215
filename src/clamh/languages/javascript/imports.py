"""Finds the files that a module imports, the meaning of imported names, and the exports of a module; by Node's rules.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import NamedTuple

from clamh.languages.javascript.literals import blank_literals
from clamh.languages.javascript.typescript import SUFFIXES as TYPESCRIPT

OURS = "clamh_runtime"  # the package of the injected classes, which the worker provides
_SUFFIXES = (".js", ".mjs", ".cjs", *TYPESCRIPT)
# TypeScript imports a file by the name of its JavaScript output; bundlers also allow leaving out the suffix.
_SOURCES = {".js": ".ts", ".mjs": ".mts", ".cjs": ".cts"}
_ID = r"[\w$\x80-\xff]+"
_QUOTED = r"(?P<quoted>(?P<mark>['\"])[^'\"\r\n]*(?P=mark))"
_ALONE = r"(?<![\w$.#\x80-\xff])"
_CLAUSE = rf"(?:{_ID}\s*(?:,\s*)?)?(?:\{{[^{{}}]*\}}|\*\s*as\s+{_ID})?"
_IMPORT = re.compile(
    rf"{_ALONE}import\b\s*(?:(?:type\s+(?!from\b))?(?P<clause>{_CLAUSE})\s*\bfrom\s*)?{_QUOTED}".encode())
_DYNAMIC = re.compile(rf"{_ALONE}import\s*\(\s*{_QUOTED}".encode())
_REEXPORT = re.compile(
    rf"{_ALONE}export\s*(?:type\s*)?(?P<clause>\*(?:\s*as\s+{_ID})?|\{{[^{{}}]*\}})\s*from\s*{_QUOTED}".encode())
_REQUIRE = re.compile(
    rf"(?:{_ALONE}(?:const|let|var)\s+(?P<clause>{_ID}|\{{[^{{}}]*\}})\s*=\s*)?"
    rf"{_ALONE}require\s*\(\s*{_QUOTED}\s*\)(?:\s*\.\s*(?P<member>{_ID}))?".encode()
)
_EXPORTED = re.compile(
    rf"{_ALONE}export\s+(?P<default>default\s+)?(?:async\s+|abstract\s+)?"
    r"(?:function\b\s*\*?|class\b|(?:const\s+)?enum\b|const\b|let\b|var\b)\s*"
    rf"(?!extends\b)(?P<name>{_ID})".encode())
_DEFAULT = re.compile(
    rf"{_ALONE}export\s+default\s+(?!(?:async|function|class|new|await)\b)(?P<name>{_ID})\s*(?=[;\r\n]|$)".encode())
_LISTED = re.compile(rf"{_ALONE}export\s*(?P<clause>\{{[^{{}}]*\}})(?!\s*from\b)".encode())
# A class or a name alone, as the value of an export. A part of a longer name would be another name.
_VALUE = (rf"(?:class\s+)?(?!(?:new|await|require|class|extends|async|function)\b)(?P<name>{_ID}+)"
          r"(?!\s*[.(=\[`])")
_WHOLE = re.compile(
    rf"{_ALONE}(?:exports\s*=\s*)?module\s*\.\s*exports\s*=\s*(?:exports\s*=\s*)?"
    rf"(?:(?P<clause>\{{[^{{}}]*\}})|{_VALUE})".encode())
_MEMBER = re.compile(
    rf"{_ALONE}(?:module\s*\.\s*)?exports\s*\.\s*(?P<exported>{_ID})\s*=\s*{_VALUE}".encode())


class Import(NamedTuple):
    """An imported name: its local name, its name in the other module ("*" for all, "default"), and the other module's
    specifier.
    """

    local: str
    imported: str
    specifier: str
    required: bool


class Exports(NamedTuple):
    """The exports of a module: its own names by exported name, names of other modules, and modules exported as a whole.
    """

    names: dict[str, str]
    others: dict[str, tuple[str, str]]  # exported → specifier, name there
    stars: tuple[str, ...]


def imports(text: bytes) -> list[Import]:
    """Every static import and `require` of a module, one entry per name; the local name is "" if there is none."""
    code = blank_literals(text, comments=True)
    modules = []
    for match in _IMPORT.finditer(code):
        clause, specifier = (match["clause"] or b"").decode("utf-8", "replace"), _quoted_specifier(match, text)
        names = list(_parse_import_clause(clause)) or [("", "*")]
        modules += [Import(local, name, specifier, False) for local, name in names]
    for match in _REEXPORT.finditer(code):
        modules.append(Import("", "*", _quoted_specifier(match, text), False))
    for match in _DYNAMIC.finditer(code):
        modules.append(Import("", "*", _quoted_specifier(match, text), False))
    for match in _REQUIRE.finditer(code) if b"require" in code else ():  # the pattern is slow to search for
        clause = (match["clause"] or b"").decode("utf-8", "replace")
        member = (match["member"] or b"*").decode("utf-8", "replace")
        names = [(local, name)
                 for name, local in _parse_object(clause)] if clause.startswith("{") else [(clause, member)]
        modules += [Import(local, name, _quoted_specifier(match, text), True) for local, name in names or [("", "*")]]
    return modules


def exports(text: bytes) -> Exports:
    """The exports of a module, as far as it names them."""
    code = blank_literals(text, comments=True)
    names: dict[str, str] = {}
    others: dict[str, tuple[str, str]] = {}
    stars = []
    for match in _EXPORTED.finditer(code):
        name = match["name"].decode("utf-8", "replace")
        names["default" if match["default"] else name] = name
    for match in [*_DEFAULT.finditer(code), *_WHOLE.finditer(code)]:
        if match["name"]:
            names["default"] = match["name"].decode("utf-8", "replace")
    for match in _MEMBER.finditer(code):
        names[match["exported"].decode("utf-8", "replace")] = match["name"].decode("utf-8", "replace")
    for match in [*_LISTED.finditer(code)]:
        names.update(
            {exported: name for name, exported in _parse_export_list(match["clause"].decode("utf-8", "replace"))})
    for match in _WHOLE.finditer(code):
        names.update(_parse_object((match["clause"] or b"").decode("utf-8", "replace")))
    for match in _REEXPORT.finditer(code):
        clause, specifier = match["clause"].decode("utf-8", "replace"), _quoted_specifier(match, text)
        if clause == "*":
            stars.append(specifier)
        others.update({exported: (specifier, name) for name, exported in _parse_export_list(clause)})
    return Exports(names, others, tuple(stars))


def find_module_file(folder: str, specifier: str, required: bool) -> str | None:
    """The file that a relative specifier means in a file of `folder`, None for packages and missing files.

    `import` needs the full name; `require` also tries `.js`, then the folder's package.json and index.js. A TypeScript
    file is also found by the name of its JavaScript output, and by its name without a suffix.
    """
    if not specifier.startswith(("./", "../")) and specifier not in (".", ".."):
        return None
    path_text = specifier if required else re.split(r"[?#]", specifier)[0]
    path = os.path.normpath(os.path.join(folder, path_text))
    stem, ending = os.path.splitext(path)
    tried = [path, *([stem + _SOURCES[ending]] if ending in _SOURCES else [])]
    if required:
        tried += [path + ".js", *_main_files(path), os.path.join(path, "index.js")]
    tried += [path + suffix for suffix in TYPESCRIPT] + [os.path.join(path, "index.ts")]
    file = next((candidate for candidate in tried if "\0" not in candidate and os.path.isfile(candidate)), None)
    return file if file is not None and file.endswith(_SUFFIXES) else None


def resolve_export(path: str, name: str) -> str:
    """The own name of a class that the file `path` exports as `name` ("default" for the default export)."""
    return find_export(path, name)[1]


def find_export(path: str, name: str) -> tuple[str, str]:
    """The file that declares what the file `path` exports as `name`, and its own name there; the same file and name if
    no export shows it.
    """
    return _follow_export(path, name, 0) or (path, name)


def _follow_export(path: str, name: str, depth: int) -> tuple[str, str] | None:
    try:
        exported = exports(Path(path).read_bytes())
    except OSError:
        return None
    if name in exported.names:
        return path, exported.names[name]
    folder, renamed = os.path.dirname(path), name in exported.others
    for specifier, there in [exported.others[name]] if renamed else [(star, name) for star in exported.stars]:
        target = find_module_file(folder, specifier, False)
        found = _follow_export(target, there, depth + 1) if target is not None and depth < 10 else None
        if found is not None:
            return found
        if renamed and target is not None:
            return target, there
    return None


def _main_files(path: str) -> list[str]:
    try:
        with open(os.path.join(path, "package.json"), "rb") as opened:
            main = json.load(opened).get("main")
    except (OSError, ValueError, AttributeError):
        return []  # Node also continues with index.js
    if not isinstance(main, str):
        return []
    place = os.path.normpath(os.path.join(path, main))
    return [place, place + ".js", os.path.join(place, "index.js")]


def _quoted_specifier(match: re.Match[bytes], text: bytes) -> str:
    return text[match.start("quoted") + 1:match.end("quoted") - 1].decode("utf-8", "replace")


def _parse_import_clause(clause: str) -> list[tuple[str, str]]:
    """`A, {b as c}` and `* as d` as pairs of a local name and the name in the other module."""
    pairs = []
    before, brace, inside = clause.partition("{")
    for part in before.split(","):
        words = part.split()
        if words[:2] == ["*", "as"] and len(words) == 3:
            pairs.append((words[2], "*"))
        elif len(words) == 1:
            pairs.append((words[0], "default"))
    return pairs + [(local, name) for name, local in _parse_export_list(brace + inside)]


def _parse_export_list(clause: str) -> list[tuple[str, str]]:
    """`{a as b, c}` as pairs of a name and its other name."""
    pairs = []
    for part in clause.strip(" \t\r\n{}").split(","):
        words = part.split()
        if words[:1] == ["type"] and len(words) in (2, 4):
            words = words[1:]
        if len(words) == 1 or len(words) == 3 and words[1] == "as":
            pairs.append((words[0], words[-1]))
    return pairs


def _parse_object(clause: str) -> list[tuple[str, str]]:
    """`{a: b, c}` as pairs of a key and the name of its value."""
    pairs = []
    for part in clause.strip(" \t\r\n{}").split(","):
        key, colon, value = part.partition(":")
        name = (value if colon else key).partition("=")[0].strip()
        if key.strip().isidentifier() and name.isidentifier() or colon == "" and re.fullmatch(_ID, name):
            pairs.append((key.partition("=")[0].strip(), name))
    return pairs
