"""How many times as fast a platform is over each suite: geometric means, each of a mode and one reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from clamh.judging.reference import Baseline, suite_of_row
from clamh.judging.statistics.suite import geometric_mean, geometric_mean_interval
from clamh.model.identity import spell_key
from clamh.model.summary import VERDICTS, Contest, Ratio, Row, SuiteBenchmark, SuiteRatio, make_interval

EXPECTED = ("key", "params")  # terms that do not hold because another benchmark is the baseline
Judged = tuple[Row, Ratio | None, str]  # a row, its ratio, and the reference of the ratio


def judge_suites(
    contests: Sequence[Contest], baselines: Mapping[str, Baseline], confidence: float
) -> tuple[SuiteRatio, ...]:
    """The geometric means of a run, of the rows that are compared with others and are neither baseline nor bound."""
    rows = {row.case_id: row for contest in contests for row in contest.rows}
    marked = {case_id for baseline in baselines.values() for case_id in baseline.marked}
    compared = [row for row in rows.values() if row.case_id not in marked and row.baseline != "bound"
                and not (row.ratio and row.ratio.reference == row.case_id)]
    judged = [(row, row.ratio, rows[row.ratio.reference].side if row.ratio else "") for row in compared]
    names_of_baselines = {(suite_of_row(rows[case_id]), rows[case_id].side): SuiteBenchmark(
        name=spell_key(rows[case_id].key, rows[case_id].benchmark, rows[case_id].platform), bound=baseline.bound)
        for baseline in baselines.values() for case_id in baseline.marked}
    return suite_ratios(judged, confidence, names_of_baselines)


def suite_ratios(
    judged: Iterable[Judged], confidence: float, against: Mapping[tuple[str, str], SuiteBenchmark] = {}
) -> tuple[SuiteRatio, ...]:
    """A geometric mean by suite, mode, side and reference, in the rows' order. `against` has the baselines by suite and
    reference.
    """
    grouped: dict[tuple[str, str, str, str], list[tuple[Row, Ratio]]] = {}
    without: Counter[tuple[str, str, str]] = Counter()
    for row, ratio, reference in judged:
        place = (suite_of_row(row), row.mode, row.side)
        if ratio is None or ratio.not_compared:
            without[place] += 1
        else:
            grouped.setdefault((*place, reference), []).append((row, ratio))
    return tuple(
        _judge_suite(place, pairs, without[place[:3]], confidence, against) for place, pairs in grouped.items())


def _judge_suite(place: tuple[str, str, str, str], pairs: Sequence[tuple[Row, Ratio]], without: int, confidence: float,
                 against: Mapping[tuple[str, str], SuiteBenchmark]) -> SuiteRatio:
    folder, mode, platform, reference = place
    by_key: dict[str, list[float]] = {}
    unwaited: dict[str, list[float]] = {}  # where waiting for a CPU widened the interval of a ratio
    for row, ratio in pairs:
        by_key.setdefault(row.key, []).append(ratio.value)
        unwaited.setdefault(row.key, []).append(ratio.unwaited or ratio.value)
    bounds = [interval for ratios in (by_key, unwaited)
              if (interval := geometric_mean_interval(list(ratios.values()), confidence))]
    # One run moves all of its benchmarks: the mean of many is no more certain.
    shift = 1 + max((ratio.shift or 0.0 for _, ratio in pairs), default=0.0)
    interval = make_interval((min(bounds)[0] / shift, max(high for _, high in bounds) * shift)) if bounds else None
    verdicts = Counter(ratio.verdict for _, ratio in pairs)
    return SuiteRatio(
        suite=folder, mode=mode, platform=platform, reference=reference, against=against.get((folder, reference)),
        benchmarks=len(by_key), rows=len(pairs), value=geometric_mean(list(by_key.values())), interval=interval,
        verdicts={verdict: verdicts[verdict] for verdict in VERDICTS if verdicts[verdict]}, without=without,
        estimator="median" if any(ratio.estimator == "median" for _, ratio in pairs) else "mean", unequal=sum(
            any(term.holds is False and term.name not in EXPECTED for term in ratio.terms) for _, ratio in pairs))
