"""Two runs side by side as a file: Markdown, JSON of our own, or CSV."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from clamh.model.results import Run
from clamh.model.summary import Comparison, Judgement, Pair, Row
from clamh.report import sections, side_by_side as shared, terms, formatting
from clamh.report.conclusion import name_pairs
from clamh.report.escape import escape_unprintable
from clamh.report.markdown import build_table, escape_markdown
from clamh.report.ratios import format_exactly, format_verdict


def render_markdown(comparison: Comparison, a: Judgement, b: Judgement, titles: Mapping[str, str], by: str = "") -> str:
    """The comparison for GitHub, with warnings as footnotes; `by` orders the rows of the table."""
    order = [place for section in sections.divide_comparison(comparison, by) for _, place in section.rows]
    notes = formatting.Footnotes([row for place in order for row in comparison.pairs[place].rows])
    confidence = f"±{format_exactly(comparison.confidence)}"
    name_a, name_b = comparison.names
    head = ("Benchmark", "Platform", name_a, confidence, name_b, confidence, "Unit",
            shared.name_ratio_column(comparison), "Verdict")
    lines = [list(map(escape_markdown, head))]
    names = name_pairs(comparison)
    for pair, side in ((comparison.pairs[place], names[place]) for place in order):
        marks = "".join(f"[^{mark}]" for mark in sorted({mark for row in pair.rows for mark in notes.of(row)}))
        if pair.ratio:
            figures = (*shared.format_pair(pair), format_verdict(pair.ratio, comparison.delta))
        else:
            figures = (shared.explain_missing_ratio(pair, comparison.names), *[""] * 6)
        name = formatting.name_benchmark(pair.row, formatting.format_params(pair.row), " ")
        cells = [escape_markdown(cell) for cell in (name, side, *figures)]
        cells[2] += marks
        lines.append(cells)
        for label, *cells_under in shared.format_secondary(pair):
            lines.append(
                [f"{cells[0]}: {escape_markdown(label.strip())}", cells[1], *map(escape_markdown, cells_under), ""])
    above = [escape_markdown(line.strip()) for line in shared.introduce_runs(comparison, a[0], b[0])]
    optional = [terms.describe_comparison(comparison), *shared.describe_whole_runs(comparison, a[1], b[1]),
                notes.hidden(formatting.list_commands(a[0], b[0]))]
    paragraphs = (shared.describe_ratios(comparison), *filter(None, optional),
                  *shared.describe_pairs(comparison, a[0], titles))
    below = [escape_markdown(paragraph) for paragraph in paragraphs]
    below += [f"[^{mark}]: {escape_markdown(footnote)}" for mark, footnote in notes.texts()]
    return "\n\n".join([*above, "\n".join(build_table(lines, "llrrrrlll")), *below]) + "\n"


def render_json(comparison: Comparison, a: Judgement, b: Judgement) -> str:
    """One object: the two runs, what differs, a row per pair. Each score is in the unit of its own run."""
    document = {
        "a": _run_object(a[0]),
        "b": _run_object(b[0]),
        "confidence": comparison.confidence,
        "delta": comparison.delta,
        "unknown_shift": comparison.unknown_shift,
        "shifts": to_builtins(comparison.shifts),
        "differences": to_builtins(comparison.differences),
        "not_measured": shared.list_skipped(a[0], b[0]),
        "warnings": to_builtins(comparison.warnings),
        "rows": [{
            **{name: getattr(pair.row, name)
               for name in ("key", "platform", *shared.name_more_fields(comparison), "mode", "threads", "params")},
            "a": _row_object(pair.a),
            "b": _row_object(pair.b),
            "ratio": pair.ratio and {
                name: to_builtins(getattr(pair.ratio, name))
                for name in ("value", "interval", "verdict", "reason", "excused", "estimator", "decided_at", "shift",
                             "terms")
            },
        } for pair in comparison.pairs],
        "suites": to_builtins(comparison.suites),
    }
    return json.dumps(document, indent=2, allow_nan=False) + "\n"


def _run_object(run: Run) -> dict[str, Any]:
    header = run.header
    return {"path": run.path, "run_id": header.run_id, "started": header.started, "fingerprint": header.fingerprint}


def _row_object(row: Row | None) -> dict[str, Any] | None:
    return row and {
        "benchmark": row.benchmark,
        "source": row.source,
        "status": row.status,
        "score": None if row.score is None else encode_number(row.score),
        "interval": to_builtins(row.interval),
        "unit": row.unit,
        "forks_counted": len(row.fork_means),
        "secondary": {
            result.label: {
                "score": encode_number(result.score), "interval": to_builtins(result.interval), "unit": result.unit
            } for result in row.secondary
        },
        "warnings": to_builtins(row.warnings),
    }


def encode_number(value: float) -> float | str:
    """The number, or JMH's text for infinity: a counter stayed at 0, or the time was no longer than a clock reading."""
    return value if math.isfinite(value) else "+INF"


def render_csv(comparison: Comparison) -> str:
    """A line per pair, with both scores in A's unit; cells without a value are empty."""
    names = sorted({name for pair in comparison.pairs for name in pair.row.params})
    a, b = comparison.names
    out = io.StringIO()
    writer = csv.writer(out)
    params = (f"Param: {name}" for name in names)
    more = shared.name_more_fields(comparison)
    writer.writerow([
        *map(escape_unprintable, ("Benchmark", "Platform", *map(str.capitalize, more), "Mode", "Threads", *params)),
        *_name_ends(a), *_name_ends(b), "Unit", *_name_ends(f"{b} to {a}"), "Verdict"
    ])
    for pair in comparison.pairs:
        row = pair.row
        cells = [
            row.key, row.platform, *(getattr(row, name) for name in more), row.mode,
            str(row.threads), *(row.params.get(name, "") for name in names)
        ]
        writer.writerow([*map(escape_unprintable, cells), *_list_figures(pair)])
    return out.getvalue()


def _name_ends(name: str) -> tuple[str, str, str]:
    return name, f"{name} low", f"{name} high"


def _list_figures(pair: Pair) -> list[Any]:
    def three(value: float | None, interval: Any) -> list[Any]:
        return ["" if value is None else value, *([interval.low, interval.high] if interval else ["", ""])]

    a = three(pair.a.score, pair.a.interval) if pair.a else [""] * 3
    b = [""] * 3
    if pair.b and pair.b.score is not None:
        b = three(*shared.convert_unit(pair.row, pair.b))
    compared = pair.ratio and not pair.ratio.not_compared
    ratio = three(pair.ratio.value, pair.ratio.interval) if compared else [""] * 3
    return [*a, *b, pair.row.unit, *ratio, pair.ratio and pair.ratio.verdict or ""]
