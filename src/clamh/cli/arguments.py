"""The options that several verbs share, spelled as in JMH, and how they become Options."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

from clamh.cli import help
from clamh.cli.reading import attribute_name, read_options
from clamh.cli.spelling import ALONE, JMH_ALONE, RESULT_FORMATS, join_values
from clamh.cli.version import VersionRequested
from clamh.model.diagnostics import Diagnostic, input_error
from clamh.model.options import BY, SORTS, Options


MEASURING = "measuring (overrides annotations)"
NAMED = ("lpe:", "jemalloc_", "time")  # beginnings of what B63 calls counters
# The options of a measuring verb that -h shows beside the verb's own; --help-all shows all.
FIRST = ("--only", "-p", "--platform", "--quick", "-bm", "-f", "-t", "--precision", "--baseline", "--full", "-rff",
         "--resume", "--base", "--live")


class Parser(argparse.ArgumentParser):
    """argparse without abbreviations (-r and -rf differ), and with errors as one line and a hint."""

    def __init__(self, **options: Any):
        super().__init__(allow_abbrev=False, **options)
        self.verbatim: set[str] = set()  # options whose value may begin with a dash
        self._optionals.title = "general"
        self.whole = False  # whether the help shows every option
        self.brings = ""  # an option that brings further ones
        self._groups: dict[str, argparse._ArgumentGroup] = {}

    def group(self, title: str) -> argparse._ArgumentGroup:
        """The group of options with this title; the first call creates it."""
        if title not in self._groups:
            self._groups[title] = self.add_argument_group(title)
        return self._groups[title]

    def format_help(self) -> str:
        """The help, with the options of every verb at the end."""
        self._action_groups.sort(key=lambda group: group is self._optionals)
        later = self._hidden_options()
        texts = [action.help for action in later]
        for action in later:
            action.help = argparse.SUPPRESS
        try:
            return super().format_help()
        finally:
            for action, text in zip(later, texts, strict=True):
                action.help = text

    def _hidden_options(self) -> list[argparse.Action]:
        """The options that -h leaves out: those that a measuring verb shares with others and few users need."""
        if MEASURING not in self._groups:
            return [action for action in self._actions if isinstance(action, _HelpAll)]
        shared = [action for group in self._groups.values() for action in group._group_actions]
        return [] if self.whole else [
            action for action in shared if action.option_strings and action.option_strings[0] not in FIRST
        ]

    def error(self, message: str) -> NoReturn:
        """Raise InputError instead of exiting, so that every wrong input looks the same."""
        if message.endswith(": expected one argument"):  # argparse's words for an option that no value follows
            message = f"{message.removeprefix('argument ').removesuffix('expected one argument')}no value follows it"
        raise input_error("usage", f"{self.prog}: {message}", f"see {self.prog} -h")

    def _get_option_tuples(self, option_string: str) -> list[Any]:
        """Accept an option and its value in one word (-f3), but not -se for --seed, which argparse would take.

        The value must not begin with a letter: -opi2 is not `-o pi2`, and -only=x is not `-o nly=x`. Only -c takes
        a name of B63 there, as in -clpe:cycles.
        """
        return [match for match in super()._get_option_tuples(option_string)
                if match[-1] and (not match[-1][0].isalpha() or match[1] == "-c" and match[-1].startswith(NAMED))]

    def _get_nargs_pattern(self, action: argparse.Action) -> str:
        """Keep `--` for the second pass over mixed operands and options, which reads the operands.

        The first pass removes it in older Pythons (3.11, 3.12.1, 3.13.0): then `-- -o.cpp` sets -o.
        """
        return "()" if action.nargs == argparse.SUPPRESS else super()._get_nargs_pattern(action)

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        """Refuse `-w--`: argparse removes the `--` and gives the option an empty list as its value."""
        values = super()._get_values(action, arg_strings)
        if values == [] and action.option_strings and action.nargs != 0:  # a flag takes no value
            self.error(f"{'/'.join(action.option_strings)}: no value follows it")
        return values


class _HelpAll(argparse.Action):
    """Show the help with every option, and end."""

    def __call__(self, parser: argparse.ArgumentParser, *values: object) -> None:
        assert isinstance(parser, Parser)
        parser.whole = True
        parser.print_help()
        parser.exit()


def make_verb_parser(verb: str, sentence: str, operands: str = "[PATH ...]", examples: Sequence[tuple[str, str]] = (),
                     levels: bool = False) -> Parser:
    """A parser for a verb, with the options of every verb; `examples` are commands and their purpose.

    With `levels` the verb accepts `-v LEVEL`, which sets how much it prints; without, it refuses a level.
    """
    # Without our own usage, parse_intermixed_args formats one at every start, which imports and runs rich for 60 ms.
    usage = " ".join(["clamh", verb, *filter(None, [operands]), "[options]"])
    verb_parser = Parser(prog=f"clamh {verb}", usage=usage, description=sentence, formatter_class=help.formatter,
                         epilog=help.examples(examples) if examples else None, add_help=False)
    verb_parser.add_argument("-h", "--help", action="help", help="show this")
    verb_parser.add_argument("--help-all", action=_HelpAll, nargs=0, help="the same with all other options, also JMH's")
    verb_parser.add_argument(
        "-v", metavar="LEVEL" if levels else "", help="SILENT, NORMAL or EXTRA; without a value: print the version"
        if levels else "print the version")
    verb_parser.set_defaults(levels=levels)
    return verb_parser


def parse_command_line(parser: Parser, argv: list[str], folder: str = "") -> tuple[argparse.Namespace, Options]:
    """Parse a verb's command line, which was typed in `folder` ("" is the current one).

    Raises InputError with every wrong value at once, VersionAsked for `-v` alone.
    """
    args, unknown = parser.parse_known_intermixed_args(join_values(argv, parser.verbatim))
    words = [word for word in argv if word != "-v"]
    if args.v == ALONE and (not words or words[0] == "--artifact" and len(words) == 2):  # ./run_<name> adds --artifact
        raise VersionRequested
    return args, read_options(args, _describe_unknown(parser, unknown), folder)


def add_paths(parser: Parser) -> None:
    """The sources that a verb works on."""
    parser.group("benchmarks").add_argument("paths", nargs="*", metavar="PATH",
                                            help="sources, or folders to search (this folder)")


def add_selection(parser: Parser) -> None:
    """Which benchmarks: a regular expression is searched in the short, class-qualified and full names and in the key.
    """
    group = parser.group("benchmarks")
    parser.set_defaults(narrowing=True)  # the operands of other verbs take no ::REGEX
    group.add_argument("--only", metavar="REGEX", action="append", default=[],
                       help="only benchmarks with REGEX in full name or key; repeatable; PATH::REGEX: only of PATH")
    group.add_argument("-e", metavar="REGEX,..", action="append", default=[], help="exclude benchmarks; repeatable")


def add_cases(parser: Parser, strict: str = "a missing toolchain is an error") -> None:
    """Which cases of the selected benchmarks; `strict` is the help text of --strict."""
    group = parser.group("benchmarks")
    group.add_argument("-p", metavar="NAME=V,V", action="append", default=[], help="values of a param; repeatable")
    group.add_argument("--platform", metavar="PATTERN", action="append", default=[],
                       help="such as 'cpp/*', or all; repeatable (one per language)")
    group.add_argument("--strict", action="store_true", help=strict)


def add_keep_going(parser: Parser) -> None:
    """What happens when a source does not build."""
    parser.group("benchmarks").add_argument("--keep-going", action="store_true",
                                            help="continue without what fails to build; exit code 1")


def add_measuring(parser: Parser) -> None:
    """What to measure and how long: these override annotations."""
    add_cases(parser)
    group = parser.group(MEASURING)
    group.add_argument("--quick", action="store_true",
                       help="3 short forks (in turns: 5) unless -f says otherwise")
    group.add_argument("-bm", metavar="MODE,..",
                       help="thrpt avgt sample ss wall, or all (without wall) (avgt)")
    group.add_argument("-f", metavar="N", help="forks: fresh processes (5; 2 sides: 8; 6: 12; ss: 10)")
    group.add_argument("-wf", metavar="N", help="warmup forks: they run first and do not count (0)")
    group.add_argument("-wi", metavar="N", help="warmup iterations (5; compiled in turns: 1; ss: 0)")
    group.add_argument("-w", metavar="TIME", help="time of a warmup iteration (300ms): ns us ms s m h d")
    group.add_argument("-wbs", metavar="N", help="warmup batch size: invocations per operation (1)")
    group.add_argument("-i", metavar="N", help="measurement iterations per fork (5; ss: 1)")
    group.add_argument("-r", metavar="TIME", help="time of a measured iteration (200ms; in turns 70ms)")
    group.add_argument("--min-iterations", metavar="N", dest="min-iterations",
                       help="calls of an iteration at least, instead of a time")
    group.add_argument("--max-iterations", metavar="N", dest="max-iterations",
                       help="calls of an iteration at most, instead of a time")
    group.add_argument("-bs", metavar="N", help="batch size: invocations per operation (1)")
    group.add_argument("-t", metavar="N|max|half_max,..", help="threads; a list makes a case of each number (1)")
    group.add_argument("-tg", metavar="N,..", help="threads of each function of a group, ordered by name")
    group.add_argument("-opi", metavar="N", help="operations per invocation (1)")
    group.add_argument("-to", metavar="TIME", help="timeout of an iteration, added to its time (10m)")
    group.add_argument("-tu", metavar="UNIT", help="time unit of scores: ns us ms s m h d")
    group.add_argument("-gc", metavar="true|false|off",
                       help="collect before each iteration; off: and not in it")
    group.add_argument("-wm", metavar="INDI|BULK|BULK_INDI",
                       help="warm up this benchmark, its whole source, or both")
    group.add_argument("-wmb", metavar="REGEX,..", action="append", default=[],
                       help="benchmarks that each fork warms up first; repeatable")
    group.add_argument("--precision", metavar="P", help="add forks until intervals are this narrow, such as 1%%")
    group.add_argument("--budget", metavar="TIME", help="total time for measuring; spent where it helps most")
    group.add_argument("--bind", metavar="POLICY", help="none, threads (a CPU each), auto: if all can (in turns)")
    group.add_argument("--cpus", metavar="LIST", help="use only these CPUs for the run, such as 2,4-7")
    group.add_argument("--tmpfs", action="store_true",
                       help="keep temporary files (TMPDIR) in memory, empty for each fork")
    group.add_argument("-prof", metavar="NAME[:..]", action="append", default=[],
                       help="also count: perf[:EVENT,..], gc, rusage, callgrind, energy; repeatable")
    group.add_argument("-c", metavar="NAME,..", action="append", default=[], dest="counted",
                       help="the same by B63's names, such as time,lpe:cycles")
    group.add_argument("-foe", metavar="true|false", help="stop at the first failure (false)")
    group.add_argument("--layout", metavar="random|static",
                       help="memory layout: random for each fork, or static (random)")
    group.add_argument("--layouts", metavar="L",
                       help="code layouts of native artifacts (4; in turns one per set, at most 16)")
    group.add_argument("--seed", metavar="N", help="seed of order and layouts; repeats those of a run")
    add_languages(parser)


def add_builds(parser: Parser) -> None:
    """Selection, measuring and judging of two builds, and where the raw results go."""
    add_selection(parser)
    add_keep_going(parser)
    add_measuring(parser)
    group = parser.group("results")
    group.add_argument("--results", metavar="FILE",
                       help="raw results (.clamh/compared/<UTC>.ndjson; of a run .clamh/runs)")
    group.add_argument("--no-lock", action="store_true", help="do not wait for another run on this machine")
    add_judging(parser)
    add_estimator(parser)


def has_option(argv: Sequence[str], option: str) -> bool:
    """Whether this option stands before `--` on a command line; it decides which other options there are."""
    own = argv[:argv.index("--")] if "--" in argv else argv
    return any(word.partition("=")[0] == option for word in own)


def add_turns(parser: Parser) -> None:
    """Whether the compared sides take turns."""
    parser.group(MEASURING).add_argument(
        "--no-live", action="store_true", help="measure one process after the other, without turns")


def add_languages(parser: Parser) -> None:
    """The options of the languages; several languages may have an option of the same name, and then all of them get it.
    """
    from clamh.languages import languages

    for language in languages().values():
        if language.options:
            group = parser.group(language.title)
            for name, option in language.options.items():
                if f"-{name}" not in parser.verbatim:
                    parser.verbatim.add(f"-{name}")
                    group.add_argument(f"-{name}", metavar=option.metavar, action="append", default=[],
                                       dest=attribute_name(name), help=option.help)


def add_dry(parser: Parser) -> None:
    """A run that measures nothing."""
    group = parser.group(MEASURING)
    group.add_argument("--dry", action="store_true", help="run each case once with its fixtures, without timing")


def add_report_file(parser: Parser, name: str = "also write a report to FILE; its ending sets the format") -> None:
    """The report as a file; `name` is the help text of -rff."""
    group = parser.group("results")
    group.add_argument("-rf", metavar="FORMAT", help=f"also write a report file: {' '.join(RESULT_FORMATS)}")
    group.add_argument("-rff", metavar="FILE", help=name)


def add_trend_file(parser: Parser) -> None:
    """The file with the numbers behind the report."""
    parser.group("results").add_argument("-trendfile", metavar="FILE",
                                         help="write every score, sample and CPU speed")


def add_html(parser: Parser) -> None:
    """The report as a page."""
    parser.group("results").add_argument("--html", metavar="FILE", help="also write a page with charts")


def add_results(parser: Parser) -> None:
    """Where results go."""
    group = parser.group("results")
    add_report_file(parser)
    add_html(parser)
    group.add_argument("-o", metavar="FILE", help="write the output to FILE")
    add_trend_file(parser)
    group.add_argument("--results", metavar="FILE", help="raw results (.clamh/runs/<UTC>.ndjson)")
    group.add_argument("--no-lock", action="store_true", help="do not wait for another run on this machine")


def add_judging(parser: Parser, default: str | None = "0.95") -> None:
    """How results are judged; without a default, the level and delta of the results file's run apply."""
    group = parser.group("results")
    group.add_argument("--confidence", metavar="P", default=default,
                       help="confidence level (0.95; for results files: the run's)")
    group.add_argument("--delta", metavar="D", default=default and "1%",
                       help="smallest difference that matters (1%%; or the run's)")


def add_estimator(parser: Parser, default: str | None = "mean") -> None:
    """Which estimator verdicts compare."""
    parser.group("results").add_argument("--estimator", metavar="mean|median", default=default,
                                         help="compare totals (mean; or the run's), or median laps: without rare costs")


def add_table(parser: Parser, default: str | None = "0.95") -> None:
    """How the table's rows are judged (see add_judging), what their ratios refer to, and how the table is divided."""
    add_judging(parser, default)
    add_estimator(parser, default and "mean")
    group = parser.group("results")
    group.add_argument("--baseline", metavar="NAME", help="reference of the ratios: a benchmark, or such as 'cpp/*'")
    group.add_argument("--by", metavar="|".join(BY), help="split the table by it (by benchmark and params)")


def add_screen(parser: Parser) -> None:
    """How much the report shows, and in which order."""
    group = parser.group("results")
    group.add_argument("--full", action="store_true", help="all rows with intervals, terms and their main warnings")
    group.add_argument("--iterations", action="store_true",
                       help="also the number of measured operations")
    group.add_argument("--sort", metavar="|".join(SORTS), help="order of the first screen (as in the sources)")


def _describe_unknown(parser: Parser, words: Sequence[str]) -> list[Diagnostic]:
    """A diagnostic for each word that no option takes, with the option that the user may have meant."""
    options = [spelled for action in parser._actions for spelled in action.option_strings]
    problems = []
    # The value of an unknown option is unknown too, and so may be every path after it: report the option alone.
    for word in [word for word in words if word.startswith("-")] or words:
        message = f"{parser.prog}: unrecognized argument: {word}"
        near = _find_similar_option(word.partition("=")[0], options)
        further = f"; more options with {parser.brings}: {parser.prog} {parser.brings} -h" if parser.brings else ""
        hint = f"did you mean {near}?" if near else f"see {parser.prog} -h{further}"
        if word in JMH_ALONE:
            message = f"{parser.prog}: CLAMH does not have JMH's option {word}"
            hint = f"leave it out; a built Java artifact takes it: java -jar run_NAME.jar {word} ..."
        problems.append(Diagnostic(code="usage", message=message, hint=hint))
    return problems


def _find_similar_option(word: str, options: Sequence[str]) -> str:
    """The option that a misspelled one may mean, or ""; names of one or two letters resemble too many (-t is near -to
    and -tu).
    """
    from difflib import get_close_matches

    name = word.strip("-").lower()
    same = [option for option in options if option.strip("-").lower() == name]
    return next(iter(same or (get_close_matches(word, options, 1, 0.76) if len(name) > 2 else [])), "")
