"""The nouns from discover to generate: what each stage takes and returns. Data only, frozen.

Those of build are in artifacts.py, of describe and plan in cases.py, those right of there in results.py and summary.py.
"""

from __future__ import annotations

from typing import Any, Literal

from clamh.model.noun import Noun

Mode = Literal["thrpt", "avgt", "sample", "ss", "wall"]
Level = Literal["Trial", "Iteration", "Invocation"]
Scope = Literal["Benchmark", "Group", "Thread"]


class Location(Noun):
    """A place in a user's file; line and column count from 1, the column in characters."""

    path: str
    line: int
    column: int = 1


# ---- discover → SourceFile


class SourceFile(Noun):
    """A file of a known language; `benchmarks` says whether an annotation `Benchmark` occurs in it."""

    path: str
    language: str
    sha256: str
    benchmarks: bool


# ---- parse → Declaration


class Constant(Noun, tag=True):
    """A dotted enum constant such as `Mode.AverageTime`, as written."""

    name: str


class Call(Noun, tag=True):
    """A call among annotation values, such as `range(8, 1024)`."""

    name: str
    arguments: tuple[Argument, ...] = ()


class Fraction(Noun, tag=True):
    """A number with a decimal point or an exponent, as written: as a param's value `1e3` is not `1000.0`."""

    text: str


class Opaque(Noun, tag=True):
    """Argument text that only the host language's compiler can evaluate (a constant expression in Java)."""

    text: str


class Argument(Noun):
    """One argument of an annotation: `value`, or `key = value`."""

    key: str | None
    value: Any  # int | Fraction | str | bool | Constant | Call | Opaque | tuple of these
    location: Location | None = None  # where it begins; None inside a Call


class Annotation(Noun):
    """One annotation as written; `start` and `end` are byte offsets in the file, `end` exclusive."""

    name: str
    arguments: tuple[Argument, ...]
    spelling: Literal["at", "comment"]
    location: Location
    start: int
    end: int


class Parameter(Noun):
    """A function's parameter, its type as written and how it is passed.

    `takes` is set by binding in a Benchmark's or Fixture's declaration: the full name of a state, or an injected type.
    """

    name: str
    type: str
    passing: Literal["value", "reference", "const reference", "pointer", "other"] = "value"
    default: bool = False
    takes: str = ""


class Declaration(Noun):
    """One declaration of a source file, with the annotations attached to it.

    `scope` holds the names of the enclosing namespaces, packages and classes, outermost first; an anonymous one is "".
    `body` is the byte offset where its body begins (the `{` of a class or function), None for one without: an
    annotation between `start` and there stands in its head. Fields declared together (`long a, b;`) share one `start`.
    A front-end delivers every function, method, class, field and enum outside of function bodies and leaves
    `annotations` empty: parse.py attaches them. `facts` is the language's own, for its templates; core passes it on.
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
    constants: tuple[str, ...] = ()  # of an enum; of a field that is always the same text, that text
    conditional: bool = False  # the compiler may leave it out: it stands under #if
    facts: dict[str, Any] = {}


class Parsed(Noun):
    """One file after parsing: its bytes, all annotations found, and the declarations that binding needs."""

    source: SourceFile
    text: bytes
    annotations: tuple[Annotation, ...]
    declarations: tuple[Declaration, ...]


# ---- bind → Suite (the forecast)


class Settings(Noun, omit_defaults=True):
    """What annotations or the command line say about how to run; None is "not said", to be inherited."""

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
    forks: int | None = None
    warmup_forks: int | None = None
    threads: tuple[int, ...] | None = None  # -1 is Threads.MAX, -2 Threads.HALF_MAX
    thread_groups: tuple[int, ...] | None = None  # -tg: threads of each member of a group, in the members' order
    operations_per_invocation: int | None = None
    time_unit: str | None = None  # ns us ms s m h d
    timeout_ns: int | None = None
    layout: str | None = None  # random or static
    layout_seed: int | None = None
    language: dict[str, tuple[str, ...]] | None = None  # a language's own arguments, by its own names


class Param(Noun):
    """A field of a state that takes each of `values` in turn; `values` are texts, as JMH's are.

    `units` is 1000 or 1024 where reports print 4096 as 4k; 0 where they print it as it is. `same` is the name that
    clamh.toml gives it instead of its own, "" where it gives none.
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
    """A setup or teardown; `states` are the full names of the states that it takes, its own class first.

    One that a state inherits is one more fixture: `home` is the class on whose objects it runs, `name` and `declaration`
    stay those of the class that wrote it (a virtual method runs as the heir overrides it). None: a free function.
    A unit's fixtures stand in the order in which those of one state and level run, JMH's: by the names of the classes that
    wrote them and their own, whatever inherits what.
    `only` has the full names of the benchmarks that it is limited to (`benchmarks = "regex"`); None: it has no limit.
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
    """A public numeric field, or a public method without arguments that returns a number, of a state with AuxCounters."""

    name: str  # in full, as a param's
    method: bool
    declaration: Declaration | None = None


class AuxCounters(Noun):
    """Counters beside the score: rates of the iteration's time (OPERATIONS), or plain counts (EVENTS).

    `unit` is what is counted ("B"), `scale` 1000 or 1024 where reports print rates as GB/s or GiB/s, else 0.
    """

    type: Literal["OPERATIONS", "EVENTS"]
    counters: tuple[Counter, ...]
    unit: str = ""
    scale: int = 0


class CounterMeaning(Noun):
    """What a counter's number stands for (see AuxCounters)."""

    type: Literal["OPERATIONS", "EVENTS"]
    unit: str = ""
    scale: int = 0


class StateForecast(Noun, omit_defaults=True):
    """What only the sources say of a state, by full names; the artifact carries it, so that it can be run without them.

    `rows` are the ParamRows, the names of their params first; `units` and `same` are those of params that have some.
    """

    rows: tuple[tuple[str, ...], ...] = ()
    counters: dict[str, CounterMeaning] = {}
    units: dict[str, int] = {}
    same: dict[str, str] = {}


class BenchmarkForecast(Noun, omit_defaults=True):
    """The same of a benchmark; "" is no key. `unset_mode`: its sources set none, where its own list cannot tell.

    `random`: it, or a setup of its states, takes Random, so that the seed may change what it computes.
    """

    key: str = ""
    operations: bool = False
    unset_mode: bool = False
    random: bool = False


class State(Noun):
    """A class whose instances the harness owns.

    `rows` are its ParamRows: the short names of params, then rows of values for them instead of every combination.
    `checks` are its methods with Check, those that it inherits included.
    """

    name: str
    scope: Scope
    params: tuple[Param, ...]
    location: Location
    index: int
    label: str = ""
    declaration: Declaration | None = None
    rows: tuple[tuple[str, ...], ...] = ()
    aux: AuxCounters | None = None
    checks: tuple[Declaration, ...] = ()

    @property
    def forecast(self) -> StateForecast:
        """What the artifact is to say of it."""
        full = {param.declaration.name: param.name for param in self.params if param.declaration}
        header, values = self.rows[:1], self.rows[1:]
        counters = self.aux.counters if self.aux else ()
        return StateForecast(
            rows=(*(tuple(full[name] for name in names) for names in header), *values),
            counters={one.name: CounterMeaning(type=self.aux.type, unit=self.aux.unit, scale=self.aux.scale)
                      for one in counters if self.aux},
            units={param.name: param.units for param in self.params if param.units},
            same={param.name: param.same for param in self.params if param.same},
        )


class Member(Noun):
    """A function of a group (JMH's subgroup): `threads` of the threads of one group run it."""

    name: str  # its own, without class and namespace
    threads: int


class MemberFunction(Member):
    """A member as its source has it; what it shares with `Benchmark` means the same."""

    states: tuple[str, ...]
    location: Location
    declaration: Declaration
    operations: bool = False


class Benchmark(Noun):
    """One annotated function, or a group of them; `states` are the full names of the states it takes, in its parameters' order.

    Where it is a method of a class that is itself a state, that state comes first. One that a class inherits is one more
    benchmark: `home` is the class whose member it is here, and gives it its `name`; `declaration` is where it is written.
    `operations` says that it takes Operations: each invocation says how many operations it did.
    A group has `members`, in the order of their names in camelCase, and no `declaration`; `states` are those of all its members,
    each once, in that order, and `home` is the class whose members they are.
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
    random: bool = False  # it, or a setup of its states, takes Random

    @property
    def functions(self) -> tuple[Declaration, ...]:
        """What is called: its function, or those of its group."""
        return tuple(one.declaration for one in self.members or (self,) if one.declaration is not None)

    @property
    def forecast(self) -> BenchmarkForecast:
        """What the artifact is to say of it."""
        return BenchmarkForecast(key=self.key, operations=self.operations, random=self.random)


class CompilerControl(Noun):
    """What the compiler must do with one function, which need not be a benchmark."""

    mode: Literal["INLINE", "DONT_INLINE"]
    declaration: Declaration


class Unit(Noun):
    """One source that has benchmarks, with its companions: what becomes one artifact per platform."""

    source: SourceFile
    companions: tuple[SourceFile, ...]
    parsed: tuple[Parsed, ...]  # the source first, then the companions that were read for binding
    benchmarks: tuple[Benchmark, ...]
    states: tuple[State, ...]
    fixtures: tuple[Fixture, ...]
    compiler_controls: tuple[CompilerControl, ...] = ()


class SuiteBaseline(Noun):
    """What a suite (a folder of sources) says that its rows are compared with: a benchmark, or a pattern of platforms."""

    suite: str
    said: str
    origin: Literal["annotation", "clamh.toml", "bound"]  # bound: annotated too, and counts after clamh.toml


class Suite(Noun):
    """All units of one run."""

    units: tuple[Unit, ...]
    baselines: tuple[SuiteBaseline, ...] = ()


# ---- generate → Wrapper


class Wrapper(Noun):
    """The generated files of one unit, by path relative to the build directory; `entry` is the one to compile.

    `names` gives, by generated path, the user's file whose lines it repeats, where the language has no line directives.
    """

    unit: Unit
    files: dict[str, str]
    entry: str
    names: dict[str, str] = {}
