"""The table: a heading per benchmark and params, under it a row per platform; doubts, failures and skips below."""

from __future__ import annotations

import io
import math
import textwrap
from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from clamh.identity import quoted, shown
from clamh.report.escape import ascii_only, printable, sentences
from clamh.results import Run
from clamh.summary import Group, Interval, Row, Summary, Warning

GAP = "  "
# Doubts that rows have in common and tell with figures of their own: on a noisy machine every row has them.
ALIKE = {"trend", "noisy-iterations", "speed-drift", "short-interval", "near-floor", "interrupted"}
RIGHT = (False, True, False, True, True, False)  # which columns are flush right


def render(summary: Summary, run: Run, *, width: int, color: bool, unicode: bool) -> str:
    """The whole table as text of at most `width` columns where names allow it."""
    spell = printable if unicode else lambda text: ascii_only(printable(text))
    notes: dict[str, list[Warning]] = {}
    for row in summary.rows:
        for one in (*row.warnings, *summary.warnings):
            notes.setdefault(_note(one), []).append(one)
    marks = {note: number for number, note in enumerate(notes, 1)}
    head = [("", "Score", "Unit", f"±{summary.confidence * 100:g} %", "Forks", "Ratio"), ("", "", "", "over forks", "", "")]
    referred = {row.ratio.reference for row in summary.rows if row.ratio and row.ratio.reference != row.case_id}
    table = {row.case_id: _cells(row, row.case_id in referred) for row in summary.rows if row.score is not None}
    head = [tuple(map(spell, cells)) for cells in head]
    table = {case_id: tuple(map(spell, cells)) for case_id, cells in table.items()}
    widths = [max(map(cell_len, column)) for column in zip(*head, *table.values(), strict=True)]
    lines = [Text(line) for line in _wrapped(spell(_machine(run)), width, "", "  ")]
    lines += [Text(_aligned(cells, widths, width), style="bold") for cells in head if table]
    for group in summary.groups:
        lines.append(Text(spell(_heading(group)), style="bold cyan"))
        for row in group.rows:
            noted = ",".join(map(str, sorted({marks[_note(one)] for one in (*row.warnings, *summary.warnings)})))
            noted = f"[{noted}]" if noted else ""
            if row.case_id in table:
                lines.append(Text(_aligned(table[row.case_id], widths, width, noted)))
            else:
                told = spell(f"{row.platform}  {_became(row)} {noted}".rstrip())
                lines += [Text(line, style="red") for line in _wrapped(told, width, "  ", "      ")]
    for text, hang in _below(summary, run, notes):
        lines += [Text(line) for line in _wrapped(spell(text), width, "", hang)]
    lines += [Text(spell(line)) for line in _outputs(summary)]
    return _printed(lines, color)


def _machine(run: Run) -> str:
    """Where it was measured, in a line; the log has everything."""
    known = run.header.environment
    cpus = f"{known['cpus']} CPUs" if known.get("cpus") else None
    virtual = f"virtual machine ({known['hypervisor']})" if known.get("hypervisor") else None
    return ", ".join(str(one) for one in (known.get("cpu"), cpus, virtual, known.get("os"), known.get("kernel")) if one)


def _note(one: Warning) -> str:
    """Warnings with the same note share a paragraph."""
    return one.code if one.code in ALIKE else f"{one.code}: {one.message}"


def _cells(row: Row, referred: bool) -> tuple[str, ...]:
    margin = f"±{_percent(row.interval.high / row.score - 1)}" if row.interval else "-"
    return (f"  {row.platform}", number(row.score), row.unit, margin, f"{len(row.fork_means)}/{row.forks_planned}",
            _ratio(row, referred))


def _ratio(row: Row, referred: bool) -> str:
    """The ratio; a row that stands alone is the reference of nothing, and says so by a dash."""
    if row.ratio is not None and row.ratio.reference != row.case_id:
        return f"{_factor(row.ratio.value)}{_between(row.ratio.interval)}"
    return "reference" if referred or row.baseline == "reference" else "-"


def _factor(value: float) -> str:
    """Three decimals, or so many that a small ratio still has three digits."""
    return f"{value:.3f}" if value >= 0.1 or value <= 0 else f"{value:#.3g}"


def _between(interval: Interval | None) -> str:
    return f" [{_factor(interval.low)}, {_factor(interval.high)}]" if interval else ""


def _aligned(cells: Sequence[str], widths: Sequence[int], width: int, noted: str = "") -> str:
    """One row: on one line when it fits, else the platform above its numbers; notes that do not fit go below."""
    padded = [
        " " * (space - cell_len(cell)) + cell if right else cell + " " * (space - cell_len(cell))
        for cell, space, right in zip(cells, widths, RIGHT, strict=True)
    ]
    line, above = GAP.join(padded).rstrip(), ""
    if sum(widths) + len(GAP) * (len(widths) - 1) > width:
        line, above = "   " + GAP.join(padded[1:]).rstrip(), f"{cells[0]}\n" if cells[0] else ""
    if noted:
        line += f"  {noted}" if cell_len(line) + 2 + len(noted) <= width else f"\n      {noted}"
    return above + line


def _heading(group: Group) -> str:
    first = group.rows[0]
    name = shown(group.key, first.benchmark, first.platform)
    params = ", ".join(f"{key} = {quoted(value)}" for key, value in group.params.items())
    said = [
        name,
        f"({params})" if params else "",
        group.mode if group.mode != "avgt" else "",
        f"{group.threads} threads" if group.threads != 1 else "",
        "baseline" if any(row.baseline == "reference" for row in group.rows) else "",
    ]
    return " ".join(filter(None, said))


def _became(row: Row) -> str:
    """What became of a row without a score, in words."""
    reasons = dict.fromkeys(fork.failure for fork in row.fork_scores if fork.failure)
    return f"{row.status}: {'; '.join(reasons)}" if reasons else row.status


def _below(summary: Summary, run: Run, notes: dict[str, list[Warning]]) -> Iterator[tuple[str, str]]:
    """The paragraphs under the table, each with the indentation of its further lines."""
    if summary.groups and (summary.reference or notes or run.skipped):
        yield "", ""
    if summary.reference:
        yield (f"Ratio: time of the reference ÷ time of the row, above 1 is faster, with its {summary.confidence * 100:g} % "
               f"interval; terms not checked. Reference: {summary.reference}.", "  ")
    for mark, same in enumerate(notes.values(), 1):
        others = len(same) - 1 if len(set(same)) > 1 else 0
        told = same[0].message + (f" (and in {others} more row{'s' * (others > 1)})" if others else "")
        yield f"[{mark}] {same[0].code}: {sentences(told, same[0].advice)}", "    "
    for skip in run.skipped:
        yield f"skipped: {skip.platform}: {skip.reason}; {skip.mend}", "    "


def _outputs(summary: Summary) -> Iterator[str]:
    """What each row's first failed fork said and printed last; the log (-v EXTRA) has that of every fork."""
    for row in summary.rows:
        fork = next((one for one in row.fork_scores if one.failure and (one.details or one.output_tail)), None)
        if fork and fork.details:
            yield f"failure of {row.benchmark} on {row.platform}, fork {fork.fork + 1}, after its first line:"
            yield from (f"  | {line.expandtabs(4)}" for line in fork.details)
        if fork and fork.output_tail:
            yield f"last output of {row.benchmark} on {row.platform}, fork {fork.fork + 1}:"
            yield from (f"  | {line.expandtabs(4)}" for line in fork.output_tail)


def _wrapped(text: str, width: int, first: str, rest: str) -> list[str]:
    return textwrap.wrap(text, max(width, 20), initial_indent=first, subsequent_indent=rest, break_long_words=False,
                         break_on_hyphens=False) or [""]


def _printed(lines: Sequence[Text], color: bool) -> str:
    """The lines as one text, with terminal colours when asked: rich writes them, and never wraps or reads markup."""
    out = io.StringIO()
    console = Console(file=out, force_terminal=color, no_color=not color, color_system="standard" if color else None,
                      highlight=False, soft_wrap=True, legacy_windows=False)
    for line in lines:
        console.print(line)
    return out.getvalue()


def number(value: float) -> str:
    """Five significant digits, without an exponent from 0.001 to 9,999,999."""
    if not math.isfinite(value) or value == 0:
        return f"{value:g}"
    magnitude = math.floor(math.log10(abs(value)))
    return f"{value:.{max(0, 4 - magnitude)}f}" if -3 <= magnitude < 7 else f"{value:.4e}"


def _percent(share: float) -> str:
    percent = share * 100
    return f"{percent:.2f} %" if percent < 9.995 else f"{percent:.1f} %" if percent < 99.95 else f"{percent:.3g} %"
