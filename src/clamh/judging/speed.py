"""How many times as fast one row is as another, and which of several is the fastest."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from clamh.judging.evidence import RATE, STEADY, Evidence, evidence, per_ns
from clamh.judging.statistics import forks, noise
from clamh.judging.statistics.holm import shared_confidence
from clamh.judging.statistics.sets import Jackknife
from clamh.judging.statistics.verdict import above_noise, decided_at
from clamh.model.options import Estimator
from clamh.model.summary import Estimate, Ratio, Row, Warning, estimate, warning

ROUNDING = 1e-9  # of sums of doubles
CLOSED = ("faster", "slower", "small difference")  # verdicts that say that there is a difference

Pairs = Mapping[tuple[str, str], Evidence]  # by both case_ids, in either order


def times_as_fast(row: Row, other: Row, confidence: float, delta: float, estimator: Estimator = "mean", together: bool = True) -> Ratio:
    """Speed of the row ÷ speed of the other, both comparable and in the same mode; above 1 the row is faster.

    Where they took turns, the ratio of their totals with a jackknife's interval over the sets that they share, made wider where they waited for
    a CPU or turns cost one of them more; else Welch's interval on log fork means. None with fewer sets or forks than an interval needs.
    """
    return ratio_of(evidence(row, other, confidence, delta, estimator, together), confidence, delta)


def ratio_of(found: Evidence, confidence: float, delta: float) -> Ratio:
    """The evidence as a ratio at this confidence. Nothing is faster or slower by less than the noise floor."""
    around = None if found.not_compared else found.interval(confidence)
    verdict, held = above_noise(around.low, around.high, delta, found.noise_floor) if around else (None, False)
    if found.undecided:
        verdict = None if found.not_compared else "undecided"
    at = decided_at(around.low, around.high) if around and verdict == "undecided" and not found.undecided else math.inf
    return Ratio(
        reference=found.other, value=found.value, interval=around, confidence=confidence, verdict=verdict, reason=found.not_compared or found.undecided,
        unwaited=found.unwaited, middle=_estimated(found.middle, confidence), drift=found.drift, decided_at=at if at < math.inf else None,
        noise_floor=found.noise_floor if held else None, estimator=found.estimator, shift=noise.share(found.shift) if around and found.shift else None)


def _estimated(found: Jackknife | None, confidence: float) -> Estimate | None:
    return found and estimate(found.middle, forks.t_quantile((1 + confidence) / 2, found.degrees) * found.error)


def pairs_of(rows: Sequence[Row], weigh: Callable[[Row, Row], Evidence]) -> Pairs:
    """The evidence of each two comparable rows of a contest."""
    found: dict[tuple[str, str], Evidence] = {}
    for one, other in combinations([row for row in rows if row.comparable], 2):
        pair = weigh(one, other)
        found[one.case_id, other.case_id], found[other.case_id, one.case_id] = pair, pair.turned()
    return found


def family_confidence(pairs: Sequence[Evidence], confidence: float, delta: float) -> float:
    """The confidence of each of these intervals at which all that is claimed by them holds together."""
    claims = [pair for pair in pairs if pair.estimates and not pair.undecided and not pair.not_compared]
    return shared_confidence(confidence, len(claims), lambda level: sum(ratio_of(pair, level, delta).verdict in CLOSED for pair in claims))


def fastest(rows: Sequence[Row], pairs: Pairs) -> tuple[str, list[str]]:
    """The case_ids of the fastest of those rows that can be compared with most others, and of the other comparable ones, nearest first.

    "" and none where no row is comparable.
    """
    scored = sorted((row for row in rows if row.comparable), key=_slowness)
    if not scored:
        return "", []

    def partners(row: Row) -> int:
        return sum(not pairs[row.case_id, other.case_id].not_compared for other in scored if other is not row)

    first = max(scored, key=partners)  # the first of several
    return first.case_id, [row.case_id for row in scored if row is not first]


def _slowness(row: Row) -> float:
    """The log of the row's time, or of its reciprocal rate."""
    slowness = math.log(forks.log_mean(per_ns(row)))
    return -slowness if row.unit.startswith(RATE) else slowness


def doubts(found: Evidence, ratio: Ratio, delta: float, names: Mapping[str, str]) -> list[Warning]:
    """What makes the ratio of two sides doubtful; `names` of both by case_id."""
    return [*_uneven(found, ratio.confidence), *_drifting(ratio, names), *_short(found), *_in_turns(found, delta, ratio.confidence, names)]


def _drifting(ratio: Ratio, names: Mapping[str, str]) -> list[Warning]:
    """That there is no verdict, because one side became slower or faster meanwhile."""
    if ratio.drift is None:
        return []
    percent = 100 * abs(ratio.drift.value - 1)
    return [warning("drifting", f"{names[ratio.drift.case_id]} became {percent:.2g} % {'slower' if ratio.drift.value > 1 else 'faster'} from the first half of its "
                    "sets to the second: it was not warmed up, or what it measures grows, and there is no verdict")]


def _short(found: Evidence) -> list[Warning]:
    if not found.undecided or found.drift or not found.estimates:
        return []
    return [warning("collector-ran", "a collector ran, and the sets are too short to say what that costs on average: there is no verdict")]


def _in_turns(found: Evidence, delta: float, confidence: float, names: Mapping[str, str]) -> list[Warning]:
    """That turns surely cost one side more than the other, by so much that it matters to the verdict."""
    if not found.moved or found.turns is None or abs(found.moved) <= math.log1p(delta) / STEADY:
        return []
    effect = _estimated(found.turns.effect, confidence)
    if effect is None or effect.interval.low <= 1 <= effect.interval.high:
        return []
    more = found.row if effect.value < 1 else found.other
    size = effect if effect.value > 1 else _estimated(found.turned().turns.effect, confidence)
    percent = [100 * (one - 1) for one in (size.value, size.interval.low, size.interval.high)]
    return [warning("turn-effect", f"the score depends on turns: following another side costs {names[more]} {percent[0]:.2g} % [{percent[1]:.2g}, {percent[2]:.2g}] "
                    f"more than following itself, beyond what it costs {names[found.other if more == found.row else found.row]}: the interval has the ratio without that in it")]


def _uneven(found: Evidence, confidence: float) -> list[Warning]:
    """That the mean and the median lap are further apart than either is uncertain: some slices cost far more than others."""
    if found.middle is None or found.mean is None or found.unwaited is not None:  # waiting is in the mean alone
        return []
    margins = [forks.t_quantile((1 + confidence) / 2, one.degrees) * one.error for one in (found.middle, found.mean)]
    if abs(found.mean.middle - found.middle.middle) <= max(margins) + ROUNDING:
        return []
    by_mean = found.estimator == "mean"
    other = _estimated(found.middle if by_mean else found.mean, confidence)
    if other is None:
        return []
    what, has = ("in the median lap", "and the mean has them in it") if by_mean else ("by the mean", "and the median lap leaves them out")
    return [warning("uneven-cost", f"{what} the ratio is {other.value:.4g} [{other.interval.low:.4g}, "
                    f"{other.interval.high:.4g}]: some slices cost far more than most, {has}")]
