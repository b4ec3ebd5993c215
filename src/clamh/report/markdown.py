"""Markdown for GitHub: the table with its doubts as footnotes, and the closing sentences (-rf md)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from clamh.model.results import Run
from clamh.model.summary import Summary
from clamh.report import sections, terms, words
from clamh.report.conclusion import conclusion
from clamh.report.escape import printable
from clamh.report.ratios import word
from clamh.report.secondary import shown

# What Markdown, GitHub's tables, its formulas and the HTML inside it give a meaning to.
MEANT = re.compile(r"[\\`*_{}\[\]<>#|~$&!]")


def render(summary: Summary, run: Run, titles: Mapping[str, str], by: str = "") -> str:
    """The page as text that ends in a newline; `by` orders the rows of its one table."""
    heading = {row.case_id: words.heading(contest) for contest in summary.contests for row in contest.rows}
    all_rows = summary.rows
    ordered = [all_rows[place] for section in sections.of_summary(summary, by) for _, place in section.rows]
    notes = words.Footnotes(ordered)
    referred = words.referred(summary)
    lines = [text(words.machine(run)), ""]
    counted, over = words.units(summary)
    around = f"±{words.level(summary.confidence)} {over}"
    rows = [["Benchmark", "Platform", "Score", "Unit", around, counted, words.ratio_heading(summary), "Verdict"]]
    for row in ordered:
        marks = "".join(f"[^{mark}]" for mark in notes.of(row))
        measured = [words.became(row), *[""] * 5] if row.score is None else [
            words.number(row.score), row.unit, words.margin(row.score, row.interval),
            f"{len(row.fork_means)}/{row.forks_planned}", words.ratio(row, row.case_id in referred),
            word(row.ratio, summary.delta)]
        cells = list(map(text, (heading[row.case_id], row.side, *measured)))
        cells[2] += marks
        rows.append(cells)
        for one in row.secondary:
            score, unit, margin = words.secondary(shown(row, one))
            cells = (f"{heading[row.case_id]}: {one.label}", row.side, score, unit, margin)
            rows.append([*map(text, cells), "", "", ""])
    lines += table(rows, "llrlrrll") if summary.contests else []
    below = [words.legend(summary), terms.of_summary(summary), *words.notes(summary), notes.hidden()]
    below += [*(f"{skip.line[0].upper()}{skip.line[1:]}" for skip in run.skipped)]
    lines += [line for one in below if one for line in ("", text(one))]
    lines += [line for one in conclusion(summary, run, titles) for line in ("", text(one))]
    lines += [line for mark, one in notes.texts() for line in ("", f"[^{mark}]: {text(one)}")]
    return "".join(f"{line}\n" for line in lines)


def table(rows: list[list[str]], align: str) -> list[str]:
    """The lines of a table, its first row the head; `align` has l or r for each column. Cells are Markdown already."""
    rule = [{"l": "---", "r": "--:"}[one] for one in align]
    return [f"| {' | '.join(cells)} |" for cells in (rows[0], rule, *rows[1:])]


def text(plain: str) -> str:
    """The text so that Markdown shows it as it is, on one line."""
    return MEANT.sub(lambda sign: f"\\{sign[0]}", printable(plain))
