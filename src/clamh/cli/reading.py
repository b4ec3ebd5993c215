"""Parsed arguments → Options: every value checked, and all that is wrong said at once."""

from __future__ import annotations

import argparse
import math
import os
import re
from collections.abc import Sequence

from clamh.cli.spelling import ALONE, ONE_DASH, RESULT_FORMATS, VERBOSITIES, split_quoted, split_regexes
from clamh.judging.statistics.stopping import LEAST
from clamh.machine import cpu_list
from clamh.model import settings
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.options import BIND, BY, ESTIMATORS, MOST_LAYOUTS, SORTS, UNITS_NS, Options
from clamh.model.settings import OPTIONS, Misspelled
from clamh.report.units import counted

BOOLEANS = ("true", "false")
GC = ("true", "false", "off")
WARMUP_MODES = ("INDI", "BULK", "BULK_INDI")
LEAST_PRECISION = 1e-4  # no clock and no machine gives more
MOST_BUDGET_D = 100  # days, as of any other time that is given


def _share(text: str) -> float | None:
    """A part of something, as 1% or 0.01; None where it is no finite number."""
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        return None
    return share if math.isfinite(share) else None


def destination(name: str) -> str:
    """Where the parser puts a language's own option."""
    return f"language_{name}"


def options(given: argparse.Namespace, wrong: Sequence[Diagnostic] = (), folder: str = "") -> Options:
    """Options from parsed arguments. Raises InputError with every wrong value, and what is `wrong` already, at once.

    Paths are relative to `folder`, in which they were typed; "" is the current one, and leaves them as they are.
    """
    problems = list(wrong)
    read = _Reader(given, problems, folder)
    texts = {option: text for option in OPTIONS if (text := getattr(given, option, None)) is not None}
    said = settings.settings(texts, read.misspelled)
    paths, within = read.paths()
    made = Options(
        paths=paths,
        within=within,
        only=read.regexes("only", "--only"),
        exclude=read.listed_regexes("e"),
        settings=said,
        quick=getattr(given, "quick", False),
        language=read.languages(),
        params=read.params("p"),
        seed=read.count("seed", 0),
        replayed=getattr(given, "seed", None) is not None,
        layouts=read.layouts("layouts"),
        confidence=read.confidence("confidence"),
        delta=read.delta("delta"),
        estimator=read.choice("estimator", ESTIMATORS, "-estimator"),
        precision=read.precision("precision", said.forks),
        budget_ns=read.budget("budget"),
        baseline=read.name("baseline"),
        by=read.choice("by", BY, "-by") or "",
        full=getattr(given, "full", False),
        sort=read.choice("sort", SORTS, "-sort") or "",
        verbosity=read.verbosity("v"),
        result_format=read.result_format(),
        result_file=read.result_file(),
        results=read.file("results", "--results"),
        lock=not getattr(given, "no_lock", False),
        strict=getattr(given, "strict", False),
        keep_going=getattr(given, "keep_going", False),
        platforms=tuple(getattr(given, "platform", ())),
        gc=read.choice("gc", GC) or "false",
        tmpfs=getattr(given, "tmpfs", False),
        warmup_mode=read.choice("wm", WARMUP_MODES) or "INDI",
        warmup_benchmarks=read.listed_regexes("wmb"),
        fail_on_error=read.choice("foe", BOOLEANS) == "true",
        output=read.file("o"),
        trend_file=read.file("trendfile"),
        live=not getattr(given, "no_live", True),
        bind=read.choice("bind", BIND, "-bind"),
        cpus=read.cpus("cpus"),
        resume=getattr(given, "resume", None),
    )
    if getattr(given, "dry", False):
        problems += _not_dry(given)
    if made.sort and (instead := [option for option, given_too in (("--full", made.full), ("--by", made.by), ("-v EXTRA", made.verbosity == "EXTRA")) if given_too]):
        problems.append(Diagnostic(code="option", message=f"--sort orders the first screen, which {' and '.join(instead)} do{'es' * (len(instead) == 1)} not show",
                                   mend=f"leave out --sort, or {' and '.join(instead)}"))
    if problems:
        raise InputError(problems)
    return made


def _not_dry(given: argparse.Namespace) -> list[Diagnostic]:
    """What a dry run cannot fulfil."""
    aims = [option for option, value in (("--precision", given.precision), ("--budget", given.budget)) if value]
    if aims:
        return [Diagnostic(code="dry", message=f"--dry measures nothing, and so not until {' and '.join(aims)}",
                           mend=f"leave out --dry, or {' and '.join(aims)}")]
    files = (("-rf", given.rf), ("-rff", given.rff), ("-trendfile", given.trendfile), ("--results", given.results))
    asked = [option for option, value in files if value]
    return [Diagnostic(code="dry", message=f"--dry measures nothing that {' and '.join(asked)} could hold",
                       mend=f"leave out --dry, or {' and '.join(asked)}")] if asked else []


def _split(operand: str) -> tuple[str, str | None]:
    """PATH and REGEX of an operand. What exists is a path, `::` in it or not; else the first that exists counts."""
    if "::" not in operand or os.path.exists(operand):
        return operand, None
    cuts = [found.start() for found in re.finditer("::", operand)]
    at = next((cut for cut in cuts if os.path.exists(operand[:cut] or ".")), cuts[0])
    return operand[:at] or ".", operand[at + 2:]


class _Reader:
    """Reads one argument at a time and keeps what was wrong, so that all of it is said at once."""

    def __init__(self, given: argparse.Namespace, problems: list[Diagnostic], folder: str):
        self._given, self._problems, self._folder = given, problems, folder

    def _wrong(self, option: str, message: str, mend: str) -> None:
        self._problems.append(Diagnostic(code="option", message=f"-{option}: {message}", mend=mend))

    def _text(self, option: str) -> str | None:
        return getattr(self._given, option, None)

    def misspelled(self, option: str, error: Misspelled) -> None:
        spelled = ONE_DASH.get(f"-{option}", f"-{option}")
        mend = f"{error.mend} {spelled} {error.example}" if error.example else error.mend
        self._problems.append(Diagnostic(code=error.code, message=f"{spelled}: {error}", mend=mend))

    def count(self, option: str, least: int) -> int | None:
        text = self._text(option)
        try:
            return None if text is None else settings.count(text, least)
        except Misspelled as error:
            self.misspelled(option, error)
            return None

    def layouts(self, option: str) -> int | None:
        text = self._text(option)
        if text is not None and not (re.fullmatch("[0-9]{1,9}", text) and 1 <= int(text) <= MOST_LAYOUTS):
            self._problems.append(Diagnostic(code="option", message=f"--{option}: '{text}' is not a number from 1 to {MOST_LAYOUTS}",
                                             mend="give how many code layouts to build; 1 is the linker's own alone"))
            return None
        return None if text is None else int(text)

    def paths(self) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
        """The paths, and the regular expressions of each path that has some ("" where it also stands without)."""
        operands = [os.path.join(self._folder, one) for one in getattr(self._given, "paths", ()) or filter(None, [self._folder])]
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

    def listed_regexes(self, option: str) -> tuple[str, ...]:
        """Those of an option whose value may hold several, parted by commas."""
        several = [one for text in getattr(self._given, option, ()) for one in split_regexes(text)]
        return tuple(one for one in several if self._regex(f"-{option} '{one}'", one))

    def choice(self, option: str, known: Sequence[str], spelled: str = "") -> str | None:
        """One of a few words, in whatever case it was written."""
        text = self._text(option)
        found = next((one for one in known if text is not None and one.lower() == text.lower()), None)
        if text is not None and found is None:
            self._wrong(spelled or option, f"'{text}' is not {' or '.join(known)}", f"one of {', '.join(known)}")
        return found

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
                values = getattr(self._given, destination(name), [])
                if values:
                    words = values if option.words and len(values) > 1 else values[-1:]
                    several = option.words and len(values) == 1
                    said.setdefault(language.id, {})[name] = tuple(split_quoted(values[0]) if several else words)
        return said

    def params(self, option: str) -> dict[str, tuple[str, ...]]:
        params: dict[str, tuple[str, ...]] = {}
        for text in getattr(self._given, option, ()):
            name, equals, values = text.partition("=")
            if name != name.rstrip():  # blanks around the sign are no part of a value
                values = values.lstrip()
            if not equals or not name.strip():
                self._wrong(option, f"'{text}' is not NAME=VALUE", "give -p number=20,25")
            else:
                params[name.strip()] = (*params.get(name.strip(), ()), *values.split(","))
        return params

    def confidence(self, option: str) -> float | None:
        text = self._text(option)
        if text is None:
            return None
        try:
            level = float(text)
        except ValueError:
            level = 0.0
        if not 0.5 <= level < 1:
            self._problems.append(Diagnostic(code="option", message=f"--confidence: '{text}' is not a level",
                                             mend="give a number from 0.5 to below 1, such as 0.95"))
        return level

    def delta(self, option: str) -> float | None:
        text = self._text(option)
        if text is None:
            return None
        share = _share(text)
        if share is None or not 0 <= share <= (1000 if text.endswith("%") else 1):  # a bare 5 is mostly meant for 5 %
            self._problems.append(Diagnostic(code="option", message=f"--delta: '{text}' is not a share",
                                             mend="give a part of the ratio, such as 1% or 0.01; more than 1 only in percent"))
        return share

    def precision(self, option: str, forks: int | None) -> float | None:
        text = self._text(option)
        if text is None:
            return None
        share = _share(text)
        if share is None or not LEAST_PRECISION <= share <= 1:
            self._problems.append(Diagnostic(code="option", message=f"--precision: '{text}' is no precision",
                                             mend="give a part of the score from 0.01% to 100%, such as 1% or 0.01"))
        if forks is not None and forks < LEAST:
            self._problems.append(Diagnostic(
                code="option", message=f"--precision and -f {forks}: {counted(forks, 'fork')} cannot say when to stop",
                mend=f"give -f {LEAST} or more, which are then the least that are run, or leave it out"))
        return share

    def budget(self, option: str) -> int | None:
        text = self._text(option)
        try:
            ns = None if text is None else settings.time_ns(text)
        except Misspelled as error:
            self._problems.append(Diagnostic(code="option", message=f"--budget: {error}",
                                             mend=f"{error.mend} --budget 5m"))
            return None
        if ns is not None and ns > MOST_BUDGET_D * UNITS_NS["d"]:
            self._problems.append(Diagnostic(code="option", message=f"--budget: '{text}' is more than {MOST_BUDGET_D} d",
                                             mend="give less, or leave it out: then the plan alone says how long it takes"))
        return ns

    def cpus(self, option: str) -> frozenset[int]:
        """A list of CPUs, as taskset takes it; none when none was given."""
        text = self._text(option)
        try:
            found = cpu_list.parsed(text or "")
        except ValueError as error:
            self._wrong(f"-{option}", str(error), "give CPUs as taskset takes them: --cpus 2,4-7 or 0-6:2")
            return frozenset()
        if text is not None and not found:
            self._wrong(f"-{option}", "no CPU follows it", "give CPUs such as --cpus 2,4-7, or leave it out")
        return found

    def name(self, option: str) -> str:
        """A name, "" when none was given; an empty one is that of a variable that was not set."""
        text = self._text(option)
        if text is not None and not text.strip():
            self._problems.append(Diagnostic(code="option", message=f"--{option}: no name follows it",
                                             mend="name a benchmark or a platform, or leave the option out"))
        return (text or "").strip()

    def verbosity(self, option: str) -> str:
        text, known = (self._text(option) or "NORMAL").upper(), ", ".join(VERBOSITIES)
        if self._text(option) is not None and not self._given.levels:
            self._wrong(option, "what this verb prints has no levels", "leave it out; -v alone prints the version")
        elif text == ALONE:
            self._wrong(option, "no verbosity follows it", f"give one of {known}; -v alone prints the version")
        elif text not in VERBOSITIES:
            self._wrong(option, f"'{text}' is no verbosity", f"one of {known}; -v alone is the version")
        return text

    def result_format(self) -> str:
        text = self._text("rf")
        if text is None:
            ending = (self._text("rff") or "").rpartition(".")[2].lower()
            return "" if not self._text("rff") else ending if ending in RESULT_FORMATS else "csv"  # JMH's default
        if text.lower() not in RESULT_FORMATS:
            self._wrong("rf", f"'{text}' is no result format", f"one of {', '.join(RESULT_FORMATS)}")
        return text.lower()

    def result_file(self) -> str:
        file = RESULT_FORMATS.get((self._text("rf") or "").lower(), "")
        return self.file("rff") or file and os.path.join(self._folder, file)

    def file(self, option: str, spelled: str = "") -> str:
        """The name of a file, "" when none was asked for; an empty one is that of a variable that was not set."""
        text = self._text(option)
        if text is not None and (not text or "\0" in text):  # only a damaged results file has such a command
            self._problems.append(Diagnostic(code="option", message=f"{spelled or f'-{option}'}: no file name follows it",
                                             mend="name a file, or leave the option out"))
        return os.path.join(self._folder, text) if text else ""
