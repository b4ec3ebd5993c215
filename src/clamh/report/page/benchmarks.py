"""The section of each benchmark: a table with bars of relative time, its warnings and secondary results, and its
charts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from clamh.model.listing import KeptListing
from clamh.model.summary import Contest, Ratio, Row, Summary, Warning
from clamh.report import formatting, matrix
from clamh.report.escape import join_sentences
from clamh.report.figures import Named
from clamh.report.names import Subject
from clamh.report.ordering import cost_of_fastest, decisiveness
from clamh.report.page.code import ShownCode, find_code
from clamh.report.page.data import Figures
from clamh.report.ratios import format_verdict
from clamh.report.relative_bars import Bar, format_relative, is_log, list_relatives, scale_bars
from clamh.report.scores import format_score
from clamh.report.screen import Style
from clamh.report.secondary import convert_secondary

OPPOSITE = {"faster": "slower", "slower": "faster"}


class Line(NamedTuple):
    """A row of a benchmark's table. `style` is that of the first screen; `notes` are numbers of warnings."""

    number: int
    side: str
    place: int  # of the side, for its colour
    score: str
    margin: str
    relative: str
    bar: Bar | None
    verdict: str
    style: Style
    forks: str
    notes: tuple[int, ...]


class Variant(NamedTuple):
    """A contest: its heading, its lines, and the words by which it is filtered."""

    number: int
    heading: str
    lines: tuple[Line, ...]
    words: str
    states: tuple[str, ...]
    log: bool
    distributions: int | None
    warmup: int | None


class Warned(NamedTuple):
    """A warning with its number."""

    number: int
    code: str
    message: str
    advice: str


class SecondaryLine(NamedTuple):
    """A secondary result of a row."""

    row: str
    label: str
    score: str
    unit: str
    margin: str


class Benchmark(NamedTuple):
    """The section of a benchmark in a mode and with a number of threads."""

    number: int
    name: str
    marks: tuple[str, ...]
    variants: tuple[Variant, ...]
    warnings: tuple[Warned, ...]
    secondary: tuple[SecondaryLine, ...]
    params: tuple[int, str] | None
    compared: bool  # whether a row has a relative time or a verdict: else the table has no columns for them
    time: float
    difference: float
    code: tuple[ShownCode, ...]


def build_benchmarks(summary: Summary, figures: Figures, sort: str, kept: Sequence[KeptListing] = ()
                     ) -> list[Benchmark]:
    """The sections, in the order of the summary or sorted as the first screen (options.SORTS)."""
    groups = [list(several) for _, several in groupby(figures.contests, key=lambda named: named.subject.name)]
    sections = [build_benchmark(number, group, summary, figures, kept) for number, group in enumerate(groups)]
    keys = {
        "name": lambda section: section.name.casefold(), "time": lambda section: section.time,
        "difference": lambda section: -section.difference
    }
    return sorted(sections, key=keys[sort]) if sort else sections


def build_benchmark(number: int, group: Sequence[Named], summary: Summary, figures: Figures,
                    kept: Sequence[KeptListing] = ()) -> Benchmark:
    """The section of contests with the same benchmark, mode and threads."""
    rows = [row for named in group for row in named.contest.rows]
    notes = number_warnings(rows)
    warnings = [
        Warned(mark, several[0].code,
               join_sentences(several[0].message + (f" (and in {len(several) - 1} more)" if several[1:] else "")),
               join_sentences(several[0].advice)) for mark, several in enumerate(notes.values(), 1)
    ]
    variants = tuple(build_variant(named, summary, figures, list(notes)) for named in group)
    marks = dict.fromkeys(formatting.MARKS[row.baseline] for row in rows if row.baseline)
    return Benchmark(number=number, name=group[0].subject.name, marks=tuple(marks), variants=variants, compared=any(
        line.bar or line.verdict for variant in variants for line in variant.lines), warnings=tuple(warnings),
                     secondary=tuple(_list_secondary(group, figures)), params=figures.add_params(group), time=min(
                         cost_of_fastest(named.contest)
                         for named in group), difference=max(decisiveness(named.contest) for named in group),
                     code=tuple(find_code(rows, figures.run, figures, kept)))


def number_warnings(rows: Sequence[Row]) -> dict[str, list[Warning]]:
    """The warnings of these rows; those with the same code and advice share a number, as in the terminal."""
    notes: dict[str, list[Warning]] = {}
    for row in rows:
        for warning in row.warnings:
            notes.setdefault(formatting.key_footnote(warning), []).append(warning)
    return notes


def build_variant(named: Named, summary: Summary, figures: Figures, notes: Sequence[str]) -> Variant:
    """The table's part for a contest."""
    contest = named.contest
    shown = list_relatives(contest)
    log = is_log(list(shown.values()))
    scale = scale_bars(list(shown.values()), log)
    lines = tuple(
        _build_line(row, contest, shown.get(row.case_id), scale, summary, figures, notes) for row in contest.rows)
    words = " ".join([
        named.subject.whole,
        formatting.format_params(contest.rows[0]),
        *(f"{line.side} {row.platform} {row.source}" for line, row in zip(lines, contest.rows, strict=True))
    ])
    return Variant(named.place, _name_variant(named.contest, named.subject), lines, words.casefold(),
                   tuple(_list_states(contest, shown.values())), log, figures.add_distributions(named),
                   figures.add_warmup(named))


def _name_variant(contest: Contest, subject: Subject) -> str:
    return formatting.format_params(formatting.find_speller(contest))


def _list_states(contest: Contest, relatives: Iterable[matrix.Relative]) -> Iterator[str]:
    """What the reader may look for: certain differences, undecided ones, warnings, failures."""
    verdicts = {relative.ratio.verdict for relative in relatives if relative.ratio}
    if verdicts & {"faster", "slower"}:
        yield "different"
    if "undecided" in verdicts:
        yield "undecided"
    if any(row.warnings for row in contest.rows):
        yield "warned"
    if any(row.status in ("failed", "partial", "not run") for row in contest.rows):
        yield "failed"


def _build_line(row: Row, contest: Contest, relative: matrix.Relative | None, scale: Callable[[matrix.Relative], Bar],
                summary: Summary, figures: Figures, notes: Sequence[str]) -> Line:
    cell = matrix.build_cell(contest, row, relative or matrix.relate(contest, row))
    marks = tuple(sorted({notes.index(formatting.key_footnote(warning)) + 1 for warning in row.warnings}))
    common = {
        "number": figures.places[row.case_id], "side": figures.row_names[row.case_id],
        "place": figures.side_places[row.case_id], "notes": marks, "style": cell.style,
        "forks": f"{len(row.fork_means)}/{row.forks_planned}"
    }
    if row.score is None:
        return Line(**common, score=formatting.describe_status(row), margin="", relative="", bar=None, verdict="")
    return Line(**common, score=format_score(row.score, row.unit, figures.time_unit), margin=formatting.format_margin(
        row.score, row.interval), relative=format_relative(relative) if relative else "",
                bar=scale(relative) if relative else None, verdict=describe_standing(
                    row, contest, relative, summary.delta))


def describe_standing(row: Row, contest: Contest, relative: matrix.Relative | None, delta: float) -> str:
    """The row's verdict from its own point of view: `slower *` where the fastest is faster."""
    if relative is None:
        ratio = next((ratio for ratio in contest.lead_ratios if ratio.reference == row.case_id), row.ratio)
        return f"not compared: {ratio.reason}" if ratio and ratio.not_compared else ""
    ratio = relative.ratio
    if ratio is None:
        return "fastest" if matrix.is_fastest_certain(contest) else "fastest so far"
    if contest.has_baseline:
        return "reference" if ratio.reference == row.case_id else format_verdict(ratio, delta)
    return format_verdict(_turn(ratio), delta)


def _turn(ratio: Ratio) -> Ratio:
    """The ratio with its verdict from the other side."""
    return replace(ratio, verdict=OPPOSITE.get(ratio.verdict, ratio.verdict))


def _list_secondary(group: Sequence[Named], figures: Figures) -> Iterator[SecondaryLine]:
    """The secondary results of all rows: percentiles, counters, members of groups."""
    for named in group:
        for row in named.contest.rows:
            for result in row.secondary:
                score, unit, margin = formatting.format_secondary(convert_secondary(row, result))
                name = " ".join(filter(None, [formatting.format_params(row), figures.row_names[row.case_id]]))
                yield SecondaryLine(name, result.label, score, unit, margin)
