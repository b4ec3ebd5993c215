"""The measured iteration of modes avgt, thrpt, wall and ss: how many invocations make a sample, and the series of samples."""

from __future__ import annotations

from . import clock as clocks
from .measuring import Measuring, calibrated
from .meeting import HELP_S

MOST_SAMPLES = 2000
AIMED_SAMPLES = 1000  # half, so that a benchmark that becomes faster rarely needs a fold
SHORTEST_SAMPLE = 1000  # in clock resolutions


def aimed(time_ns):
    """How long a sample should be. Twice the shortest: a machine that speeds up between two samples would otherwise fall
    below it now and then."""
    if clocks.clock.counted:
        return 1
    return max(2 * SHORTEST_SAMPLE * clocks.clock.resolution_ns, time_ns // AIMED_SAMPLES)


def keep(measuring, took):
    """A sample that counts."""
    each = measuring.sample_invocations
    measuring.count(took, each, each if measuring.around else 0)
    measuring.sample_ns.append(took)


def _fold(measuring):
    """Neighbours become one sample of twice the length: the series stays uniform and bounded."""
    series = measuring.sample_ns
    measuring.sample_ns = [one + other for one, other in zip(series[::2], series[1::2])]
    measuring.sample_invocations *= 2


def _series(measuring, passed):
    """Samples until `passed()` says that the time is over."""
    while passed() < measuring.time_ns:
        if len(measuring.sample_ns) == MOST_SAMPLES:
            _fold(measuring)
        keep(measuring, measuring.time(measuring.sample_invocations))
        measuring.between(passed())
    return measuring


def measure_time(case, seat, batch, time_ns, meetings):
    """Samples of one length until they have taken `time_ns` together."""
    measuring = Measuring(case, seat, batch, time_ns)
    aim = aimed(time_ns)
    # Long invocations are samples as they are, the first one too: a benchmark of a second is not run for nothing. A
    # second one decides, since the first may have been long by accident.
    measuring.begin()
    measuring.sample_invocations = 1
    measuring.first_ns = one = measuring.time(1)
    meetings.run_in(lambda: measuring.skip(1, 1))
    if one >= time_ns and case.threads == 1:
        keep(measuring, one)
    else:
        second = measuring.time(1) if one >= aim else one
        if case.threads == 1 and one >= aim and second >= aim / 2:
            keep(measuring, one)
            keep(measuring, second)
        else:
            if one < aim or second < aim / 2:
                measuring.sample_invocations = max(int(calibrated(measuring.time, aim, second) + 0.5), 1)
            meetings.run_in(lambda: measuring.skip(1, measuring.sample_invocations))
            measuring.begin()
    _series(measuring, lambda: measuring.elapsed_ns).end()
    meetings.run_out(lambda: measuring.skip(1, measuring.sample_invocations))
    return measuring


def measure_invocations(case, seat, batch, time_ns, meetings):
    """With fixtures of level Invocation each invocation is timed by itself, so nothing is to be calibrated. The iteration's
    time is that of fixtures and invocations together, as in JMH: fixtures may take a thousand times what is measured."""
    measuring = Measuring(case, seat, batch, time_ns)
    meetings.run_in(lambda: measuring.skip(1, 1))
    measuring.sample_invocations = 1
    measuring.begin()
    measuring.first_ns = measuring.time(1)
    keep(measuring, measuring.first_ns)
    start = measuring.last[0]
    _series(measuring, lambda: measuring.last[1] - start).end()
    meetings.run_out(lambda: measuring.skip(1, 1))
    return measuring


def measure_waiting(case, seat, batch, time_ns, meetings):
    """Stretches that follow their own pace, of threads that may wait for each other (protocol/README.md)."""
    measuring = Measuring(case, seat, batch, time_ns)
    aim, invocations, begun = aimed(time_ns), 1, None
    measuring.begin()
    measuring.mark()
    while True:
        took = measuring.time(invocations)
        begun = measuring.last[0] if begun is None else begun
        over = measuring.last[1] - begun >= time_ns
        if meetings.ended(over):
            break  # others have ended meanwhile: what ran since is no longer the benchmark
        measuring.first_ns = took if measuring.first_ns is None else measuring.first_ns
        measuring.count(took, invocations, invocations if measuring.around else 0)
        measuring.mark()
        if over:
            break
        if took < aim:
            invocations *= 2
        elif took > 4 * aim:
            invocations = max(invocations // 2, 1)
        measuring.between(measuring.last[1] - begun)
    measuring.end()
    meetings.run_out(lambda: measuring.skip(1, 1))
    meetings.leave_calls(HELP_S, lambda: measuring.skip(1, 1))
    return measuring


def measure_count(case, seat, batch, operations, meetings):
    """Exactly this many operations, as one sample; none where they lasted until they were stopped."""
    measuring = Measuring(case, seat, batch)
    measuring.begin()
    if case.may_wait:
        measuring.mark()
    meetings.line_up()
    took = measuring.time(operations * batch)
    if meetings.whole(seat.function):
        measuring.sample_invocations = operations * batch
        if case.mode == "ss":
            measuring.first_ns = took
        keep(measuring, took)
        if case.mode == "ss" and not measuring.around:
            measuring.timings = 1  # however long it was
        if case.may_wait:
            measuring.mark()
    measuring.end()
    if case.may_wait:
        meetings.leave_shots(took, lambda: measuring.skip(1, 1))
    return measuring


def measure_slice(case, seat, batch, warmin, invocations, meetings):
    """Exactly this many invocations, as one stretch or one for each, after those that warm up; no series."""
    measuring = Measuring(case, seat, batch)
    some = warmin // 64 + 1  # until the others are ready, too
    measuring.skip(warmin, 1)
    meetings.run_in(lambda: measuring.skip(some, 1))
    measuring.begin()
    measuring.count(measuring.time(invocations), invocations, invocations if measuring.around else 0)
    measuring.end()
    meetings.run_out(lambda: measuring.skip(some, 1))
    return measuring
