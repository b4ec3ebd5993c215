"""The flags of compilers: defaults, those of the linker, those under LTO, and what they say about a platform."""

from __future__ import annotations

import json
import os
import platform as host
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from clamh.model.artifacts import Platform

# Design section 4: all languages use the machine's instructions, no contraction (it changes results), and aligned
# loops (a loop that straddles a cache line costs up to twice as much at the floor).
NATIVE = "-mcpu=native" if host.machine() in ("aarch64", "arm64") else "-march=native"
COMMON_FLAGS = ("-O3", NATIVE, "-ffp-contract=off", "-falign-loops=64", "-ffunction-sections", "-g")
# For many ARM CPUs LLVM pads a loop with at most 8 or 16 bytes, and leaves it unaligned if that is too little. From
# version 14 on; with -Xclang, since clang warns at the link that a plain -mllvm is unused.
PADDING = "-max-bytes-for-alignment=63"
PADDED = ("-Xclang", "-mllvm", "-Xclang", PADDING)
CPP_ONLY = ("-std=", "-stdlib=", "-fno-rtti", "-frtti", "-fpermissive", "-fconcepts", "-nostdinc++", "-Weffc++")
# Flags that change the code at the same -O: across files, by a profile, as if floats were real numbers, or by checks
# and counters that the compiler adds.
OPTIMISING = re.compile(
    r"-f(?:no-)?(?:lto|profile(?:-instr|-sample)?-use|auto-profile|fast-math|unsafe-math-optimizations|associative-math"
    r"|reciprocal-math|finite-math-only|signed-zeros|math-errno|trapping-math|cx-limited-range|fp-contract|fp-model"
    r"|sanitize|profile(?:-instr)?-generate|profile-arcs|instrument-functions|stack-protector\S*)(?:=.*)?"
    r"|--coverage|-pg")
MACHINE = ("-march=", "-mcpu=")
LINKED = re.compile(r"-[lL].+|-Wl,.*|-fuse-ld=.*|-static-lib(?:gcc|stdc\+\+)|-rdynamic|-s|-(?:no-|static-)?pie"
                    r"|[^-].*\.(?:a|so|o|dylib|tbd)")


def find_optimisation(flags: tuple[str, ...], extra: tuple[str, ...]) -> str:
    """The last -O, which decides, if it is not our default, and the user's other flags that change the optimisation."""
    level = next(flag for flag in reversed(flags) if flag.startswith("-O"))
    own_flags = dict.fromkeys(flag for flag in extra if OPTIMISING.fullmatch(flag))
    return " ".join(flag for flag in (level, *own_flags) if flag not in COMMON_FLAGS)


def find_target(flags: tuple[str, ...], extra: tuple[str, ...]) -> str:
    """The last -march if it is not our default, and the user's flags that change the instruction set."""
    machine = next(flag for flag in reversed(flags) if flag.startswith(MACHINE))
    own_flags = dict.fromkeys(flag for flag in extra
                              if flag.startswith("-m") and not flag.startswith((*MACHINE, "-mtune=")))
    return " ".join(flag for flag in (machine, *own_flags) if flag != NATIVE)


def header_folders(flags: Sequence[str], *options: str) -> Iterator[str]:
    """The folders that flags name for headers by these options, option by option; the folder may be in the next word.
    """
    for option in options:
        for flag, following in zip(flags, (*flags[1:], ""), strict=True):
            if flag.startswith(option):
                yield flag.removeprefix(option) or following


def search_copies_first(flags: Sequence[str], copies: Mapping[str, str]) -> Iterator[str]:
    """The flags, with the folder of copies before each folder of headers in `copies`.

    What a header includes by such a folder is then the copy, which the source includes too.
    """
    for flag, following in zip(flags, (*flags[1:], ""), strict=True):
        option = next((option for option in ("-iquote", "-isystem", "-idirafter", "-I") if flag.startswith(option)), "")
        copy = copies.get(os.path.realpath(flag.removeprefix(option) or following)) if option else None
        yield from (option, copy) if copy else ()
        yield flag


def compile_flags(flags: Iterable[str]) -> tuple[str, ...]:
    """The flags without those of the linker, which clang refuses under -Werror when it does not link."""
    return tuple(flag for flag in flags if not LINKED.fullmatch(flag))


def link_flags(flags: Iterable[str]) -> tuple[str, ...]:
    """The linker's flags, in order. They follow all objects, since an archive only provides symbols that are missing so
    far.
    """
    return tuple(flag for flag in flags if LINKED.fullmatch(flag))


def has_link_time_code(platform: Platform) -> bool:
    """Whether code is generated at the link."""
    return any(flag.startswith("-flto") for flag in platform.flags)


def is_clang(platform: Platform) -> bool:
    """Whether the compiler is clang, under any name."""
    return str(platform.facts.get("name", "")).startswith("clang")


def makes_mach_o(platform: Platform) -> bool:
    """Whether the compiler writes Mach-O, the format of macOS."""
    return "mach_o" in platform.facts


def describe_platform(platform: Platform) -> dict[str, str]:
    """The macros by which an artifact knows its platform, with their literals."""
    texts = {"CLAMH_PLATFORM": platform.id, "CLAMH_COMPILER": platform.facts.get("name", platform.language),
             "CLAMH_COMPILER_VERSION": platform.version, "CLAMH_FLAGS": json.dumps(list(platform.flags))}
    # ASCII, since json escapes the rest, and C reads \uXXXX alike
    return {name: json.dumps(text) for name, text in texts.items()}


def link_time_flags(platform: Platform) -> tuple[str, ...]:
    """Flags for LTO, which generates loops at the link: clang's linker must be lld, except on macOS, and needs the
    alignment.
    """
    if not has_link_time_code(platform) or not is_clang(platform):
        return ()
    aligned = [flag.partition("=")[2] for flag in platform.flags if flag.startswith("-falign-loops=")]
    padded = [f"-Wl,-mllvm,{PADDING}"] if PADDING in platform.flags else []
    lld = () if makes_mach_o(platform) else ("-fuse-ld=lld",)  # Apple's clang has none; its linker knows LTO
    return (*lld, *(f"-Wl,-mllvm,-align-loops={value}" for value in aligned[-1:]), *padded)
