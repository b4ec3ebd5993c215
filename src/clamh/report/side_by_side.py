"""Two runs side by side: what differs between them, a row per case with both scores and their ratio, and sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace
from rich.text import Text

from clamh.model.identity import fold
from clamh.model.results import Run
from clamh.model.scores import time_unit_ns
from clamh.model.summary import Comparison, Interval, Judgement, Pair, Row, Secondary, Summary
from clamh.report import formatting, sections, suites, terms, two_runs
from clamh.report.calibration import describe_limits
from clamh.report.columns import align_row, fit_columns, measure_columns, print_lines, wrap_text
from clamh.report.conclusion import find_repeated_sources, limit_sentences, name_pairs, name_sides
from clamh.report.escape import choose_spelling
from clamh.report.ratios import describe_verdict, format_exactly, format_verdict, name_estimator
from clamh.report.secondary import COUNTED, convert_secondary

RIGHT = (False, True, True, True, True, False, False)
LEGEND = "{b} to {a}{by}: how many times as fast {b} is as {a}, with its {level} interval{verdicts}. {how}"
MEASURED_TOGETHER = "Both builds were measured in one run, in turns."
NO_COMMON_ROW = "{a} and {b} share no row (same key, params, mode, threads and platform)"


def render(comparison: Comparison, a: Judgement, b: Judgement, titles: Mapping[str, str], *,
           width: int, color: bool, unicode: bool, by: str = "") -> str:
    """The comparison for a terminal, as text of at most `width` columns where names allow it."""
    verdicts = [format_verdict(pair.ratio, comparison.delta) for pair in comparison.pairs]
    return print_table(comparison, a, b, verdicts, describe_ratios(comparison),
                       describe_pairs(comparison, a[0], titles), width=width, color=color, unicode=unicode, by=by)


def print_table(comparison: Comparison, a: Judgement, b: Judgement, verdicts: Sequence[str], legend: str,
                sentences: Sequence[str], *, width: int, color: bool, unicode: bool, by: str = "") -> str:
    """The runs, a row per pair with its verdict, the legend and the doubts, and last the sentences."""
    spell = choose_spelling(unicode)
    divided = sections.divide_comparison(comparison, by)
    notes = formatting.Footnotes([row for section in divided for _, place in section.rows
                                  for row in comparison.pairs[place].rows])
    lines = [Text(line) for text in introduce_runs(comparison, a[0], b[0])
             for line in wrap_text(spell(text), width, "", "   ")]
    lines += build_table(comparison, divided, notes, verdicts, spell, width)
    below = [(legend, "  "), (terms.describe_comparison(comparison), "  "),
             *((text, "  ") for text in describe_whole_runs(comparison, a[1], b[1])),
             *((f"[{mark}] {text}", "    ") for mark, text in notes.texts()),
             (notes.hidden(formatting.list_commands(a[0], b[0])), "    ")]
    for part in (below, [(text, "  ") for text in sentences]):
        lines += [Text("")]
        lines += [Text(line) for text, hang in part if text for line in wrap_text(spell(text), width, "", hang)]
    return print_lines(lines, color)


def build_table(
    comparison: Comparison, divided: Sequence[sections.Section], notes: formatting.Footnotes, verdicts: Sequence[str],
    spell: Callable[[str], str], width: int
) -> list[Text]:
    """A row per pair. `verdicts` are the text about each pair's ratio."""
    named = {place: name for section in divided for name, place in section.rows}
    confidence = f"±{format_exactly(comparison.confidence)}"
    a, b = comparison.names
    head = tuple(map(spell, ("", a, confidence, b, confidence, "Unit", name_ratio_column(comparison))))
    table = {number: tuple(map(spell, (f"  {named[number]}", *format_pair(pair))))
             for number, pair in enumerate(comparison.pairs) if pair.ratio}
    under = {number: [tuple(map(spell, cells)) for cells in format_secondary(pair)]
             for number, pair in enumerate(comparison.pairs)}
    rows_under = [cells for lines_of_pair in under.values() for cells in lines_of_pair]
    every = [head, *table.values(), *rows_under]
    above = fit_columns([cells[0] for cells in table.values()], every, [cells[0] for cells in rows_under], width)
    spaces = above or measure_columns(every)
    lines = [Text(align_row(head, spaces, RIGHT, width), style="bold")] if table else []
    headings = {section.rows[0][1]: section.heading for section in divided}
    for number in named:
        pair = comparison.pairs[number]
        if number in headings:
            lines.append(Text(spell(headings[number]), style="bold cyan"))
        marks = ",".join(map(str, sorted({mark for row in pair.rows for mark in notes.of(row)})))
        marks = f"[{marks}]" if marks else ""
        if number in table:
            name, *rest = table[number]
            lines += [Text(name)] if above else []
            name = "" if above else name
            lines.append(Text(align_row((name, *rest), spaces, RIGHT, width, spell(verdicts[number]), marks)))
            lines += [Text(align_row(cells, spaces, RIGHT, width)) for cells in under[number]]
        else:
            text = spell(f"{named[number]}  {explain_missing_ratio(pair, comparison.names)} {marks}".rstrip())
            lines += [Text(line) for line in wrap_text(text, width, "  ", "      ")]
    return lines


def introduce_runs(comparison: Comparison, a: Run, b: Run) -> Iterator[str]:
    """Lines above the table: whether the runs were measured together, which runs or builds they are, what differs
    between them.
    """
    if headline := two_runs.build_headline(comparison):
        yield headline
    if comparison.builds:
        yield from comparison.builds
        yield f"   {formatting.describe_machine(a)}"
    for name, run in zip(comparison.names, (a, b), strict=True) if not comparison.builds else ():
        yield ", ".join(filter(None, [f"{name}: {run.path}", run.header.started and f"started {run.header.started}"]))
        yield f"   {formatting.describe_machine(run)}"
    for difference in comparison.differences:
        yield ("differs: "
               f"{difference.what}{f': {difference.a} → {difference.b}' if difference.a or difference.b else ''}")
    yield from list_skipped(a, b)
    foreign = a.origin or b.origin  # another tool's file does not contain these facts
    if not (comparison.differences or comparison.warnings or foreign or comparison.builds):
        in_common = any(pair.a and pair.b for pair in comparison.pairs)  # options and sources are compared per row
        yield (f"the machine's state{', toolchains, options and sources' if in_common else ' and toolchains'} are the "
               "same")


def list_skipped(a: Run, b: Run) -> list[str]:
    """A line about each platform that was left out of one of the runs or both."""
    return list(dict.fromkeys(f"not measured: {skip.line}" for run in (a, b) for skip in run.skipped))


def describe_whole_runs(comparison: Comparison, a: Summary, b: Summary) -> list[str]:
    """The warnings about the comparison and about each whole run, and the facts of the machine."""
    return formatting.describe_whole_runs(tuple(dict.fromkeys((*comparison.warnings, *a.warnings, *b.warnings))), a, b)


def format_pair(pair: Pair) -> tuple[str, ...]:
    """Both scores in A's unit, each with its margin, the unit, and the ratio."""
    score, interval = convert_unit(pair.a, pair.b)
    return (formatting.format_number(pair.a.score), formatting.format_margin(pair.a.score, pair.a.interval),
            formatting.format_number(score), formatting.format_margin(
                score, interval), pair.a.unit, "-" if pair.ratio.not_compared else
            f"{formatting.format_factor(pair.ratio.value)}{formatting.format_interval(pair.ratio.interval)}")


def name_ratio_column(comparison: Comparison) -> str:
    """The heading of the column of ratios."""
    a, b = comparison.names
    estimators = (pair.ratio.estimator for pair in comparison.pairs if pair.ratio)
    return f"{b} to {a}{next((name_estimator(estimator) for estimator in estimators if estimator != 'mean'), '')}"


def name_more_fields(comparison: Comparison) -> tuple[str, ...]:
    """`build` if the rows are of several builds, and `source` if a side has several sources of a benchmark."""
    build = ("build",) if len({pair.row.build for pair in comparison.pairs}) > 1 else ()
    return (*build, "source") if find_repeated_sources(comparison) else build


def convert_unit(a: Row, b: Row) -> tuple[float, Interval | None]:
    """B's score and interval in A's unit."""
    return _scale(b, _unit_factor(a, b))


def _unit_factor(a: Row, b: Row) -> float:
    a_ns, b_ns = (time_unit_ns(row.unit) for row in (a, b))
    return a_ns / b_ns if a.unit.startswith("ops/") else b_ns / a_ns


def _scale(scored: Row | Secondary, factor: float) -> tuple[float, Interval | None]:
    return scored.score * factor, scored.interval and Interval(low=scored.interval.low * factor,
                                                               high=scored.interval.high * factor)


def format_secondary(pair: Pair) -> Iterator[tuple[str, ...]]:
    """A line per function, percentile or counter that both rows have, in A's unit; nothing for a pair without a ratio.

    The two names of a function may differ in style, as languages do.
    """
    if not pair.ratio:
        return
    b_results = {fold(result.label): result for result in pair.b.secondary}
    for a_result in pair.a.secondary:
        b_result = b_results.get(fold(a_result.label))
        if b_result is None or (b_result.kind, b_result.scale) != (a_result.kind, a_result.scale):
            continue
        score, interval = _scale(
            b_result, 1.0 if b_result.kind == "events" or b_result.kind in COUNTED else _unit_factor(pair.a, pair.b))
        b_result = replace(b_result, score=score, interval=interval, unit=a_result.unit)
        (a, unit, margin_a), (b, _, margin_b) = (
            formatting.format_secondary(convert_secondary(pair.a, result, a_result)) for result in (a_result, b_result))
        yield f"    {a_result.label}", a, margin_a, b, margin_b, unit, ""


def explain_missing_ratio(pair: Pair, names: tuple[str, str]) -> str:
    """Why a pair has no ratio; `names` are the comparison's."""
    if pair.a and pair.b:
        return "; ".join(
            f"{name} {formatting.describe_status(row) if row.score is None else 'took no longer than a clock reading'}"
            for name, row in zip(names, (pair.a, pair.b), strict=True) if not row.comparable)
    if pair.row.status == "not run" and not pair.row.forks_planned:
        return f"{'gone' if pair.a else 'new'}: only in {names[0] if pair.a else names[1]}, not measured"
    figure = (formatting.describe_status(pair.row) if pair.row.score is None
              else f"{formatting.format_number(pair.row.score)} {pair.row.unit}")
    return f"only in {names[0] if pair.a else names[1]}: {figure}"


def describe_ratios(comparison: Comparison) -> str:
    """The meaning of the ratios."""
    verdicts = formatting.describe_verdicts(comparison.delta, [pair.ratio for pair in comparison.pairs])
    rows = [row for pair in comparison.pairs for row in pair.rows]
    a, b = comparison.names
    note = MEASURED_TOGETHER if comparison.builds else two_runs.describe_widening(comparison)
    text = LEGEND.format(a=a, b=b, by=name_ratio_column(comparison).removeprefix(f"{b} to {a}"),
                         level=format_exactly(comparison.confidence), verdicts=verdicts, how=note).rstrip()
    return " ".join(filter(None, [text, describe_limits(rows)]))


def describe_pairs(comparison: Comparison, a: Run, titles: Mapping[str, str]) -> list[str]:
    """A sentence per pair that both runs have."""
    pairs = [pair for pair in comparison.pairs if pair.a and pair.b]
    if not pairs:
        return [NO_COMMON_ROW.format(a=comparison.names[0], b=comparison.names[1])]
    side_names = name_sides([pair.a.side for pair in pairs], a, titles)
    named = [(pair, name) for pair, name in zip(comparison.pairs, name_pairs(comparison, side_names), strict=True)
             if pair.a and pair.b]
    several = len({name for _, name in named}) > 1
    sentences = [_describe_pair(pair, comparison, f" in {name}" if several else "") for pair, name in named]
    return [*limit_sentences(sentences), *suites.describe_suites(comparison.suites, side_names, comparison.names[::-1])]


def _describe_pair(pair: Pair, comparison: Comparison, where: str) -> str:
    subject = formatting.name_benchmark(pair.a, ", ".join(formatting.format_values(pair.a)), "") + where
    a, b = comparison.names
    claim = describe_verdict(b, a, pair.ratio, comparison.delta) if pair.ratio else explain_missing_ratio(
        pair, comparison.names)
    return f"{subject}: {claim}"
