"""How many times as fast a platform is over each suite: geometric means, never over several modes or references."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from clamh.judging.reference import Baseline, suite
from clamh.judging.statistics.suite import geometric_mean, geometric_mean_interval
from clamh.model.identity import as_spelled
from clamh.model.summary import VERDICTS, Contest, Ratio, Row, SuiteBenchmark, SuiteRatio, interval

MEANT = ("key", "params")  # terms that do not hold because another benchmark is the baseline
Judged = tuple[Row, Ratio | None, str]  # a row, its ratio, and what this is relative to


def of_contests(
    contests: Sequence[Contest], baselines: Mapping[str, Baseline], confidence: float
) -> tuple[SuiteRatio, ...]:
    """The geometric means of a run: of the rows compared with others that are no baseline or bound themselves."""
    rows = {row.case_id: row for contest in contests for row in contest.rows}
    marked = {id for one in baselines.values() for id in one.marked}
    compared = [row for row in rows.values() if row.case_id not in marked and row.baseline != "bound"
                and not (row.ratio and row.ratio.reference == row.case_id)]
    judged = [(row, row.ratio, rows[row.ratio.reference].side if row.ratio else "") for row in compared]
    called = {(suite(rows[id]), rows[id].side): SuiteBenchmark(
        name=as_spelled(rows[id].key, rows[id].benchmark, rows[id].platform), bound=one.bound)
        for one in baselines.values() for id in one.marked}
    return suite_ratios(judged, confidence, called)


def suite_ratios(
    judged: Iterable[Judged], confidence: float, against: Mapping[tuple[str, str], SuiteBenchmark] = {}
) -> tuple[SuiteRatio, ...]:
    """A geometric mean by suite, mode, side and reference, in the rows' order; `against` by suite and reference."""
    together: dict[tuple[str, str, str, str], list[tuple[Row, Ratio]]] = {}
    without: Counter[tuple[str, str, str]] = Counter()
    for row, ratio, reference in judged:
        place = (suite(row), row.mode, row.side)
        if ratio is None or ratio.not_compared:
            without[place] += 1
        else:
            together.setdefault((*place, reference), []).append((row, ratio))
    return tuple(_one(place, several, without[place[:3]], confidence, against) for place, several in together.items())


def _one(place: tuple[str, str, str, str], several: Sequence[tuple[Row, Ratio]], without: int, confidence: float,
         against: Mapping[tuple[str, str], SuiteBenchmark]) -> SuiteRatio:
    folder, mode, platform, reference = place
    by_key: dict[str, list[float]] = {}
    for row, ratio in several:
        by_key.setdefault(row.key, []).append(ratio.value)
    ends = geometric_mean_interval(list(by_key.values()), confidence)
    apart = 1 + max((ratio.shift or 0.0 for _, ratio in several), default=0.0)  # a run moves all of its benchmarks: no mean of many is surer
    counted = Counter(ratio.verdict for _, ratio in several)
    return SuiteRatio(
        suite=folder, mode=mode, platform=platform, reference=reference, against=against.get((folder, reference)),
        benchmarks=len(by_key), rows=len(several), value=geometric_mean(list(by_key.values())),
        interval=interval((ends[0] / apart, ends[1] * apart)) if ends else None,
        verdicts={one: counted[one] for one in VERDICTS if counted[one]}, without=without,
        estimator="median" if any(ratio.estimator == "median" for _, ratio in several) else "mean",
        unequal=sum(any(one.holds is False and one.name not in MEANT for one in ratio.terms) for _, ratio in several))
