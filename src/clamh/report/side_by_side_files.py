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
from clamh.model.summary import Comparison, Pair, Row, Summary
from clamh.report import side_by_side as shared, sections, terms, words
from clamh.report.escape import printable
from clamh.report.markdown import table, text
from clamh.report.ratios import word

Judged = tuple[Run, Summary]


def markdown(comparison: Comparison, a: Judged, b: Judged, titles: Mapping[str, str], by: str = "") -> str:
    """The comparison for GitHub, with doubts as footnotes; `by` orders the rows of its one table."""
    rows = shared.doubted(comparison)
    order = [place for section in sections.of_comparison(comparison, by) for _, place in section.rows]
    notes = words.Footnotes([row for place in order for row in rows[place]])
    confidence = f"±{words.level(comparison.confidence)}"
    name_a, name_b = comparison.names
    lines = [list(map(text, ("Benchmark", "Platform", name_a, confidence, name_b, confidence, "Unit", shared.heading(comparison), "Verdict")))]
    for pair, both in ((comparison.pairs[place], rows[place]) for place in order):
        marks = "".join(f"[^{mark}]" for mark in sorted({mark for row in both for mark in notes.of(row)}))
        if pair.ratio:
            told = (*shared.cells(pair), word(pair.ratio, comparison.delta))
        else:
            told = (shared.uncompared(pair, comparison.names), *[""] * 6)
        cells = [text(one) for one in (words.named(pair.row, words.params(pair.row), " "), pair.row.side, *told)]
        cells[2] += marks
        lines.append(cells)
        for label, *under in shared.secondary(pair):
            lines.append([f"{cells[0]}: {text(label.strip())}", cells[1], *map(text, under), ""])
    above = [text(one.strip()) for one in shared.introduced(comparison, a[0], b[0])]
    below = [text(one) for one in (shared.legend(comparison), *filter(None, [terms.of_comparison(comparison), *shared.of_runs(comparison, a[1], b[1]), notes.hidden()]),
                                  *shared.conclusion(comparison, a[0], titles))]
    below += [f"[^{mark}]: {text(one)}" for mark, one in notes.texts()]
    return "\n\n".join([*above, "\n".join(table(lines, "llrrrrlll")), *below]) + "\n"


def as_json(comparison: Comparison, a: Judged, b: Judged) -> str:
    """One object: the two runs, what differs, a row per pair. Scores are each in their own run's unit."""
    made = {
        "a": _run(a[0]), "b": _run(b[0]), "confidence": comparison.confidence, "delta": comparison.delta,
        "unknown_shift": comparison.unknown_shift, "shifts": to_builtins(comparison.shifts),
        "differences": to_builtins(comparison.differences), "warnings": to_builtins(comparison.warnings),
        "rows": [{
            **{name: getattr(pair.row, name) for name in ("key", "platform", *shared.build_field(comparison), "mode", "threads", "params")},
            "a": _row(pair.a), "b": _row(pair.b),
            "ratio": pair.ratio and {name: to_builtins(getattr(pair.ratio, name))
                                     for name in ("value", "interval", "verdict", "reason", "excused", "estimator", "decided_at", "shift", "terms")},
        } for pair in comparison.pairs],
        "suites": to_builtins(comparison.suites),
    }
    return json.dumps(made, indent=2, allow_nan=False) + "\n"


def _run(run: Run) -> dict[str, Any]:
    header = run.header
    return {"path": run.path, "run_id": header.run_id, "started": header.started, "fingerprint": header.fingerprint}


def _row(row: Row | None) -> dict[str, Any] | None:
    return row and {
        "benchmark": row.benchmark, "source": row.source, "status": row.status,
        "score": None if row.score is None else finite(row.score),
        "interval": to_builtins(row.interval), "unit": row.unit, "forks_counted": len(row.fork_means),
        "secondary": {one.label: {"score": finite(one.score), "interval": to_builtins(one.interval), "unit": one.unit}
                      for one in row.secondary},
        "warnings": to_builtins(row.warnings),
    }


def finite(value: float) -> float | str:
    """The number, or JMH's text for an endless one: of what was never counted, or of what the clock swallows."""
    return value if math.isfinite(value) else "+INF"


def as_csv(comparison: Comparison) -> str:
    """A line per pair, with both scores in A's unit; empty where there is none."""
    names = sorted({name for pair in comparison.pairs for name in pair.row.params})
    a, b = comparison.names
    out = io.StringIO()
    writer = csv.writer(out)
    params = (f"Param: {name}" for name in names)
    build = shared.build_field(comparison)
    writer.writerow([*map(printable, ("Benchmark", "Platform", *map(str.capitalize, build), "Mode", "Threads", *params)),
                     *_three(a), *_three(b), "Unit", *_three(f"{b} to {a}"), "Verdict"])
    for pair in comparison.pairs:
        row = pair.row
        cells = [row.key, row.platform, *(getattr(row, name) for name in build), row.mode, str(row.threads), *(row.params.get(name, "") for name in names)]
        writer.writerow([*map(printable, cells), *_figures(pair)])
    return out.getvalue()


def _three(name: str) -> tuple[str, str, str]:
    return name, f"{name} low", f"{name} high"


def _figures(pair: Pair) -> list[Any]:
    def three(value: float | None, interval: Any) -> list[Any]:
        return ["" if value is None else value, *([interval.low, interval.high] if interval else ["", ""])]

    a = three(pair.a.score, pair.a.interval) if pair.a else [""] * 3
    b = [""] * 3
    if pair.b and pair.b.score is not None:
        b = three(*shared.in_unit_of(pair.row, pair.b))
    ratio = three(pair.ratio.value, pair.ratio.interval) if pair.ratio else [""] * 3
    return [*a, *b, pair.row.unit, *ratio, pair.ratio and pair.ratio.verdict or ""]
