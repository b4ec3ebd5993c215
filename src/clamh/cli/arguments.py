"""The options that the verbs share, in JMH's spelling, and their way into Options."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from typing import Any, NoReturn

import msgspec

from clamh.cli import help
from clamh.cli.spelling import ALONE, VERBOSITIES, joined, split_quoted
from clamh.cli.version import VersionAsked
from clamh.diagnostics import Diagnostic
from clamh.errors import InputError
from clamh.model import Settings
from clamh.options import QUICK, UNITS_NS, Options

MODES = ("thrpt", "avgt", "sample", "ss", "wall", "all")
# JMH's own spellings beside the guide's.
UNIT_SPELLINGS = {**{unit: unit for unit in UNITS_NS}, "min": "m", "hr": "h", "day": "d"}
# Each format and the name its file has when none is given: JMH's, but for the one that JMH has not.
RESULT_FORMATS = {one: f"jmh-result.{one}" for one in ("text", "csv", "scsv", "json", "latex")}
RESULT_FORMATS["md"] = "clamh-result.md"
REPORT_FILE = f"also write a report file: {', '.join(RESULT_FORMATS)}"
REPORT_NAME = "its name (default jmh-result.FORMAT); alone, its ending says the format, else csv"


class Parser(argparse.ArgumentParser):
    """argparse, with abbreviations off (-r and -rf differ) and errors as one line and a way on."""

    def __init__(self, **options: Any):
        super().__init__(allow_abbrev=False, **options)
        self.verbatim: set[str] = set()  # options whose value may begin with a dash
        self._optionals.title = "general"
        self._groups: dict[str, argparse._ArgumentGroup] = {}

    def group(self, title: str) -> argparse._ArgumentGroup:
        """The group of options of this title, made when it is first asked for."""
        if title not in self._groups:
            self._groups[title] = self.add_argument_group(title)
        return self._groups[title]

    def format_help(self) -> str:
        """The help, with what every verb has at the end."""
        self._action_groups.sort(key=lambda group: group is self._optionals)
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Raises InputError instead of exiting, so that every wrong input looks the same."""
        raise InputError([Diagnostic(code="usage", message=f"{self.prog}: {message}", mend=f"see {self.prog} -h")])

    def _get_option_tuples(self, option_string: str) -> list[Any]:
        """argparse takes -se for -seed even so; only an option with its value (-f3) may be one word.

        Not one of letters alone: -prof and -foe are options of JMH, and no param `rof` or fork count `oe`.
        """
        return [found for found in super()._get_option_tuples(option_string) if found[-1] and not found[-1].isalpha()]

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        """argparse takes the `--` out of `-w--` and gives the option an empty list for a value."""
        values = super()._get_values(action, arg_strings)
        if values == [] and action.option_strings and action.nargs != 0:  # a flag has none
            self.error(f"argument {'/'.join(action.option_strings)}: expected one argument")
        return values


def parser(
    verb: str, sentence: str, operands: str = "[PATH ...]", examples: Sequence[tuple[str, str]] = ()
) -> Parser:
    """A parser for one verb, with the options that all have; `examples` are commands and their purpose."""
    # Without a usage of ours, parse_intermixed_args formats one on every start, which imports and runs rich for 60 ms.
    usage = " ".join(["clamh", verb, *filter(None, [operands]), "[options]"])
    one = Parser(prog=f"clamh {verb}", usage=usage, description=sentence, formatter_class=help.formatter,
                 epilog=help.examples(examples) if examples else None, add_help=False)
    one.add_argument("-h", "--help", action="help", help="show this")
    one.add_argument("-v", metavar="LEVEL", default="NORMAL", help="SILENT, NORMAL or EXTRA; alone: print the version")
    return one


def read(one: Parser, argv: list[str]) -> tuple[argparse.Namespace, Options]:
    """A verb's command line, parsed. Raises InputError with every wrong value at once, VersionAsked for `-v` alone."""
    given, unknown = one.parse_known_intermixed_args(joined(argv, one.verbatim))
    others = [word for word in argv if word != "-v"]
    if given.v == ALONE and (not others or others[0] == "--artifact" and len(others) == 2):  # which ./run_<name> adds
        raise VersionAsked
    return given, options(given, _unknown(one, unknown))


def add_paths(one: Parser) -> None:
    """The sources a verb works on."""
    one.group("benchmarks").add_argument("paths", nargs="*", metavar="PATH",
                                         help="sources, or folders to search (this folder)")


def add_selection(one: Parser) -> None:
    """Which benchmarks; a regular expression is searched in short, class-qualified and full names and in the key."""
    group = one.group("benchmarks")
    one.set_defaults(narrowing=True)  # other verbs' operands take no ::REGEX
    group.add_argument("--only", metavar="REGEX", action="append", default=[],
                       help="those with REGEX in their full name or key; repeatable; PATH::REGEX: of one path")
    group.add_argument("-e", metavar="REGEX", action="append", default=[], help="not those; repeatable")


def add_measuring(one: Parser) -> None:
    """What to measure and how long: these override annotations."""
    group = one.group("benchmarks")
    group.add_argument("-p", metavar="NAME=V,V", action="append", default=[], help="values of a param; repeatable")
    group.add_argument("--platform", metavar="PATTERN", action="append", default=[],
                       help="such as 'cpp/*', or all (one per language); repeatable")
    group.add_argument("--strict", action="store_true", help="a missing toolchain is an error")
    group = one.group("measuring (overrides annotations)")
    group.add_argument("--quick", action="store_true",
                       help="3 forks of 3 x 100 ms + 3 x 100 ms; other options override it")
    group.add_argument("-f", metavar="N", help="forks: fresh processes per case (5)")
    group.add_argument("-wi", metavar="N", help="warmup iterations per fork (5)")
    group.add_argument("-w", metavar="TIME", help="time of one, such as 1s (300ms); ns us ms s m h d")
    group.add_argument("-i", metavar="N", help="measurement iterations per fork (5)")
    group.add_argument("-r", metavar="TIME", help="time of one (200ms)")
    group.add_argument("-to", metavar="TIME", help="timeout of an iteration beyond its time (10m)")
    group.add_argument("-bm", metavar="MODE", help="benchmark mode: avgt or thrpt, or both with a comma (avgt)")
    group.add_argument("-tu", metavar="UNIT", help="time unit of scores: ns us ms s m h d")
    group.add_argument("-seed", metavar="N", help="seed of the order and of layouts; replays a run's")
    add_languages(one)


def add_languages(one: Parser) -> None:
    """What the languages contribute; several may have an option of one name, which then goes to all of them."""
    from clamh.languages import languages

    for language in languages().values():
        if language.options:
            group = one.group(language.title)
            for name, option in language.options.items():
                if f"-{name}" not in one.verbatim:
                    one.verbatim.add(f"-{name}")
                    group.add_argument(f"-{name}", metavar=option.metavar, action="append", default=[],
                                       dest=_destination(name), help=option.help)


def _destination(name: str) -> str:
    return f"language_{name}"


def add_dry(one: Parser) -> None:
    """Running without measuring."""
    group = one.group("measuring (overrides annotations)")
    group.add_argument("--dry", action="store_true", help="run each case once, fixtures too, and time nothing")


def add_results(one: Parser) -> None:
    """Where results go."""
    group = one.group("results")
    group.add_argument("-rf", metavar="FORMAT", help=REPORT_FILE)
    group.add_argument("-rff", metavar="FILE", help=REPORT_NAME)
    group.add_argument("--results", metavar="FILE", default="", help="raw results (.clamh/runs/<UTC>.ndjson)")
    group.add_argument("--no-lock", action="store_true", help="do not wait for another run on this machine")


def add_judging(one: Parser) -> None:
    """How results are judged."""
    one.group("results").add_argument("--confidence", metavar="P", default="0.95", help="level of intervals (0.95)")


def _unknown(one: Parser, words: Sequence[str]) -> list[Diagnostic]:
    """What no option takes, each with the option that may have been meant."""
    known = [spelled for action in one._actions for spelled in action.option_strings]
    problems = []
    # The value of an unknown option comes with it, and so may every path after it: the option is what is wrong.
    for word in [word for word in words if word.startswith("-")] or words:
        near = _near(word.partition("=")[0], known)
        mend = f"did you mean {near}?" if near else f"see {one.prog} -h"
        problems.append(Diagnostic(code="usage", message=f"{one.prog}: unrecognized argument: {word}", mend=mend))
    return problems


def _near(word: str, known: Sequence[str]) -> str:
    """The option meant by a misspelt one, if any; one or two letters are near to half of all (-t to -to, -tu)."""
    from difflib import get_close_matches

    name = word.strip("-").lower()
    same = [one for one in known if one.strip("-").lower() == name]
    return next(iter(same or (get_close_matches(word, known, 1, 0.76) if len(name) > 2 else [])), "")


def options(given: argparse.Namespace, wrong: Sequence[Diagnostic] = ()) -> Options:
    """Options from parsed arguments. Raises InputError with every wrong value, and what is `wrong` already, at once."""
    problems = list(wrong)
    read = _Reader(given, problems)
    settings = Settings(
        modes=read.modes("bm"),
        forks=read.count("f", 0),
        measurement_iterations=read.count("i", 1),
        warmup_iterations=read.count("wi", 0),
        measurement_time_ns=read.time("r"),
        warmup_time_ns=read.time("w"),
        timeout_ns=read.time("to"),
        time_unit=read.unit("tu"),
    )
    if settings.forks == 0:
        problems.append(Diagnostic(
            code="no-forks", message="-f 0 would measure inside the driver, which CLAMH never does",
            mend="use -f 1, or run one case without the driver: ./run_<name> --solo BENCHMARK"))
    if getattr(given, "quick", False):
        settings = _over(settings, QUICK)
    paths, within = read.paths()
    made = Options(
        paths=paths,
        within=within,
        only=read.regexes("only", "--only"),
        exclude=read.regexes("e", "-e"),
        settings=settings,
        language=read.languages(),
        params=read.params("p"),
        seed=read.count("seed", 0),
        confidence=read.confidence("confidence"),
        verbosity=read.verbosity("v"),
        result_format=read.result_format(),
        result_file=read.result_file(),
        results=getattr(given, "results", ""),
        lock=not getattr(given, "no_lock", False),
        strict=getattr(given, "strict", False),
        platforms=tuple(getattr(given, "platform", ())),
    )
    if getattr(given, "dry", False):
        problems += _not_dry(given)
    if problems:
        raise InputError(problems)
    return made


def _not_dry(given: argparse.Namespace) -> list[Diagnostic]:
    """What a dry run cannot fulfil."""
    files = (("-rf", given.rf), ("-rff", given.rff), ("--results", given.results))
    asked = [option for option, value in files if value]
    return [Diagnostic(code="dry", message=f"--dry measures nothing that {' and '.join(asked)} could hold",
                       mend=f"leave out --dry, or {' and '.join(asked)}")] if asked else []


def _over(said: Settings, otherwise: Settings) -> Settings:
    """What was said, and where nothing was, the other."""
    both = {**msgspec.structs.asdict(otherwise)}
    both.update({name: value for name, value in msgspec.structs.asdict(said).items() if value is not None})
    return Settings(**both)


def _split(operand: str) -> tuple[str, str | None]:
    """PATH and REGEX of an operand. What exists is a path, `::` in it or not; else the first that exists counts."""
    if "::" not in operand or os.path.exists(operand):
        return operand, None
    cuts = [found.start() for found in re.finditer("::", operand)]
    at = next((cut for cut in cuts if os.path.exists(operand[:cut] or ".")), cuts[0])
    return operand[:at] or ".", operand[at + 2:]


class _Reader:
    """Reads one argument at a time and keeps what was wrong, so that all of it is said at once."""

    def __init__(self, given: argparse.Namespace, problems: list[Diagnostic]):
        self._given, self._problems = given, problems

    def _wrong(self, option: str, message: str, mend: str) -> None:
        self._problems.append(Diagnostic(code="option", message=f"-{option}: {message}", mend=mend))

    def _text(self, option: str) -> str | None:
        return getattr(self._given, option, None)

    def count(self, option: str, least: int) -> int | None:
        text = self._text(option)
        if text is None:
            return None
        if re.fullmatch(r"[0-9]{1,18}", text) and int(text) >= least:
            return int(text)
        mend = f"give a number, such as -{option} 5"
        self._wrong(option, f"'{text}' is not a whole number of at least {least}", mend)
        return None

    def time(self, option: str) -> int | None:
        text = self._text(option)
        if text is None:
            return None
        match = re.fullmatch(r"\s*([0-9]{1,12})\s*([A-Za-z]*)\s*", text)
        unit = UNIT_SPELLINGS.get(match[2] or "s") if match else None
        if match and unit and int(match[1]) > 0:
            return int(match[1]) * UNITS_NS[unit]
        wrong = f"'{text}' is not a whole number above 0 with a unit"
        if match and not unit:
            wrong = f"'{match[2]}' in '{text}' is no time unit"
        self._wrong(option, wrong, f"give a whole number and a unit: -{option} 200ms (ns us ms s m h d; none means s)")
        return None

    def unit(self, option: str) -> str | None:
        text = self._text(option)
        if text is None or text in UNITS_NS:
            return text
        self._wrong(option, f"'{text}' is no time unit", f"one of {' '.join(UNITS_NS)}")
        return None

    def paths(self) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
        """The paths, and the regular expressions of each path that has some ("" where it also stands without)."""
        operands = getattr(self._given, "paths", ())
        if not getattr(self._given, "narrowing", False):
            return tuple(operands), {}
        pairs = [_split(operand) for operand in operands]
        narrowed = {path for path, regex in pairs if regex is not None}
        within: dict[str, tuple[str, ...]] = {}
        for path, regex in pairs:
            if path in narrowed and self._regex(f"{path}::{regex}", regex or ""):
                within[path] = (*within.get(path, ()), regex or "")
        return tuple(path for path, _ in pairs), within

    def regexes(self, option: str, spelled: str) -> tuple[str, ...]:
        return tuple(one for one in getattr(self._given, option, ()) if self._regex(f"{spelled} '{one}'", one))

    def _regex(self, said: str, regex: str) -> bool:
        try:
            re.compile(regex)
        except (re.error, OverflowError, RecursionError) as error:
            why = f"{error.msg}, at character {(error.pos or 0) + 1}" if isinstance(error, re.error) else str(error)
            self._problems.append(Diagnostic(code="regex", message=f"{said}: no regular expression: {why}",
                                             mend=f"to find the text as it is: {re.escape(regex)}"))
            return False
        return True

    def languages(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """What was said to each language; one value of several words is split, several values are not, as in JMH."""
        from clamh.languages import languages

        said: dict[str, dict[str, tuple[str, ...]]] = {}
        for language in languages().values():
            for name, option in language.options.items():
                values = getattr(self._given, _destination(name), [])
                if values:
                    words = values if option.words and len(values) > 1 else values[-1:]
                    several = option.words and len(values) == 1
                    said.setdefault(language.id, {})[name] = tuple(split_quoted(values[0]) if several else words)
        return said

    def modes(self, option: str) -> tuple[str, ...] | None:
        text = self._text(option)
        if text is None:
            return None
        modes = tuple(text.split(","))
        for mode in modes:
            if mode not in MODES:
                self._wrong(option, f"'{mode}' is no benchmark mode", f"one or more of {', '.join(MODES)}")
        return modes

    def params(self, option: str) -> dict[str, tuple[str, ...]]:
        params: dict[str, tuple[str, ...]] = {}
        for text in getattr(self._given, option, ()):
            name, equals, values = text.partition("=")
            if not equals or not name.strip():
                self._wrong(option, f"'{text}' is not NAME=VALUE", "give -p number=20,25")
            else:
                params[name.strip()] = (*params.get(name.strip(), ()), *values.split(","))
        return params

    def confidence(self, option: str) -> float:
        text = self._text(option) or "0.95"
        try:
            level = float(text)
        except ValueError:
            level = 0.0
        if not 0.5 <= level < 1:
            self._problems.append(Diagnostic(code="option", message=f"--confidence: '{text}' is not a level",
                                             mend="give a number from 0.5 to below 1, such as 0.95"))
        return level

    def verbosity(self, option: str) -> str:
        text, known = (self._text(option) or "NORMAL").upper(), ", ".join(VERBOSITIES)
        if text == ALONE:
            self._wrong(option, "no verbosity follows it", f"give one of {known}; -v alone prints the version")
        elif text not in VERBOSITIES:
            self._wrong(option, f"'{text}' is no verbosity", f"one of {known}; -v alone is the version")
        return text

    def result_format(self) -> str:
        text = self._text("rf")
        if text is None:
            ending = (self._text("rff") or "").rpartition(".")[2]
            return "" if not self._text("rff") else ending if ending in RESULT_FORMATS else "csv"  # JMH's default
        if text.lower() not in RESULT_FORMATS:
            self._wrong("rf", f"'{text}' is no result format", f"one of {', '.join(RESULT_FORMATS)}")
        return text.lower()

    def result_file(self) -> str:
        return self._text("rff") or RESULT_FORMATS.get((self._text("rf") or "").lower(), "")
