"""The types of `clamh` that a benchmark or fixture may take besides states, and which bare names mean them."""

from __future__ import annotations

import re

from clamh.languages.frontends import parser
from clamh.languages.rust.lookup import Names
from clamh.languages.rust.scopes import candidates_of
from clamh.model.sources import Declaration, Parsed, Unit

INJECTED = ("Blackhole", "Control", "BenchmarkParams", "IterationParams", "ThreadParams", "Random", "Memory", "Operations")
_NO_CODE = re.compile(rb'//[^\r\n]*|/\*(?s:.*?)\*/|"(?:[^"\\]|\\(?s:.))*"')


def used(unit: Unit, parsed: Parsed, module: int) -> list[str]:
    """The names that a module (the byte of its `}`, -1 for the file) means ours by, and neither declares nor brings by `use`.

    Blackhole counts wherever the file says it, and Array, which Memory gives, where the file takes Memory. The others are
    everyday words, so that only a benchmark or fixture of this module that takes one tells what is meant.
    """
    called = [one for benchmark in unit.benchmarks for one in benchmark.functions]
    called += [one.declaration for one in unit.fixtures if one.declaration is not None]
    here = [one for one in called if one.location.path == parsed.source.path]
    taken = {spelled for one in here if one.facts["module"] == module for spelled in one.facts["takes"]}
    code = _NO_CODE.sub(b" ", parsed.text)
    wanted = [name for name in INJECTED if name in taken or name == "Blackhole" and re.search(rb"(?<![:\w])Blackhole\b", code)]
    if any("Memory" in one.facts["takes"] for one in here) and re.search(rb"(?<![:\w])Array\b", code):
        wanted.append("Array")
    own = _own(parsed, here, module) if wanted else set()
    return [name for name in wanted if name not in own]


def _own(parsed: Parsed, called: list[Declaration], module: int) -> set[str]:
    """The names that a module declares, or brings from elsewhere."""
    names = Names()
    blanked = bytearray(parsed.text)
    for one in parsed.annotations:
        blanked[one.start:one.end] = b" " * (one.end - one.start)
    modules = candidates_of(parser("rust").parse(bytes(blanked)).root_node, names)[2]
    scope = next(((*scope.names, one.name) for scope, one in modules if one.end == module and module >= 0), ())
    return {path[-1] for path in (*names.classes, *names.aliases) if path[:-1] == scope}
