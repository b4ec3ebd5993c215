"""The arguments of the forks' JVMs: those that the user gives, and which of them change the compiled code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from clamh.languages.java.dependencies import DEPENDENCY
from clamh.model.artifacts import Artifact

JAR = "--class-path="  # language.toml passes each jar of clamh.toml as a platform flag with this prefix

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


def jvm_args(flags: Sequence[str]) -> tuple[str, ...]:
    """The flags of a JVM among a platform's flags."""
    return tuple(flag for flag in flags if not flag.startswith((JAR, DEPENDENCY)))


def fork_options(artifact: Artifact) -> dict[str, tuple[str, ...]]:
    """JMH's options of the JVMs of all forks: those of the command line, after the platform's own jvmArgs."""
    options = dict(artifact.options)
    if arguments := (*jvm_args(artifact.platform.extra), *options.get("jvmArgs", ())):
        options["jvmArgs"] = arguments
    if "jvm" in options:  # the word of the command line may be relative to another folder
        options["jvm"] = (artifact.platform.executable,)
    return options


def jmh_words(options: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Options as words of JMH's own command line, which splits a single value at its blanks."""
    for name, values in options.items():
        for value in values:
            yield from (f"-{name}", f'"{value}"' if len(values) == 1 and name != "jvm" else value)


def optimisation(arguments: Iterable[str]) -> str:
    """The arguments that change how much is optimised, the last of each name; "" if the JVM optimises as by default."""
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
