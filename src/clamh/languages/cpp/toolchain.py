"""C++ compilers: finds them, builds an artifact of a wrapper, and starts it."""

from __future__ import annotations

import glob
import json
import os
import platform as host
import re
import shlex
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from clamh.languages.base import Build, Captured, Command, Run, Step
from clamh.languages.cpp import frontend
from clamh.languages.native import CORE, core_step
from clamh.languages.toolchains import contents, short
from clamh.model.artifacts import Artifact, Platform, Skip
from clamh.model.sources import Unit, Wrapper

RUNTIME = Path(__file__).parent / "runtime"
STANDARD = "-std=c++17"
# Design section 4: all languages use the machine's instructions, no contraction (it changes results), and aligned
# loops (a loop that straddles a cache line costs up to twice as much at the floor).
NATIVE = "-mcpu=native" if host.machine() in ("aarch64", "arm64") else "-march=native"
DEFAULT_FLAGS = (STANDARD, "-O3", NATIVE, "-ffp-contract=off", "-falign-loops=64", "-ffunction-sections", "-g")
# For many ARM CPUs LLVM pads a loop with at most 8 or 16 bytes, and leaves it unaligned if that is too little. From version 14 on;
# with -Xclang, since clang warns at the link that a plain -mllvm is unused.
PADDING = "-max-bytes-for-alignment=63"
PADDED = ("-Xclang", "-mllvm", "-Xclang", PADDING)
ORDERING = Path(__file__).parent.parent / "ordering.py"
MAX_LAYOUTS = 16
LINKER = re.compile(r"^(?:.*\bLLD \d.*|(?:GNU (?:ld|gold)|mold) .*)$", re.MULTILINE)
ORDERED_BY = {"GNU ld": "script", r".*\bLLD \d": "script", "GNU gold": "sections", "mold": "shuffle"}
WRITES = {"script": "order", "sections": "order", "shuffle": "s"}  # the suffix of a file that ordering.py always writes
NAMES = re.compile(r"(g\+\+|clang\+\+)(-\d+)?")
COMPILED = (".cpp", ".cc", ".cxx")
C = ".c"
CPP_ONLY = ("-std=", "-stdlib=", "-fno-rtti", "-frtti", "-fpermissive", "-fconcepts", "-nostdinc++", "-Weffc++")
# Flags that change the code at the same -O: across files, by a profile, or as if floats were real numbers.
OPTIMISING = re.compile(r"-f(?:no-)?(?:lto|profile-use|fast-math|unsafe-math-optimizations|fp-contract)(?:=.*)?")
MACHINE = ("-march=", "-mcpu=")
LINKED = re.compile(r"-[lL].+|-Wl,.*|-fuse-ld=.*|-static-lib(?:gcc|stdc\+\+)|-rdynamic|-s|-(?:no-|static-)?pie"
                    r"|[^-].*\.(?:a|so|o)")
STRIPPED = r"-s|-Wl,(?:.*,)?(?:-s|--strip-all)(?:,.*)?"
INSTALL_HINT = "apt-get install g++"
C_INSTALL_HINT = "apt-get install gcc, or clang for clang++: C files need the C compiler"
ABI = "clamh_abi.h"
# Messages of GNU ld and gold, lld, and Apple's linker about an undefined function.
UNDEFINED = dict.fromkeys(
    ("undefined reference to", "undefined symbol:", "Undefined symbols for"),
    'name the file that defines it in clamh.toml, [cpp] sources = ["file.cpp"], or after the source on the command line; for a library: '
    '[cpp] flags = ["-L<folder>", "-l<name>"]')


def find(environ: Mapping[str, str], run: Run) -> tuple[list[Platform], list[Skip]]:
    """Every g++ and clang++: first those that CPP and CXX name, then the plain names on PATH, then those with a version."""
    platforms: dict[str, Platform] = {}
    skipped = []
    for variable in ("CPP", "CXX"):
        words = shlex.split(environ.get(variable, ""))
        if not words:
            continue
        result = probe(words[0], tuple(words[1:]), environ, run)
        if isinstance(result, Platform):
            platforms.setdefault(result.id, result)
        else:
            reason = f"{variable}={environ[variable]} is not a C++17 compiler: {result}"
            skipped.append(Skip(platform=f"cpp/{Path(words[0]).name}", reason=reason, broken=True, requested_by_user=True,
                                hint=f"unset {variable}, or: {INSTALL_HINT}"))
    known_programs: set[str] = {os.path.realpath(platform.executable) for platform in platforms.values() if not platform.extra}
    others: dict[str, str] = {}
    for path in _on_path(environ.get("PATH", "")):
        if os.path.realpath(path) not in known_programs:
            others.setdefault(os.path.realpath(path), path)
    with ThreadPoolExecutor() as pool:  # each clang takes 0.1 s to start
        probed = list(pool.map(lambda path: probe(path, (), environ, run), others.values()))
    for path, result in zip(others.values(), probed, strict=True):
        if isinstance(result, Platform):
            platforms.setdefault(result.id, result)
        else:
            reason = f"cannot use {path}: {result}"
            skipped.append(Skip(platform=f"cpp/{Path(path).name}", reason=reason, hint=INSTALL_HINT, broken=True))
    if not platforms and not skipped:
        skipped.append(Skip(platform="cpp", reason="no C++ compiler is on PATH (g++ or clang++)", hint=INSTALL_HINT))
    return list(platforms.values()), skipped


def _on_path(search: str) -> Iterator[str]:
    names: dict[str, str] = {}
    for folder in search.split(os.pathsep):
        try:
            entries = sorted(os.listdir(folder or "."))
        except OSError:
            continue
        for name in entries:
            if NAMES.fullmatch(name):
                names.setdefault(name, os.path.join(folder or ".", name))

    def rank(name: str) -> tuple[bool, int, bool]:
        base, _, version = name.partition("-")
        return bool(version), -int(version or 0), base != "g++"

    for name in sorted(names, key=rank):
        yield names[name]


def probe(name: str, extra: tuple[str, ...], environ: Mapping[str, str], run: Run) -> Platform | str:
    """The platform of an executable, or the reason why it is unusable; the macros show what `native` means on this machine."""
    executable = shutil.which(name, path=environ.get("PATH"))
    if executable is None:
        return "there is no such program"
    own_standard = any(flag.startswith("-std=") for flag in extra)
    flags = tuple(flag for flag in DEFAULT_FLAGS if not own_standard or flag != STANDARD) + extra
    question = (executable, *compile_flags(flags), "-Werror", "-dM", "-E", "-x", "c++", os.devnull)
    answer: Captured = run((*question, "-v"))
    if answer.code != 0:  # -v prints much text before the reason
        answer = run(question)
    macros = dict(re.findall(r"^#define (\w+) ?(.*)$", answer.output, re.MULTILINE))
    if answer.code != 0 or not {"__cplusplus", "__GNUC__"} <= macros.keys():
        lines = answer.output.strip().splitlines()
        return lines[0] if answer.code != 0 and lines else "it cannot preprocess C++"
    if int(macros["__cplusplus"].rstrip("L")) < 201703:  # the runtime would give thousands of lines of errors
        return "its flags select a standard older than C++17"
    prefix = "clang_" if "__clang__" in macros else "GNUC_"
    base = "clang++" if "__clang__" in macros else "g++"
    major = macros["__clang_major__" if base == "clang++" else "__GNUC__"]
    parts = [macros.get(f"__{prefix}{part}__", "0") for part in (
        ("minor", "patchlevel") if base == "clang++" else ("MINOR", "PATCHLEVEL")
    )]
    if base == "clang++" and int(major) >= 14 and "__aarch64__" in macros:
        flags = (*flags[:len(flags) - len(extra)], *PADDED, *extra)
    # Only the features: the other macros belong to the compiler and depend on its version.
    features = sorted(m for m in macros if re.fullmatch(r"__[A-Za-z0-9_]+__", m) and macros[m] == "1")
    return Platform(
        id=f"cpp/{base}-{major}",
        language="cpp",
        executable=executable,
        version=".".join([major, *parts]),
        flags=flags,
        extra=extra,
        optimisation=_optimisation(flags, extra),
        target=_target(flags, extra),
        facts={"name": base, "native": short("\n".join(features)), "linker": _linker(executable, flags, run),
               "standard": standard_folders(answer.output, flags, environ)},
    )


def standard_folders(output: str, flags: Sequence[str], environ: Mapping[str, str]) -> list[str]:
    """The compiler's own header folders by its -v output: those that no flag and no variable names."""
    _, _, search_list = output.partition('#include "..."')
    folders = re.findall(r"^ (/.*?)(?: \(framework directory\))?$", search_list.partition("End of search list")[0], re.MULTILINE)
    user_folders = {os.path.realpath(flag.removeprefix(prefix)) for flag in flags
                    for prefix in ("", "-I", "-iquote", "-isystem", "-idirafter")}
    user_folders |= {os.path.realpath(folder) for name in ("CPATH", "CPLUS_INCLUDE_PATH")
                     for folder in environ.get(name, "").split(os.pathsep)}
    return [os.path.normpath(folder) for folder in folders if os.path.realpath(folder) not in user_folders]


def _linker(executable: str, flags: Sequence[str], run: Run) -> str:
    """The version line of the linker that the compiler starts; "" if it gives none."""
    match = LINKER.search(run((executable, *link_flags(flags), "-Wl,--version")).output)
    return match[0].strip() if match else ""


def _optimisation(flags: tuple[str, ...], extra: tuple[str, ...]) -> str:
    """The last -O, which decides, if it is not our default, and the user's other flags that change the optimisation."""
    level = next(flag for flag in reversed(flags) if flag.startswith("-O"))
    own_flags = dict.fromkeys(flag for flag in extra if OPTIMISING.fullmatch(flag))
    return " ".join(flag for flag in (level, *own_flags) if flag not in DEFAULT_FLAGS)


def _target(flags: tuple[str, ...], extra: tuple[str, ...]) -> str:
    """The last -march if it is not our default, and the user's flags that change the instruction set."""
    machine = next(flag for flag in reversed(flags) if flag.startswith(MACHINE))
    own_flags = dict.fromkeys(flag for flag in extra if flag.startswith("-m") and not flag.startswith((*MACHINE, "-mtune=")))
    return " ".join(flag for flag in (machine, *own_flags) if flag != NATIVE)


def build(wrapper: Wrapper, platform: Platform, shared: Path) -> Build:
    """The steps: compile the core, what C++ adds to it (both cached by all their inputs) and the wrapper, and link them.

    A source that names Blackhole is compiled a second time into `<artifact>.recording`. That artifact answers `invoke` and
    never measures, so that the measured Blackhole needs no branch.
    """
    maker = _StepMaker(wrapper, platform, shared)
    published = maker.published
    texts = [text.encode("utf-8", "surrogateescape") for text in wrapper.files.values()] + [parsed.text for parsed in wrapper.unit.parsed]
    recorded = any(b"Blackhole" in text for text in texts)
    objects = maker.compile_user(published, *(("-DCLAMH_RECORDED_APART",) if recorded else ()))
    recording = maker.compile_user(f"{published}.recording", "-DCLAMH_RECORDING") if recorded else []
    steps = [*maker.worker, *objects, *recording, maker.link(published, objects)]
    if recorded:
        steps.append(maker.link(f"{published}.recording", recording, beside=True))
    method, reason = ordering_method(platform)
    layouts = []
    if method:
        steps.append(maker.order(method, objects))
        layouts = [maker.link(f"{published}.{number}", objects, *layout_flags(method, published, number))
                   for number in range(1, MAX_LAYOUTS)]
    return Build(steps=tuple(steps), artifact=published, layouts=tuple(layouts), one_layout=reason)


class _StepMaker:
    """Makes the steps of a build; each method makes the steps of a kind."""

    def __init__(self, wrapper: Wrapper, platform: Platform, shared: Path):
        self.wrapper, self.platform, self.shared = wrapper, platform, shared
        self.published = f"run_{Path(wrapper.unit.source.path).stem}"
        self.flags = (*platform.flags, *link_time_flags(platform))
        self.runtime = contents([*RUNTIME.rglob("*.[ch]pp"), CORE / ABI])
        self.worker = [self._compile_core(), self._compile_runtime()]

    def _compile_core(self) -> Step:
        """By the compiler's own C mode."""
        platform = self.platform
        inputs = (os.path.realpath(platform.executable), platform.version, platform.facts.get("native", ""))
        return core_step((platform.executable, "-x", "c"), inputs, platform.flags)

    def _compile_runtime(self) -> Step:
        """With exceptions, which the user's code may lack; optimised no more than a short build allows: nothing of it runs in a loop."""
        platform, header = self.platform, _platform_header(self.platform)
        inputs = (os.path.realpath(platform.executable), platform.version, *self.flags, header, platform.facts.get("native", ""), self.runtime)
        return Step(
            title=f"compile the worker for {platform.id}",
            argv=(platform.executable, *compile_flags(self.flags), *RUNTIME_FLAGS, "-I", ".", "-c", str(RUNTIME / "main.cpp"),
                  "-o", "main.o"),
            outputs=("main.o",), key=f"cpp-main-{short(chr(0).join(inputs))}", parallel=True, files={"platform.hpp": header},
        )

    def compile_user(self, output: str, *defines: str) -> list[Step]:
        """Compiles the wrapper and each companion that no other file includes to an object, with a dependency file each."""
        unit, platform = self.wrapper.unit, self.platform
        folders = dict.fromkeys(str(Path(source.path).resolve().parent) for source in (unit.source, *unit.companions))
        included = included_files(unit)
        companions = [str(path) for companion in unit.companions
                      if (path := Path(companion.path).resolve()).suffix in (*COMPILED, C) and str(path) not in included]
        files = [(unit.source.path, self.wrapper.entry, output),
                 *((companion, companion, f"{output}.{number}") for number, companion in enumerate(companions))]
        quoted = [word for folder in folders for word in ("-iquote", folder)]
        flags = compile_flags(self.flags)
        of_cpp = (platform.executable, *flags, *defines, *quoted, "-isystem", str(RUNTIME), "-isystem", str(RUNTIME / "include"))
        of_c = (c_compiler(platform), *(flag for flag in flags if not flag.startswith(CPP_ONLY)), *quoted)
        return [Step(
            title=f"compile {shown} with {platform.id}", hint=C_INSTALL_HINT if shown.endswith(C) else "",
            argv=(*(of_c if shown.endswith(C) else of_cpp), "-MD", "-MF", f"{name}.d", "-c", file, "-o", f"{name}.o"),
            outputs=(f"{name}.o",), dependency_files=glob.escape(f"{name}.d"), parallel=True, searches=(*folders, *_searched(self.flags)),
            standard=tuple(platform.facts.get("standard", ())),
            env={"CLAMH_MADE_WITH": self.runtime},  # the wrapper includes files that no part of the worker includes
        ) for shown, file, name in files]

    def link(self, output: str, objects: Sequence[Step], *extra_flags: str, beside: bool = False) -> Step:
        """Links all objects; it gets the compiler's flags too, since the linker needs some of them (-fsanitize=, -flto)."""
        quiet = ("-Qunused-arguments",) if self.platform.facts.get("name") == "clang++" else ()
        flags = link_flags(self.flags)
        return Step(
            title=f"link {self.wrapper.unit.source.path} with {self.platform.id}",
            argv=(self.platform.executable, *compile_flags(self.flags), *quiet, *(step.outputs[0] for step in objects),
                  *map(self._shared_object, self.worker), *extra_flags, "-o", output, *flags, "-lpthread"),
            outputs=(output,), reads=tuple(_archives(flags)), failure_hints=UNDEFINED, parallel=beside,
        )

    def order(self, method: str, objects: Sequence[Step]) -> Step:
        """Writes the orders of functions for all layouts."""
        at_the_link = has_link_time_code(self.platform)  # objects have no code yet
        core = self._shared_object(self.worker[0])
        with_code = (self.published,) if at_the_link else (*(step.outputs[0] for step in objects), core)
        return Step(
            title=f"order the functions of {self.wrapper.unit.source.path}",
            argv=(sys.executable, "-I", "-S", str(ORDERING), method, self.published, str(MAX_LAYOUTS), *with_code),
            outputs=(f"{self.published}.1.{WRITES[method]}",), parallel=not at_the_link, env={"CLAMH_MADE_WITH": contents([ORDERING])})

    def _shared_object(self, step: Step) -> str:
        """The path of the object of a worker's part, which builds share."""
        return str(self.shared / step.key / step.outputs[0])


def _searched(flags: Sequence[str]) -> Iterator[str]:
    """The folders of -I; the folder may be in the next word."""
    for flag, following in zip(flags, (*flags[1:], ""), strict=True):
        if flag.startswith("-I"):
            yield flag[2:] or following


def c_compiler(platform: Platform) -> str:
    """The C compiler of the same version beside the C++ compiler, as gcc-12 beside g++-12; else the one on PATH."""
    program = Path(platform.executable)
    name = program.name.replace("clang++", "clang").replace("g++", "gcc")
    if name == program.name:  # the program has another name
        name = "clang" if platform.facts.get("name") == "clang++" else "gcc"
    return str(program.with_name(name)) if program.with_name(name).exists() else name


def ordering_method(platform: Platform) -> tuple[str, str]:
    """The method of ordering.py that gives this platform's linker an order of functions; or "" and the reason why there is none."""
    # Under -flto clang's linker is always lld.
    linker = "LLD 0" if link_time_flags(platform) else platform.facts.get("linker", "")
    if any(re.fullmatch(r"-T.*|-Wl,(?:.*,)?(?:-T|--script).*", flag) for flag in platform.flags):
        return "", "its flags name their own linker script"
    method = next((method for name, method in ORDERED_BY.items() if re.match(name, linker)), "")
    if not method:
        return "", f"CLAMH does not know how to give its linker ({linker or 'unknown'}) an order of functions"
    if has_link_time_code(platform) and any(re.fullmatch(STRIPPED, flag) for flag in platform.flags):
        return "", "with -flto the linker creates the functions, and its flags let it drop their names"
    return method, ""


def layout_flags(method: str, published: str, number: int) -> tuple[str, ...]:
    """The linker's flags for a layout."""
    files = f"{published}.{number}"
    if method == "script":
        return (f"-Wl,-T,{files}.order",)
    return f"{files}.s", f"-Wl,--shuffle-sections={number}" if method == "shuffle" else f"-Wl,--section-ordering-file,{files}.order"


def included_files(unit: Unit) -> set[str]:
    """The files of a unit that another file of it includes; they are compiled with that file."""
    return {os.path.realpath(path) for parsed in unit.parsed for path in frontend.find_companions(parsed.source.path, parsed.text)}


def compile_flags(flags: Iterable[str]) -> tuple[str, ...]:
    """The flags without those of the linker, which clang refuses under -Werror when it does not link."""
    return tuple(flag for flag in flags if not LINKED.fullmatch(flag))


def link_flags(flags: Iterable[str]) -> tuple[str, ...]:
    """The linker's flags, in order. They follow all objects, since an archive only provides symbols that are missing so far."""
    return tuple(flag for flag in flags if LINKED.fullmatch(flag))


def _archives(flags: Sequence[str]) -> Iterator[str]:
    """The archives that these linker flags name; shared libraries are loaded when the artifact runs."""
    folders = [flag[2:] for flag in flags if flag.startswith("-L")]
    for flag in flags:
        if flag.startswith("-l"):
            yield from (os.path.join(folder, f"lib{flag[2:]}.a") for folder in folders)
        elif not flag.startswith("-"):
            yield flag


RUNTIME_FLAGS = ("-O0", "-g0", "-w", "-fexceptions")


def has_link_time_code(platform: Platform) -> bool:
    """Whether code is generated at the link."""
    return any(flag.startswith("-flto") for flag in platform.flags)


def link_time_flags(platform: Platform) -> tuple[str, ...]:
    """Flags for LTO, which generates loops at the link: clang's linker must be lld and needs the alignment."""
    if not has_link_time_code(platform) or platform.facts.get("name") != "clang++":
        return ()
    aligned = [flag.partition("=")[2] for flag in platform.flags if flag.startswith("-falign-loops=")]
    padded = [f"-Wl,-mllvm,{PADDING}"] if PADDING in platform.flags else []
    return ("-fuse-ld=lld", *(f"-Wl,-mllvm,-align-loops={value}" for value in aligned[-1:]), *padded)


def _platform_header(platform: Platform) -> str:
    def literal(text: str) -> str:
        return json.dumps(text)  # ASCII, since json escapes the rest, and C reads \uXXXX alike

    return "".join(f"#define {name} {literal(value)}\n" for name, value in {
        "CLAMH_PLATFORM": platform.id,
        "CLAMH_COMPILER": platform.facts.get("name", "c++"),
        "CLAMH_COMPILER_VERSION": platform.version,
        "CLAMH_FLAGS": json.dumps(list(platform.flags)),
    }.items())


def describe_command(artifact: Artifact) -> Command:
    """The artifact itself; the driver adds the two pipes."""
    return Command(argv=(str(Path(artifact.path).resolve()),))


def run_command(artifact: Artifact, launch: Any) -> Command:
    """The artifact itself: every process of it is fresh; `launch` is not used."""
    return describe_command(artifact)


def recorder(artifact: Artifact) -> Artifact:
    """The build that writes down what Blackhole is given, if there is one: its source names Blackhole."""
    recording = f"{artifact.path}.recording"
    return replace(artifact, path=recording) if os.path.exists(recording) else artifact
