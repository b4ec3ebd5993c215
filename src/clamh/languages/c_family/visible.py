"""The text of a file as the grammar can read it: of #if alternatives that split braces only the first, and without
macros that the grammar does not know.
"""

from __future__ import annotations

import re

from tree_sitter import Tree

from clamh.languages.c_family.conditions import without_split_braces
from clamh.languages.c_family.macros import blank, code_only, without_macros
from clamh.languages.frontends import parser
from clamh.languages.programs.b63 import without_heads

# The macro of <complex.h> beside a type; the grammar knows neither `complex` nor that it makes another type.
_COMPLEX = re.compile(
    rb"(?:(?<=float)|(?<=double))[ \t]+complex\b(?=[ \t]*[\w*(,)])|\bcomplex[ \t]+(?=(?:float|double|long)\b)")


def visible_tree(language: str, blanked: bytes, tree: Tree) -> Tree:
    """The tree of what the grammar can read: `tree`, which is that of the whole text, if it can read everything."""
    visible = without_macros(without_heads(without_split_braces(blanked)))
    return tree if visible is blanked else parser(language).parse(visible)


def visible_syntax(language: str, blanked: bytes) -> tuple[bytes, Tree]:
    """The input of the syntax check: the code with its macros, and the tree of the text without them."""
    visible = without_split_braces(blanked)
    known = without_macros(without_heads(visible))
    if language == "c":
        known = _COMPLEX.sub(lambda match: blank(match[0]), known)
    return code_only(visible), parser(language).parse(known)
