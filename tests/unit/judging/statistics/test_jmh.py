"""Are our pooled figures those that JMH 1.37 itself wrote, from the same raw data, to 1e-9?"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clamh.judging.statistics.histogram import histogram, merge_histograms, percentiles
from clamh.judging.statistics.jmh import PERCENTILES, SECONDARY_PERCENTILES, pool_histogram, pool_values

ORACLE = Path(__file__).parents[3] / "golden" / "jmh"
SPECIAL = {"NaN": math.nan, "+INF": math.inf, "-INF": -math.inf}
# Metrics that JMH adds up, or takes the maximum of, instead of averaging them: events and the collector's counts.
SUMMED = {"misses", "gc.count", "gc.time"}


def entries() -> list[Any]:
    return [
        pytest.param(entry, id=f"{path.stem}-{number}-{entry['mode']}")
        for path in sorted(ORACLE.glob("*.json"))
        for number, entry in enumerate(json.loads(path.read_text()))
    ]


def value(written: float | str) -> float:
    return SPECIAL[written] if isinstance(written, str) else written


def raw(metric: dict[str, Any]) -> list[float]:
    if "rawData" in metric:
        return [value(item) for fork in metric["rawData"] for item in fork]
    return [item for fork in metric["rawDataHistogram"] for pairs in fork for item, count in pairs for _ in range(count)]


def same(ours: float, theirs: float | str) -> bool:
    return ours == pytest.approx(value(theirs), rel=1e-9, abs=0, nan_ok=True)


def test_there_are_results_of_every_kind() -> None:
    values = [entry.values[0] for entry in entries()]
    assert len(values) >= 40
    assert {entry["mode"] for entry in values} == {"avgt", "thrpt", "sample", "ss"}
    counts = {sum(map(len, entry["primaryMetric"].get("rawData", []))) for entry in values}
    assert {1, 2, 3, 36} <= counts
    assert {1, 2, 3} <= {entry["forks"] for entry in values}
    assert any(entry["primaryMetric"]["scoreError"] == "NaN" for entry in values)
    assert {"hits", "misses", "gc.alloc.rate.norm"} <= {name for entry in values for name in entry["secondaryMetrics"]}


def metrics(entry: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "primary", entry["primaryMetric"]
    for name, metric in entry["secondaryMetrics"].items():
        if not name.startswith("p"):  # sample mode's percentiles, tested below
            yield name, metric


@pytest.mark.parametrize("entry", entries())
def test_pooled_figures_are_jmhs(entry: dict[str, Any]) -> None:
    iterations = entry["forks"] * entry["measurementIterations"]
    for name, metric in metrics(entry):
        values = raw(metric)
        if name in SUMMED:  # an iteration without a collection has no such metric, and JMH counts it as 0
            values += [0.0] * (iterations - len(values))
        ours = pool_values(values)
        assert all(same(v, metric["scorePercentiles"][str(p)]) for p, v in zip(PERCENTILES, ours.percentiles, strict=True))
        if name in SUMMED:
            assert same(ours.mean * ours.count, metric["score"])
            continue
        assert same(ours.mean, metric["score"]), name
        assert same(ours.error, metric["scoreError"]), name
        assert all(same(*pair) for pair in zip((ours.mean - ours.error, ours.mean + ours.error), metric["scoreConfidence"], strict=True)), name


@pytest.mark.parametrize("entry", [p for p in entries() if p.values[0]["mode"] == "sample"])
def test_percentiles_of_samples_are_jmhs(entry: dict[str, Any]) -> None:
    pairs = merge_histograms([(item, count) for item, count in each] for fork in entry["primaryMetric"]["rawDataHistogram"] for each in fork)
    theirs = {name[1:]: metric["score"] for name, metric in entry["secondaryMetrics"].items() if name.startswith("p")}
    assert [float(share) * 100 for share in theirs] == pytest.approx(SECONDARY_PERCENTILES)
    for ours, score in zip(percentiles(pairs, SECONDARY_PERCENTILES), theirs.values(), strict=True):
        assert same(ours, score)
    assert repr(pool_histogram(pairs)) == repr(pool_values(raw(entry["primaryMetric"])))


def test_without_values_all_figures_are_nan() -> None:
    figures = pool_values([])
    assert figures.count == 0
    assert all(map(math.isnan, (figures.mean, figures.stdev, figures.error, figures.minimum, figures.maximum)))
    assert all(map(math.isnan, figures.percentiles))


def test_one_value_has_no_deviation() -> None:
    figures = pool_values([5.0])
    assert (figures.mean, figures.minimum, figures.maximum) == (5.0, 5.0, 5.0)
    assert math.isnan(figures.stdev) and math.isnan(figures.error)


def test_percentile_by_hand() -> None:
    # 75 % of 4 values: position 0.75 × 5 = 3.75, so three quarters of the way from the third to the fourth.
    assert percentiles(histogram([50.0, 20.0, 30.0, 10.0]), [75]) == (45.0,)
