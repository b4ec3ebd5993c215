"""The table: a heading per benchmark and params, under it a row per platform; doubts, failures and skips below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.text import Text

from clamh.model.identity import fork_name
from clamh.model.results import Run
from clamh.model.summary import Row, Summary
from clamh.report import sections, terms, words
from clamh.report.columns import aligned, compact, printed, widths, wrapped
from clamh.report.conclusion import conclusion
from clamh.report.escape import ascii_only, printable
from clamh.report.ratios import word
from clamh.report.secondary import shown

RIGHT = (False, True, False, True, True, False)  # which columns are flush right


def render(summary: Summary, run: Run, titles: Mapping[str, str], *, width: int, color: bool, unicode: bool,
           by: str = "") -> str:
    """The whole table as text of at most `width` columns where names allow it; the last lines are sentences."""
    spell = printable if unicode else lambda text: ascii_only(printable(text))
    divided, rows = sections.of_summary(summary, by), summary.rows
    named = {rows[place].case_id: name for section in divided for name, place in section.rows}
    notes = words.Footnotes([rows[place] for section in divided for _, place in section.rows])
    head = [("", "Score", "Unit", f"±{words.level(summary.confidence)}", words.units(summary)[0], words.ratio_heading(summary)),
            ("", "", "", words.units(summary)[1], "", "")]
    referred = words.referred(summary)
    table = {row.case_id: _cells(named[row.case_id], row, row.case_id in referred)
             for row in summary.rows if row.score is not None}
    head = [tuple(map(spell, cells)) for cells in head]
    table = {case_id: tuple(map(spell, cells)) for case_id, cells in table.items()}
    beside = {row.case_id: [tuple(map(spell, cells)) for cells in _secondary(row)] for row in summary.rows}
    under = [cells for rows in beside.values() for cells in rows]
    every = [*head, *table.values(), *under]
    above = compact([cells[0] for cells in table.values()], every, [cells[0] for cells in under], width)
    spaces = above or widths(every)
    lines = [Text(line) for line in wrapped(spell(words.machine(run)), width, "", "  ")]
    lines += [Text(aligned(cells, spaces, RIGHT, width), style="bold") for cells in head if table]
    for section in divided:
        lines.append(Text(spell(section.heading), style="bold cyan"))
        for label, place in section.rows:
            row = rows[place]
            noted = ",".join(map(str, notes.of(row)))
            noted = f"[{noted}]" if noted else ""
            if row.case_id in table:
                name, *rest = table[row.case_id]
                lines += [Text(name)] if above else []
                told = spell(word(row.ratio, summary.delta))
                lines.append(Text(aligned(("" if above else name, *rest), spaces, RIGHT, width, told, noted)))
            else:
                told = spell(f"{label}  {words.became(row)} {noted}".rstrip())
                lines += [Text(line, style="red") for line in wrapped(told, width, "  ", "      ")]
            lines += [Text(aligned(cells, spaces, RIGHT, width)) for cells in beside[row.case_id]]
    for text, hang in _below(summary, run, notes):
        lines += [Text(line) for line in wrapped(spell(text), width, "", hang)]
    lines += [Text(spell(line)) for line in failure_output(summary)]
    for number, text in enumerate(conclusion(summary, run, titles)):
        lines += [Text("")] if not number else []
        lines += [Text(line) for line in wrapped(spell(text), width, "", "  ")]
    return printed(lines, color)


def _cells(name: str, row: Row, referred: bool) -> tuple[str, ...]:
    return (f"  {name}", words.number(row.score), row.unit, words.margin(row.score, row.interval),
            f"{len(row.fork_means)}/{row.forks_planned}", words.ratio(row, referred))


def _secondary(row: Row) -> Iterator[tuple[str, ...]]:
    """The lines under a row: percentiles and counters."""
    for one in row.secondary:
        yield f"    {one.label}", *words.secondary(shown(row, one)), "", ""


def _below(summary: Summary, run: Run, notes: words.Footnotes) -> Iterator[tuple[str, str]]:
    """The paragraphs under the table, each with the indentation of its further lines."""
    told = [*filter(None, [words.legend(summary), terms.of_summary(summary)]), *words.notes(summary)]
    texts = notes.texts()
    if summary.contests and (told or texts or run.skipped):
        yield "", ""
    for text in told:
        yield text, "  "
    for mark, text in texts:
        yield f"[{mark}] {text}", "    "
    if hidden := notes.hidden():
        yield hidden, "    "
    for skip in run.skipped:
        yield f"{'failed' if skip.failed else 'skipped'}: {skip.platform}: {skip.reason}; {skip.mend}", "    "


def failure_output(summary: Summary) -> Iterator[str]:
    """What each row's first failed fork said and printed last; the log (-v EXTRA) has that of every fork."""
    for row in summary.rows:
        fork = next((one for one in row.fork_scores if one.failure and (one.details or one.output_tail)), None)
        if fork and fork.details:
            yield f"failure of {row.benchmark} on {row.side}, {fork_name(fork.fork)}, goes on:"
            yield from (f"  | {line.expandtabs(4)}" for line in fork.details)
        if fork and fork.output_tail:
            yield f"output of {row.benchmark} on {row.side}, {fork_name(fork.fork)}:"
            yield from (f"  | {line.expandtabs(4)}" for line in fork.output_tail)
