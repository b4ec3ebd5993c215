"""The contract of a language folder: what core may ask of it. Everything else in the folder is its own affair.

languages/<id>/
  language.toml     id, title, extensions, grammar, [lexer], [options] …: what languages.Language says
  annotations.scm   tree-sitter query with the captures @function @class @field @enum
  frontend.py       declarations(...)           captures → declarations
  toolchain.py      find, build, describe_command, run_command
  templates/        Jinja templates, which generate(unit) in generator.py fills; new.<ext>.j2 is what `clamh new`
                    writes, doctor.<ext> what `clamh doctor` builds and runs
  runtime/          what is compiled into the artifact

A member with a body below is optional, and the body is its default; every other one is each language's own.

What several folders would repeat stands in frontends.py, generators.py and toolchains.py beside this file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import msgspec

from clamh.model.artifacts import Artifact, Command, Platform, Skip
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Annotation, Declaration, SourceFile, Unit, Wrapper


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One command of a build, run in `directory`; done when `outputs` exist there.

    When a file changes that a step read, other than those of the wrapper, the artifact is built again.

    A step with a `key` makes something that builds share (a compiled worker, JMH's jars): its directory is
    `<shared>/<key>`, it is run once, under a lock, and moved into place whole. A step that is `beside` needs nothing of
    the one before it and may run at the same time.
    """

    title: str
    argv: tuple[str, ...]
    outputs: tuple[str, ...]
    key: str = ""
    beside: bool = False
    mend: str = ""  # what to do when its program is not there
    advice: dict[str, str] = {}  # what to do when it fails with these words, where they do not say it
    files: dict[str, str] = {}  # written into the step's directory first
    searches: tuple[str, ...] = ()  # folders in which it looks for headers before those of the environment and its own
    standard: tuple[str, ...] = ()  # its program's own folders: nothing in them is a source of the user's
    depends: str = ""  # pattern of the files in which its program writes, as for make, what it read
    reads: tuple[str, ...] = ()  # files that it reads and does not write there
    env: dict[str, str] = {}


class Build(msgspec.Struct, frozen=True, kw_only=True):
    """How to make an artifact: its steps in order, and the file that it is, relative to the build directory.

    `layouts` are steps that, run afterwards, make the same artifact in other code layouts: `<artifact>.1` and so on.
    `one_layout` says why there are none, where the language could have them.
    """

    steps: tuple[Step, ...]
    artifact: str
    layouts: tuple[Step, ...] = ()
    one_layout: str = ""


class Captured(msgspec.Struct, frozen=True, kw_only=True):
    """What a short probing command (a compiler's --version) printed, and its exit code."""

    code: int
    output: str


Run = Callable[[tuple[str, ...]], Captured]


def program_line(program: str) -> bytes:
    """The end of a published artifact: the path of the clamh that built it, for the artifact's own `hand_over`."""
    return b"\n//clamh=" + os.fsencode(program) + b"\n"


class Frontend(Protocol):
    """frontend.py of a language."""

    def declarations(
        self, source: SourceFile, text: bytes, blanked: bytes, tree: Any, annotations: tuple[Annotation, ...]
    ) -> tuple[list[Declaration], Any]:
        """The declarations outside of function bodies, without annotations (see model.Declaration), and their tree.

        Core attaches annotations; it looks for errors in the tree, which is `tree` or one that the front-end made of a
        text of the same length. `text` is the file, `blanked` the same with the annotations blanked, of which `tree` is
        the parse; `annotations` are those found, for a front-end that wants to look only where some are. A parameter's
        or field's `type` has the file's own aliases (`using`, `typedef`) resolved.
        """

    def refusals(self, declarations: Sequence[Declaration]) -> list[Diagnostic]:
        """What the language itself forbids on these declarations, which now have their annotations."""

    @staticmethod
    def own_names(tree: Any) -> dict[str, int]:
        """The names that a file gives a meaning to, by name the line; where plain `@Name` is the host's call of a name.

        An annotation of such a name is the host's own, unless it stands in a comment. By default there are none.
        """
        return {}

    @staticmethod
    def syntax(path: str, blanked: bytes, code: bytes, tree: Any) -> tuple[bytes, Any]:
        """What a file's syntax is checked by: text whose brackets must match, and the tree that knows most of it.

        `code` is `blanked` without comments and literals. By default the text and its parse as they are.
        """
        return code, tree

    def companions(self, path: str, text: bytes) -> list[str]:
        """Paths of the user's files that this one names and that belong to its artifact, for binding.

        Quote-included headers that exist beside it (C++), files of classes of the same folder that it mentions and that
        have no benchmarks (Java). Only what is directly named: the caller follows them in turn.
        """


class Generator(Protocol):
    """generator.py of a language."""

    def generate(self, unit: Unit) -> Wrapper:
        """The wrapper of one unit: deterministic, small, readable, with line directives to the user's file."""

    @staticmethod
    def standalone(wrapper: Wrapper) -> str | None:
        """One self-contained source, which the plain toolchain builds and runs without CLAMH; None (the default) where there is none."""
        return None


class Toolchain(Protocol):
    """toolchain.py of a language: commands are returned, building/build.py and running/worker/process.py run them.

    Core starts a worker in the folder of its suite: every path in a command is absolute.

    `MEND` is the line that installs what the language needs.
    """

    MEND: str

    def find(self, environ: Mapping[str, str], run: Run) -> tuple[list[Platform], list[Skip]]:
        """The platforms of this machine, the default first, and what is missing with the line that installs it."""

    def probe(
        self, program: str, flags: tuple[str, ...], environ: Mapping[str, str], run: Run
    ) -> Platform | str:
        """The platform that a program is with these flags of the user's (`Platform.extra`), or why it is none."""

    @staticmethod
    def together(platforms: list[Platform]) -> list[Platform]:
        """The platforms, as all of them are when they run the same sources; by default as each is alone."""
        return platforms

    def build(self, wrapper: Wrapper, platform: Platform, shared: Path) -> Build:
        """How to build; `shared` is where keyed steps go. Steps run where the wrapper's files stand."""

    @staticmethod
    def reads_variables(wrapper: Wrapper) -> tuple[str, ...]:
        """Names of the environment's variables that the user's files read when they are compiled; by default none."""
        return ()

    def describe_command(self, artifact: Artifact) -> Command:
        """The process that answers `describe`; `artifact.options` are the language's own of the command line."""

    def run_command(self, artifact: Artifact, launch: Any) -> Command:
        """A fresh worker process for one case; `launch` is what the catalog entry carried."""

    @staticmethod
    def compiled(launch: Any) -> tuple[str, str] | None:
        """Platform.optimisation and .target of a case that starts with `launch`; None (the default) where the platform's hold."""
        return None

    @staticmethod
    def in_folder(command: Command, folder: str) -> Command:
        """A command of `run_command` with its temporary files in that folder; by default TMPDIR, which it has, is enough."""
        return command

    @staticmethod
    def with_program(content: bytes, program: str) -> bytes:
        """A published artifact that starts this `clamh`; by default the path stands behind all that is loaded."""
        return content + program_line(program)

    @staticmethod
    def seeded(command: Command, seed: int) -> Command:
        """A command of `run_command` for a fork whose layout has that seed; by default `open` sets all that is drawn."""
        return command


class Part:
    """A module of a language's folder, completed by its contract: what the module leaves out is the contract's default."""

    def __init__(self, module: ModuleType, contract: type):
        self.module, self.contract = module, contract

    def __getattr__(self, name: str) -> Any:
        return vars(self.module)[name] if name in vars(self.module) else getattr(self.contract, name)
