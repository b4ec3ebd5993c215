"""A chart of a run with its data, for a picture (`clamh plot`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from clamh.model.results import Run
from clamh.model.scores import cost_ns
from clamh.model.summary import Summary
from clamh.report import charts, figures
from clamh.report.conclusion import name_rows
from clamh.report.figures import Named

CHARTS = ("relative", "params", "distributions", "warmup")
OF_ONE_BENCHMARK, OF_ONE_CONTEST = ("params",), ("distributions", "warmup")


def build_chart(kind: str, summary: Summary, run: Run, titles: Mapping[str, str],
                contests: Sequence[Named]) -> charts.Spec | None:
    """The Vega-Lite specification of a chart of these contests; None if they have nothing to show in it."""
    row_names = {
        case_id: figures.escape_label(name) for case_id, name in name_rows(summary, run, titles).items()
    }
    scored = [(named, row) for named in contests for row in named.contest.rows if row.score is not None]
    shown = {row_names[row.case_id] for _, row in scored}
    sides = [name for name in dict.fromkeys(row_names.values()) if name in shown]
    if not scored:
        return None
    if kind in OF_ONE_CONTEST:
        return _draw_forks(kind, run, row_names, sides, contests)
    scales = figures.find_scales(contests)
    records = [figures.record_row(named, row, row_names, scales[row.case_id]) for named, row in scored]
    if kind == "params":
        axis = figures.find_axis([named.contest for named in contests])
        unit = scales[scored[0][1].case_id].unit
        return _add_data(charts.draw_params(records, sides, charts.PAPER, figures.escape_label(axis), unit),
                         records) if axis else None
    compared = [record for record in records if record["value"] is not None]
    values = Counter(named.place for (named, _), record in zip(scored, records, strict=True)
                     if record["value"] is not None)
    return _add_data(charts.draw_relative(compared, sides, charts.PAPER),
                     compared) if max(values.values(), default=0) > 1 else None  # a single row is not compared


def _draw_forks(kind: str, run: Run, row_names: Mapping[str, str], sides: Sequence[str],
                contests: Sequence[Named]) -> charts.Spec:
    """A chart of the forks of a contest."""
    results = {result.case.case_id: result for result in run.cases}
    rows = [row for named in contests for row in named.contest.rows if row.score is not None]
    scales = figures.find_scales(contests)
    records = [{"side": row_names[row.case_id], "scale": scales[row.case_id].factor, **record} for row in rows
               for record in figures.record_forks(row, results.get(row.case_id), figures.MAX_OF_FORK)]
    if kind == "warmup":
        return _add_data(charts.draw_warmup(sides, charts.PAPER, scales[rows[0].case_id].unit), records)
    unit, unit_ns = figures.choose_unit([cost_ns(row.score, row.unit) for row in rows])
    return _add_data(charts.draw_distributions(sides, charts.PAPER, unit, unit_ns), records)


def _add_data(spec: charts.Spec, records: Sequence[figures.Record]) -> charts.Spec:
    return {**spec, "data": {"values": list(records)}}
