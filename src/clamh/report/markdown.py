"""Markdown for GitHub: the table with warnings as footnotes, and the closing sentences (-rf md)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from clamh.model.results import Run
from clamh.model.summary import Summary
from clamh.report import formatting, sections, terms
from clamh.report.conclusion import add_sources, describe_conclusion
from clamh.report.escape import escape_unprintable
from clamh.report.ratios import format_exactly, format_verdict
from clamh.report.secondary import convert_secondary
from clamh.report.terminal import failure_output, list_profiles

# Characters with a meaning in Markdown, in GitHub's tables and formulas, or in HTML inside them.
SPECIAL = re.compile(r"[\\`*_{}\[\]<>#|~$&!]")


def render(summary: Summary, run: Run, titles: Mapping[str, str], by: str = "",
           iterations: bool = False) -> str:
    """The page as text that ends in a newline; `by` orders the rows of the table.

    With `iterations` it has a column with the numbers of measured operations.
    """
    heading = {row.case_id: formatting.build_heading(contest) for contest in summary.contests for row in contest.rows}
    all_rows, sides = summary.rows, add_sources(summary)
    ordered = [all_rows[place] for section in sections.divide_summary(summary, by) for _, place in section.rows]
    notes = formatting.Footnotes(ordered)
    referred = formatting.find_references(summary)
    lines = [escape_markdown(formatting.describe_machine(run)), ""]
    counted, over = formatting.name_repetitions(summary)
    around = f"±{format_exactly(summary.confidence)} {over}"
    rows = [[
        "Benchmark", "Platform", "Score", "Unit", around, counted, *(["Iterations"] if iterations else []),
        formatting.name_ratio_column(summary), "Verdict"
    ]]
    for row in ordered:
        marks = "".join(f"[^{mark}]" for mark in notes.of(row))
        operations = [formatting.format_operations(row.measured_operations)] if iterations else []
        measured = [formatting.describe_status(row), *[""] * (5 + iterations)] if row.score is None else [
            formatting.format_number(row.score), row.unit, formatting.format_margin(row.score, row.interval),
            f"{len(row.fork_means)}/{row.forks_planned}", *operations,
            formatting.format_ratio(row, row.case_id in referred),
            format_verdict(row.ratio, summary.delta)]
        cells = list(map(escape_markdown, (heading[row.case_id], sides[row.case_id], *measured)))
        cells[2] += marks
        rows.append(cells)
        for result in row.secondary:
            score, unit, margin = formatting.format_secondary(convert_secondary(row, result))
            cells = (f"{heading[row.case_id]}: {result.label}", sides[row.case_id], score, unit, margin)
            rows.append(
                [*map(escape_markdown, cells), *[""] * (1 + iterations),
                 escape_markdown(formatting.format_secondary_ratio(result)), ""])
    lines += build_table(rows, f"llrlrr{'r' * iterations}ll") if summary.contests else []
    below = [
        formatting.describe_ratios(summary),
        terms.describe_terms(summary), *formatting.describe_figures(summary),
        notes.hidden(formatting.list_commands(run))
    ]
    below += [*(f"{skip.line[0].upper()}{skip.line[1:]}" for skip in run.skipped)]
    lines += [line for paragraph in below if paragraph for line in ("", escape_markdown(paragraph))]
    lines += [
        line for sentence in describe_conclusion(summary, run, titles) for line in ("", escape_markdown(sentence))
    ]
    lines += [line for mark, footnote in notes.texts() for line in ("", f"[^{mark}]: {escape_markdown(footnote)}")]
    output = [*failure_output(summary), *list_profiles(summary, run)]
    lines += ["", *fence(output)] if output else []
    return "".join(f"{line}\n" for line in lines)


def build_table(rows: list[list[str]], align: str) -> list[str]:
    """The lines of a table; the first row is its head. `align` has l or r per column. Cells are already Markdown."""
    rule = [{"l": "---", "r": "--:"}[letter] for letter in align]
    return [f"| {' | '.join(cells)} |" for cells in (rows[0], rule, *rows[1:])]


def fence(output: Sequence[str]) -> list[str]:
    """The lines between fences longer than any fence in them, so that Markdown does not interpret them."""
    longest = max((len(run) for line in output for run in re.findall("`+", line)), default=0)
    signs = "`" * max(3, longest + 1)
    return [signs, *map(escape_unprintable, output), signs]


def escape_markdown(plain: str) -> str:
    """The text escaped so that Markdown shows it unchanged, on one line."""
    return SPECIAL.sub(lambda sign: f"\\{sign[0]}", escape_unprintable(plain))
