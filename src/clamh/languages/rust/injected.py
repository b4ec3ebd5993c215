"""The types of `clamh` that benchmarks and fixtures may take besides states, and the bare names that mean them."""

from __future__ import annotations

import re

from clamh.languages.frontends import parser
from clamh.languages.generators import INJECTED, blank_annotations, called_functions
from clamh.languages.rust.lookup import Names
from clamh.languages.rust.scopes import candidates_of
from clamh.model.sources import Declaration, Parsed, Unit

_NO_CODE = re.compile(rb'//[^\r\n]*|/\*(?s:.*?)\*/|"(?:[^"\\]|\\(?s:.))*"')


def injected_names(unit: Unit, parsed: Parsed, module: int) -> list[str]:
    """The bare names that mean our types in a module, and that it neither declares nor imports.

    `module` is the offset of its `}`, -1 for the file. Blackhole counts anywhere in the file, and Array, which Memory
    gives, if the file takes Memory. The others are common words, so they count only as parameter types of this module's
    functions.
    """
    in_file = [function for function in called_functions(unit) if function.location.path == parsed.source.path]
    types = {
        spelled for function in in_file if function.facts["module"] == module for spelled in function.facts["takes"]
    }
    code = _NO_CODE.sub(b" ", parsed.text)
    names = [
        name for name in INJECTED
        if name in types or name == "Blackhole" and re.search(rb"(?<![:\w])Blackhole\b", code)
    ]
    if any("Memory" in function.facts["takes"] for function in in_file) and re.search(rb"(?<![:\w])Array\b", code):
        names.append("Array")
    own_names = _declared_names(parsed, in_file, module) if names else set()
    return [name for name in names if name not in own_names]


def _declared_names(parsed: Parsed, called: list[Declaration], module: int) -> set[str]:
    """The names that a module declares or imports."""
    names = Names()
    blanked = blank_annotations(parsed.text, parsed.annotations)
    modules = candidates_of(parser("rust").parse(blanked).root_node, names)[2]
    scope = next(((*scope.names, child.name) for scope, child in modules if child.end == module and module >= 0), ())
    return {path[-1] for path in (*names.classes, *names.aliases) if path[:-1] == scope}
