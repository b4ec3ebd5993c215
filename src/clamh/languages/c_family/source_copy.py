"""The copy of a user's file that the wrapper includes: annotations are blanked, and `#define CLAMH_HAS_<n>` is put
before each registered declaration. All other bytes stay the same, and every line is reported as the user's own."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping

from clamh.languages.c_family import compiler_control
from clamh.languages.c_family.conditions import conditions
from clamh.languages.c_family.macros import directives
from clamh.languages.generators import (apply_changes, blank_annotations, byte_literal, controls_of, copy_paths,
                                        list_alternatives)
from clamh.model.sources import Annotation, CompilerControl, Declaration, Unit

MACRO = "CLAMH_HAS_"
_BOM = b"\xef\xbb\xbf"
# What a header of the system or of the standard library reads before it declares anything.
_FEATURE = re.compile(
    rb"[ \t]*#[ \t]*define[ \t]+(?P<text>(?P<name>_\w+_SOURCE|_FILE_OFFSET_BITS|_TIME_BITS|__STDC_\w+|_GLIBCXX_\w+"
    rb"|_LIBCPP_\w+)\b(?:(?!/[/*])[^\r\n\\])*)(?=\r?\n|/[/*]|\Z)")
_LINE = re.compile(rb"^[^\r\n]*(?=\r?\n)", re.MULTILINE)  # a line with a line end, which a directive needs


def copy_files(unit: Unit, marked: Iterable[tuple[str, Declaration, bool]]) -> tuple[dict[str, str], dict[str, str]]:
    """The paths of the copies by the paths of the user's files, and the texts of the copies by their own.

    `marked` has the ids to define, each with its declaration, and whether declarations in its place define it too.
    """
    marks: dict[str, dict[int, tuple[str, ...]]] = {}
    for id, declaration, shared in marked:
        for place in list_alternatives(unit, declaration) if shared else [declaration]:
            of_file = marks.setdefault(place.location.path, {})
            start = place.annotations[0].start if place.annotations else place.start
            if id not in of_file.get(start, ()):
                of_file[start] = of_file.get(start, ()) + (id,)
    names = copy_names(unit)
    return names, {
        names[parsed.source.path]: copy_source(
            parsed.text, parsed.source.path, parsed.annotations, marks.get(parsed.source.path, {}),
            controls_of(unit, parsed.source.path))
        for parsed in unit.parsed
    }


def copy_names(unit: Unit) -> dict[str, str]:
    """The paths of the copies, relative to the folder of the build, by the paths of the user's files."""
    return copy_paths(unit,
                      r'["\\\x00-\x1f]')  # the quotes of an #include cannot contain these characters, not even escaped


def copy_folders(unit: Unit) -> dict[str, str]:
    """The folders that have copies, by the real paths of the user's folders in their place."""
    folders = {}
    for path, copy in copy_names(unit).items():
        folder, copies = os.path.dirname(os.path.abspath(path)), os.path.dirname(copy)
        while copies:
            folders[os.path.realpath(folder)] = copies
            folder, copies = os.path.dirname(folder), os.path.dirname(copies)
    return folders


def copy_source(
    text: bytes, path: str, annotations: Iterable[Annotation], marks: Mapping[int, tuple[str, ...]],
    controls: Iterable[CompilerControl] = (),
) -> str:
    """The copy's text. `marks` maps the offset of a declaration's first annotation to the ids registered for it;
    `controls` are the CompilerControls of this file's functions.

    A mark replaces the annotation if that is alone on its line. Otherwise it gets a line of its own,
    followed by `#line` and spaces that restore the line and column of the rest. Bytes that are not UTF-8 are surrogate
    escapes.
    """
    code = blank_annotations(text, annotations)
    order = sorted(marks)
    # A byte order mark is allowed only at the start of a translation unit.
    changes = [(0, len(_BOM), b"")] if text.startswith(_BOM) else []
    changes += [change for start, limit in zip(order, [*order[1:], len(code)])
                for change in _mark(code, start, limit, marks[start], path)]
    for control in controls:
        offset = compiler_control.insertion_offset(code, control.declaration)
        changes.append((offset, offset, compiler_control.attribute(control)))
    return f"#line 1 {literal(path)}\n" + apply_changes(code, changes).decode("utf-8", "surrogateescape")


def _mark(code: bytes, start: int, limit: int, ids: tuple[str, ...], path: str) -> list[tuple[int, int, bytes]]:
    """The replacements (start, end, text) for the annotation at `start`; the next annotation is at `limit`."""
    line_start = code.rfind(b"\n", 0, start) + 1
    free: list[tuple[int, int]] = []  # blank lines from here on
    for match in _LINE.finditer(code, line_start):
        if len(free) == len(ids) or match[0].strip(b" \t") or match.end() > limit:
            break
        free.append(match.span())
    if len(free) == len(ids):
        return [(begin, end, _define(id)) for (begin, end), id in zip(free, ids, strict=True)]
    line = code.count(b"\n", 0, start) + 1
    before = code[line_start:start].removeprefix(_BOM) if line_start == 0 else code[line_start:start]
    padding = re.sub(r"[^\t]", " ", before.decode("utf-8", "replace")).encode()
    defines = b"".join(_define(id) + b"\n" for id in ids)
    return [(start, start, b"\n" + defines + f"#line {line} {literal(path)}\n".encode() + padding)]


def _define(id: str) -> bytes:
    return f"#define {MACRO}{id}".encode()


def repeat_features(text: bytes) -> list[str]:
    """The definitions of such macros in a file, which the wrapper repeats before its own includes.

    A check of the library (_GLIBCXX_DEBUG) under a condition is left out: not every build has it.
    """
    features: dict[bytes, bytes] = {}
    extents = conditions(text)
    for start, _ in directives(text):
        match = _FEATURE.match(text, start)
        if match is None:
            continue
        name = match["name"]
        outermost = next((text[begin:start] for begin, end in extents if begin <= start < end), b"")
        guarded = re.fullmatch(rb"[ \t]*#[ \t]*ifndef[ \t]+" + name + rb"[ \t]*\r?\n", outermost) is not None
        if guarded or not outermost or not name.startswith((b"_GLIBCXX_", b"_LIBCPP_", b"_FORTIFY_")):
            features[name] = b"#ifndef %s\n#define %s\n#endif" % (name, match["text"].rstrip())
    return [feature.decode("utf-8", "surrogateescape") for feature in features.values()]


def literal(text: str) -> str:
    """A C++ string literal of these UTF-8 bytes; `?` is escaped too, because of trigraphs."""
    return byte_literal(text, "\\{:03o}", '"\\?')
