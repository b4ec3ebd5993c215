"""Parsed arguments → Options: checks every value, and reports all wrong ones at once."""

from __future__ import annotations

import argparse
import math
import os
import re
from collections.abc import Sequence

from clamh.cli.spelling import ALONE, ENDINGS, ONE_DASH, RESULT_FORMATS, VERBOSITIES, split_quoted, split_regexes
from clamh.judging.statistics.stopping import MIN_FORKS
from clamh.machine import cpu_list
from clamh.model import settings
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.options import BIND, BY, ESTIMATORS, MAX_LAYOUTS, SORTS, UNITS_NS, Options
from clamh.model.settings import OPTIONS, Misspelled
from clamh.report.units import format_count

BOOLEANS = ("true", "false")
PAGES = ("html", "htm")  # endings of files that a browser opens
# Options for which an empty text, as of a shell variable that is not set, would otherwise mean the default.
TEXTS = ("resume", "database", "branch", "machine", "revision", "into", "scheduler", "comparisons", "spread", "chart",
         "base", "base_build", "new_build")
UNSET = "a shell variable may be unset; give a value, or leave it out"
WITH_OPERATIONS = ("md", "csv", "scsv", "json")  # formats that can hold the number of measured operations
GC = ("true", "false", "off")
WARMUP_MODES = ("INDI", "BULK", "BULK_INDI")
MIN_PRECISION = 1e-4  # no clock and no machine gives more
MAX_BUDGET_D = 100  # days, the limit of every other time too


def _parse_share(text: str) -> float | None:
    """A part of something, such as 1% or 0.01; None where it is not a finite number."""
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        return None
    return share if math.isfinite(share) else None


def attribute_name(name: str) -> str:
    """The parser's attribute for an option of a language."""
    return f"language_{name}"


def read_options(args: argparse.Namespace, known_problems: Sequence[Diagnostic] = (), folder: str = "") -> Options:
    """Options from parsed arguments. Raises InputError with every wrong value and the `known_problems`, all at once.

    Paths are relative to `folder`, in which the user typed them; "" is the current folder, and leaves them as they are.
    """
    problems = [*known_problems, *(
        Diagnostic(code="option", message=f"--{name.replace('_', '-')}: no value follows it", hint=UNSET)
        for name in TEXTS if getattr(args, name, None) == "")]
    read = _Reader(args, problems, folder)
    texts = {option: text for option in OPTIONS if (text := getattr(args, option, None)) is not None}
    chosen = settings.parse_settings(texts, read.misspelled)
    paths, within = read.paths()
    result = Options(
        paths=paths,
        within=within,
        only=read.only(),
        exclude=read.listed_regexes("e"),
        settings=chosen,
        quick=getattr(args, "quick", False),
        language=read.languages(),
        params=read.params(),
        seed=read.seed(),
        replayed=getattr(args, "seed", None) is not None,
        layouts=read.layouts(chosen.layout),
        confidence=read.confidence(),
        delta=read.delta(),
        estimator=read.choice("estimator", ESTIMATORS, "-estimator"),
        precision=read.precision(chosen.forks),
        budget_ns=read.budget(),
        baseline=read.baseline(),
        by=read.choice("by", BY, "-by") or "",
        full=getattr(args, "full", False),
        iterations=getattr(args, "iterations", False),
        plot=getattr(args, "plot", False),
        sort=read.choice("sort", SORTS, "-sort") or "",
        verbosity=read.verbosity(),
        result_format=read.result_format(),
        result_file=read.result_file(),
        results=read.file("results", "--results"),
        lock=not getattr(args, "no_lock", False),
        strict=getattr(args, "strict", False),
        keep_going=getattr(args, "keep_going", False),
        platforms=tuple(getattr(args, "platform", ())),
        gc=read.choice("gc", GC) or "false",
        tmpfs=getattr(args, "tmpfs", False),
        warmup_mode=read.choice("wm", WARMUP_MODES) or "INDI",
        warmup_benchmarks=read.listed_regexes("wmb"),
        fail_on_error=read.choice("foe", BOOLEANS) == "true",
        output=read.file("o"),
        trend_file=read.file("trendfile"),
        html=read.file("html", "--html"),
        live=not getattr(args, "no_live", True),
        bind=read.choice("bind", BIND, "-bind"),
        cpus=read.cpus(),
        profilers=read.profilers(),
        resume=getattr(args, "resume", None),
    )
    if getattr(args, "dry", False):
        problems += _check_dry(args)
    problems += _check_shown(result)
    if problems:
        raise InputError(problems)
    return result


def _check_shown(options: Options) -> list[Diagnostic]:
    """The options that change only reports which this command does not show."""
    problems = []
    log = options.verbosity == "EXTRA"
    hiding = [option for option, used in (("--full", options.full), ("--by", options.by), ("-v EXTRA", log)) if used]
    if options.sort and hiding:
        message = (f"--sort orders the first screen, but {' and '.join(hiding)} do{'es' * (len(hiding) == 1)} not show "
                   "it")
        problems.append(Diagnostic(code="option", message=message,
                                   hint=f"leave out --sort, or {' and '.join(hiding)}"))
    if options.iterations and log and not options.html and options.result_format not in WITH_OPERATIONS:
        message = "--iterations adds a column to tables, but the log of -v EXTRA has none"
        hint = ("leave out --iterations or -v EXTRA, or write a file with the column: --html FILE, or -rf "
                f"{' or '.join(WITH_OPERATIONS)}")
        problems.append(Diagnostic(code="option", message=message, hint=hint))
    tables = [option for option, used in (("--by", options.by and options.result_format != "md"),
                                          ("--plot", options.plot)) if used]
    if log and tables:
        message = f"{' and '.join(tables)}: -v EXTRA shows no table"
        hint = f"leave out -v EXTRA, or {' and '.join(tables)}"
        problems.append(Diagnostic(code="option", message=message, hint=hint))
    return problems


def _check_dry(args: argparse.Namespace) -> list[Diagnostic]:
    """The options that a dry run cannot fulfil."""
    options = [option for option, value in (("--precision", args.precision), ("--budget", args.budget)) if value]
    if options:
        return [Diagnostic(code="dry", message=f"--dry measures nothing, so {' and '.join(options)} cannot end it",
                           hint=f"leave out --dry, or {' and '.join(options)}")]
    if counting := " and ".join(option for option, value in (("-prof", args.prof), ("-c", args.counted)) if value):
        return [Diagnostic(code="dry", message=f"--dry measures nothing, so there is nothing to count with {counting}",
                           hint=f"leave out --dry, or {counting}")]
    files = (("-rf", args.rf), ("-rff", args.rff), ("--html", args.html), ("-trendfile", args.trendfile),
             ("--results", args.results))
    options = [option for option, value in files if value]
    return [
        Diagnostic(code="dry",
                   message=f"--dry measures nothing, so there is nothing to write with {' and '.join(options)}",
                   hint=f"leave out --dry, or {' and '.join(options)}")
    ] if options else []


def _split_operand(operand: str) -> tuple[str, str | None]:
    """PATH and REGEX of an operand. An existing path may contain `::`; else the first cut behind an existing path
    counts.
    """
    if "::" not in operand or os.path.exists(operand):
        return operand, None
    cuts = [match.start() for match in re.finditer("::", operand)]
    cut_at = next((cut for cut in cuts if os.path.exists(operand[:cut] or ".")), cuts[0])
    return operand[:cut_at] or ".", operand[cut_at + 2:]


class _Reader:
    """Reads an option at a time and collects the problems, so that all are reported at once."""

    def __init__(self, args: argparse.Namespace, problems: list[Diagnostic], folder: str):
        self._args, self._problems, self._folder = args, problems, folder

    def _add_problem(self, option: str, message: str, hint: str) -> None:
        self._problems.append(Diagnostic(code="option", message=f"-{option}: {message}", hint=hint))

    def _text(self, option: str) -> str | None:
        return getattr(self._args, option, None)

    def misspelled(self, option: str, error: Misspelled) -> None:
        spelled = ONE_DASH.get(f"-{option}", f"--{option}" if "-" in option else f"-{option}")
        hint = f"{error.hint} {spelled} {error.example}" if error.example else error.hint
        self._problems.append(Diagnostic(code=error.code, message=f"{spelled}: {error}", hint=hint))

    def seed(self) -> int | None:
        text = self._text("seed")
        try:
            return None if text is None else settings.count(text, 0)
        except Misspelled as error:
            self.misspelled("seed", error)
            return None

    def layouts(self, layout: str | None) -> int | None:
        text = self._text("layouts")
        known = text is not None and re.fullmatch("[0-9]{1,9}", text) and 1 <= int(text) <= MAX_LAYOUTS
        if text is not None and not known:
            self._add_problem("-layouts", f"'{text}' is not a number from 1 to {MAX_LAYOUTS}",
                              "give the number of code layouts to build; 1 is the linker's own layout only")
        elif known and int(text) > 1 and layout == "static":
            self._add_problem("-layouts", "--layout static has only one code layout", "leave out one of the two")
        return int(text) if known else None

    def paths(self) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
        """The paths, and the regular expressions of each path that has some ("" where the path also stands without
        one).
        """
        built = getattr(self._args, "artifact", None)  # artifacts are run without sources
        operands = [
            os.path.join(self._folder, path)
            for path in getattr(self._args, "paths", ()) or filter(None, [self._folder] if not built else [])
        ]
        if not getattr(self._args, "narrowing", False):
            return tuple(operands), {}
        pairs = [_split_operand(operand) for operand in operands]
        narrowed = {path for path, regex in pairs if regex is not None}
        within: dict[str, tuple[str, ...]] = {}
        for path, regex in pairs:
            if path in narrowed and (regex is None or self._check_regex(f"'{path}::{regex}'", regex)):
                within[path] = (*within.get(path, ()), regex or "")
        return tuple(path for path, _ in pairs), within

    def only(self) -> tuple[str, ...]:
        return tuple(regex for regex in getattr(self._args, "only", ())
                     if self._check_regex(f"--only '{regex}'", regex))

    def listed_regexes(self, option: str) -> tuple[str, ...]:
        """The regular expressions of an option whose value may list several, separated by commas."""
        regexes = [regex for text in getattr(self._args, option, ()) for regex in split_regexes(text) or [""]]
        return tuple(regex for regex in regexes if self._check_regex(f"-{option} '{regex}'", regex))

    def choice(self, option: str, known: Sequence[str], spelled: str = "") -> str | None:
        """One of a few words, without regard to case."""
        text = self._text(option)
        choice = next((word for word in known if text is not None and word.lower() == text.lower()), None)
        if text is not None and choice is None:
            self._add_problem(spelled or option, f"'{text}' is not {' or '.join(known)}",
                              f"choose one of {', '.join(known)}")
        return choice

    def _check_regex(self, subject: str, regex: str) -> bool:
        if not regex:  # it would select everything
            self._problems.append(Diagnostic(code="regex", message=f"{subject}: the regular expression is empty",
                                             hint=UNSET))
            return False
        try:
            re.compile(regex)
        except (re.error, OverflowError, RecursionError) as error:
            why = f"{error.msg}, at character {(error.pos or 0) + 1}" if isinstance(error, re.error) else str(error)
            self._problems.append(Diagnostic(code="regex", message=f"{subject}: not a regular expression: {why}",
                                             hint=f"to search for this exact text: {re.escape(regex)}"))
            return False
        return True

    def languages(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """The options of each language; one value of several words is split, several values are not, as in JMH."""
        from clamh.languages import languages

        chosen: dict[str, dict[str, tuple[str, ...]]] = {}
        for language in languages().values():
            for name, option in language.options.items():
                values = getattr(self._args, attribute_name(name), [])
                if values:
                    words = values if option.words and len(values) > 1 else values[-1:]
                    split = option.words and len(values) == 1
                    chosen.setdefault(language.id, {})[name] = tuple(split_quoted(values[0]) if split else words)
        return chosen

    def params(self) -> dict[str, tuple[str, ...]]:
        params: dict[str, tuple[str, ...]] = {}
        for text in getattr(self._args, "p", ()):
            name, equals, values = text.partition("=")
            if name != name.rstrip():  # blanks around the sign do not belong to the value
                values = values.lstrip()
            if not equals or not name.strip():
                self._add_problem("p", f"'{text}' is not NAME=VALUE", "give -p number=20,25")
            else:
                params[name.strip()] = (*params.get(name.strip(), ()), *values.split(","))
        return params

    def confidence(self) -> float | None:
        text = self._text("confidence")
        if text is None:
            return None
        try:
            level = float(text)
        except ValueError:
            level = 0.0
        if not 0.5 <= level < 1:
            self._add_problem("-confidence", f"'{text}' is not a confidence level",
                              "give a number from 0.5 to below 1, such as 0.95")
        return level

    def delta(self) -> float | None:
        text = self._text("delta")
        if text is None:
            return None
        share = _parse_share(text)
        if share is None or not 0 <= share <= (1000 if text.endswith("%") else 1):  # a bare 5 is mostly meant for 5 %
            self._add_problem("-delta", f"'{text}' is not a share",
                              "give a share of the ratio, such as 1% or 0.01; above 1 only in percent")
        return share

    def precision(self, forks: int | None) -> float | None:
        text = self._text("precision")
        if text is None:
            return None
        share = _parse_share(text)
        if share is None or not MIN_PRECISION <= share <= 1:
            self._add_problem("-precision", f"'{text}' is not a share of the score",
                              "give 0.01% to 100%, such as 1% or 0.01")
        if forks is not None and forks < MIN_FORKS:
            self._add_problem(
                f"-precision and -f {forks}",
                f"{format_count(forks, 'fork')} cannot show when the precision is reached",
                f"give at least -f {MIN_FORKS}, the smallest number to run, or leave it out")
        return share

    def budget(self) -> int | None:
        text = self._text("budget")
        try:
            ns = None if text is None else settings.parse_time_ns(text)
        except Misspelled as error:
            self._add_problem("-budget", str(error), f"{error.hint} --budget 5m")
            return None
        if ns is not None and ns > MAX_BUDGET_D * UNITS_NS["d"]:
            self._add_problem("-budget", f"'{text}' is more than {MAX_BUDGET_D} d",
                              "give less, or leave it out: then the plan alone sets the time")
        return ns

    def cpus(self) -> frozenset[int]:
        """A list of CPUs in taskset's form; empty when the option is absent."""
        text = self._text("cpus")
        try:
            cpus = cpu_list.parse_ranges(text or "")
        except ValueError as error:
            self._add_problem("-cpus", str(error), "write CPUs as for taskset: --cpus 2,4-7 or 0-6:2")
            return frozenset()
        if text is not None and not cpus:
            self._add_problem("-cpus", "no CPU follows it", "give CPUs such as --cpus 2,4-7, or leave it out")
        return cpus

    def profilers(self) -> dict[str, tuple[str, ...]]:
        """The profilers by name, with the events that they count; also those of the counters that -c lists."""
        texts, names = (getattr(self._args, name, None) or [] for name in ("prof", "counted"))
        if not texts and not names:
            return {}
        from clamh.cli.profilers import add_counters, read_profilers

        chosen, problems = read_profilers(texts)
        chosen, more = add_counters(names, chosen)
        self._problems += [*problems, *more]
        return chosen

    def baseline(self) -> str:
        """A name, "" when the option is absent; an empty name comes from a shell variable that is not set."""
        text = self._text("baseline")
        if text is not None and not text.strip():
            self._add_problem("-baseline", "no name follows it",
                              "name a benchmark or a platform, or leave the option out")
        return (text or "").strip()

    def verbosity(self) -> str:
        text, known = (self._text("v") or "NORMAL").upper(), ", ".join(VERBOSITIES)
        if self._text("v") is not None and not self._args.levels:
            self._add_problem("v", "this verb has no verbosity levels", "leave it out; -v alone prints the version")
        elif text == ALONE:
            self._add_problem("v", "no verbosity follows it", f"give one of {known}; -v alone prints the version")
        elif text not in VERBOSITIES:
            self._add_problem("v", f"'{text}' is not a verbosity",
                              f"choose one of {known}; -v alone prints the version")
        return text

    def result_format(self) -> str:
        text = self._text("rf")
        if text is None:
            ending = (self._text("rff") or "").rpartition(".")[2].lower()
            if ending in PAGES and hasattr(self._args, "html"):
                self._add_problem("rff", f"'{self._text('rff')}' would hold CSV, JMH's default, and no page",
                                  f"for a page with charts: --html {self._text('rff')}; for CSV: -rf csv")
            elif ending in PAGES:
                self._add_problem("rff", f"the ending of '{self._text('rff')}' names no format",
                                  "choose another ending, such as .md or .json")
            form = ENDINGS.get(ending, ending)
            return "" if not self._text("rff") else form if form in RESULT_FORMATS else "csv"  # JMH's default
        if text.lower() not in RESULT_FORMATS:
            self._add_problem("rf", f"'{text}' is not a result format", f"choose one of {', '.join(RESULT_FORMATS)}")
        return text.lower()

    def result_file(self) -> str:
        file = RESULT_FORMATS.get((self._text("rf") or "").lower(), "")
        return self.file("rff") or file and os.path.join(self._folder, file)

    def file(self, option: str, spelled: str = "") -> str:
        """The name of a file, "" when the option is absent; an empty name comes from a shell variable that is not set.
        """
        text = self._text(option)
        if text is not None and (not text or "\0" in text):  # only the command in a damaged results file has a NUL
            self._problems.append(
                Diagnostic(code="option", message=f"{spelled or f'-{option}'}: no file name follows it",
                           hint="name a file, or leave the option out"))
        return os.path.join(self._folder, text) if text else ""
