"""What --solo prints of an iteration and of all of them, as the guide shows it."""

import math

UNITS = {
    "ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9, "m": 6 * 10**10, "min": 6 * 10**10, "h": 36 * 10**11,
    "d": 864 * 10**11
}
SHARES = (0, 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999, 1)
# Student's t for 99.9 %, of 2 to 19 degrees of freedom. With more, its expansion (Abramowitz and Stegun, 26.7.5) is
# right to 0.001 %.
STUDENTS_T = (31.59905, 12.92398, 8.610302, 6.868827, 5.958816, 5.407883, 5.041305, 4.780913, 4.586894, 4.436979,
              4.317791, 4.220832, 4.140454, 4.072765, 4.014996, 3.965126, 3.921646, 3.883406)


def compute_score(mode, unit, cost_ns, threads):
    """An iteration's score from the protocol's entries of its threads, which JMH joins so."""
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
    return (f"p{{{', '.join(f'{share:g}' for share in SHARES)}}} = {', '.join(f'{value:.6g}' for value in scaled)} "
            f"{unit}/op")


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


def _students_t(freedom):
    if freedom - 2 < len(STUDENTS_T):
        return STUDENTS_T[freedom - 2]
    share = 1 / freedom
    return 3.290527 + share * (9.729731 + share * (26.13302 + share * (53.16861 + share * 79.36584)))
