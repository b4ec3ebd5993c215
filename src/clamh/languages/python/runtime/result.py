"""What --solo prints last: the result of all measured iterations, as the guide shows it."""

import math

CONFIDENCE = 0.999
MOST_FREEDOM = 9999  # with more, Student's t changes by less than 0.03 %


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
