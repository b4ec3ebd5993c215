"""Finds the compilers of a language of the C family, and asks each what it is."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from clamh.languages.base import Captured, Run
from clamh.languages.c_family.flags import (COMMON_FLAGS, PADDED, compile_flags, find_optimisation, find_target,
                                            link_flags)
from clamh.languages.toolchains import identify_program, join_flags, short
from clamh.model.artifacts import Platform, Skip

LINKER = re.compile(r"^(?:.*\bLLD \d.*|(?:GNU (?:ld|gold)|mold) .*)$", re.MULTILINE)
# The program that compiles, in the output of -v: the compiler's driver, or ccache, starts it.
COMPILES = re.compile(r'^ "?(/\S+?)"? (?:-E|-cc1) ', re.MULTILINE)
COMPILER = re.compile(r"gcc|g\+\+|clang")  # in its file's name; ccache and other wrappers act by the name of the link
# With these flags a compiler makes no program, or the parts of the program do not fit together.
UNLINKED = re.compile(r"-[cESr]|-shared|-nostartfiles|-fwhole-program|-fpack-struct(?:=\d+)?")
LAUNCHERS = ("ccache", "sccache", "distcc", "icecc")  # programs that run the compiler after them
SHARED = Path(__file__).parent / "runtime"  # what the runtimes of both languages include


class Dialect(msgspec.Struct, frozen=True, kw_only=True):
    """A language as its compilers know it.

    `gnu` and `clang` are the names of its compilers, and `mode` follows -x. `variables` of the environment name the
    default compiler, `header_variable` the folders of this language's headers. `refuse` gets the predefined macros and
    returns why the compiler cannot be used, or "".
    `compiles` are the suffixes of its files, `main` is the file of the runtime that is added to the core, compiled with
    `main_flags`. `recorded` matches in a source that gets a second artifact, which records what Blackhole is given.
    """

    id: str
    title: str
    gnu: str
    clang: str
    mode: str
    standard: str
    variables: tuple[str, ...]
    header_variable: str
    required: str  # what a compiler of `variables` is not, if it cannot be used
    install_hint: str
    runtime: Path
    outside: Path  # the folder of what a source includes, also without CLAMH
    refuse: Callable[[Mapping[str, str]], str]
    compiles: tuple[str, ...]
    main: str
    main_flags: tuple[str, ...]
    recorded: re.Pattern[bytes]
    defines: tuple[str, ...] = ()  # flags of the wrapper and its companions
    libraries: tuple[str, ...] = ("-lpthread",)

    @property
    def default_flags(self) -> tuple[str, ...]:
        """The flags of a build, before the user's."""
        return (self.standard, *COMMON_FLAGS)


def find_compilers(dialect: Dialect, environ: Mapping[str, str], run: Run) -> tuple[list[Platform], list[Skip]]:
    """Every compiler of the language: first those that variables name, then the plain names on PATH, then those with a
    version.
    """
    platforms: dict[str, Platform] = {}
    skipped = []
    for variable in dialect.variables:
        words = shlex.split(environ.get(variable, ""))
        if len(words) > 1 and Path(words[0]).name in LAUNCHERS:  # CLAMH has a cache of its own
            words = words[1:]
        if not words:
            continue
        result = probe_compiler(dialect, words[0], tuple(words[1:]), environ, run)
        if isinstance(result, Platform):
            platforms.setdefault(result.id, result)
        else:
            reason = f"{variable}={environ[variable]} is not a {dialect.required}: {result}"
            skipped.append(
                Skip(platform=f"{dialect.id}/{Path(words[0]).name}", reason=reason, broken=True, requested_by_user=True,
                     hint=f"unset {variable}, or: {dialect.install_hint}"))
    known_programs = {_distinguish(platform.executable) for platform in platforms.values() if not platform.extra}
    others: dict[str, str] = {}
    for path in _on_path(dialect, environ.get("PATH", "")):
        if _distinguish(path) not in known_programs:
            others.setdefault(_distinguish(path), path)
    with ThreadPoolExecutor() as pool:  # each clang takes 0.1 s to start
        probed = list(pool.map(lambda path: probe_compiler(dialect, path, (), environ, run), others.values()))
    for path, result in zip(others.values(), probed, strict=True):
        if isinstance(result, Platform):
            platforms.setdefault(result.id, result)
        else:
            reason = f"cannot use {path}: {result}"
            skipped.append(
                Skip(platform=f"{dialect.id}/{Path(path).name}", reason=reason, hint=dialect.install_hint, broken=True))
    if not platforms and not skipped:
        skipped.append(
            Skip(platform=dialect.id,
                 reason=f"no {dialect.title} compiler is on PATH ({dialect.gnu} or {dialect.clang})",
                 hint=dialect.install_hint))
    return list(platforms.values()), skipped


def _distinguish(path: str) -> str:
    """The file of a program, the same for all links to a compiler; a wrapper's link is a program of its own."""
    real = os.path.realpath(path)
    return real if COMPILER.search(os.path.basename(real)) else path


def _on_path(dialect: Dialect, search: str) -> Iterator[str]:
    names: dict[str, str] = {}
    known = re.compile(rf"({re.escape(dialect.gnu)}|{re.escape(dialect.clang)})(-\d+)?")
    for folder in search.split(os.pathsep):
        try:
            entries = sorted(os.listdir(folder or "."))
        except OSError:
            continue
        for name in entries:
            if known.fullmatch(name):
                names.setdefault(name, os.path.join(folder or ".", name))

    def rank(name: str) -> tuple[bool, int, bool]:
        base, _, version = name.partition("-")
        return bool(version), -int(version or 0), base != dialect.gnu

    for name in sorted(names, key=rank):
        yield names[name]


def probe_compiler(dialect: Dialect, name: str, extra: tuple[str, ...], environ: Mapping[str, str],
                   run: Run) -> Platform | str:
    """The platform of an executable, or the reason why it is unusable; the macros show what `native` means on this
    machine.
    """
    executable = shutil.which(name, path=environ.get("PATH"))
    if executable is None:
        return "there is no such program"
    if "-Xlinker" not in extra:  # which passes the next word on
        words = join_flags(extra, {"-L": "", "-l": "", "-T": "", "-framework": ",", "-weak_framework": ","})
        words = (re.sub(r"^-T(/[^,]+)$", r"-Wl,-T,\1", word) for word in words)  # as list_flag_files reads them
        extra = tuple(re.sub(r"^(?=-(?:weak_)?framework,)", "-Wl,", word) for word in words)
    own = (flag for before, flag in zip(("", *extra), extra) if not before.startswith("-X"))  # -Xlinker -E
    if unlinked := next(filter(UNLINKED.fullmatch, own), ""):
        return f"with its flag {unlinked} CLAMH cannot link the worker"
    own_standard = any(flag.startswith("-std=") for flag in extra)
    flags = tuple(flag for flag in dialect.default_flags if not own_standard or flag != dialect.standard) + extra
    question = (executable, *compile_flags(flags), "-Werror", "-dM", "-E", "-x", dialect.mode, os.devnull)
    with ThreadPoolExecutor(1) as pool:  # each takes up to 0.1 s
        linker = pool.submit(_linker, executable, flags, run)
        answer: Captured = run((*question, "-v"))
    if answer.code != 0:  # -v prints much text before the reason
        answer = run(question)
    macros = dict(re.findall(r"^#define (\w+) ?(.*)$", answer.output, re.MULTILINE))
    if answer.code != 0 or "__GNUC__" not in macros:
        lines = [line for line in answer.output.strip().splitlines() if not line.startswith("#define ")]
        if answer.code == 0 or not lines:
            return f"it cannot preprocess {dialect.title}"
        return next((line for line in lines if "error:" in line), lines[0])
    if reason := dialect.refuse(macros):
        return reason
    if macros.get("__SIZEOF_POINTER__", "8") != "8":
        return "its flags select a system with pointers of 32 bits, as -m32 does; the worker needs 64 bits"
    clang = "__clang__" in macros
    base, parts = (dialect.clang, ("clang_major", "clang_minor", "clang_patchlevel")) if clang else (
        dialect.gnu, ("GNUC", "GNUC_MINOR", "GNUC_PATCHLEVEL"))
    version = [macros.get(f"__{part}__", "0") for part in parts]
    if clang and int(version[0]) >= 14 and "__aarch64__" in macros:
        flags = (*flags[:len(flags) - len(extra)], *PADDED, *extra)
    vendor = "apple-" if "__apple_build_version__" in macros else ""  # its numbers are not those of LLVM
    # Only the features: the other macros belong to the compiler and depend on its version.
    features = sorted(m for m in macros if re.fullmatch(r"__[A-Za-z0-9_]+__", m) and macros[m] == "1")
    compiles = COMPILES.search(answer.output)
    build = identify_program(compiles[1], "") if compiles else ""
    return Platform(
        id=f"{dialect.id}/{vendor}{base}-{version[0]}",
        language=dialect.id,
        executable=executable,
        version=".".join(version),
        flags=flags,
        extra=extra,
        optimisation=find_optimisation(flags, extra),
        target=find_target(flags, extra),
        facts={"name": base, "identity": identify_program(executable, f"{macros.get('__VERSION__', '')}{build}"),
               "native": short("\n".join(features)), "linker": linker.result(),
               "standard": _standard_folders(dialect, answer.output, flags, environ),
               **({"mach_o": True} if "__MACH__" in macros else {})},
    )


def _standard_folders(dialect: Dialect, output: str, flags: Sequence[str], environ: Mapping[str, str]) -> list[str]:
    """The compiler's own header folders by its -v output: those that no flag and no variable names."""
    _, _, search_list = output.partition('#include "..."')
    folders = re.findall(r"^ (/.*?)(?: \(framework directory\))?$",
                         search_list.partition("End of search list")[0], re.MULTILINE)
    user_folders = {os.path.realpath(flag.removeprefix(prefix)) for flag in flags
                    for prefix in ("", "-I", "-iquote", "-isystem", "-idirafter")}
    user_folders |= {os.path.realpath(folder) for name in ("CPATH", dialect.header_variable)
                     for folder in environ.get(name, "").split(os.pathsep)}
    return [os.path.normpath(folder) for folder in folders if os.path.realpath(folder) not in user_folders]


def _linker(executable: str, flags: Sequence[str], run: Run) -> str:
    """The version line of the linker that the compiler starts; "" if it gives none."""
    match = LINKER.search(run((executable, *link_flags(flags), "-Wl,--version")).output)
    return match[0].strip() if match else ""
