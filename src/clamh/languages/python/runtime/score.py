"""Scores for --solo: of one iteration, as JMH joins its threads, and the result of all measured iterations."""

import math

UNITS = {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9, "m": 6 * 10**10, "min": 6 * 10**10, "h": 36 * 10**11, "d": 864 * 10**11}
SHARES = (0, 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999, 1)
CONFIDENCE = 0.999
MOST_FREEDOM = 9999  # with more, Student's t changes by less than 0.03 %


def compute_score(mode, unit, cost_ns, threads):
    """An iteration's score from the protocol's entries of its threads."""
    times = [max(thread["elapsed_ns"] - thread.get("timings", 0) * cost_ns, 0) / UNITS[unit] for thread in threads]
    counted = [(time, thread["operations"]) for time, thread in zip(times, threads) if thread["operations"]]
    operations = max(sum(own for _, own in counted), 1)
    if mode == "thrpt":
        return sum(own / time for time, own in counted if time)
    if mode == "wall":
        return max(times) / operations
    if mode == "sample":
        return sum(times) / operations
    return sum(time / own for time, own in counted) / max(len(counted), 1)


def format_quantiles(sample_ns, unit, cost_ns, operations):
    """The quantiles of mode sample: for each share the least time that so many of all times do not exceed."""
    times = sorted(sample_ns) or [0]
    values = [times[max(math.ceil(share * len(times)), 1) - 1] for share in SHARES]
    scaled = [max(value - cost_ns, 0) / operations / UNITS[unit] for value in values]
    return f"p{{{', '.join(f'{share:g}' for share in SHARES)}}} = {', '.join(f'{value:.6g}' for value in scaled)} {unit}/op"


def format_result(benchmark, scores, unit):
    """The last lines; `unit` is such as "ns/op"."""
    count = len(scores)
    mean = sum(scores) / count
    deviation = math.sqrt(sum((score - mean) ** 2 for score in scores) / (count - 1)) if count > 1 else 0
    # JMH gives no error of one or two values.
    error = f" \u00b1(99.9%) {_students_t(count - 1) * deviation / math.sqrt(count):.6g}" if count > 2 else ""
    stdev = f", stdev = {deviation:.6g}" if count > 1 else ""
    return (f"\nResult for {benchmark}:\n  {mean:.6g}{error} {unit}\n"
            f"  (min, avg, max) = ({min(scores):.6g}, {mean:.6g}, {max(scores):.6g}){stdev}\n")


def _share_within(angle, freedom):
    """The share of Student's t within tan(angle) * sqrt(freedom) of 0 (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    odd, cosine = freedom % 2, math.cos(angle)
    term, total = cosine if odd else 1.0, 0.0
    for at in range(odd, freedom - 1, 2):
        total += term
        term *= (at + 1) / (at + 2) * cosine * cosine
    total *= math.sin(angle)
    return (angle + total) * 2 / math.pi if odd else total


def _students_t(freedom):
    freedom = min(freedom, MOST_FREEDOM)
    low, high = 0.0, math.pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        if _share_within(middle, freedom) < CONFIDENCE:
            low = middle
        else:
            high = middle
    return math.tan(low) * math.sqrt(freedom)
