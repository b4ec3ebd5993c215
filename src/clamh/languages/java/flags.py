"""Which arguments of a JVM change how much it optimises, and for which machine: the last of each name counts."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Whether and with which compilers it compiles, and what C2 may do. What only moves the moment of compilation
# (-XX:CompileThreshold, -Xbatch) is in neither list: warmup is there for that.
OPTIMISING = re.compile(
    r"-X(?P<mode>int|comp|mixed)"
    r"|-XX:(?P<name>TieredStopAtLevel|CompilationMode|MaxInlineLevel|MaxInlineSize|FreqInlineSize|InlineSmallCode"
    r"|LoopUnrollLimit|LoopMaxUnroll|MaxVectorSize)=\S+"
    r"|-XX:[+-](?P<switch>TieredCompilation|UseCompiler|Inline|IncrementalInline|ClipInlining|UseOnStackReplacement"
    r"|DoEscapeAnalysis|EliminateAllocations|EliminateLocks|UseSuperWord|UseLoopPredicate|RangeCheckElimination"
    r"|SplitIfBlocks|OptimizeStringConcat|AggressiveUnboxing|UseJVMCICompiler)")
VECTORS = re.compile(r"-XX:(?P<name>UseAVX|UseSSE)=\d+")
DEFAULT = re.compile(r"-Xmixed|-XX:TieredStopAtLevel=4|-XX:CompilationMode=default|-XX:\+.*")  # what holds anyway


def optimisation(arguments: Iterable[str]) -> str:
    """Those that change how much is optimised, "" when it is as by default."""
    return _counting(arguments, OPTIMISING)


def target(arguments: Iterable[str]) -> str:
    """Those that change which instructions may be used, "" for all that the machine has."""
    return _counting(arguments, VECTORS)


def _counting(arguments: Iterable[str], wanted: re.Pattern[str]) -> str:
    last: dict[str, str] = {}
    for one in arguments:
        if match := wanted.fullmatch(one):
            said = match.groupdict()
            name = "mode" if said.get("mode") else said.get("name") or said["switch"]
            last.pop(name, None)
            last[name] = one
    return " ".join(one for one in last.values() if not DEFAULT.fullmatch(one))
