"""The JVM arguments that change how much it optimises and for which instructions; the last one of a name counts."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Arguments that choose the compilers and what C2 may do. Arguments that only move the moment of compilation
# (-XX:CompileThreshold, -Xbatch) are left out: warmup covers them.
OPTIMISING = re.compile(
    r"-X(?P<mode>int|comp|mixed)"
    r"|-XX:(?P<name>TieredStopAtLevel|CompilationMode|MaxInlineLevel|MaxInlineSize|FreqInlineSize|InlineSmallCode"
    r"|LoopUnrollLimit|LoopMaxUnroll|MaxVectorSize)=\S+"
    r"|-XX:[+-](?P<switch>TieredCompilation|UseCompiler|Inline|IncrementalInline|ClipInlining|UseOnStackReplacement"
    r"|DoEscapeAnalysis|EliminateAllocations|EliminateLocks|UseSuperWord|UseLoopPredicate|RangeCheckElimination"
    r"|SplitIfBlocks|OptimizeStringConcat|AggressiveUnboxing|UseJVMCICompiler)")
VECTORS = re.compile(r"-XX:(?P<name>UseAVX|UseSSE)=\d+")
DEFAULT = re.compile(r"-Xmixed|-XX:TieredStopAtLevel=4|-XX:CompilationMode=default|-XX:\+.*")  # the JVM's defaults


def optimisation(arguments: Iterable[str]) -> str:
    """The arguments that change how much is optimised; "" if the JVM optimises as by default."""
    return _effective(arguments, OPTIMISING)


def target(arguments: Iterable[str]) -> str:
    """The arguments that limit the instructions; "" if the JVM may use all of the machine's."""
    return _effective(arguments, VECTORS)


def _effective(arguments: Iterable[str], pattern: re.Pattern[str]) -> str:
    last: dict[str, str] = {}
    for argument in arguments:
        if match := pattern.fullmatch(argument):
            groups = match.groupdict()
            name = "mode" if groups.get("mode") else groups.get("name") or groups["switch"]
            last.pop(name, None)
            last[name] = argument
    return " ".join(argument for argument in last.values() if not DEFAULT.fullmatch(argument))
