"""The nouns from discover to generate: what each stage takes and returns. Frozen data only.

The nouns of build are in artifacts.py, those of describe and plan in cases.py, later ones in results.py and summary.py.
"""

from __future__ import annotations

from typing import Any, Literal

from clamh.model.noun import Noun

Mode = Literal["thrpt", "avgt", "sample", "ss", "wall"]
Level = Literal["Trial", "Iteration", "Invocation"]
Scope = Literal["Benchmark", "Group", "Thread"]


class Location(Noun):
    """A place in a user's file; line and column start at 1, the column counts characters."""

    path: str
    line: int
    column: int = 1


# ---- discover → SourceFile


class SourceFile(Noun, omit_defaults=True):
    """A file of a known language; `benchmarks` says whether an annotation `Benchmark` occurs in it."""

    path: str
    language: str
    sha256: str
    benchmarks: bool
    conditional: bool = False  # other files name it only under #if
    named: bool = False  # it is conditional, and the user names it too


# ---- parse → Declaration


class Constant(Noun, tag=True):
    """A dotted enum constant such as `Mode.AverageTime`, as written."""

    name: str


class Call(Noun, tag=True):
    """A call among annotation values, such as `range(8, 1024)`."""

    name: str
    arguments: tuple[Argument, ...] = ()


class Fraction(Noun, tag=True):
    """A number with a decimal point or an exponent, as written: `1e3` and `1000.0` are different values of a param."""

    text: str


class Opaque(Noun, tag=True):
    """Argument text that only the host language's compiler can evaluate (a constant expression in Java)."""

    text: str


class Argument(Noun):
    """One argument of an annotation: `value`, or `key = value`."""

    key: str | None
    value: Any  # int | Fraction | str | bool | Constant | Call | Opaque | tuple of these
    location: Location | None = None  # its start; None inside a Call


class Annotation(Noun):
    """One annotation as written; `start` and `end` are byte offsets in the file, `end` exclusive."""

    name: str
    arguments: tuple[Argument, ...]
    spelling: Literal["at", "comment"]
    location: Location
    start: int
    end: int


class Parameter(Noun):
    """A function's parameter, with its type as written and how it is passed.

    Binding sets `takes` in the declaration of a Benchmark or Fixture: the full name of a state, or an injected type.
    """

    name: str
    type: str
    passing: Literal["value", "reference", "const reference", "pointer", "other"] = "value"
    default: bool = False
    takes: str = ""


class Declaration(Noun):
    """One declaration of a source file, with the annotations attached to it.

    `scope` has the names of the enclosing namespaces, packages and classes, outermost first; "" is an anonymous
    namespace. `body` is the byte offset of its body (the `{` of a class or function), None without a body: an
    annotation between `start` and `body` is in its head. Fields declared together (`long a, b;`) share one `start`. A
    front-end returns every function, method, class, field and enum outside of function bodies, without annotations:
    parse.py attaches them. `facts` belong to the language and its templates; core only passes them on.
    """

    kind: Literal["function", "method", "class", "field", "enum"]
    name: str
    scope: tuple[str, ...]
    location: Location
    start: int
    end: int
    body: int | None = None
    annotations: tuple[Annotation, ...] = ()
    owner: tuple[str, ...] | None = None  # full scope of the nearest enclosing class, None outside classes
    type: str = ""
    parameters: tuple[Parameter, ...] = ()
    modifiers: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    constants: tuple[str, ...] = ()  # the constants of an enum; the text of a field that is a constant text
    conditional: bool = False  # it is under #if: the compiler may leave it out
    facts: dict[str, Any] = {}


class Parsed(Noun):
    """One file after parsing: its bytes, its annotations, and the declarations that binding needs."""

    source: SourceFile
    text: bytes
    annotations: tuple[Annotation, ...]
    declarations: tuple[Declaration, ...]
    unread: bool = False  # an error of `parse` explains why there are none


# ---- bind → Suite (the forecast)


class Settings(Noun, omit_defaults=True):
    """Settings from annotations or the command line; None is "not set" and will be inherited."""

    modes: tuple[str, ...] | None = None
    warmup_iterations: int | None = None
    warmup_time_ns: int | None = None
    warmup_batch_size: int | None = None
    auto_warmup: bool | None = None  # warm up until steady
    auto_warmup_max_ns: int | None = None
    auto_warmup_tolerance: float | None = None
    measurement_iterations: int | None = None
    measurement_time_ns: int | None = None
    measurement_batch_size: int | None = None
    min_iterations: int | None = None  # the fewest and the most calls of an iteration
    max_iterations: int | None = None
    forks: int | None = None
    warmup_forks: int | None = None
    threads: tuple[int, ...] | None = None  # -1 is Threads.MAX, -2 Threads.HALF_MAX
    thread_groups: tuple[int, ...] | None = None  # -tg: the threads of each member of a group, in the order of members
    operations_per_invocation: int | None = None
    time_unit: str | None = None  # ns us ms s m h d
    timeout_ns: int | None = None
    layout: str | None = None  # random or static
    layout_seed: int | None = None
    language: dict[str, tuple[str, ...]] | None = None  # a language's own arguments, by its own names

    @property
    def bounded(self) -> bool:
        """Whether an iteration has a number of calls instead of a time."""
        return bool(self.min_iterations or self.max_iterations)


class Param(Noun):
    """A field of a state that takes each of `values` in turn; `values` are texts, as JMH's are.

    `units` is 1000 or 1024 if reports print 4096 as 4k, 0 if they print it unchanged. `same` is its other name in
    clamh.toml, "" without one.
    """

    name: str
    type: str
    values: tuple[str, ...]
    location: Location
    index: int
    declaration: Declaration | None = None
    units: int = 0
    same: str = ""


class Fixture(Noun):
    """A setup or teardown; `states` are the full names of its states, its own class first.

    A fixture inherited by a state is a further fixture. `home` is the class whose objects it runs on, None for a free
    function. `name` and `declaration` are those of the class that defines it (an overridden virtual method runs in the
    subclass's version). A unit's fixtures are in the order in which those of one state and level run. As in JMH, this
    is the order of the names of their defining classes, then of their own names, whatever the inheritance.
    `only` has the full names of the benchmarks that it is limited to (`benchmarks = "regex"`), None without a limit.
    """

    name: str
    kind: Literal["Setup", "Teardown"]
    level: Level
    states: tuple[str, ...]
    location: Location
    index: int
    only: tuple[str, ...] | None = None
    home: Declaration | None = None
    declaration: Declaration | None = None


class Counter(Noun):
    """A public numeric field, or a public method without arguments that returns a number, of a state with AuxCounters.
    """

    name: str  # the full name, like that of a param
    method: bool
    declaration: Declaration | None = None


class AuxCounters(Noun):
    """Counters beside the score: rates of the iteration's time (OPERATIONS), or plain counts (EVENTS).

    `unit` is the counted thing ("B"); `scale` is 1000 or 1024 if reports print rates as GB/s or GiB/s, else 0.
    """

    type: Literal["OPERATIONS", "EVENTS"]
    counters: tuple[Counter, ...]
    unit: str = ""
    scale: int = 0


class CounterMeaning(Noun):
    """The meaning of a counter's number (see AuxCounters). PER_OPERATION only grows: its counts in parts of an
    iteration add up.
    """

    type: Literal["OPERATIONS", "EVENTS", "PER_OPERATION"]
    unit: str = ""
    scale: int = 0


class StateForecast(Noun, omit_defaults=True):
    """What only the sources know of a state, by full names. The artifact contains it, so it runs without the sources.

    `rows` are the ParamRows, the names of params first; `row_names` are the names of the others, if they have names.
    `units` and `same` contain only params that have them.
    """

    rows: tuple[tuple[str, ...], ...] = ()
    row_names: tuple[str, ...] = ()
    counters: dict[str, CounterMeaning] = {}
    units: dict[str, int] = {}
    same: dict[str, str] = {}


class BenchmarkForecast(Noun, omit_defaults=True):
    """What only the sources know of a benchmark; "" is no key.

    `unset_mode`: its sources set no mode, which the list of another harness does not show. `random`: the benchmark or a
    setup of its states takes Random, so the seed may change its result.
    """

    key: str = ""
    operations: bool = False
    unset_mode: bool = False
    random: bool = False


class State(Noun):
    """A class whose instances the harness owns.

    `rows` are its ParamRows: the short names of params, then rows of values, used instead of every combination.
    `row_names` has the name of each row of values, if rows have names.
    `checks` are its own and inherited methods with Check.
    """

    name: str
    scope: Scope
    params: tuple[Param, ...]
    location: Location
    index: int
    label: str = ""
    declaration: Declaration | None = None
    rows: tuple[tuple[str, ...], ...] = ()
    row_names: tuple[str, ...] = ()
    aux: AuxCounters | None = None
    checks: tuple[Declaration, ...] = ()

    @property
    def forecast(self) -> StateForecast:
        """The part that the artifact contains."""
        full = {param.declaration.name: param.name for param in self.params if param.declaration}
        header, values = self.rows[:1], self.rows[1:]
        counters = self.aux.counters if self.aux else ()
        return StateForecast(
            rows=(*(tuple(full[name] for name in names) for names in header), *values), row_names=self.row_names,
            counters={counter.name: CounterMeaning(type=self.aux.type, unit=self.aux.unit, scale=self.aux.scale)
                      for counter in counters if self.aux},
            units={param.name: param.units for param in self.params if param.units},
            same={param.name: param.same for param in self.params if param.same},
        )


class Member(Noun):
    """A function of a group (JMH's subgroup): `threads` of the threads of one group run it."""

    name: str  # the function's name without class and namespace
    threads: int


class MemberFunction(Member):
    """A member as its source has it; fields that `Benchmark` has too mean the same."""

    states: tuple[str, ...]
    location: Location
    declaration: Declaration
    operations: bool = False


class Benchmark(Noun):
    """One annotated function, or a group; `states` are the full names of its states, in the order of its parameters.

    If its own class is a state, that state comes first. A benchmark inherited by a class is a further benchmark: `home`
    is that class and determines the `name`; `declaration` is the original function. `operations` says that each
    invocation reports its number of operations. A group has `members`, in the order of their names in camelCase, and no
    `declaration`. Its `states` are those of all members, each once, in that order; `home` is the class of the members.
    """

    key: str
    name: str
    index: int
    settings: Settings
    states: tuple[str, ...]
    location: Location
    baseline: Literal["", "reference", "bound"] = ""
    home: Declaration | None = None
    declaration: Declaration | None = None
    operations: bool = False
    members: tuple[MemberFunction, ...] = ()
    random: bool = False  # the benchmark or a setup of its states takes Random
    defaulted: tuple[str, ...] = ()  # the names of settings that come from [defaults] of clamh.toml

    @property
    def functions(self) -> tuple[Declaration, ...]:
        """The function of the benchmark, or the functions of the group."""
        return tuple(member.declaration for member in self.members or (self,) if member.declaration is not None)

    @property
    def forecast(self) -> BenchmarkForecast:
        """The part that the artifact contains."""
        return BenchmarkForecast(key=self.key, operations=self.operations, random=self.random)


class CompilerControl(Noun):
    """What the compiler must do with one function, which need not be a benchmark."""

    mode: Literal["INLINE", "DONT_INLINE"]
    declaration: Declaration


class Unit(Noun):
    """One source that has benchmarks, with its companions. It becomes one artifact per platform."""

    source: SourceFile
    companions: tuple[SourceFile, ...]
    parsed: tuple[Parsed, ...]  # the source first, then the companions that were read for binding
    benchmarks: tuple[Benchmark, ...]
    states: tuple[State, ...]
    fixtures: tuple[Fixture, ...]
    compiler_controls: tuple[CompilerControl, ...] = ()
    defaults: Settings = Settings()  # of clamh.toml


class SuiteBaseline(Noun, rename={"name": "said"}):
    """The baseline of a suite (a folder of sources): `said` is a benchmark or a pattern of platforms."""

    suite: str
    name: str
    origin: Literal["annotation", "clamh.toml", "bound"]  # a bound is an annotation too; clamh.toml takes precedence


class Suite(Noun):
    """All units of one run."""

    units: tuple[Unit, ...]
    baselines: tuple[SuiteBaseline, ...] = ()


# ---- generate → Wrapper


class Wrapper(Noun):
    """The generated files of one unit, by path relative to the build directory; `entry` is the file to compile.

    For languages without line directives, `names` has the user's file that a file repeats, by the path of that file.
    """

    unit: Unit
    files: dict[str, str]
    entry: str
    names: dict[str, str] = {}
