"""What --solo prints of one iteration: its score, as JMH joins its threads, and the quantiles of mode sample."""

import math

UNITS = {
    "ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9, "m": 6 * 10**10, "min": 6 * 10**10, "h": 36 * 10**11,
    "d": 864 * 10**11
}
SHARES = (0, 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999, 1)


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
    return (f"p{{{', '.join(f'{share:g}' for share in SHARES)}}} = {', '.join(f'{value:.6g}' for value in scaled)} "
            f"{unit}/op")
