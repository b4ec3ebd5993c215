"""The annotation table (design section 3) as data: what exists, where it may stand, what it takes."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Literal

import msgspec

from clamh.model.options import MODES

Target = Literal["function", "method", "class", "field"]
Kind = Literal["integer", "number", "string", "boolean", "constant", "time", "call"]

FUNCTION: tuple[Target, ...] = ("function", "method")
SETTING: tuple[Target, ...] = ("function", "method", "class")

TIME_UNITS = {
    "NANOSECONDS": "ns", "MICROSECONDS": "us", "MILLISECONDS": "ms", "SECONDS": "s", "MINUTES": "m", "HOURS": "h",
    "DAYS": "d",
}
THREADS = {"MAX": -1, "HALF_MAX": -2}


class ArgumentSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One argument: which kinds of values it takes, the constants' owner and names, its least integer, its default.

    `jmh` says that JMH has the argument too; `default` is as the reference prints it. `numbers` says that a number,
    `true` or `false` may stand for its text, where JMH is not the one who reads it.
    """

    name: str
    kinds: tuple[Kind, ...]
    owner: str = ""  # Mode in Mode.AverageTime
    constants: tuple[str, ...] = ()
    listed: bool = False  # a list of values, or one
    numbers: bool = False
    least: int | None = None
    choices: tuple[int, ...] = ()  # the only integers that it may be
    required: bool = False
    default: str = ""
    jmh: bool = True


class AnnotationSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One annotation of the table; `jmh` says that JMH has it too."""

    name: str
    targets: tuple[Target, ...]
    arguments: tuple[ArgumentSpec, ...]
    meaning: str
    jmh: bool = True
    repeats: bool = False

    def argument(self, name: str) -> ArgumentSpec | None:
        """The argument of that name, or None."""
        return next((argument_spec for argument_spec in self.arguments if argument_spec.name == name), None)


def _iterations(least: int, what: str) -> tuple[ArgumentSpec, ...]:
    return (
        ArgumentSpec(name="iterations", kinds=("integer",), least=least, default="inherited, or 5"),
        ArgumentSpec(name="time", kinds=("integer",), least=1, default=f"inherited, or {what}"),
        ArgumentSpec(name="timeUnit", kinds=("constant",), owner="TimeUnit", constants=tuple(TIME_UNITS),
                     default="TimeUnit.SECONDS"),
        ArgumentSpec(name="batchSize", kinds=("integer",), least=1, default="inherited, or 1"),
    )


LEVEL = ArgumentSpec(name="value", kinds=("constant",), owner="Level", constants=("Trial", "Iteration", "Invocation"),
                     default="Level.Trial")
ONLY = ArgumentSpec(name="benchmarks", kinds=("string",), default="all benchmarks", jmh=False)

ANNOTATIONS = (
    AnnotationSpec(
        name="Benchmark",
        targets=FUNCTION,
        arguments=(
            ArgumentSpec(name="baseline", kinds=("boolean", "constant"), owner="Baseline", constants=("BOUND",),
                         default="false", jmh=False),
            ArgumentSpec(name="name", kinds=("string",), default="the function's name", jmh=False),
        ),
        meaning="The function is a benchmark. `baseline = true` makes it the reference of its suite, `Baseline.BOUND` "
        "an upper bound that nothing may beat; `name` sets the key that joins it with other languages.",
    ),
    AnnotationSpec(
        name="BenchmarkMode",
        targets=SETTING,
        arguments=(ArgumentSpec(name="value", kinds=("constant",), owner="Mode", constants=tuple(MODES), listed=True,
                                required=True),),
        meaning=
        "What is measured, one or more modes. WallTime is the time of the longest thread divided by all operations.",
    ),
    AnnotationSpec(name="Warmup", targets=SETTING, arguments=_iterations(0, "300 ms"),
                   meaning="How each fork warms up before it measures."),
    AnnotationSpec(
        name="Measurement",
        targets=SETTING,
        arguments=(*_iterations(1, "200 ms"),
                   ArgumentSpec(name="minIterations", kinds=("integer",), least=1, default="none", jmh=False),
                   ArgumentSpec(name="maxIterations", kinds=("integer",), least=1, default="none", jmh=False)),
        meaning=
        "How each fork measures. `minIterations` and `maxIterations` bound the calls of an iteration, as Metron's "
        "`min_iter` and `max_iter`: for a benchmark that must not run as long as there is time.",
    ),
    AnnotationSpec(
        name="AutoWarmup",
        targets=SETTING,
        jmh=False,
        arguments=(ArgumentSpec(name="max", kinds=("time",), default="inherited, or 10 s"),
                   ArgumentSpec(name="tolerance", kinds=("number",), default="inherited, or 0.01")),
        meaning=
        "After its `Warmup`, each fork continues to warm up until its iterations are steady within `tolerance` (a "
        "share, above 0 and at most 1), for at most `max` in total.",
    ),
    AnnotationSpec(
        name="Fork",
        targets=SETTING,
        arguments=(ArgumentSpec(name="value", kinds=("integer",), least=1, default="inherited, or 5"),
                   ArgumentSpec(name="warmups", kinds=("integer",), least=0, default="inherited, or 0")),
        meaning="How many fresh processes measure, and how many run before them without being counted.",
    ),
    AnnotationSpec(
        name="Threads",
        targets=SETTING,
        arguments=(ArgumentSpec(name="value", kinds=("integer", "constant"), owner="Threads", constants=tuple(THREADS),
                                listed=True, least=1, required=True),),
        meaning="How many threads run the benchmark at once; a list makes one case of each number.",
    ),
    AnnotationSpec(
        name="Group",
        targets=FUNCTION,
        arguments=(ArgumentSpec(name="value", kinds=("string",), default="\"group\""),),
        meaning="Functions of one group run at the same time, each on its own threads.",
    ),
    AnnotationSpec(
        name="GroupThreads",
        targets=FUNCTION,
        arguments=(ArgumentSpec(name="value", kinds=("integer",), least=0, default="1"),),
        meaning="How many threads of its group run this function.",
    ),
    AnnotationSpec(
        name="OperationsPerInvocation",
        targets=SETTING,
        arguments=(ArgumentSpec(name="value", kinds=("integer",), least=1, default="1"),),
        meaning="How many operations one call does, so that the score is per operation.",
    ),
    AnnotationSpec(
        name="OutputTimeUnit",
        targets=SETTING,
        arguments=(ArgumentSpec(name="value", kinds=("constant",), owner="TimeUnit", constants=tuple(TIME_UNITS),
                                required=True),),
        meaning="The unit in which the score is printed.",
    ),
    AnnotationSpec(
        name="Timeout",
        targets=SETTING,
        arguments=(ArgumentSpec(name="time", kinds=("integer",), least=1, required=True),
                   ArgumentSpec(name="timeUnit", kinds=("constant",), owner="TimeUnit", constants=tuple(TIME_UNITS),
                                default="TimeUnit.SECONDS")),
        meaning="How long an iteration may exceed its time before it is stopped as hung.",
    ),
    AnnotationSpec(
        name="CompilerControl",
        targets=SETTING,
        arguments=(ArgumentSpec(name="value", kinds=("constant",), owner="CompilerControl.Mode",
                                constants=("INLINE", "DONT_INLINE"), required=True),),
        meaning=
        "What the compiler must do with the function, benchmark or not, or with all methods of the class, in languages "
        "that support it.",
    ),
    AnnotationSpec(
        name="State",
        targets=("class",),
        arguments=(ArgumentSpec(name="value", kinds=("constant",), owner="Scope",
                                constants=("Benchmark", "Group", "Thread"), required=True),),
        meaning="The harness creates and owns the instances: one for all threads, one per group, or one per thread.",
    ),
    AnnotationSpec(
        name="StateLabel",
        targets=("class",),
        jmh=False,
        arguments=(ArgumentSpec(name="value", kinds=("string",), required=True),),
        meaning="The parameter name that means this state in a language without types.",
    ),
    AnnotationSpec(
        name="Param",
        targets=("field",),
        arguments=(ArgumentSpec(name="value", kinds=("string", "call"), listed=True, numbers=True,
                                default="an enum's constants"),
                   ArgumentSpec(name="units", kinds=("integer",), choices=(1000, 1024), default="none", jmh=False)),
        meaning=
        "The benchmark runs once for each value of the field: strings or numbers, `range(lo, hi, mult = 2)` (lo, the "
        "powers of mult between, hi), or `denseRange(lo, hi, step = 1)`. `units` (1000 or 1024) prints 4k, 1M.",
    ),
    AnnotationSpec(
        name="ParamRows",
        targets=("class",),
        jmh=False,
        arguments=(ArgumentSpec(name="value", kinds=("string",), listed=True, required=True),),
        meaning="Rows of param values instead of every combination; the first row names the params.",
    ),
    AnnotationSpec(name="Setup", targets=FUNCTION, arguments=(LEVEL, ONLY),
                   meaning="Runs before each trial, iteration or invocation, outside the measured time."),
    AnnotationSpec(
        name="Teardown", targets=FUNCTION, arguments=(LEVEL, ONLY),
        meaning="Runs after each trial, iteration or invocation, outside the measured time. `TearDown` is the same."),
    AnnotationSpec(
        name="AuxCounters",
        targets=("class",),
        arguments=(ArgumentSpec(name="value", kinds=("constant",), owner="AuxCounters.Type",
                                constants=("OPERATIONS", "EVENTS"), default="Type.OPERATIONS"),
                   ArgumentSpec(name="unit", kinds=("string",), default="none", jmh=False),
                   ArgumentSpec(name="scale", kinds=("integer",), choices=(1000, 1024), default="none", jmh=False)),
        meaning=
        "The public numeric fields of this thread-scope state, and its public methods that return a number, are "
        "counters, reported beside the score. `unit` names what they count; `scale` (1000 or 1024) prints GB or GiB.",
    ),
    AnnotationSpec(name="Check", targets=("method",), jmh=False, arguments=(),
                   meaning="CLAMH compares the return value of this method of a state between implementations."),
    AnnotationSpec(
        name="Layout",
        targets=SETTING,
        jmh=False,
        arguments=(ArgumentSpec(name="value", kinds=("constant",), owner="Layout", constants=("random", "static"),
                                required=True),
                   ArgumentSpec(name="seed", kinds=("integer",), least=1, default="new for each fork")),
        meaning="Memory layout of states, arrays, stack and code: `random` for each fork, or always the same.",
    ),
)
TABLE = {annotation.name: annotation for annotation in ANNOTATIONS}
ALIASES = {"TearDown": "Teardown"}


def canonical(name: str) -> str:
    """The one name of an annotation that has several."""
    return ALIASES.get(name, name)


def suggestion(written: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The known name that looks most like `written`, compared without case, or None."""
    names = {text.casefold(): text for text in known}
    near = difflib.get_close_matches(written.casefold(), names, n=1, cutoff=cutoff)
    return names[near[0]] if near else None
