"""Zig compilers: finds them, and builds an artifact of a wrapper."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from clamh.languages.base import Build, Run, Step
from clamh.languages.generators import byte_literal
from clamh.languages.native import core_steps, with_layouts
from clamh.languages.programs import metron
from clamh.languages.programs.libraries import is_program
from clamh.languages.toolchains import (artifact_suffixes, ask_version, contents, find_file_above, find_platforms,
                                        identify_program, join_flags, list_flag_files, name_artifact, on_path,
                                        program_of_wheel, short)
from clamh.languages.zig import build_packages
from clamh.languages.zig.lookup import list_named
from clamh.model.artifacts import Platform, Skip
from clamh.model.sources import Wrapper

HERE = Path(__file__).parent
RUNTIME = HERE / "runtime"
# Of the worker, what is compiled once: trace.zig, guard.c, and what that includes.
WORKER = (RUNTIME / "trace.zig", RUNTIME / "guard.c", HERE.parent / "c_family" / "runtime" / "edge.h")
MINOR = "0.17"  # the language and its library change with each minor version
WHEEL = "ziglang"  # the compiler on PyPI
INSTALL_HINT = f"pip install {WHEEL}==0.17.1"
# Design section 5: all languages use the machine's instructions. Zig never contracts a*b+c.
DEFAULT_FLAGS = ("-OReleaseFast", "-mcpu=native")
# README.md says why code is generated in a second step. For many ARM CPUs LLVM pads a loop with at most 8 bytes.
GENERATING = ("-O3", "-Xclang", "-disable-llvm-passes", "-falign-loops=64", "-ffunction-sections", "-mllvm",
              "-max-bytes-for-alignment=63")
LEVELS = {"Debug": "debug", "ReleaseFast": "fast", "ReleaseSafe": "safe", "ReleaseSmall": "small"}
MODES = {f"-O{name}": f"-O{mode}" for mode, name in LEVELS.items()}  # as users write them: `-O fast`
# The build that answers `invoke` and never measures: it has Zig's checks, traces of errors, and an allocator that
# reports leaks. Without optimisation, since Zig's reader of debug information does not see functions that are inlined.
CHECKING = "-ODebug"
CHECKED = re.compile(r"\bBlackhole\b|\b[Aa]llocator\b|\)\s*(?:error\s*\{[^{}]*\}|[\w.@]*)!\s*[\w\[?*@(]")
OPTIMISING = re.compile(r"-O.*|-f(?:no-)?(?:omit-frame-pointer|error-tracing|strip|stack-check|stack-protector"
                        r"|valgrind|builtin)")
MACHINE = re.compile(r"-mcpu=.*|-target .*")
LINKED = re.compile(r"-l.+|-L.+|-static|-dynamic|-(?:rpath|framework) .*|[^-].*\.(?:a|so|o|dylib|tbd)")
# What joins a flag and its value into a word that can be examined alone; with a blank it is two arguments.
PAIRED = {"-O": "", "-target": " ", "-l": "", "-L": "", "-I": "", "-isystem": " ", "-rpath": " ", "-framework": " ",
          "-mcpu": "="}
SPLIT = tuple(f"{flag} " for flag, joint in PAIRED.items() if joint == " ")
MODULE = "--module="
OWN = ("zig-out", "zig-cache", ".zig-cache", "zig-pkg", ".git", ".clamh")  # folders that builds make
_PATH = re.compile(r'\.path\s*=\s*"([^"]*)"')
FAILURES = {
    "no module named": 'name it in clamh.toml: [zig] dependencies = ["NAME=FILE.zig"], or NAME=FOLDER of a package '
                       'with a build.zig',
    **metron.NO_MAIN,
    "undefined symbol:": 'name the library in clamh.toml: [zig] flags = ["-L<folder>", "-l<name>"]',
}


def find(environ: Mapping[str, str], run: Run) -> tuple[list[Platform], list[Skip]]:
    """The program that ZIG names, every zig on PATH, and the compiler of the installed Python package."""
    paths = (*on_path(["zig"], environ), *program_of_wheel(WHEEL, "ziglang/zig"), *on_path(["python-zig"], environ))
    return find_platforms("ZIG", paths, probe, environ, run, refused="zig", hint=INSTALL_HINT,
                          missing=Skip(platform="zig", reason=f"no Zig {MINOR} is on PATH (zig)", hint=INSTALL_HINT))


def probe(program: str, flags: tuple[str, ...], environ: Mapping[str, str], run: Run) -> Platform | str:
    """The platform of a compiler, or why it is unusable; its answer shows what `native` means on this machine."""
    answer = ask_version(program, "version", re.compile(r"^((\d+\.\d+)\.\d+)\S*\s*$"), environ, run)
    if isinstance(answer, str):
        return answer
    executable, version = answer
    if version[2] != MINOR:
        return (f"it is Zig {version[1]}, but CLAMH needs Zig {MINOR}, since the language changes with each minor "
                "version")
    extra = tuple(join_flags(flags, PAIRED, MODES))
    if "-fsanitize-thread" in extra:
        return "with its flag -fsanitize-thread it needs a runtime that CLAMH does not link; leave the flag out"
    kinds = {_kind(flag) for flag in extra}
    all_flags = (*(flag for flag in DEFAULT_FLAGS if _kind(flag) not in kinds), *extra)
    with tempfile.TemporaryDirectory(prefix="clamh-") as folder:  # it makes a folder even for this
        shown = run((executable, "build-obj", "--show-builtin", "--global-cache-dir", folder,
                     *_words(compile_flags(all_flags))))
    if shown.code != 0:
        return next((line for line in shown.output.splitlines() if line.startswith("error")),
                    "it does not accept these flags")
    return Platform(
        id=f"zig/zig-{MINOR}", language="zig", executable=executable, version=version[1], flags=all_flags, extra=extra,
        optimisation=" ".join(flag for flag in extra if OPTIMISING.fullmatch(flag) and flag not in DEFAULT_FLAGS),
        target=" ".join(flag for flag in extra if MACHINE.fullmatch(flag) and flag not in DEFAULT_FLAGS),
        facts={"name": "zig", "identity": identify_program(executable, version.string), "native": short(shown.output),
               "linux": ".tag = .linux," in shown.output})


def _kind(flag: str) -> str:
    """The setting that a flag changes, for flags of which only the last counts; else the flag itself."""
    return "-O" if flag.startswith("-O") else "-mcpu" if flag.startswith("-mcpu=") else flag


def _words(flags: Iterable[str]) -> tuple[str, ...]:
    """The flags as arguments of a command."""
    return tuple(word for flag in flags for word in (flag.split(" ", 1) if flag.startswith(SPLIT) else [flag]))


def compile_flags(flags: Iterable[str]) -> tuple[str, ...]:
    """The flags of the compiler itself: without those of the link and the user's modules."""
    return tuple(flag for flag in flags if not LINKED.fullmatch(flag) and not flag.startswith(MODULE))


def build(wrapper: Wrapper, platform: Platform, shared: Path) -> Build:
    """The steps: compile the core and the worker's part in C (both kept), compile the user's files with the worker,
    generate code, link.

    A second artifact, `<artifact>.recording`, answers `invoke`, so that the measured one needs no branch and no checks.
    """
    unit = wrapper.unit
    published = name_artifact(wrapper)
    is_metron = is_program(unit)  # its module is its worker
    recorded = not is_metron and any(CHECKED.search(text) for text in wrapper.files.values())
    # Where Zig keeps what it adds to every program: in our folder, not in one of its own in the user's home.
    env = {"ZIG_GLOBAL_CACHE_DIR": os.environ.get("ZIG_GLOBAL_CACHE_DIR") or str(shared / "zig"),
           "ZIG_LOCAL_CACHE_DIR": "zig-cache"}
    machine = _words(flag for flag in platform.flags if MACHINE.fullmatch(flag))
    # Valgrind does not know the newest instructions of machines, and the worker is faster by none of them.
    baseline = tuple(flag.replace("-mcpu=native", "-mcpu=baseline") for flag in machine)
    # Without the flag it builds a runtime for these checks first.
    compiler = (platform.executable, "cc", "-fno-sanitize=undefined")
    inputs = (os.path.realpath(platform.executable), platform.version, platform.facts.get("identity", ""),
              platform.facts["native"], *(os.environ.get(name, "") for name in ("ZIG_LIB_DIR", "ZIG_LIBC")), *baseline)
    core = core_steps((*compiler, *baseline), inputs, (), f"compile the core for {platform.id}", env=env)
    trace, guard, _ = map(str, WORKER)
    worker = Step(
        title=f"compile the worker for {platform.id}", outputs=("worker.o",), parallel=True, env=env,
        key=f"zig-worker-{short(chr(0).join([*inputs, contents(WORKER)]))}",
        # Without optimisation: else Zig's reader of debug information takes half a minute, and only a failure needs it.
        argv=(platform.executable, "build-obj", "-ODebug", "-fstrip", "-fno-sanitize-c", "-lc", *baseline,
              trace, "-cflags", "-O2", "--", guard, "-femit-bin=worker.o"))
    own_name, own_file = (metron.MODULE, metron.MODULE_FILE) if is_metron else ("clamh", RUNTIME / "clamh.zig")
    configuration = find_file_above(unit.source.path, "clamh.toml") or Path("clamh.toml")
    pairs = (flag.removeprefix(MODULE).split("=", 1) for flag in platform.flags if flag.startswith(MODULE))
    named = {name.strip(): os.path.abspath(configuration.parent / file.strip()) for name, file in pairs}
    named.pop(own_name, None)
    modules = {name: file for name, file in named.items() if file.endswith(".zig")}
    package = {name: folder for name, folder in named.items() if name not in modules}
    folders = map(os.path.dirname, modules.values())
    sources = [file for file in list_package_files(folders) if file.endswith(".zig") and os.path.isfile(file)]
    added = (*modules, *(f"{name}=package.{name}" for name in package))

    def compile_step(output: str) -> Step:
        def define(module: str, file: str, imported: Iterable[str]) -> Iterator[str]:
            yield from own_flags
            yield from (word for name in imported if name != module for word in ("--dep", name))
            yield f"-M{module}={file}"

        checking = output != published
        kept = (flag for flag in platform.flags if not checking or _kind(flag) != "-O" and flag != "-fno-error-tracing")
        own_flags = (*_words(compile_flags(kept)), *([CHECKING] if checking else []))
        files = {own_name: str(own_file), "clamh_platform": f"{output}.platform.zig", **modules}
        debug = CHECKING in own_flags  # Zig's own generator of code is quick then, and there is nothing to align
        emitted = (f"-femit-bin={output}.o",) if debug else ("-fno-emit-bin", "-fllvm", f"-femit-llvm-bc={output}.bc")
        return Step(
            title=f"compile {unit.source.path} with {platform.id}", parallel=checking,
            env={**env, "CLAMH_MADE_WITH": contents(own_file.parent.rglob("*.zig"))},
            argv=(platform.executable, "build-obj", "--name", output, *emitted, "-ffunction-sections", "-lc",
                  *define("root", wrapper.entry, (own_name, "clamh_platform", *added)),
                  *(word for name in files
                    for word in define(name, files[name], (own_name, *added) if name in modules else ())),
                  *([f"@{build_packages.MODULES}"] if package else [])),
            outputs=(f"{output}.o" if debug else f"{output}.bc",), failure_hints=FAILURES,
            reads=(*sources, *(named for file in sources for named in list_named(file, Path(file).read_bytes()))),
            files={f"{output}.platform.zig": platform_file(platform, checking, recorded)})

    objects = [] if is_metron else [str(shared / step.key / step.outputs[0]) for step in (worker, *core)]

    def link_step(output: str, of: str, *extra_flags: str) -> Step:
        return Step(
            title=f"link {unit.source.path} with {platform.id}", outputs=(output,), parallel=of != published,
            failure_hints=FAILURES, env=env, reads=tuple(list_flag_files(platform.flags)),
            argv=(*compiler, *machine, *extra_flags, f"{of}.o", *objects,
                  *([f"@{build_packages.LINKED}"] if package else []),
                  *_words(flag for flag in platform.flags if LINKED.fullmatch(flag)), "-lm", "-lpthread", "-o", output))

    programs = (published, f"{published}.recording") if recorded else (published,)
    steps = [] if is_metron else [*core, worker]
    steps += [_package_step(package, platform, unit.source.path, configuration, env)] if package else []
    steps += map(compile_step, programs)
    if CHECKING not in platform.flags:
        steps.append(Step(title=f"generate the code of {unit.source.path}", outputs=(f"{published}.o",), env=env,
                          argv=(*compiler, *machine, *GENERATING, "-c", f"{published}.bc", "-o", f"{published}.o")))
    steps += [link_step(program, program) for program in programs]
    ordering = ("script", "") if platform.facts["linux"] else (
        "", "CLAMH does not know how to give this system's linker an order of functions")
    return with_layouts(steps, published, unit.source.path, ordering, [f"{published}.o"],
                        lambda output: link_step(output, published, f"-Wl,-T,{output}.order"))


def _package_step(package: Mapping[str, str], platform: Platform, source: str, configuration: Path,
                  env: Mapping[str, str]) -> Step:
    """The step that builds the user's packages, with the platform's optimisation and machine."""
    known = {"-O": "-Doptimize=", "-mcpu": "-Dcpu="}
    options = [f"{known[_kind(flag)]}{LEVELS.get(flag[2:], flag.partition('=')[2])}" for flag in platform.flags
               if _kind(flag) in known]
    options += [f"-Dtarget={flag.split()[1]}" for flag in platform.flags if flag.startswith("-target ")]
    return Step(
        title=f"build the packages of {source}", outputs=(build_packages.MODULES, build_packages.LINKED), parallel=True,
        files={"build.zig": (HERE / "packages.zig").read_text(encoding="utf-8")},
        reads=tuple(list_package_files(package.values())),
        # Zig compiles its build system first, once: with optimisation that takes minutes.
        env={**env, "CLAMH_MADE_WITH": contents([HERE / "build_packages.py"]), "ZIG_DEBUG_CMD": "1"},
        argv=(sys.executable, "-I", "-S", str(HERE / "build_packages.py"), platform.executable, platform.version,
              str(configuration), json.dumps(package), *options))


def list_package_files(packages: Iterable[str]) -> Iterator[str]:
    """The files of packages and of their dependencies with a path, without what builds make and CLAMH publishes."""
    published = artifact_suffixes()
    tops = [Path(package).resolve() for package in packages]
    for top in tops:  # the list grows during the loop
        paths = ((top / path).resolve() for path in _PATH.findall(build_packages.read_manifest(top)))
        tops += [path for path in paths if path not in tops and path.is_dir()]
        for folder, names, files in os.walk(top):
            names[:] = sorted(name for name in names if name not in OWN)
            sources = tuple(os.path.splitext(file)[0] for file in files)  # an artifact is called run_ and its source
            yield from (os.path.join(folder, file) for file in sorted(files)
                        if not (file.startswith("run_") and os.path.splitext(file)[1] in published
                                and file.removeprefix("run_").startswith(sources)))


def platform_file(platform: Platform, records: bool, recorded_apart: bool) -> str:
    """The text of the module `platform`; `recorded_apart`: a second artifact answers `invoke`; `records`: this one."""
    values = {"platform": platform.id, "version": platform.version, "flags": json.dumps(list(platform.flags)),
              "optimised": CHECKING not in platform.flags, "records": records, "recorded_apart": recorded_apart}
    return "".join(f"pub const {name} = {byte_literal(value) if isinstance(value, str) else json.dumps(value)};\n"
                   for name, value in values.items())
