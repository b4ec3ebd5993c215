"""What the page's script needs as JSON: charts, their data, and where each figure comes from."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from jinja2.utils import htmlsafe_json_dumps

from clamh.model.folders import shorten_path
from clamh.model.results import Run
from clamh.model.summary import Row, Summary
from clamh.report import charts, figures
from clamh.report.conclusion import name_rows
from clamh.report.escape import escape_unprintable
from clamh.report.figures import Named, Record
from clamh.report.page.sources import describe_methods, describe_source

OVERVIEW = 40  # contests in the chart of all; more are hard to compare, as on the first screen


class Figures:
    """The charts of a page, collected while its sections are built. Charts that look alike share a specification.

    `time_unit` is that of a Look.
    """

    def __init__(self, summary: Summary, run: Run, titles: Mapping[str, str], time_unit: str = ""):
        self.summary, self.run, self.time_unit = summary, run, time_unit
        self.row_names = name_rows(summary, run, titles)
        names = list(dict.fromkeys(self.row_names.values()))
        self.sides = [figures.escape_label(name) for name in names]
        self.side_places = {case_id: names.index(name) for case_id, name in self.row_names.items()}
        self.contests = figures.name_contests(summary)
        self.places = {row.case_id: place for place, row in enumerate(summary.rows)}
        self.specs: dict[str, int] = {}
        self.charts: list[Record] = []
        self._named = {row.case_id: named for named in self.contests for row in named.contest.rows}
        self._scales = figures.find_scales(self.contests)
        self._records = {
            row.case_id: figures.record_row(self._named[row.case_id], row, self.row_names, self._scales[row.case_id])
            for row in summary.rows
        }

    def add_overview(self, contests: Sequence[Named]) -> int | None:
        """The chart of relative times; None if nothing is compared."""
        rows = [row for named in contests[:OVERVIEW] for row in named.contest.rows]
        compared = any(
            len([row for row in named.contest.rows if self._records[row.case_id]["value"]]) > 1 for named in contests)
        return self._add(charts.draw_relative([self._records[row.case_id] for row in rows], self.sides, charts.PAGE),
                         "rows", rows) if compared else None

    def add_params(self, contests: Sequence[Named]) -> tuple[int, str] | None:
        """The chart of scores over a param, and the param; None if no param has several numbers."""
        axis = figures.find_axis([named.contest for named in contests])
        rows = [row for named in contests for row in named.contest.rows if row.score is not None]
        if not axis or not rows:
            return None
        records = [self._records[row.case_id] for row in rows]
        return self._add(charts.draw_params(records, self.sides, charts.PAGE, figures.escape_label(axis),
                                            self._scales[rows[0].case_id].unit), "rows", rows), axis

    def add_distributions(self, named: Named) -> int | None:
        """The chart of the distribution of samples in each fork; None if nothing was measured."""
        rows = [row for row in named.contest.rows if row.fork_means]
        if not rows:
            return None
        unit, unit_ns = figures.choose_unit(
            [figures.cost_ns(row.score, row.unit) for row in rows if row.score is not None])
        return self._add(charts.draw_distributions(self.sides, charts.PAGE, unit, unit_ns), "forks", rows)

    def add_warmup(self, named: Named) -> int | None:
        """The chart of all iterations in their order; None if no fork has two."""
        rows = [
            row for row in named.contest.rows if any(
                len(fork.warmup) + len(fork.measurement) > 1 for fork in row.fork_scores)
        ]
        return self._add(charts.draw_warmup(self.sides, charts.PAGE, self._scales[rows[0].case_id].unit), "forks",
                         rows) if rows else None

    def record_of(self, row: Row) -> Record:
        """The figures of a row."""
        return self._records[row.case_id]

    def _add(self, spec: charts.Spec, of: str, rows: Sequence[Row]) -> int:
        text = json.dumps(spec)
        self.charts.append({
            "spec": self.specs.setdefault(text, len(self.specs)), "of": of,
            "rows": [self.places[row.case_id] for row in rows]
        })
        return len(self.charts) - 1


def encode_data(collected: Figures) -> str:
    """The JSON for a script element. `<` and `&` are escaped, so that no name ends the element."""
    results = {result.case.case_id: result for result in collected.run.cases}
    most, path = figures.limit_samples(collected.summary), shorten_path(collected.run.path)
    names = {
        row.case_id: f"{named.subject.whole}, {collected.row_names[row.case_id]}" for named in collected.contests
        for row in named.contest.rows
    }
    rows = [{**collected.record_of(row), "forks": figures.record_forks(row, results.get(row.case_id), most),
             **describe_source(row, collected.summary.delta, path, names)} for row in collected.summary.rows]
    return str(htmlsafe_json_dumps(clean({
        "specs": [json.loads(text) for text in collected.specs], "charts": collected.charts, "rows": rows,
        "methods": describe_methods(collected.summary, collected.run),
    }), dumps=json.dumps, separators=(",", ":"), ensure_ascii=False, allow_nan=False))


def clean(value: Any) -> Any:
    """The value without control characters in its texts, and with null for numbers that JSON cannot express."""
    if isinstance(value, str):
        return escape_unprintable(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {escape_unprintable(name): clean(item) for name, item in value.items()}
    return [clean(item) for item in value] if isinstance(value, list | tuple) else value
