"""Files that services read which follow benchmarks over time: Bencher Metric Format, and github-action-benchmark's
JSON.

Sources: bencher.dev/docs/reference/bencher-metric-format, and `customSmallerIsBetter` in the README of
benchmark-action/github-action-benchmark.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from clamh.model.scores import cost_ns
from clamh.model.summary import Row, Summary
from clamh.report import formatting
from clamh.report.escape import escape_unprintable


class Cost(NamedTuple):
    """The time per operation of a row in ns, and the ends of its interval, if there is an interval. Rates are
    converted.
    """

    name: str
    value: float
    low: float | None
    high: float | None
    row: Row


def render_bencher(summary: Summary) -> str:
    """Bencher Metric Format: the measure `latency` of each benchmark, in ns, with its interval."""
    document = {cost.name: {"latency": {"value": cost.value, **_bounds(cost)}} for cost in list_costs(summary)}
    return json.dumps(document, indent=2, allow_nan=False) + "\n"


def render_github_benchmark(summary: Summary) -> str:
    """The array of github-action-benchmark's tool `customSmallerIsBetter`."""
    entries: list[dict[str, Any]] = []
    for cost in list_costs(summary):
        entry = {"name": cost.name, "unit": "ns/op", "value": cost.value}
        if cost.low is not None and cost.high is not None:
            entry["range"] = f"{formatting.format_number(cost.low)} to {formatting.format_number(cost.high)}"
        warnings = [warning.code for warning in cost.row.warnings]
        entries.append(entry | ({"extra": f"warnings: {', '.join(warnings)}"} if warnings else {}))
    return json.dumps(entries, indent=2, allow_nan=False) + "\n"


def list_costs(summary: Summary) -> Iterator[Cost]:
    """The rows with a score. These formats have no place for a failed row; the run's report and exit code have it."""
    names = [_name(row) for row in summary.rows]
    for row, name in zip(summary.rows, names, strict=True):
        if row.score is None or not 0 < (value := cost_ns(row.score, row.unit)) < math.inf:
            continue
        ends = sorted(cost_ns(end, row.unit) for end in (row.interval.low, row.interval.high)) if row.interval else []
        low, high = ends if ends and 0 < ends[0] and ends[1] < math.inf else (None, None)
        whole = name if names.count(name) == 1 else f"{name} ({row.source})"  # these formats identify a row by its name
        yield Cost(escape_unprintable(whole), value, low, high, row)


def _name(row: Row) -> str:
    return f"{formatting.name_benchmark(row, formatting.format_params(row), ' ')} {row.side}"


def _bounds(cost: Cost) -> dict[str, float]:
    return {} if cost.low is None or cost.high is None else {"lower_value": cost.low, "upper_value": cost.high}
