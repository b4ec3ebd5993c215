"""Writes docs/reference/{annotations,options,defaults,environment,exit-codes,misuse}.md from the code: python
scripts/reference.py
"""

from __future__ import annotations

import argparse
import html
import importlib
import re
from collections.abc import Iterable
from pathlib import Path

from clamh.building.variables import ACCESS, RUNS, WRAPPERS
from clamh.cli.gate import REGRESSION, UNDECIDED
from clamh.cli.main import VERBS
from clamh.languages import INJECTED, languages
from clamh.model import errors
from clamh.model.options import (
    COMPILED,
    DEFAULT_TIME_UNIT,
    DEFAULTS,
    IN_TURNS,
    MODE_DEFAULTS,
    QUICK,
    QUICK_IN_TURNS,
    QUICK_MODES,
    SETS,
)
from clamh.model.sources import Settings
from clamh.sources.annotations.table import ANNOTATIONS, MODES, AnnotationSpec, ArgumentSpec

FOLDER = Path(__file__).parent.parent / "docs" / "reference"
NOTE = "<!-- Written by scripts/reference.py from the code: change that, then run it. -->\n\n"
KINDS = {"string": "text", "time": "time such as \"10s\"", "call": "range(…)"}
SHOT = MODE_DEFAULTS["ss"]
# What a row of the defaults has beside our own figures: JMH's, and why ours differs.
ELSEWHERE = {
    "mode": ("throughput", "times can be compared and added"),
    "time unit": ("s", "microbenchmarks take nanoseconds"),
    "forks": ("5", "the fork is the unit of the interval: the factor of the 95 % interval is 2.8 with 5 forks, 12.7 with 2"),
    "warmup": ("5 × 10 s", "enough for a JIT on small code; raise `-wi` and `-w` if a warning asks for it"),
    "measurement": ("5 × 10 s", "within a fork, more iterations hardly add information"),
    "single shots (`ss`)": ("5 forks, no warmup, 1 shot", "each fork gives one cold shot, so only forks repeat the measurement"),
    "warmup forks": ("0", "each fork is a fresh process, so a warmup fork can only warm up the machine"),
    "threads": ("1", ""),
    "timeout": ("10 min", "after this time the worker is killed and the case fails"),
    "order": ("all forks of a benchmark in a row", "drift of the machine affects every platform equally"),
    "interval": ("99.9 %, over all iterations", "iterations of one process are not independent"),
}
EXITS = {
    errors.InputError: "the command line, a source or the environment cannot be used; CLAMH reports every problem with "
                       "its place",
    errors.BuildError: "a source does not compile; CLAMH shows the compiler's message with your file and line",
    errors.BuildErrors: "several sources cannot be built; CLAMH shows all errors at once. With `--keep-going` it "
                        "measures the other sources, and the code is 1",
    errors.WorkerError: "a case failed (crash, hang, exception), or the budget was too short for a case; the report "
                        "has a row for it, and the other cases were measured",
    errors.ResultsError: "the results or report file could not be written; the written part stays readable",
    errors.Interrupted: "Ctrl-C or a termination signal; CLAMH keeps what was measured, and reports it (`clamh gate` and `clamh calibrate` only name the file)",
}


def pages() -> dict[str, str]:
    """The text of each page by file name."""
    return {
        "annotations.md": annotations(), "options.md": options(), "defaults.md": defaults(),
        "exit-codes.md": exit_codes(), "misuse.md": misuse(), "environment.md": variables()
    }


def table(head: str, rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table; `head` has its columns between bars."""
    columns = head.count("|") + 1
    cells = [" | ".join(cell.replace("|", "\\|") for cell in row) for row in rows]
    return "".join(f"| {line} |\n" if line != "-" else "|" + "---|" * columns + "\n" for line in (head, "-", *cells))


# ---- environment.md

OWN = (
    ("`CC`, `CPP` or `CXX`, `RUSTC`, `GO`, `ZIG`, `NODE`, `CLAMH_PYTHON`, `JAVA_HOME`, `JAVA_HOME_<NAME>`",
     "[the platforms of a language](platforms.md)"),
    ("`CLAMH_CACHE`", "the [folder of builds](folders.md)"),
    ("`CLAMH_HISTORY`", "the database of [`clamh history`](../how-to/history.md)"),
    ("`CLAMH_HOME`", "the checkout; `source clamh.rc` sets it. An artifact looks there for [`clamh`](folders.md)"),
    ("`XDG_CACHE_HOME`, `XDG_STATE_HOME`", "what several projects share, and what belongs to the machine: [folders](folders.md)"),
    ("`NO_COLOR`", "no colours and no links"),
)


def variables() -> str:
    """Which variables of the environment builds see, and which act on workers, from language.toml."""
    def names(patterns: tuple[str, ...]) -> str:
        return " ".join(f"`{pattern}`" for pattern in patterns) or "–"

    known = [(language.title, language.environment) for language in languages().values()]
    built = [("all that compile to machine code", names(WRAPPERS), "–"),
             *((title, names(environment.builds), names(environment.unused)) for title, environment in known)]
    doors = [("all", names(ACCESS)), *((title, names(environment.access)) for title, environment in known)]
    runs = [("all", names(RUNS)), *((title, names(environment.runs)) for title, environment in known)]
    return f"""# Environment variables

<!-- Written by scripts/reference.py from language.toml: change that, then run it. -->

## When CLAMH builds

A build sees two kinds of variables. The first kind changes what is built. It is part of the key of the build cache, so another value causes a new
build. The results and the first line of a report contain it. `CPPFLAGS` and `CFLAGS` (C), `CPPFLAGS` and `CXXFLAGS` (C++) and `RUSTFLAGS` (Rust)
are flags of every build of that language, like flags in `clamh.toml`. Rust sources also see the variables that they read with `env!` and `option_env!`.

{table("language | variables that change what is built | variables that the toolchain knows and CLAMH ignores, with a warning", built)}
The second kind only gives access to programs, accounts and files. CLAMH passes it on and never records it.

{table("language | variables that give access", doors)}
A build sees no other variable.

## When CLAMH measures

Workers have the whole environment. Some variables change how they run. CLAMH records the values of these variables and gives one warning per run. If two
compared runs had different values, the term *environment* does not hold.

{table("language | variables that change how workers run", runs)}
## Variables of CLAMH

{table("variable | meaning", OWN)}"""


# ---- misuse.md

MISUSE = Path(__file__).parent.parent / "tests" / "golden" / "misuse"


def misuse() -> str:
    """Every error of a misuse that the tests hold, with one message and its hint."""
    found: dict[str, tuple[str, str]] = {}
    for file in sorted(MISUSE.glob("*.txt")):
        for line in file.read_text(encoding="utf-8").splitlines():
            code, _, text = line.rpartition(" [")[0].partition(" ")
            message, _, hint = text.rpartition(" → ")
            found.setdefault(code, (_escape(message), _escape(hint)))
    rows = [(f"`{code}`", *texts) for code, texts in sorted(found.items()) if code != "not-built"]
    return NOTE + (
        "# Wrong annotations\n\n"
        "`clamh check` and every run report these mistakes before anything is built: all mistakes of a source at once, each with its place and\n"
        "a hint.\n\n"
        "In Java, JMH's annotation processor decides which annotations are wrong. CLAMH shows each mistake that it reports in JMH's words,\n"
        "at your own file and line, all of a source at once.\n\n" + table("code | example message | what to do", rows))


def _escape(text: str) -> str:
    """The text without tags; code in backquotes needs no escape."""
    return "".join(part if part.startswith("`") else html.escape(part, quote=False) for part in re.split("(`[^`]*`)", text))


# ---- annotations.md

TAKEN = {  # by a benchmark or fixture, beside states: what it is for
    "Blackhole": "`consume(value)`: the value counts as used, so the compiler cannot leave out what computes it. `consumeCPU(tokens)`: "
                 "work that takes time in proportion to `tokens`",
    "Control": "`startMeasurement`, `stopMeasurement`: whether the iteration has begun and ended, for threads that wait for each other",
    "BenchmarkParams": "name, mode, threads, params and other settings of the case",
    "IterationParams": "warmup or measurement, and its count and time",
    "ThreadParams": "which thread this is, of how many, also within its group",
    "Random": "a generator of pseudo-random numbers: one sequence per seed of the run, the same in every language",
    "Memory": "`array(n)`: an array at a place that the [layout](../how-to/layout.md) draws, freed after the trial",
    "Operations": "`add(n)`: this invocation did n more operations",
    "Suspend": "[stops the clock](../how-to/suspend.md) within an invocation",
}


def annotations() -> str:
    """What exists, where it stands, what it takes, and which language has it."""
    every = languages().values()
    text = f"""# The annotations

{NOTE}[The concepts](../concepts/annotations.md) explain how to write annotations. JMH does not have the annotations and arguments with a
star. In Java, write them in a `//@@` comment. Java does not have `StateLabel`, `benchmarks` of `Setup` and `Teardown`, `minIterations` and
`maxIterations`. Outside Java, a text that is a plain name needs no quotes: `@Group(pc)`.

"""
    text += table("annotation | target | arguments | meaning", map(_annotation, ANNOTATIONS))
    own = [f"{language.title} adds {', '.join(f'`{argument}`' for argument in arguments)} to `{name}`."
           for language in every for name, arguments in language.annotation_arguments.items()]
    text += f"\n{' '.join(own)} `TearDown` is another spelling of `Teardown`.\n\n"
    text += ("## What a benchmark or fixture may take\n\nBeside states, a function may have parameters of these types. In Python and "
             "JavaScript the name of the parameter\ndecides. Each language's page shows how its types are written.\n\n")
    text += table("parameter | meaning", ([f"`{name}`", TAKEN[name]] for name in INJECTED))
    text += ("\n## Which language supports what\n\nAll languages have every annotation, mode, level, scope and parameter, with these "
             "exceptions. Using what is missing is\nan error.\n\n")
    has = {
        **{
            f"`{annotation.name}`": [language.has_annotation(annotation.name) for language in every] for annotation in ANNOTATIONS
        },
        **{
            f"`Mode.{name}` (`{short}`)": [short in language.modes for language in every] for name, short in MODES.items(
            ) if short != "all"
        },
        **{
            f"`Level.{level}`": [level in language.levels for language in every] for level in ("Trial", "Iteration", "Invocation")
        },
        **{
            f"`Scope.{scope}`": [scope in language.scopes for language in every] for scope in ("Benchmark", "Thread", "Group")
        },
        **{f"parameter `{name}`": [name in language.injected for language in every] for name in INJECTED},
    }
    titles = " | ".join(language.title for language in every)
    return text + table(f"feature | {titles}",
                        ([name, *("yes" if item else "–" for item in found)] for name, found in has.items() if not all(found)))


def _annotation(annotation_spec: AnnotationSpec) -> list[str]:
    arguments = "<br>".join(map(_argument, annotation_spec.arguments)) or "none"
    return [
        f"`{annotation_spec.name}`{'' if annotation_spec.jmh else '*'}", ", ".join(annotation_spec.targets), arguments,
        annotation_spec.meaning
    ]


def _argument(argument_spec: ArgumentSpec) -> str:
    kinds = [
        ", ".join(f"`{argument_spec.owner.rpartition('.')[2]}.{name}`"
                  for name in argument_spec.constants) if kind == "constant" else KINDS.get(kind, kind)
        for kind in argument_spec.kinds
    ] + ["number (not in Java)"] * argument_spec.numbers
    least = f", at least {argument_spec.least}" if argument_spec.least is not None else ""
    listed = ", single or list" if argument_spec.listed else ""
    default = " (required)" if argument_spec.required else f" (default: {argument_spec.default})"
    return f"`{argument_spec.name}`{'' if argument_spec.jmh else '*'}: {' or '.join(kinds)}{least}{listed}{default}"


# ---- options.md


def options() -> str:
    """The verbs, then every option once with the verbs that take it."""
    parsers = {verb: importlib.import_module(f"clamh.cli.{verb}").parser() for verb in VERBS}
    text = f"""# Commands and options

{NOTE}`clamh -h` lists the most useful commands. `clamh COMMAND -h` lists the most useful options of a command, and `clamh COMMAND --help-all` lists
all of them. `clamh -v` prints the version. `clamh --completion bash|zsh|fish` prints a script that completes commands and options.

Options with one dash are those of JMH and of older versions. Both `-f 3` and `-f3` work. A time is written as `200ms` or `2 s`. You may mix operands and
options. After `--`, everything is an operand. Values in parentheses are defaults.

"""
    text += table("command | what it does | operands", ([
        f"`{verb}`", parser.description or "", "; ".join(f"`{positional.metavar}` {_help(positional)}"
                                                         for positional in _positionals(parser)) or "none"
    ] for verb, parser in parsers.items()))
    groups: dict[str, dict[tuple[str, str], list[str]]] = {}
    for verb, parser in parsers.items():
        for group in parser._action_groups:
            for group_action in group._group_actions:
                if group_action.option_strings and not isinstance(group_action, argparse._HelpAction):
                    title = "general" if group.title == "options" else group.title or "general"
                    value = f" {group_action.metavar}" if group_action.metavar and group_action.nargs != 0 else ""
                    spelled = f"`{', '.join(group_action.option_strings)}{value}`"
                    groups.setdefault(title, {}).setdefault((spelled, _help(group_action)), []).append(verb)
    for title, rows in groups.items():
        described = next((group.description for parser in parsers.values() for group in parser._action_groups
                          if group.title == title and group.description), None)
        text += f"\n## {title[0].upper()}{title[1:]}\n\n" + (f"{described}\n\n" if described else "")
        text += table("option | meaning | commands", (
            [spelled, meaning, "all" if set(verbs) == set(VERBS) else ", ".join(verbs)]
            for (spelled, meaning), verbs in rows.items()))
    return text


def _positionals(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [action for action in parser._actions if not action.option_strings]


def _help(item: argparse.Action) -> str:
    return (item.help or "").replace("%%", "%")


# ---- defaults.md


def defaults() -> str:
    """Our defaults and those of --quick beside JMH's."""
    unit = {mode: f"{time_unit}" for mode, time_unit in DEFAULT_TIME_UNIT.items()}
    ours = {
        "mode": ("average time", ""),
        "time unit": (f"{unit['avgt']} (throughput: ops/{unit['thrpt']})", ""),
        "forks": (str(DEFAULTS.forks), str(QUICK.forks)),
        "warmup": (_iterations(DEFAULTS, "warmup"), _iterations(QUICK, "warmup")),
        "measurement": (_iterations(DEFAULTS, "measurement"), _iterations(QUICK, "measurement")),
        "single shots (`ss`)": (
            f"{SHOT.forks} forks, {SHOT.warmup_iterations or 'no'} warmup, {SHOT.measurement_iterations} shot",
            f"{QUICK_MODES['ss'].forks} forks"),
        "warmup forks": (str(DEFAULTS.warmup_forks), ""),
        "threads": (", ".join(map(str, DEFAULTS.threads or ())), ""),
        "timeout": (f"{(DEFAULTS.timeout_ns or 0) // 60_000_000_000} min beyond the iteration's time", ""),
        "order": ("rounds: every case once per round, in seeded random order", ""),
        "interval": ("95 %, over forks", ""),
    }
    assert DEFAULTS.modes == ("avgt",)
    return f"""# Defaults

{NOTE}The defaults are the same in every language, except for the [warmup of sides that take turns](#sides-that-take-turns). The command line wins
over annotations. Annotations win over `[defaults]` of [`clamh.toml`](platforms.md#clamhtoml), and `[defaults]` wins over these values. `--quick` sets
the values of its column on the command line. Other options beside `--quick` win over it.

""" + table("setting | CLAMH | `--quick` | JMH | reason",
            ([name, own, quick or "the same", *ELSEWHERE[name]] for name, (own, quick) in ours.items())) + f"""
## Sides that take turns

These defaults differ where two or more sides [take turns](../how-to/turns.md):

""" + table("setting | CLAMH | `--quick` | reason", (
        ["sets (`-f`)", f"{SETS[2]}, from {max(SETS)} sides on {SETS[max(SETS)]}", str(QUICK_IN_TURNS.forks),
         "the set is the unit of the interval"],
        ["warmup", f"{COMPILED.warmup_iterations} × {(DEFAULTS.warmup_time_ns or 0) // 1_000_000} ms in "
         f"{_name_compiled()}, else {_iterations(DEFAULTS, 'warmup')}", _iterations(QUICK_IN_TURNS, "warmup"),
         "without a JIT compiler only caches warm up"],
        ["measurement (`avgt`, `thrpt`)", _iterations(IN_TURNS, "measurement"),
         _iterations(QUICK_IN_TURNS, "measurement"), "more sets say more than longer ones"]))


def _name_compiled() -> str:
    return ", ".join(sorted(language.title for language in languages().values() if language.compiled))


def _iterations(settings: Settings, phase: str) -> str:
    return f"{getattr(settings, f'{phase}_iterations')} × {getattr(settings, f'{phase}_time_ns') // 1_000_000} ms"


# ---- exit-codes.md


def exit_codes() -> str:
    """What the exit code says, from the exceptions that carry it."""
    rows = [(
        0,
        "the command succeeded. A missing language, or a platform that lacks a mode, is skipped and reported, and does "
        "not change the code")]
    rows += [(kind.exit_code, meaning) for kind, meaning in EXITS.items()]
    rows += [(errors.WorkerError.exit_code,
              "the implementations of a benchmark compute different values, and no line of `[differs]` "
              "in `clamh.toml` excuses them; everything was measured")]
    rows += [(REGRESSION, "`clamh gate` found a regression, whatever else happened")]
    rows += [(UNDECIDED,
              "`clamh gate` found no regression, but some undecided benchmarks may be slower by more than Δ, and "
              "`--allow-undecided` is not given")]
    rows += [(errors.InputError.exit_code,
              "`clamh gate`: NEW lacks a benchmark that BASE has, and `--allow-missing` is not given")]
    rows += [(errors.ClamhError.exit_code, "a bug of CLAMH: the details are in the file that the message names")]
    merged: dict[int, list[str]] = {}
    for code, meaning in sorted(rows):
        merged.setdefault(code, []).append(meaning)
    return f"""# Exit codes

{NOTE}""" + table("code | meaning", ([f"`{code}`", "<br>".join(meanings)] for code, meanings in merged.items())) + """
- `clamh report` exits with the code of the run, except for 130, because its report is complete. `clamh compare A B` exits with 1 if either run does,
  and with 2 if they share no row.
- `clamh gate` looks for failures in NEW only. If it could judge nothing, it exits with 2.
- `clamh check` exits with 2 if there is an error, and `clamh explain` if it cannot show the code of a platform.
- `clamh doctor` exits with 1 if an installed toolchain does not work, `clamh profile` if a case failed, `clamh collect` if a task is unfinished or failed, and
  `clamh history add` if a file has no score.
- `clamh check --values` exits with 1 if values differ and no line of `clamh.toml` excuses them, if a value is not repeatable, or if an invocation failed.
- `clamh adopt` exits with 1 if a file is in the way, `clamh clean --all` if the user answers no.
- `clamh doctor --tune --apply COMMAND` exits with the code of COMMAND, or with 1 if COMMAND succeeded and a setting could not be restored.
- A warning changes the code only with `clamh check --strict`: 2.
"""


if __name__ == "__main__":
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
