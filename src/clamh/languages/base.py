"""The contract of a language folder: what core uses of it. Everything else in the folder is private.

languages/<id>/
  language.toml     id, title, extensions, grammar, [lexer], [options] …: see languages.Language
  annotations.scm   tree-sitter query with the captures @function @class @field @enum, if frontend.py uses
                    `captured`
  frontend.py       declarations(...)           syntax tree → declarations
  toolchain.py      find, probe, build
  explain.py        read_code: the emitted code of a benchmark
  profiler.py       LOOP, HARNESS, find_tools, read_stacks: how `clamh profile` profiles a worker; for native code,
                    [native] in language.toml replaces it, and with `stub` explain.py
  templates/        Jinja templates for generate(unit) in generator.py; new.<ext>.j2 is the file that `clamh new`
                    writes, doctor.<ext> the one that `clamh doctor` builds and runs
  adopt_<tool>.py   find_benchmarks(path, text, root) → ForeignSource: benchmarks of another tool (`foreign` in
                    language.toml), which templates/adopt.<ext>.j2 turns into an annotated source
  runtime/          what is compiled into the artifact

A member with a body below is optional, and its body is the default; each language defines all others.

Code that several folders share is in the modules beside this file, and in the folders without a language.toml.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from clamh.model.artifacts import Artifact, Command, Platform, Skip
from clamh.model.code import Code, Target
from clamh.model.diagnostics import Diagnostic
from clamh.model.profiles import Stack
from clamh.model.sources import Annotation, Declaration, Member, SourceFile, Unit, Wrapper


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One command of a build; it succeeds if `outputs` exist in its directory afterwards.

    If a file changes that a step read and that is not part of the wrapper, the artifact is built again.

    A step with a `key` makes something that builds share (a compiled worker, JMH's jars). Its directory is
    `<shared>/<key>`; it runs once, under a lock, and the complete result is moved into place. A step with `parallel`
    does not need the step before it and may run at the same time.
    """

    title: str
    argv: tuple[str, ...]
    outputs: tuple[str, ...]
    key: str = ""
    parallel: bool = False
    hint: str = ""  # hint if its program is missing
    failure_hints: dict[str, str] = {}  # hints by text in its output, for failures whose message gives no hint
    files: dict[str, str] = {}  # written into the step's directory first
    searches: tuple[str, ...] = ()  # folders that it searches for headers before those of the environment and its own
    searches_later: tuple[str, ...] = ()  # folders that it searches after those of the environment
    standard: tuple[str, ...] = ()  # its program's own folders; files in them are not the user's
    dependency_files: str = ""  # pattern of the dependency files (as for make) that its program writes
    reads: tuple[str, ...] = ()  # files that it reads and that are not in the dependency files
    env: dict[str, str] = {}
    suite_of: str = ""  # the source in whose suite it runs, not in its directory: words of `outputs` become absolute


class Build(msgspec.Struct, frozen=True, kw_only=True):
    """How to build an artifact: its steps in order, and the artifact's path relative to the build directory.

    `layouts` are later steps that build the same artifact in other code layouts: `<artifact>.1` and so on.
    `one_layout` says why there are no layouts in a language that otherwise has them.
    """

    steps: tuple[Step, ...]
    artifact: str
    layouts: tuple[Step, ...] = ()
    one_layout: str = ""


class Captured(msgspec.Struct, frozen=True, kw_only=True):
    """The output and exit code of a short probing command (a compiler's --version)."""

    code: int
    output: str


Run = Callable[[tuple[str, ...]], Captured]


def program_line(program: str) -> bytes:
    """The end of a published artifact: the path of the clamh that built it, which the artifact's `hand_over` reads."""
    return b"\n//clamh=" + os.fsencode(program) + b"\n"


class Frontend(Protocol):
    """frontend.py of a language."""

    def declarations(
        self, source: SourceFile, text: bytes, blanked: bytes, tree: Any, annotations: tuple[Annotation, ...]
    ) -> tuple[list[Declaration], Any]:
        """The declarations outside of function bodies, without annotations (see model.Declaration), and their tree.

        Core attaches annotations. Only a benchmark that a macro declares already has its Benchmark. It looks for syntax
        errors in the returned tree: `tree`, or the tree that the front-end parsed from a text of the same length.
        `text` is the file. `blanked` is the same text with the annotations blanked; `tree` is its parse. `annotations`
        are those found, for a front-end that looks only near annotations. The type of a parameter or field has the
        file's own aliases (`using`, `typedef`) resolved.
        """

    def find_rule_errors(self, declarations: Sequence[Declaration]) -> list[Diagnostic]:
        """The errors by rules of the language itself in these declarations, which now have their annotations.

        An error with the code OTHER_LANGUAGE causes all others of its file, so only the first of these is reported.
        """

    @staticmethod
    def own_names(tree: Any) -> dict[str, int]:
        """The names that a file defines, with their lines, for a language in which plain `@Name` calls such a name.

        An annotation with such a name belongs to the host language, unless it is in a comment. By default there are
        none.
        """
        return {}

    @staticmethod
    def syntax(path: str, blanked: bytes, code: bytes, tree: Any) -> tuple[bytes, Any]:
        """The input of the syntax check: a text whose brackets must match, and the tree with the fewest errors.

        `code` is `blanked` without comments and literals. The default returns the text and its tree unchanged.
        """
        return code, tree

    def find_companions(self, path: str, text: bytes) -> list[str]:
        """Paths of the user's files that this file names and that belong to its artifact, for binding.

        Examples: headers included in quotes that exist beside it (C++); files of classes in the same folder that it
        mentions and that have no benchmarks (Java). Only directly named files: the caller follows them in turn.
        """

    @staticmethod
    def belongs_here(name: str) -> bool:
        """Whether the name of a file lets the language's tools build it on this machine; by default every name does."""
        return True

    @staticmethod
    def find_conditional(path: str, text: bytes) -> list[str]:
        """Those of these paths that the file names only under a condition of the preprocessor."""
        return []


class Generator(Protocol):
    """generator.py of a language."""

    def generate(self, unit: Unit) -> Wrapper:
        """The wrapper of a unit: deterministic, small, readable, with line directives to the user's file."""

    @staticmethod
    def standalone(wrapper: Wrapper) -> str | None:
        """One self-contained source, which the plain toolchain builds and runs without CLAMH, or None (the default)."""
        return None


class Toolchain(Protocol):
    """toolchain.py of a language: it returns commands; building/build.py and running/worker/process.py run them.

    Core starts a worker in the folder of its suite: every path in a command is absolute.

    `INSTALL_HINT` is the command that installs what the language needs.
    """

    INSTALL_HINT: str

    def find(self, environ: Mapping[str, str], run: Run) -> tuple[list[Platform], list[Skip]]:
        """The platforms of this machine, the default first, and the missing ones with the command that installs them.
        """

    def probe(
        self, program: str, flags: tuple[str, ...], environ: Mapping[str, str], run: Run
    ) -> Platform | str:
        """The platform of a program with these flags of the user (`Platform.extra`), or the reason why it is unusable.
        """

    @staticmethod
    def together(platforms: list[Platform]) -> list[Platform]:
        """The platforms, as all of them are when they run the same sources; by default as each is alone."""
        return platforms

    def build(self, wrapper: Wrapper, platform: Platform, shared: Path) -> Build:
        """How to build. `shared` is the folder of keyed steps; other steps run in the folder of the wrapper's files."""

    @staticmethod
    def reads_variables(wrapper: Wrapper) -> tuple[str, ...]:
        """Names of environment variables that the user's files read during compilation; none by default."""
        return ()

    @staticmethod
    def reads_above(source: str, platform: Platform) -> tuple[str, ...]:
        """Names of files that the build of a source reads in the folders above that of the builds; none by default."""
        return ()

    @staticmethod
    def find_imports(platform: Platform, sources: Sequence[str], folder: str, run: Run) -> tuple[str, ...]:
        """The places of modules that the sources in `folder` import, except the language's own; none by default.

        Only modules that a worker of the platform finds itself, without the help of the sources.
        """
        return ()

    @staticmethod
    def describe_command(artifact: Artifact) -> Command:
        """The process that answers `describe`; `artifact.options` are the language's own command-line options.

        By default it is the artifact itself; the driver adds the two pipes.
        """
        return Command(argv=(os.path.realpath(artifact.path),))

    @staticmethod
    def run_command(artifact: Artifact, launch: Any) -> Command:
        """A fresh worker process for a case; `launch` is the value of the same name in the catalog entry.

        By default it is the artifact itself, every process of which is fresh.
        """
        return Toolchain.describe_command(artifact)

    @staticmethod
    def recorder(artifact: Artifact) -> Artifact:
        """The artifact whose processes answer `invoke` and never measure: `<artifact>.recording`, if it was built,
        else the one that measures.
        """
        recording = f"{artifact.path}.recording"
        return replace(artifact, path=recording) if os.path.exists(recording) else artifact

    @staticmethod
    def case_optimisation(launch: Any) -> tuple[str, str] | None:
        """Platform.optimisation and .target of a case with this `launch`; None (the default): those of the platform."""
        return None

    @staticmethod
    def with_temporary_folder(command: Command, folder: str) -> Command:
        """A command of `run_command` with its temporary files in that folder; by default TMPDIR is enough."""
        return command

    @staticmethod
    def with_program(content: bytes, program: str) -> bytes:
        """The content of a published artifact that starts this `clamh`; by default the path is appended at the end."""
        return content + program_line(program)

    @staticmethod
    def with_layout_seed(command: Command, seed: int) -> Command:
        """A command of `run_command` for a fork with this layout seed; by default the `open` message sets all random
        choices.
        """
        return command


class Explainer(Protocol):
    """explain.py of a language: the emitted code of a benchmark."""

    def read_code(self, artifact: Artifact, target: Target, run: Run) -> Code:
        """The code of a benchmark's function in an artifact, by programs that `run` starts.

        Raises InputError with what to install if a program is missing, or if the artifact has no such function.
        """


class ProfilingTool(msgspec.Struct, frozen=True, kw_only=True):
    """A profiler: the command line of a worker that it records, and how its output is read.

    `unit` is that of its weights: nanoseconds, or "none" for instructions. `probe` is a command that fails where the
    tool is not permitted; its first word is a program that exists where the tool is installed. `pattern` matches the
    files that the process leaves; `reading` is the command that prints such a file, () if the file is text. `refusals`
    are hints by text in the output of a process that failed.
    """

    name: str
    unit: str
    argv: tuple[str, ...]
    probe: tuple[str, ...]
    install_hint: str
    refused_hint: str
    pattern: str
    reading: tuple[str, ...] = ()
    env: dict[str, str] = {}
    refusals: dict[str, str] = {}


class Profiler(Protocol):
    """profiler.py of a language.

    A stack's frame that matches LOOP is the measured loop: what is outside of it belongs to the harness, and so do
    frames directly inside of it that match HARNESS. Both are searched in the frame's name, a blank, and its file.
    PREFIX is what the artifact adds to the names of the user's functions. COUNTED are valgrind's patterns for the names
    of the functions that are measured loops; there is none where these are not native code. PASSED are the profilers of
    the language's own harness, which `-prof` passes on.
    """

    LOOP: re.Pattern[str]
    HARNESS: re.Pattern[str] = re.compile("(?!)")
    PREFIX: re.Pattern[str] = re.compile("(?!)")
    COUNTED: tuple[str, ...] = ()
    PASSED: tuple[str, ...] = ()

    def find_tools(self, command: Command, platform: Platform, folder: str) -> list[ProfilingTool]:
        """The profilers for this process, the best first; each writes into `folder`. Empty if there is none."""

    def read_stacks(self, tool: str, text: str) -> list[Stack]:
        """The stacks in the output of a tool."""

    @staticmethod
    def describe_passed(artifact: Artifact, benchmark: str, params: Mapping[str, str], options: Mapping[str, str],
                        members: Sequence[Member], profiler: str) -> tuple[str, ...]:
        """The command by which the language's own harness runs a case under a profiler of PASSED, with its options.

        `options` are those of the case, by the names of the command line; `members` are those of a group. Empty if that
        command line cannot give these params.
        """
        return ()

    @staticmethod
    def find_text(output: str) -> str:
        """What the profiler printed, in the output of that command; "" if it printed nothing."""
        return ""

    @staticmethod
    def profiled_platform(platform: Platform) -> Platform:
        """The platform whose artifacts can be profiled; by default the one that is measured."""
        return platform


class Part:
    """A module of a language's folder; members that it does not define come from its contract."""

    def __init__(self, module: ModuleType, contract: type):
        self.module, self.contract = module, contract

    def __getattr__(self, name: str) -> Any:
        return vars(self.module)[name] if name in vars(self.module) else getattr(self.contract, name)
