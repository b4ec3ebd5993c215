"""Two runs side by side: what differs between them, a row per case with both scores and their ratio, sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace
from rich.text import Text

from clamh.model.identity import folded
from clamh.model.results import Run
from clamh.model.scores import time_unit_ns
from clamh.model.summary import Comparison, Interval, Pair, Row, Secondary, Summary
from clamh.report import apart, sections, suites, terms, words
from clamh.report.calibration import limits
from clamh.report.columns import aligned, compact, printed, widths, wrapped
from clamh.report.conclusion import first_of, platform_names
from clamh.report.escape import ascii_only, printable
from clamh.report.ratios import by, verdict, word
from clamh.report.secondary import shown

RIGHT = (False, True, True, True, True, False, False)
OF_ONE_RUN = {"no-reference", "different-flags"}  # doubts about ratios within a run
LEGEND = "{b} to {a}{by}: how many times as fast {b} is as {a}, with its {level} interval{verdicts}. {how}"
TOGETHER = "Both builds were measured in one run, in turns."
NOTHING = "{a} and {b} have no row in common (same key, params, mode, threads and platform)"


def render(comparison: Comparison, a: tuple[Run, Summary], b: tuple[Run, Summary], titles: Mapping[str, str], *,
           width: int, color: bool, unicode: bool, by: str = "") -> str:
    """The comparison for a terminal, as text of at most `width` columns where names allow it."""
    spell = printable if unicode else lambda text: ascii_only(printable(text))
    rows, divided = doubted(comparison), sections.of_comparison(comparison, by)
    shown_rows = [row for section in divided for _, place in section.rows for row in rows[place]]
    notes = words.Footnotes(shown_rows)
    lines = [Text(line) for text in introduced(comparison, a[0], b[0])
             for line in wrapped(spell(text), width, "", "   ")]
    said = [word(pair.ratio, comparison.delta) for pair in comparison.pairs]
    lines += table(comparison, rows, divided, notes, said, spell, width)
    below = [(legend(comparison), "  "), (terms.of_comparison(comparison), "  "),
             *((text, "  ") for text in of_runs(comparison, a[1], b[1])),
             *((f"[{mark}] {text}", "    ") for mark, text in notes.texts()), (notes.hidden(), "    ")]
    for part in (below, [(text, "  ") for text in conclusion(comparison, a[0], titles)]):
        lines += [Text("")]
        lines += [Text(line) for text, hang in part if text for line in wrapped(spell(text), width, "", hang)]
    return printed(lines, color)


def table(
    comparison: Comparison, rows: Sequence[tuple[Row, ...]], divided: Sequence[sections.Section],
    notes: words.Footnotes, said: Sequence[str], spell: Callable[[str], str], width: int
) -> list[Text]:
    """A row per pair; `rows` are each pair's with the doubts about them, `said` what is said of each pair's ratio."""
    named = {place: name for section in divided for name, place in section.rows}
    confidence = f"±{words.level(comparison.confidence)}"
    a, b = comparison.names
    head = tuple(map(spell, ("", a, confidence, b, confidence, "Unit", heading(comparison))))
    table = {number: tuple(map(spell, (f"  {named[number]}", *cells(pair))))
             for number, pair in enumerate(comparison.pairs) if pair.ratio}
    under = {number: [tuple(map(spell, cells)) for cells in secondary(pair)]
             for number, pair in enumerate(comparison.pairs)}
    rows_under = [cells for some in under.values() for cells in some]
    every = [head, *table.values(), *rows_under]
    above = compact([cells[0] for cells in table.values()], every, [cells[0] for cells in rows_under], width)
    spaces = above or widths(every)
    lines = [Text(aligned(head, spaces, RIGHT, width), style="bold")] if table else []
    headings = {section.rows[0][1]: section.heading for section in divided}
    for number in named:
        pair, both = comparison.pairs[number], rows[number]
        if number in headings:
            lines.append(Text(spell(headings[number]), style="bold cyan"))
        noted = ",".join(map(str, sorted({mark for row in both for mark in notes.of(row)})))
        noted = f"[{noted}]" if noted else ""
        if number in table:
            name, *rest = table[number]
            lines += [Text(name)] if above else []
            name = "" if above else name
            lines.append(Text(aligned((name, *rest), spaces, RIGHT, width, spell(said[number]), noted)))
            lines += [Text(aligned(cells, spaces, RIGHT, width)) for cells in under[number]]
        else:
            told = spell(f"{named[number]}  {uncompared(pair, comparison.names)} {noted}".rstrip())
            lines += [Text(line) for line in wrapped(told, width, "  ", "      ")]
    return lines


def introduced(comparison: Comparison, a: Run, b: Run) -> Iterator[str]:
    """That two runs were not measured together, which runs or builds these are, and what was not the same in them."""
    if headline := apart.headline(comparison):
        yield headline
    if comparison.builds:
        yield from comparison.builds
        yield f"   {words.machine(a)}"
    for name, run in zip(comparison.names, (a, b), strict=True) if not comparison.builds else ():
        yield ", ".join(filter(None, [f"{name}: {run.path}", run.header.started and f"started {run.header.started}"]))
        yield f"   {words.machine(run)}"
    for one in comparison.differences:
        yield f"differs: {one.what}{f': {one.a} → {one.b}' if one.a or one.b else ''}"
    foreign = a.origin or b.origin  # of another tool's file nobody knows
    if not (comparison.differences or comparison.warnings or foreign or comparison.builds):
        both = any(pair.a and pair.b for pair in comparison.pairs)  # of rows: with none in common nothing is known
        yield f"the machine's state{', toolchains, options and sources' if both else ' and toolchains'} are the same"


def doubted(comparison: Comparison) -> list[tuple[Row, ...]]:
    """Each pair's rows, each with the doubts about it that touch a comparison of runs."""
    return [tuple(replace(row, warnings=tuple(one for one in row.warnings if one.code not in OF_ONE_RUN)) for row in (pair.a, pair.b) if row)
            for pair in comparison.pairs]


def of_runs(comparison: Comparison, a: Summary, b: Summary) -> list[str]:
    """The doubts about the comparison and about each whole run, and what is true of the machine during them."""
    return words.of_whole_runs(tuple(dict.fromkeys((*comparison.warnings, *a.warnings, *b.warnings))), a, b)


def cells(pair: Pair) -> tuple[str, ...]:
    """Both scores in A's unit, each with its margin, the unit, and the ratio."""
    score, interval = in_unit_of(pair.a, pair.b)
    return (words.number(pair.a.score), words.margin(pair.a.score, pair.a.interval), words.number(score),
            words.margin(score, interval), pair.a.unit,
            "-" if pair.ratio.not_compared else f"{words.factor(pair.ratio.value)}{words.between(pair.ratio.interval)}")


def heading(comparison: Comparison) -> str:
    """The heading of the column of ratios."""
    a, b = comparison.names
    return f"{b} to {a}{next((by(pair.ratio.estimator) for pair in comparison.pairs if pair.ratio and pair.ratio.estimator != 'mean'), '')}"


def build_field(comparison: Comparison) -> tuple[str, ...]:
    """The name of the field `build`, where the rows are of several."""
    return ("build",) if len({pair.row.build for pair in comparison.pairs}) > 1 else ()


def in_unit_of(a: Row, b: Row) -> tuple[float, Interval | None]:
    """B's score and interval in A's unit."""
    return _scaled(b, _scale(a, b))


def _scale(a: Row, b: Row) -> float:
    one, other = (time_unit_ns(row.unit) for row in (a, b))
    return one / other if a.unit.startswith("ops/") else other / one


def _scaled(one: Row | Secondary, by: float) -> tuple[float, Interval | None]:
    return one.score * by, one.interval and Interval(low=one.interval.low * by, high=one.interval.high * by)


def secondary(pair: Pair) -> Iterator[tuple[str, ...]]:
    """A line per function, percentile or counter that both have, in A's unit; nothing for a pair without a ratio.

    Names of functions may be in another language's style.
    """
    if not pair.ratio:
        return
    theirs = {folded(one.label): one for one in pair.b.secondary}
    for mine in pair.a.secondary:
        if (other := theirs.get(folded(mine.label))) is None or (other.kind, other.scale) != (mine.kind, mine.scale):
            continue
        score, interval = _scaled(other, 1.0 if other.kind == "events" else _scale(pair.a, pair.b))
        other = replace(other, score=score, interval=interval, unit=mine.unit)
        (a, unit, around_a), (b, _, around_b) = (words.secondary(shown(pair.a, one, mine)) for one in (mine, other))
        yield f"    {mine.label}", a, around_a, b, around_b, unit, ""


def uncompared(pair: Pair, names: tuple[str, str]) -> str:
    """Why a pair has no ratio; `names` are those of the comparison."""
    if pair.a and pair.b:
        return "; ".join(f"{name} {words.became(row) if row.score is None else 'took no longer than reading the clock'}"
                         for name, row in zip(names, (pair.a, pair.b), strict=True) if not row.comparable)
    if pair.row.status == "not run" and not pair.row.forks_planned:
        return f"{'gone' if pair.a else 'new'}: only in {names[0] if pair.a else names[1]}, not measured"
    told = f"{words.number(pair.row.score)} {pair.row.unit}" if pair.row.score is not None else words.became(pair.row)
    return f"only in {names[0] if pair.a else names[1]}: {told}"


def legend(comparison: Comparison) -> str:
    """What the ratios are."""
    verdicts = words.verdicts(comparison.delta, [pair.ratio for pair in comparison.pairs])
    rows = [row for pair in comparison.pairs for row in (pair.a, pair.b) if row]
    a, b = comparison.names
    how = TOGETHER if comparison.builds else apart.widened(comparison)
    told = LEGEND.format(a=a, b=b, by=heading(comparison).removeprefix(f"{b} to {a}"), level=words.level(comparison.confidence), verdicts=verdicts,
                         how=how).rstrip()
    return " ".join(filter(None, [told, limits(rows)]))


def conclusion(comparison: Comparison, a: Run, titles: Mapping[str, str]) -> list[str]:
    """A sentence per pair that is in both runs."""
    both = [pair for pair in comparison.pairs if pair.a and pair.b]
    if not both:
        return [NOTHING.format(a=comparison.names[0], b=comparison.names[1])]
    called = platform_names([pair.a.side for pair in both], a, titles)
    several = len(called) > 1
    told = [_sentence(pair, comparison, f" in {called[pair.a.side]}" if several else "") for pair in both]
    return [*first_of(told), *suites.sentences(comparison.suites, called, comparison.names[::-1])]


def _sentence(pair: Pair, comparison: Comparison, where: str) -> str:
    subject = words.named(pair.a, ", ".join(words.values(pair.a)), "") + where
    a, b = comparison.names
    return f"{subject}: {verdict(b, a, pair.ratio, comparison.delta) if pair.ratio else uncompared(pair, comparison.names)}"
