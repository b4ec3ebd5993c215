"""How many times as fast one row is as another, and which of several is the fastest."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from clamh.judging.evidence import STEADY, Evidence, gather_evidence
from clamh.judging.statistics import noise
from clamh.judging.statistics.holm import shared_confidence
from clamh.judging.statistics.sets import Jackknife
from clamh.judging.statistics.verdict import above_noise, deciding_delta
from clamh.model.options import Estimator
from clamh.model.scores import cost_ns
from clamh.model.summary import Estimate, Ratio, Row, Warning, make_estimate, make_warning

ROUNDING = 1e-9  # the rounding error that sums of doubles may have
DIFFERENCES = ("faster", "slower", "small difference")  # verdicts that state a difference

Pairs = Mapping[tuple[str, str], Evidence]  # by both case_ids, in either order


def compute_ratio(row: Row, other_row: Row, confidence: float, delta: float, estimator: Estimator = "mean",
                  together: bool = True) -> Ratio:
    """Speed of the row ÷ speed of the other; both are comparable and in the same mode. Above 1 the row is faster.

    Where they took turns, it is the ratio of their totals with a jackknife interval over the sets that they share.
    Waiting for a CPU and uneven turn effects widen it. Otherwise the interval is Welch's on log fork means. It is None
    with fewer sets or forks than an interval needs.
    """
    return to_ratio(gather_evidence(row, other_row, confidence, delta, estimator, together), confidence, delta)


def to_ratio(pair: Evidence, confidence: float, delta: float) -> Ratio:
    """The evidence as a ratio at this confidence. No verdict claims a difference below the noise floor."""
    bounds = None if pair.not_compared else pair.interval(confidence)
    verdict, below_floor = above_noise(bounds.low, bounds.high, delta, pair.noise_floor) if bounds else (None, False)
    if pair.undecided:
        verdict = None if pair.not_compared else "undecided"
    threshold = deciding_delta(bounds.low,
                               bounds.high) if bounds and verdict == "undecided" and not pair.undecided else math.inf
    return Ratio(reference=pair.other_id, value=pair.value, interval=bounds, confidence=confidence, verdict=verdict,
                 reason=pair.not_compared or pair.undecided, unwaited=pair.unwaited, middle=_to_estimate(
                     pair.middle, confidence), drift=pair.drift, decided_at=threshold if threshold < math.inf else None,
                 noise_floor=pair.noise_floor if below_floor else None, estimator=pair.estimator,
                 shift=noise.share(pair.shift) if pair.shift and not pair.not_compared else None)


def _to_estimate(jackknife: Jackknife | None, confidence: float) -> Estimate | None:
    return jackknife and make_estimate(jackknife.middle, jackknife.margin(confidence))


def pair_rows(rows: Sequence[Row], weigh: Callable[[Row, Row], Evidence]) -> Pairs:
    """The evidence of every two comparable rows of a contest."""
    pairs: dict[tuple[str, str], Evidence] = {}
    for row, other_row in combinations([row for row in rows if row.comparable], 2):
        pair = weigh(row, other_row)
        pairs[row.case_id, other_row.case_id], pairs[other_row.case_id, row.case_id] = pair, pair.turned()
    return pairs


def family_confidence(pairs: Sequence[Evidence], confidence: float, delta: float) -> float:
    """The confidence of each interval at which everything that the intervals claim holds together."""
    claims = [pair for pair in pairs if pair.estimates and not pair.undecided and not pair.not_compared]
    return shared_confidence(confidence, len(claims),
                             lambda level: sum(to_ratio(pair, level, delta).verdict in DIFFERENCES for pair in claims))


def find_fastest(rows: Sequence[Row], pairs: Pairs) -> tuple[str, list[str]]:
    """The case_id of the fastest row, and the case_ids of the other comparable rows, nearest first.

    Only rows that can be compared with the most others may be the fastest. "" and an empty list where no row is
    comparable. Scores are means, so by the median the ratios give the order.
    """
    scored = sorted((row for row in rows if row.comparable), key=_slowness)
    if any(pair.estimator == "median" for pair in pairs.values()):
        scored = _sort_by_ratios(scored, pairs)
    if not scored:
        return "", []

    def partners(row: Row) -> int:
        return sum(not pairs[row.case_id, partner.case_id].not_compared for partner in scored if partner is not row)

    first = max(scored, key=partners)  # with equal numbers the first row
    return first.case_id, [row.case_id for row in scored if row is not first]


def _slowness(row: Row) -> float:
    """The log of the row's time, or of its reciprocal rate."""
    return math.log(cost_ns(row.score, row.unit)) if row.score else math.inf


def _sort_by_ratios(rows: Sequence[Row], pairs: Pairs) -> list[Row]:
    """The rows that are faster than the most others first, then by how much faster."""
    def count_slower(row: Row) -> tuple[int, float]:
        ratios = [pairs[row.case_id, other_row.case_id].value for other_row in rows if other_row is not row]
        return sum(ratio > 1 for ratio in ratios), math.fsum(map(math.log, ratios))

    return sorted(rows, key=count_slower, reverse=True)


def find_ratio_warnings(pair: Evidence, ratio: Ratio, delta: float, names: Mapping[str, str]) -> list[Warning]:
    """What makes the ratio of two sides doubtful; `names` has the names of both by case_id."""
    return [*_warn_of_uneven_cost(pair, ratio.confidence), *_warn_of_drift(ratio, names), *_warn_of_collector(pair),
            *_warn_of_turn_effect(pair, delta, ratio.confidence, names), *_warn_of_unknown_waiting(pair, names)]


def _warn_of_unknown_waiting(pair: Evidence, names: Mapping[str, str]) -> list[Warning]:
    """The score of a side excludes waiting, and the score of the other contains it."""
    if not pair.in_parts or not pair.estimates or pair.not_compared:
        return []
    known = names[pair.other_id if pair.in_parts == pair.row else pair.row]
    return [
        make_warning(
            "waited-unknown",
            f"how long {names[pair.in_parts]} waited for a CPU is unknown, since its clock stops, and the score "
            f"of {known} excludes waiting; the interval also covers the ratio if both waited for the same share")
    ]


def _warn_of_drift(ratio: Ratio, names: Mapping[str, str]) -> list[Warning]:
    """There is no verdict, because one side became slower or faster meanwhile."""
    if ratio.drift is None:
        return []
    percent = 100 * abs(ratio.drift.value - 1)
    return [
        make_warning(
            "drifting", f"no verdict: {names[ratio.drift.case_id]} became {percent:.2g} % "
            f"{'slower' if ratio.drift.value > 1 else 'faster'} from the first half of each set to the second; its "
            "warmup was too short, or its work grows")
    ]


def _warn_of_collector(pair: Evidence) -> list[Warning]:
    """There is no verdict, because a collector ran in sets that are too short to show what it costs."""
    if not pair.undecided or pair.drift or not pair.estimates:
        return []
    return [
        make_warning("collector-ran",
                     "no verdict: a collector ran, and the sets are too short to show its average cost")
    ]


def _warn_of_turn_effect(pair: Evidence, delta: float, confidence: float, names: Mapping[str, str]) -> list[Warning]:
    """Turns certainly cost one side more than the other, by so much that it matters to the verdict."""
    if not pair.moved or pair.turns is None or abs(pair.moved) <= math.log1p(delta) / STEADY:
        return []
    effect = _to_estimate(pair.turns.effect, confidence)
    if effect is None or effect.interval.low <= 1 <= effect.interval.high:
        return []
    slowed = pair.row if effect.value < 1 else pair.other_id
    size = effect if effect.value > 1 else _to_estimate(pair.turned().turns.effect, confidence)
    percent = [100 * (factor - 1) for factor in (size.value, size.interval.low, size.interval.high)]
    return [
        make_warning(
            "turn-effect",
            f"the score depends on turns: following another side costs {names[slowed]} {percent[0]:.2g} % "
            f"[{percent[1]:.2g}, {percent[2]:.2g}] more than it costs "
            f"{names[pair.other_id if slowed == pair.row else pair.row]}; the interval also covers the ratio without "
            "that cost")
    ]


def _warn_of_uneven_cost(pair: Evidence, confidence: float) -> list[Warning]:
    """The mean and the median lap are further apart than either is uncertain: some slices cost far more than others."""
    if pair.middle is None or pair.mean is None or pair.unwaited is not None:  # only the mean contains waiting
        return []
    margin = max(jackknife.margin(confidence) for jackknife in (pair.middle, pair.mean))
    if abs(pair.mean.middle - pair.middle.middle) <= margin + ROUNDING:
        return []
    by_mean = pair.estimator == "mean"
    other_estimate = _to_estimate(pair.middle if by_mean else pair.mean, confidence)
    if other_estimate is None:
        return []
    what, has = ("in the median lap", "which the mean includes") if by_mean else ("by the mean",
                                                                                  "which the median lap leaves out")
    return [
        make_warning(
            "uneven-cost", f"{what} the ratio is {other_estimate.value:.4g} [{other_estimate.interval.low:.4g}, "
            f"{other_estimate.interval.high:.4g}]: some slices cost far more than most, {has}")
    ]
