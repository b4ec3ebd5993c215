"""The text of a file as the grammar can read it: of #if alternatives that split braces only the first, and without
macros that the grammar does not know.
"""

from __future__ import annotations

import re

from tree_sitter import Tree

from clamh.languages.c_family.conditions import without_skipped, without_split_braces
from clamh.languages.c_family.macros import blank, code_only, without_macros
from clamh.languages.frontends import parser
from clamh.languages.programs.b63 import without_heads

# The macro of <complex.h> beside a type; the grammar knows neither `complex` nor that it makes another type.
_COMPLEX = re.compile(
    rb"(?:(?<=float)|(?<=double))[ \t]+complex\b(?=[ \t]*[\w*(,)])|\bcomplex[ \t]+(?=(?:float|double|long)\b)")


# `for (…) clamh_pause(suspend) {…}`: to the grammar, a call without `;`
_PAUSE = re.compile(rb"\bclamh_pause(?=\s*\()")
_ATOMIC = re.compile(rb"\b_Atomic\s*\([^()]*\)")  # the grammar knows only `_Atomic int`
_NO_PARENTHESES = bytes.maketrans(b"()", b"  ")
# `struct [[gnu::packed]] Name` and `int *[[gnu::nonnull]] name`, which the grammar of C does not know
_ATTRIBUTES = re.compile(rb"(?:\b(?:struct|union|enum)|\*)\s*(?P<attributes>(?:\[\[[^;{}]*?\]\]\s*)+)")


def _without_new_c(language: str, text: bytes) -> bytes:
    """`text` of C with `_Atomic int ` for `_Atomic(int)`, and without the [[attributes]] in a type; same length; `text`
    itself if there are none.
    """
    if language != "c":
        return text
    if b"_Atomic" in text:
        text = _ATOMIC.sub(lambda match: match[0].translate(_NO_PARENTHESES), text)
    if b"[[" in text:
        for match in _ATTRIBUTES.finditer(code_only(text)):
            start, end = match.span("attributes")
            text = text[:start] + blank(text[start:end]) + text[end:]
    return text


def visible_tree(language: str, text: bytes, blanked: bytes, tree: Tree) -> Tree:
    """The tree of what the grammar can read: `tree`, which is that of the whole text, if it can read everything."""
    known = _without_new_c(language, without_skipped(blanked, text))
    visible = without_macros(without_heads(without_split_braces(known)))
    return tree if visible is blanked else parser(language).parse(visible)


def visible_syntax(language: str, blanked: bytes) -> tuple[bytes, Tree]:
    """The input of the syntax check: the code with its macros, and the tree of the text without them."""
    visible = without_split_braces(without_skipped(blanked))
    known = without_macros(without_heads(_without_new_c(language, visible)))
    if language == "c":
        known = _COMPLEX.sub(lambda match: blank(match[0]), known)
        known = _PAUSE.sub(lambda match: b"if".ljust(len(match[0])), known)
    return code_only(visible), parser(language).parse(known)
