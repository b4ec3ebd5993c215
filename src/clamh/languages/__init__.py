"""The registry of languages: every folder here with a `language.toml` is one."""

from __future__ import annotations

import importlib
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).parent
# The types besides states that a function may take in some language.
INJECTED = ("Blackhole", "Control", "BenchmarkParams", "IterationParams", "ThreadParams", "Random", "Memory",
            "Operations", "Suspend")
# What holds for a language with [native] if its language.toml does not say otherwise.
NATIVE_DEFAULTS = {"compiled": True, "no_helpers": True, "counts": ["gc.allocations", "gc.alloc.rate.norm"],
                   "count_costs_ns": {"gc.allocations": 6.0}, "search_paths": ["LD_LIBRARY_PATH"]}


class Lexer(msgspec.Struct, frozen=True, kw_only=True):
    """How the language writes comments and literals: annotations are searched outside of literals.

    `literals` are regular expressions. They are tried in order at each place where no earlier one matched; none may
    match the empty text. `host_at`: `@` belongs to the host language (design section 3). `line_splices`: a backslash at
    the end of a line joins it with the next line, so a line comment continues there. `line_ends_statements`: a
    statement needs no `;`, so nothing may stand between an annotation and its declaration.
    `dotted`: the name of an annotation may follow the name of its package. Without it `@a.Benchmark` belongs to `a`.
    `literals_in` is a module of the language's folder, such as "x.literals". Its `literals(text)` gives the extents
    (start, end) of all literals in order. It is for a language where only the preceding text decides what a literal is.
    `spaced_marks`: the language's formatter puts a blank before the `@@` of a comment, so `// @@Name` is an annotation
    too.
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
        """The beginning of an annotation in a comment, as messages show it."""
        return f"{self.line_comment}{' ' if self.spaced_marks else ''}@@"

    def extents(self, text: bytes) -> list[tuple[int, int]]:
        """The literals that the language's own module finds in `text`."""
        return importlib.import_module(f"{__name__}.{self.literals_in}").literals(text) if self.literals_in else []


class Bodies(msgspec.Struct, frozen=True, kw_only=True):
    """The grammar's names for the parts of a function's body: node types, and field names where grammars differ."""

    loop: str = "for_statement"  # a loop with a counter
    loops: tuple[str, ...]  # all loops
    start: str = ""  # the field of a loop that initialises its counter
    range: str = ""  # the node type in `start` of a loop without a condition: a range of values
    head: str = ""  # the node of a loop that holds `start` and the condition, where the loop itself does not
    lists: str = ""  # the list node on each side of an assignment, where a side may have several expressions
    value: str = "value"  # the field of a local variable with its initial value
    discard: str = ""  # the name of a variable whose value is discarded
    unnamed: bool = False  # values, arguments and ranges have no field names: they are found by their places
    builtin: str = ""  # the node type of a call of the language's own functions
    call: str = "call_expression"
    callee: str = "function"  # the field of a call
    receiver: str = ""  # the field of a call that holds the object, where the callee does not include it
    qualified: str = ""  # the node type of a qualified callee that is not a method
    pure: tuple[str, ...]  # callees that only compute: functions, or the prefixes of all their functions
    creates: str = "(?!)"  # a regular expression of callees that create an object, also from constants
    result: str = "return_statement"
    # the field of a function with its return type, where the last expression of a body is the result
    returned: str = ""
    statement: str = "expression_statement"
    operation: str = "binary_expression"  # a binary operation
    assignments: tuple[str, ...]
    locals: tuple[str, ...]  # declarations with a `value`
    declares: tuple[str, ...]  # nodes that declare names inside the body
    literals: tuple[str, ...]
    nested: tuple[str, ...]  # functions within the function
    self: str = "this"
    waits: tuple[str, ...] = ()  # statements, operators and methods that may wait for another goroutine


class Environment(msgspec.Struct, frozen=True, kw_only=True):
    """Names or patterns (`CGO_*`) of environment variables; building/variables.py says what is done with each kind.

    `builds` change the build. Of these, `paths` are lists of folders, `headers` are searched for headers in this order,
    and `flags` are words that every build gets as flags. `access` only gives access to files or networks. `unused` are
    known to the toolchain and ignored here. `runs` affect a worker.
    """

    builds: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    access: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    runs: tuple[str, ...] = ()


class Native(msgspec.Struct, frozen=True, kw_only=True):
    """What the functions of artifacts that are native code are called; it replaces profiler.py.

    `stub` is a regular expression of the function that repeats a benchmark. `{number}` and `{place}` are those of the
    benchmark and of a function in its group, `{member}` is `m` and that place, or nothing without a group. `stub`
    replaces explain.py. The others are those of base.Profiler. NATIVE_DEFAULTS holds for such a language.
    """

    loop: str
    counted: tuple[str, ...]
    harness: str = "(?!)"
    prefix: str = "(?!)"
    stub: str = ""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """A command-line option that belongs to the language.

    `words`: the value holds several words (split as JMH splits them, unless the option is given several
    times). `environment` is the variable that passes the value to `find`, for an option that decides on the platform.
    """

    metavar: str
    help: str
    words: bool = False
    environment: str = ""


class ForeignTool(msgspec.Struct, frozen=True, kw_only=True):
    """Another tool whose benchmarks CLAMH can adopt.

    `mark` is a regular expression that the bytes of each file with such benchmarks match. `finder` is a module of the
    language's folder with `find_benchmarks(path, text, root)`.
    """

    title: str
    mark: str
    finder: str


class Language(
        msgspec.Struct, frozen=True, kw_only=True, rename={
            "install_folder": "installed", "lock_files": "locks", "standalone_requirements": "outside",
            "unsupported_reasons": "cannot"
        }):
    """The contents of a `language.toml`.

    `modes`, `levels`, `scopes`, `annotations` and `injected` (the types besides states that a benchmark may take) are
    those that work. Without the key all work, except, of `annotations` and `injected`, those in `cannot`. Any other
    annotation of the table is "not built yet".
    `annotation_arguments` are the language's own arguments of known annotations, by annotation name. `options` are
    those on the command line, by name without the dash; they reach the settings `language` and `Artifact.options`.
    `flags` are the keys that clamh.toml may set for the language's platforms, with the flag that each text becomes
    ("-std={}"). `flag_forms` has, by key of `flags`, a regular expression that a text must match and a description of
    valid texts; what its group `toml` matches must be a line of TOML. `flag_paths` are the prefixes of a path in
    `flags`; a text may also be only a path. `flag_files` are the keys of `flags` whose texts are files, or patterns of
    files: each file becomes a flag, with its absolute path.
    `more_sources`: an artifact may contain files that its source does not name: `sources` in clamh.toml.
    `joins_sources`: several sources with benchmarks may become one artifact: `clamh build --one`.
    `compiled`: nothing compiles a benchmark while it runs, so its warmup is short.
    `no_helpers`: the runtime has no threads of its own, such as a garbage collector's. The CPU time of the benchmark is
    its whole cost. `methods_by_parameter`: classes have no methods; a fixture, check or counter is a function that
    takes a pointer to its state. `benchmark_macros` declare a benchmark, in a program that brings its own main
    function; `run_macro` runs the benchmarks of all its files.
    `also_compiles` are the extensions of another language's files that may be among them.
    `claims_plain`: the plain `@` spelling declares a benchmark of CLAMH (false where another harness
    owns the list of benchmarks, and any difference from our list is an error).
    `untyped`: a parameter without a type is identified by its name: a state's label, or `blackhole` for Blackhole.
    `new_file` is the file name of a new suite's source, made of `{snake}` or `{pascal}`; `templates/new<suffix>.j2`
    holds its text. `numeric` is a regular expression of the types that a counter may have. `cannot` gives, for
    annotations and injected types (`Name`) and arguments (`Name.argument`) that the language can never support, the
    reason in words that follow "because". `outside` is what a source with our names needs to build or run without
    CLAMH; `{folder}` in it is the language's folder. `search_paths` are environment variables with folders that a
    worker searches; the worker does not run in the user's folder. `locks` are the lock files of installed
    dependencies, which hold for the sources beside and below them.
    They are installed into the folder `installed` beside the lock file; if `installed` is "", for all folders together.
    Without a lock file the `manifest` counts, which names the dependencies.
    `macros`: the grammar does not see preprocessed text, so a syntax error that it reports may not be one.
    `loads_sources`: a running artifact loads sources that it does not contain; if they change, the artifact counts as
    changed. `published_suffix` is the suffix of an artifact beside its source. If sources of several languages would
    get the same name, the language with `keeps_guide_name` keeps it.
    `needs_platform`: an artifact cannot be executed directly; a program of a platform runs it.
    `utf8_paths`: its tools only accept paths in UTF-8.
    `foreign` are other tools whose suites `clamh adopt` reads, `sibling` the file name of what it writes, made of
    `{stem}` and `{suffix}`; `templates/adopt.<ext>.j2` holds its text.
    `counts` are the counters of `-prof gc` that its usual platforms have, for `clamh doctor --counters`.
    `count_costs_ns`: about how many ns longer the program takes for each count (`make bench`, counters), if any.
    `separator` joins the parts of a full name.
    `integer_hint`: its ordinary numbers are doubles, integers too; what to do about a param `{name}` with an integer
    that a double rounds.
    """

    id: str
    title: str
    short_title: str = ""  # for a narrow table; "" where the title is short
    extensions: tuple[str, ...]
    grammar: str  # module of the tree-sitter wheel
    lexer: Lexer
    bodies: Bodies
    modes: tuple[str, ...] = ("avgt", "thrpt", "sample", "ss", "wall")
    annotations: tuple[str, ...] = ()
    levels: tuple[str, ...] = ("Trial", "Iteration", "Invocation")
    scopes: tuple[str, ...] = ("Benchmark", "Group", "Thread")
    extra_annotations: tuple[str, ...] = ()  # of another harness, which alone handles them
    annotation_arguments: dict[str, tuple[str, ...]] = {}
    options: dict[str, Option] = {}
    flags: dict[str, str] = {}
    flag_forms: dict[str, tuple[str, str]] = {}
    flag_paths: tuple[str, ...] = ()
    lock_files: tuple[str, ...] = ()
    manifest: str = ""
    install_folder: str = ""
    flag_files: tuple[str, ...] = ()
    more_sources: bool = False
    joins_sources: bool = False
    compiled: bool = False
    no_helpers: bool = False
    methods_by_parameter: bool = False
    benchmark_macros: tuple[str, ...] = ()
    run_macro: str = ""
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
    counts: tuple[str, ...] = ()
    count_costs_ns: dict[str, float] = {}
    separator: str = "."
    integer_hint: str = ""
    injected: tuple[str, ...] = INJECTED
    numeric: str = ""
    unsupported_reasons: dict[str, str] = {}
    startup_timeout_s: float = 10.0
    environment: Environment = Environment()
    new_file: str = ""
    standalone_requirements: str = ""
    foreign: tuple[ForeignTool, ...] = ()
    sibling: str = ""
    folder: str = ""
    native: Native | None = None

    def hint_no_benchmark(self, text: bytes) -> str:
        """What to do if a source with this text has no benchmark."""
        if self.run_macro and self.run_macro.encode() in text:
            return (f"CLAMH does not expand macros: write a {self.benchmark_macros[0]} out, or compile the program and "
                    f"use clamh run --artifact {self.id}:./prog")
        comment = f", or in a comment with {self.lexer.mark}Benchmark" if self.claims_plain else ""
        macro = f", or declare it with {self.benchmark_macros[0]}" if self.macros and self.benchmark_macros else ""
        return f"annotate a function with @Benchmark{comment}{macro}"

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

    @property
    def explainer(self) -> Any:
        """The language's explain module (see base.Explainer)."""
        if self.native and self.native.stub:
            return importlib.import_module(f"{__name__}.machine_code").NativeExplainer(self.native.stub)
        return self._part("explain", "Explainer")

    @property
    def profiler(self) -> Any:
        """The language's profiler module (see base.Profiler)."""
        if self.native:
            return importlib.import_module(f"{__name__}.profilers").NativeProfiler(self.native)
        return self._part("profiler", "Profiler")

    def _part(self, stem: str, contract: str) -> Any:
        base = importlib.import_module(
            f"{__name__}.base")  # imported here: it loads the model, which a list of languages does not need
        return base.Part(importlib.import_module(f"{__name__}.{self.folder}.{stem}"), getattr(base, contract))

    def has_annotation(self, name: str) -> bool:
        """Whether the language has an annotation of the table."""
        return name in self.annotations if self.annotations else name not in self.unsupported_reasons

    def find_foreign(self, tool: ForeignTool, path: str, text: bytes) -> Any:
        """The benchmarks of another tool in a file, as a `ForeignSource` of the model."""
        parser = importlib.import_module(f"{__name__}.frontends").parser(self.id)
        finder = importlib.import_module(f"{__name__}.{self.folder}.{tool.finder}")
        return finder.find_benchmarks(path, text, parser.parse(text).root_node)

    @property
    def sibling_source(self) -> str:
        """The template of a source with adopted benchmarks."""
        return next((HERE / self.folder / "templates").glob("adopt.*.j2")).read_text(encoding="utf-8")

    @property
    def query(self) -> str:
        """The text of annotations.scm."""
        return (HERE / self.folder / "annotations.scm").read_text(encoding="utf-8")

    @property
    def doctor_source(self) -> Path:
        """The source that `clamh doctor` uses to test a platform: its benchmark returns 42."""
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
        defaults = NATIVE_DEFAULTS if "native" in data else {}
        data.setdefault("injected", [name for name in INJECTED if name not in data.get("cannot", {})])
        language = msgspec.convert({**defaults, **data, "folder": file.parent.name}, Language)
        by_id[language.id] = language
    return by_id


def language_of_file(path: str) -> Language | None:
    """The language that a file name belongs to, or None."""
    suffix = Path(path).suffix
    return next((language for language in languages().values() if suffix in language.extensions), None)


def may_contain(id: str, path: str) -> bool:
    """Whether artifacts of a language may contain this file, which has no benchmarks."""
    language = languages()[id]
    return Path(path).suffix in (*language.extensions, *language.also_compiles)


def titles() -> dict[str, str]:
    """The languages' names for sentences, by id, without the part in parentheses."""
    return {language.id: language.title.partition(" (")[0] for language in languages().values()}


def short_titles() -> dict[str, str]:
    """The short names by id, of languages that have a short name."""
    return {language.id: language.short_title for language in languages().values() if language.short_title}
