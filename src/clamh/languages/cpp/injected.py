"""The classes of `harness_utils` that benchmarks and fixtures may take besides states, and the bare names that mean
them.
"""

from __future__ import annotations

import re

from clamh.languages.c_family.conditions import is_outside_only
from clamh.languages.c_family.macros import code_only
from clamh.languages.generators import INJECTED, called_functions
from clamh.model.sources import Parsed, Unit

SPACE = "harness_utils::"


def qualified_name(type_text: str) -> str:
    """The injected class that a parameter's type means, with its namespace, or ""."""
    name = type_text.removeprefix(SPACE)
    return SPACE + name if name in INJECTED else ""


def bare_names(unit: Unit) -> list[str]:
    """The bare names that mean our classes: the source uses them without a namespace, and no file of it declares
    a class of that name.

    Blackhole counts anywhere in the source. The others are common words, so they count only as parameter types of
    benchmarks and fixtures.
    """
    main = unit.parsed[0]
    states = {state.name for state in unit.states}
    types = {parameter.type for function in called_functions(unit) for parameter in function.parameters
             if parameter.takes not in states}
    if re.search(rb"(?<![:\w])Blackhole\b", code_only(main.text)):
        types.add("Blackhole")
    return [name for name in INJECTED if name in types
            and not any(_declares_class(parsed, name, parsed is not main) for parsed in unit.parsed)]


def _declares_class(parsed: Parsed, name: str, is_header: bool) -> bool:
    """Whether a file declares a class of this name; in a header, whether each build has it.

    A stand-in under `#ifndef CLAMH`, as the guide advises for builds without CLAMH, does not count: it is not compiled.
    """
    classes = [declaration for declaration in parsed.declarations
               if declaration.kind == "class" and declaration.name == name and not declaration.scope
               and not (is_header and declaration.conditional)]
    return not all(is_outside_only(parsed.text, declaration.start) for declaration in classes)
