"""Writes docs/reference/{annotations,options,defaults,environment,exit-codes,misuse}.md from the code: python scripts/reference.py"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterable
from pathlib import Path

from clamh.building.variables import ACCESS, RUNS
from clamh.cli.gate import REGRESSION, UNDECIDED
from clamh.cli.main import VERBS
from clamh.languages import by_extension, languages
from clamh.model import errors
from clamh.model.options import DEFAULT_TIME_UNIT, DEFAULTS, MODE_DEFAULTS, QUICK, QUICK_MODES
from clamh.model.sources import Settings
from clamh.sources.annotations.table import ANNOTATIONS, INJECTED, MODES, AnnotationSpec, ArgumentSpec

FOLDER = Path(__file__).parent.parent / "docs" / "reference"
NOTE = "<!-- Written by scripts/reference.py from the code: change that, then run it. -->\n\n"
KINDS = {"string": "text", "time": "time such as \"10s\"", "call": "range(…)"}
SHOT = MODE_DEFAULTS["ss"]
# What a row of the defaults has beside our own figures: JMH's, the guide's of 2021, and why ours differs.
ELSEWHERE = {
    "mode": ("throughput", "average time", "times can be compared and added"),
    "time unit": ("s", "ns", "microbenchmarks take nanoseconds"),
    "forks": ("5", "1", "the fork is the unit of the interval: with 5 the factor of the 95 % interval is 2.8, with 2 it is 12.7"),
    "warmup": ("5 × 10 s", "5 × 1 s", "enough for a JIT on small code; raise `-wi` and `-w` when a warning says so"),
    "measurement": ("5 × 10 s", "5 × 1 s", "within a fork, more iterations hardly add information"),
    "single shots (`ss`)": ("5 forks, no warmup, 1 shot", "–", "each fork gives one cold shot, so forks are its only repetition"),
    "warmup forks": ("0", "–", "a fresh process has nothing to warm up but the machine"),
    "threads": ("1", "1", ""),
    "timeout": ("10 min", "–", "past it the worker is killed and the case is a failed row"),
    "order": ("all forks of a benchmark in a row", "one language after the other", "drift of the machine hits every platform alike"),
    "interval": ("99.9 %, over all iterations", "99.9 %, over iterations", "iterations of one process are not independent"),
}
EXITS = {
    errors.InputError: "the command line, a source or the environment cannot be used: every problem found is said, with its place",
    errors.BuildError: "a source does not compile: the compiler's own words, with your file and line",
    errors.BuildErrors: "several sources cannot be built, of one or more languages: all errors at once; with `--keep-going` the code is 1, and what builds is measured",
    errors.WorkerError: "a case failed (crashed, hung, threw), or a budget had no time for one: it is a row of the report, and the others were measured",
    errors.ResultsError: "the results or report file could not be written: what was written stays readable",
    errors.Interrupted: "Ctrl-C or a signal to end: what was measured is kept and reported",
}


def pages() -> dict[str, str]:
    """The text of each page by file name."""
    return {"annotations.md": annotations(), "options.md": options(), "defaults.md": defaults(), "exit-codes.md": exit_codes(),
            "misuse.md": misuse(), "environment.md": variables()}


def table(head: str, rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table; `head` has its columns between bars."""
    columns = head.count("|") + 1
    cells = [" | ".join(cell.replace("|", "\\|") for cell in row) for row in rows]
    return "".join(f"| {line} |\n" if line != "-" else "|" + "---|" * columns + "\n" for line in (head, "-", *cells))


# ---- environment.md


def variables() -> str:
    """Which variables of the environment builds see, and which act on workers, from language.toml."""
    def names(patterns: tuple[str, ...]) -> str:
        return " ".join(f"`{one}`" for one in patterns) or "–"

    known = [(language.title, language.environment) for language in languages().values()]
    built = [(title, names(one.builds), names(one.unused)) for title, one in known]
    doors = [("all", names(ACCESS)), *((title, names(one.access)) for title, one in known)]
    runs = [("all", names(RUNS)), *((title, names(one.runs)) for title, one in known)]
    return f"""# Variables of the environment

<!-- Written by scripts/reference.py from language.toml: change that, then run it. -->

## When CLAMH builds

A build sees two kinds of variables. The first kind changes what is built: it is part of the cache's key, so another value builds anew, and the
results and the first line of a report name it. `CPPFLAGS`, `CXXFLAGS` and `RUSTFLAGS` are flags of every build, as if they stood in `clamh.toml`. Rust
sources see what they read with `env!` and `option_env!`, too.

{table("language | changes what is built | known to the toolchain and not seen: a warning", built)}
The second kind only gives access. It is passed on and never recorded.

{table("language | gives access", doors)}
A build sees no other variable.

## When CLAMH measures

Workers have the whole environment. Some variables act on them: CLAMH records their values, warns of them once a run, and names the term
*environment* where two runs had different ones.

{table("language | acts on workers", runs)}"""


# ---- misuse.md

MISUSE = Path(__file__).parent.parent / "tests" / "golden" / "misuse"


def misuse() -> str:
    """Every error of a misuse that the tests hold, with one message and the languages whose test has it."""
    found: dict[str, tuple[str, set[str]]] = {}
    for file in sorted(MISUSE.glob("*.txt")):
        for line in file.read_text(encoding="utf-8").splitlines():
            problem, _, places = line.removesuffix("]").rpartition(" [")
            code, _, text = problem.partition(" ")
            _, there = found.setdefault(code, (text.partition(" → ")[0], set()))
            for place in places.split(", "):
                language = by_extension(f"x.{place.split()[0]}")
                assert language is not None, line
                there.add(language.id)
    every = [one.id for one in languages().values()]
    rows = [
        (f"`{code}`", message, *("yes" if one in there else "–" for one in every))
        for code, (message, there) in sorted(found.items()) if code != "not-built"
    ]
    titles = " | ".join(one.title for one in languages().values())
    return NOTE + (
        "# Misuse that is told before anything is built\n\n"
        "All of a source at once, each with its file, line, column and what to do. The messages are examples, from the tests in\n"
        "`tests/golden/misuse`; `–`: none of that language has it, as the mistake cannot be made there, or the compiler says it at the line of the source.\n"
        "In Java JMH's annotation processor has the last word. Every mistake that it reports when it generates code is shown in its own words at the "
        "user's own file\n"
        "and line, all of a source at once: `tests/java/sources/Misuse.java` holds examples, each with what is said of it.\n\n"
        + table(f"code | for example | {titles}", rows)
    )


# ---- annotations.md


def annotations() -> str:
    """What exists, where it stands, what it takes, and which language has it."""
    every = languages().values()
    text = f"""# The annotations

{NOTE}What they are for and how they are written is in [the concepts](../concepts/annotations.md). Arguments and annotations with
a star are ours; JMH does not have them, so in Java they stand in a `//@@` comment. Outside Java a text that is a plain name
needs no quotes: `@Group(pc)`.

"""
    text += table("annotation | stands on | arguments | meaning", map(_annotation, ANNOTATIONS))
    own = [f"{one.title} adds {', '.join(f'`{argument}`' for argument in arguments)} to `{name}`."
           for one in every for name, arguments in one.annotation_arguments.items()]
    text += f"\n{' '.join(own)} `TearDown` is another spelling of `Teardown`.\n\n## What each language has so far\n\n"
    text += ("An annotation, mode, level or scope that a language has not is an error that says so. `Threads(1)` is what every "
             "language\ndoes without it, and right in all.\n\n")
    has = {
        **{f"`{one.name}`": [one.name in language.annotations for language in every] for one in ANNOTATIONS},
        **{f"`Mode.{name}` (`{short}`)": [short in language.modes for language in every]
           for name, short in MODES.items() if short != "all"},
        **{f"`Level.{level}`": [level in language.levels for language in every] for level in ("Trial", "Iteration", "Invocation")},
        **{f"`Scope.{scope}`": [scope in language.scopes for language in every] for scope in ("Benchmark", "Thread", "Group")},
        **{f"parameter `{name}`": [name in language.injected for language in every] for name in INJECTED},
    }
    titles = " | ".join(language.title for language in every)
    return text + table(f"| {titles}", ([name, *("yes" if one else "–" for one in found)] for name, found in has.items()))


def _annotation(one: AnnotationSpec) -> list[str]:
    arguments = "<br>".join(map(_argument, one.arguments)) or "none"
    return [f"`{one.name}`{'' if one.jmh else '*'}", ", ".join(one.targets), arguments, one.meaning]


def _argument(one: ArgumentSpec) -> str:
    kinds = [", ".join(f"`{one.owner.rpartition('.')[2]}.{name}`" for name in one.constants) if kind == "constant"
             else KINDS.get(kind, kind) for kind in one.kinds] + ["number (not in Java)"] * one.numbers
    least = f", at least {one.least}" if one.least is not None else ""
    listed = ", one or a list" if one.listed else ""
    default = " (needed)" if one.required else f" (default: {one.default})"
    return f"`{one.name}`{'' if one.jmh else '*'}: {' or '.join(kinds)}{least}{listed}{default}"


# ---- options.md


def options() -> str:
    """The verbs, then every option once with the verbs that take it."""
    parsers = {verb: importlib.import_module(f"clamh.cli.{verb}").parser() for verb in VERBS}
    text = f"""# Verbs and options

{NOTE}`clamh -h` lists the verbs that people use first and `clamh VERB -h` the options, `--help-all` instead of `-h` all of them. `clamh -v` prints the version, and
`clamh --completion bash|zsh|fish` a script that completes them. Options with one dash are JMH's and the guide's; `-f 3`, `-f3` and a time
such as `200ms` or `2 s` are read. Operands and options may be mixed, and after `--` everything is an operand.

"""
    text += table("verb | what it does | operands", (
        [f"`{verb}`", parser.description or "", "; ".join(f"`{one.metavar}` {_help(one)}" for one in _positionals(parser)) or "none"]
        for verb, parser in parsers.items()))
    groups: dict[str, dict[tuple[str, str], list[str]]] = {}
    for verb, parser in parsers.items():
        for group in parser._action_groups:
            for one in group._group_actions:
                if one.option_strings and not isinstance(one, argparse._HelpAction):
                    title = "general" if group.title == "options" else group.title or "general"
                    value = f" {one.metavar}" if one.metavar and one.nargs != 0 else ""
                    spelled = f"`{', '.join(one.option_strings)}{value}`"
                    groups.setdefault(title, {}).setdefault((spelled, _help(one)), []).append(verb)
    for title, rows in groups.items():
        described = next((group.description for parser in parsers.values() for group in parser._action_groups
                          if group.title == title and group.description), None)
        text += f"\n## {title[0].upper()}{title[1:]}\n\n" + (f"{described}\n\n" if described else "")
        text += table("option | meaning | verbs", (
            [spelled, meaning, "all" if set(verbs) == set(VERBS) else ", ".join(verbs)]
            for (spelled, meaning), verbs in rows.items()))
    return text


def _positionals(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [one for one in parser._actions if not one.option_strings]


def _help(one: argparse.Action) -> str:
    return (one.help or "").replace("%%", "%")


# ---- defaults.md


def defaults() -> str:
    """Our defaults and those of --quick beside JMH's and the guide's."""
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

{NOTE}The same in every language, Java included. The command line wins over annotations, annotations over `[defaults]`
of [`clamh.toml`](platforms.md#clamhtoml), this over these. `--quick` is the command line's word for the figures of its
column; what is said beside it wins over it.

""" + table("| CLAMH | `--quick` | JMH | the CLAMH guide (2021) | why", (
        [name, own, quick or "as CLAMH", *ELSEWHERE[name]] for name, (own, quick) in ours.items()))


def _iterations(settings: Settings, phase: str) -> str:
    return f"{getattr(settings, f'{phase}_iterations')} × {getattr(settings, f'{phase}_time_ns') // 1_000_000} ms"


# ---- exit-codes.md


def exit_codes() -> str:
    """What the exit code says, from the exceptions that carry it."""
    rows = [(0, "everything was measured, or what was asked for was done; a language that is missing, or a platform that "
                "lacks a mode, is a skip that is said")]
    rows += [(kind.exit_code, meaning) for kind, meaning in EXITS.items()]
    rows += [(errors.WorkerError.exit_code, "the implementations of a benchmark compute different values, and no line of `[differs]` "
              "in `clamh.toml` excuses them; everything was measured")]
    rows += [(REGRESSION, "`clamh gate` found a regression, whatever else it found")]
    rows += [(UNDECIDED, "`clamh gate` found no regression, but could not decide every benchmark: some may be slower by more than Δ, and "
              "`--allow-undecided` is not given")]
    rows += [(errors.InputError.exit_code, "`clamh gate`: NEW lacks a benchmark that BASE has, and `--allow-missing` is not given")]
    rows += [(errors.ClamhError.exit_code, "a bug of CLAMH: the details are in the file that the message names")]
    merged: dict[int, list[str]] = {}
    for code, meaning in sorted(rows):
        merged.setdefault(code, []).append(meaning)
    return f"""# Exit codes

{NOTE}""" + table("code | meaning", ([f"`{code}`", "; or ".join(meanings)] for code, meanings in merged.items())) + """
`clamh report` has the code that the run had, except 130: its report is complete. `clamh gate` looks for failures in NEW only, and never
passes where it could judge nothing (2). `clamh check --values` has 1 where implementations compute different values that no line of `clamh.toml`
excuses, where a value is not repeatable, and where an invocation failed. A warning never changes the code.
"""


if __name__ == "__main__":
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
