"""The registry of languages: every folder here with a `language.toml` is one."""

from __future__ import annotations

import importlib
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).parent


class Lexer(msgspec.Struct, frozen=True, kw_only=True):
    """How the language writes comments and literals, for finding annotations outside of them.

    `literals` are regular expressions tried in order at each place where none of the others matched; they must not
    match the empty text. `host_at` says that `@` belongs to the host language (design section 3); `line_splices` that a
    backslash at the end of a line joins it with the next, so that a line comment goes on there; `line_ends_statements`
    that a statement needs no `;`, so that nothing at all may stand between an annotation and its declaration.
    `dotted` says that an annotation's name may stand behind its package's; where it may not, `@a.Benchmark` is a's own.
    `literals_in` is the module of the language's folder, such as "x.literals", whose `literals(text)` gives the extents
    (start, end) of all literals in order, for a language where only what comes before tells what is one.
    `spaced_marks` says that the language's formatter puts a blank before the `@@` of a comment: `// @@Name` is an annotation too.
    """

    line_comment: str
    block_comment: tuple[str, str] | None = None
    nested_block_comments: bool = False
    literals: tuple[str, ...] = ()
    host_at: bool = False
    line_splices: bool = False
    line_ends_statements: bool = False
    dotted: bool = False
    literals_in: str = ""
    spaced_marks: bool = False

    @property
    def mark(self) -> str:
        """What an annotation in a comment of its own begins with, as people are told to write it."""
        return f"{self.line_comment}{' ' if self.spaced_marks else ''}@@"

    def extents(self, text: bytes) -> list[tuple[int, int]]:
        """The literals that the language's own module finds in `text`."""
        return importlib.import_module(f"{__name__}.{self.literals_in}").literals(text) if self.literals_in else []


class Bodies(msgspec.Struct, frozen=True, kw_only=True):
    """How the grammar calls what a function's body is read for: types of nodes, and names of fields where grammars differ."""

    loop: str  # one with a counter
    loops: tuple[str, ...]  # all of them
    start: str  # the field of a loop in which its counter begins
    range: str = ""  # what stands there of a loop without a condition: from one value to another
    head: str = ""  # the node in a loop that has this field and the condition, where the loop itself has not
    lists: str = ""  # what holds the sides of an assignment, where there may be several on each
    value: str = "value"  # the field of a local with what it begins as
    nobody: str = ""  # the name of a local, or of what is assigned to, that is meant for nobody
    call: str
    callee: str  # the field of a call
    receiver: str = ""  # the field of a call that has the object, where it is no part of the callee
    qualified: str = ""  # a callee that is no method, whatever stands before its last name
    pure: tuple[str, ...]  # what does nothing but compute: functions, or what all functions of stand before
    result: str
    returned: str = ""  # the field of a function with the type that it returns, where the last expression of a body is its result
    statement: str
    operation: str  # of two operands
    assignments: tuple[str, ...]
    locals: tuple[str, ...]  # what has a `value`
    declares: tuple[str, ...]  # what has names of the body itself
    literals: tuple[str, ...]
    nested: tuple[str, ...]  # functions within the function
    self: str = "this"


class Environment(msgspec.Struct, frozen=True, kw_only=True):
    """Names of variables of the environment, or patterns such as `CGO_*`; building/variables.py says what becomes of each kind.

    `builds` change what is built, of which `paths` are lists of folders, `headers` those that are searched for headers, in this
    order, and `flags` are words that every build gets as flags. `access` only opens doors. `unused` are known to the toolchain and not
    honoured here. `runs` act on a worker.
    """

    builds: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    access: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    runs: tuple[str, ...] = ()


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """An option of the language's own on the command line.

    `words` says that its value holds several words (split as JMH splits them, unless the option is given several
    times); `environment` is the variable in which `find` sees the value too, of an option that decides on the platform.
    """

    metavar: str
    help: str
    words: bool = False
    environment: str = ""


class Language(msgspec.Struct, frozen=True, kw_only=True):
    """What a `language.toml` says.

    `modes` and `annotations` are the meanings that are built; anything else of the annotation table is "not built yet".
    `annotation_arguments` are the language's own arguments of known annotations, by annotation name, `options` those on
    the command line, by name without the dash: they reach the settings `language` and `Artifact.options`.
    `flags` is what clamh.toml may say of the language's platforms, and the flag that each text becomes ("-std={}").
    `flag_forms` has, by key of `flags`, a regular expression for its texts and what they are to be.
    `flag_paths` are what stands before a path in one of `flags`; a path may also be all of it. `flag_files` are the keys of
    `flags` whose texts are files, or patterns of files: each file becomes a flag, with its absolute path.
    `more_sources` says that an artifact may be made of files that nothing in its source names: `sources` in clamh.toml.
    `joins_sources` says that several sources with benchmarks may become one artifact: `clamh build --one`.
    `compiled` says that nothing compiles a benchmark any more while it runs, so that it is soon warm.
    `no_helpers` says that its runtime has no threads beside the benchmark's, such as a collector's: what a benchmark takes is its time on the CPU.
    `also_compiles` are the extensions of files of another language that may be among them.
    `claims_plain` says whether the plain `@` spelling can declare a benchmark that is ours (false where another harness
    owns the list of benchmarks, and one more or one less than we read is an error).
    `untyped` says that a parameter without a type is known by its name: a state's label, or `blackhole` for Blackhole.
    `new_file` is the name of a new suite's source, of `{snake}` or `{pascal}`, which `templates/new<suffix>.j2` holds.
    `numeric` is a regular expression of the types that a counter may have. `cannot` says of annotations (`Name`) and
    arguments (`Name.argument`) that the language can never honour why not, in words that follow "because".
    `outside` is what a source with our names needs to build or run without CLAMH; `{folder}` in it is the language's.
    `search_paths` are the environment's variables that hold folders in which a worker searches: it runs in another folder than the user.
    `locks` are the files that decide on the dependencies of the sources beside and below them, where they are installed and not built:
    into the folder `installed` beside them, or, where that is "", for all folders together.
    `macros` says that the grammar reads before a preprocessor does, so that what it takes for an error may be none.
    `loads_sources` says that an artifact, when it runs, loads sources that it does not hold: another one is what they are then.
    `published_suffix` ends the name of an artifact beside its source. Where sources of several languages would get one name, it stays
    with that which `keeps_guide_name`.
    `needs_platform` says that an artifact does not start by itself: a program of a platform runs it.
    `utf8_paths` says that its tools take no path that is not UTF-8.
    `separator` joins the parts of a full name. `injected` are the types besides states that a benchmark may take.
    """

    id: str
    title: str
    short_title: str = ""  # for a narrow table; "" where the title is short
    extensions: tuple[str, ...]
    grammar: str  # module of the tree-sitter wheel
    lexer: Lexer
    bodies: Bodies
    modes: tuple[str, ...]
    annotations: tuple[str, ...]
    levels: tuple[str, ...] = ("Trial", "Iteration")
    scopes: tuple[str, ...] = ("Benchmark", "Group", "Thread")
    extra_annotations: tuple[str, ...] = ()  # of another harness: kept, and left to it
    annotation_arguments: dict[str, tuple[str, ...]] = {}
    options: dict[str, Option] = {}
    flags: dict[str, str] = {}
    flag_forms: dict[str, tuple[str, str]] = {}
    flag_paths: tuple[str, ...] = ()
    locks: tuple[str, ...] = ()
    installed: str = ""
    flag_files: tuple[str, ...] = ()
    more_sources: bool = False
    joins_sources: bool = False
    compiled: bool = False
    no_helpers: bool = False
    also_compiles: tuple[str, ...] = ()
    claims_plain: bool = True
    untyped: bool = False
    macros: bool = False
    loads_sources: bool = False
    search_paths: tuple[str, ...] = ()
    utf8_paths: bool = False
    published_suffix: str = ""
    keeps_guide_name: bool = False
    needs_platform: bool = False
    separator: str = "."
    injected: tuple[str, ...] = ("Blackhole",)
    numeric: str = ""
    cannot: dict[str, str] = {}
    startup_timeout_s: float = 10.0
    environment: Environment = Environment()
    new_file: str = ""
    outside: str = ""
    folder: str = ""

    @property
    def benchmark_mend(self) -> str:
        """How a benchmark is made where a source has none."""
        comment = f", or in a comment with {self.lexer.mark}Benchmark" if self.claims_plain else ""
        return f"annotate a function with @Benchmark{comment}"

    @property
    def frontend(self) -> Any:
        """The language's frontend module (see base.Frontend)."""
        return self._part("frontend", "Frontend")

    @property
    def generator(self) -> Any:
        """The language's generator module (see base.Generator)."""
        return self._part("generator", "Generator")

    @property
    def toolchain(self) -> Any:
        """The language's toolchain module (see base.Toolchain)."""
        return self._part("toolchain", "Toolchain")

    def _part(self, stem: str, contract: str) -> Any:
        base = importlib.import_module(f"{__name__}.base")  # here, since it imports the nouns, which a list of languages needs not
        return base.Part(importlib.import_module(f"{__name__}.{self.folder}.{stem}"), getattr(base, contract))

    @property
    def query(self) -> str:
        """The text of annotations.scm."""
        return (HERE / self.folder / "annotations.scm").read_text(encoding="utf-8")

    @property
    def doctor_source(self) -> Path:
        """The source that `clamh doctor` tries a platform with: one benchmark, which returns 42."""
        return next(file for file in (HERE / self.folder / "templates").iterdir()
                    if file.stem.lower() == "doctor" and file.suffix in self.extensions)

    @property
    def new_source(self) -> str:
        """The template of a new suite's source."""
        name = f"new{Path(self.new_file).suffix}.j2"
        return (HERE / self.folder / "templates" / name).read_text(encoding="utf-8")


@cache
def languages() -> dict[str, Language]:
    """Every language by id, in the order of their folders."""
    by_id = {}
    for file in sorted(HERE.glob("*/language.toml")):
        with file.open("rb") as opened:
            data = tomllib.load(opened)
        language = msgspec.convert({**data, "folder": file.parent.name}, Language)
        by_id[language.id] = language
    return by_id


def by_extension(path: str) -> Language | None:
    """The language that a file name belongs to, or None."""
    suffix = Path(path).suffix
    return next((language for language in languages().values() if suffix in language.extensions), None)


def also_compiling(path: str) -> Language | None:
    """The language whose artifacts may hold a file of another one with this name, or None."""
    suffix = Path(path).suffix
    return next((language for language in languages().values() if suffix in language.also_compiles), None)


def titles() -> dict[str, str]:
    """The languages' names for sentences, by id, without what a title has in brackets."""
    return {language.id: language.title.partition(" (")[0] for language in languages().values()}


def short_titles() -> dict[str, str]:
    """The languages' short names, of those that have one."""
    return {language.id: language.short_title for language in languages().values() if language.short_title}
