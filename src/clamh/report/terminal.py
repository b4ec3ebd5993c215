"""The table: a heading per benchmark and params, a row per platform under it; warnings, failures and skips below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.text import Text

from clamh.model.identity import fork_name
from clamh.model.results import Run
from clamh.model.summary import Row, Summary
from clamh.report import formatting, sections, terms
from clamh.report.columns import align_row, fit_columns, measure_columns, print_lines, wrap_text
from clamh.report.conclusion import add_sources, describe_conclusion, name_sources
from clamh.report.escape import choose_spelling
from clamh.report.ratios import format_exactly, format_verdict
from clamh.report.secondary import convert_secondary

COUNTS = 5  # the place of the column with measured operations
RIGHT = (False, True, False, True, True, True, False)  # which columns are flush right


def render(summary: Summary, run: Run, titles: Mapping[str, str], *, width: int, color: bool, unicode: bool,
           by: str = "", iterations: bool = False, command: str = "") -> str:
    """The whole table as text of at most `width` columns where names allow it; the last lines are sentences.

    With `iterations` it has a column with the numbers of measured operations. `command` reports this run.
    """
    def choose(cells: tuple[Any, ...]) -> tuple[Any, ...]:
        return cells if iterations else (*cells[:COUNTS], *cells[COUNTS + 1:])

    right = choose(RIGHT)
    spell = choose_spelling(unicode)
    divided, rows = sections.divide_summary(summary, by), summary.rows
    named = {rows[place].case_id: name for section in divided for name, place in section.rows}
    notes = formatting.Footnotes([rows[place] for section in divided for _, place in section.rows])
    counted, over = formatting.name_repetitions(summary)
    head = [("", "Score", "Unit", f"±{format_exactly(summary.confidence)}", counted,
             "Iterations", formatting.name_ratio_column(summary)), ("", "", "", over, "", "", "")]
    referred = formatting.find_references(summary)
    table = {row.case_id: _format_row(named[row.case_id], row, row.case_id in referred)
             for row in summary.rows if row.score is not None}
    head = [tuple(map(spell, choose(cells))) for cells in head]
    table = {case_id: tuple(map(spell, choose(cells))) for case_id, cells in table.items()}
    secondary_cells = {
        row.case_id: [tuple(map(spell, choose(cells))) for cells in _format_secondary(row)] for row in summary.rows
    }
    under = [cells for rows in secondary_cells.values() for cells in rows]
    all_cells = [*head, *table.values(), *under]
    above = fit_columns([cells[0] for cells in table.values()], all_cells, [cells[0] for cells in under], width)
    spaces = above or measure_columns(all_cells)
    lines = [Text(line) for line in wrap_text(spell(formatting.describe_machine(run)), width, "", "  ")]
    lines += [Text(align_row(cells, spaces, right, width), style="bold") for cells in head if table]
    for section in divided:
        lines.append(Text(spell(section.heading), style="bold cyan"))
        for label, place in section.rows:
            row = rows[place]
            marks = ",".join(map(str, notes.of(row)))
            marks = f"[{marks}]" if marks else ""
            if row.case_id in table:
                name, *rest = table[row.case_id]
                lines += [Text(name)] if above else []
                verdict = spell(format_verdict(row.ratio, summary.delta))
                lines.append(Text(align_row(("" if above else name, *rest), spaces, right, width, verdict, marks)))
            else:
                failure = spell(f"{label}  {formatting.describe_status(row)} {marks}".rstrip())
                lines += [Text(line, style="red") for line in wrap_text(failure, width, "  ", "      ")]
            lines += [Text(align_row(cells, spaces, right, width)) for cells in secondary_cells[row.case_id]]
    for text, hang in _build_paragraphs(summary, run, notes, command):
        lines += [Text(line) for line in wrap_text(spell(text), width, "", hang)]
    lines += [Text(spell(line)) for line in failure_output(summary)]
    lines += [Text(spell(line)) for line in list_profiles(summary, run)]
    for number, text in enumerate(describe_conclusion(summary, run, titles)):
        lines += [Text("")] if not number else []
        lines += [Text(line) for line in wrap_text(spell(text), width, "", "  ")]
    return print_lines(lines, color)


def _format_row(name: str, row: Row, referred: bool) -> tuple[str, ...]:
    return (f"  {name}", formatting.format_number(row.score), row.unit, formatting.format_margin(
        row.score, row.interval), f"{len(row.fork_means)}/{row.forks_planned}",
            formatting.format_operations(row.measured_operations), formatting.format_ratio(row, referred))


def _format_secondary(row: Row) -> Iterator[tuple[str, ...]]:
    """The lines under a row: percentiles and counters."""
    for result in row.secondary:
        yield f"    {result.label}", *formatting.format_secondary(convert_secondary(
            row, result)), "", "", formatting.format_secondary_ratio(result)


def _build_paragraphs(summary: Summary, run: Run, notes: formatting.Footnotes,
                      command: str) -> Iterator[tuple[str, str]]:
    """The paragraphs under the table, each with the indentation of all its lines but the first."""
    paragraphs = [
        *filter(None, [formatting.describe_ratios(summary),
                       terms.describe_terms(summary)]), *formatting.describe_figures(summary)
    ]
    texts = notes.texts()
    if summary.contests and (paragraphs or texts or run.skipped):
        yield "", ""
    for text in paragraphs:
        yield text, "  "
    for mark, text in texts:
        yield f"[{mark}] {text}", "    "
    if hidden := notes.hidden([command] if command else formatting.list_commands(run)):
        yield hidden, "    "
    for skip in run.skipped:
        yield f"{'failed' if skip.failed else 'skipped'}: {skip.platform}: {skip.reason}; {skip.hint}", "    "


def list_profiles(summary: Summary, run: Run) -> Iterator[str]:
    """What profilers of a language's own harness printed."""
    rows, sides = {row.case_id: row for row in summary.rows}, add_sources(summary)
    # A run that ended before its first fork and was resumed was profiled twice.
    for profile in {(profile.case_id, profile.profiler): profile for profile in run.profiles}.values():
        if row := rows.get(profile.case_id):
            params = ", ".join(f"{name} = {value}" for name, value in row.params.items())
            side = sides[row.case_id]
            yield f"-prof {profile.profiler} of {row.benchmark}{f' ({params})' if params else ''} on {side}:"
            yield from (f"  | {line.expandtabs(4)}".rstrip() for line in profile.text.splitlines())


def failure_output(summary: Summary) -> Iterator[str]:
    """The failure and the last output of each row's first failed fork; the log (-v EXTRA) has those of every fork."""
    for row, side in zip(summary.rows, name_sources(summary.rows), strict=True):
        failed = (fork for fork in row.fork_scores if fork.failure and (fork.details or fork.output_tail))
        fork = next(failed, None)
        if fork and fork.details:
            yield f"failure of {row.benchmark} on {side}, {fork_name(fork.fork)}, continued:"
            yield from (f"  | {line.expandtabs(4)}" for line in fork.details)
        if fork and fork.output_tail:
            yield f"output of {row.benchmark} on {side}, {fork_name(fork.fork)}:"
            yield from (f"  | {line.expandtabs(4)}" for line in fork.output_tail)
