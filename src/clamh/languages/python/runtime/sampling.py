"""Timed samples of one thread: a series of equal samples in modes avgt, thrpt and wall, single batches in mode sample.
"""

import math

from . import clock as clocks
from .clock import elapsed
from .timing import Timing, calibrate

MOST_SAMPLES = 2000
AIMED_SAMPLES = 1000  # half, so that a benchmark that becomes faster rarely needs a fold
SHORTEST_SAMPLE = 1000  # in clock resolutions
PERIOD_NS = 50_000  # mode sample: 20 samples per millisecond


def aimed_sample(time_ns):
    """How long a sample should be. Twice the shortest: a machine that speeds up between two samples would otherwise
    fall below it now and then."""
    return 1 if clocks.clock.counted else max(2 * SHORTEST_SAMPLE * clocks.clock.resolution_ns, time_ns //
                                              AIMED_SAMPLES)


def keep_sample(timing, took):
    """A sample of the series that counts."""
    timing.keep(took, timing.sample_invocations, timing.sample_invocations if timing.around else 0)
    timing.sample_ns.append(took)


def keep_batch(timing, took):
    """A batch of mode sample that counts."""
    timing.keep(took, timing.batch, 1)
    timing.sample_ns.append(took)
    timing.sample_invocations = timing.batch


def _take_series(timing, passed):
    """Samples until the time is over, of which `passed()` has passed."""
    while passed() < timing.time_ns:
        if len(timing.sample_ns) == MOST_SAMPLES:  # neighbours become one sample of twice the length
            timing.sample_ns = [sample + next for sample, next in zip(timing.sample_ns[::2], timing.sample_ns[1::2])]
            timing.sample_invocations *= 2
        keep_sample(timing, timing.time(timing.sample_invocations))
        timing.between(passed())
    timing.end()


def measure_time(timing, meeting):
    """Samples of one length until they have taken `time_ns` together."""
    aim, alone = aimed_sample(timing.time_ns), timing.case.opening.threads == 1
    # Long invocations are samples as they are, the first one too: a benchmark of a second is not run for nothing. A
    # second one decides, since the first may have been long by accident.
    timing.begin()
    timing.sample_invocations = 1
    timing.first_ns = first = timing.time(1)
    meeting.run_in(lambda: timing.skip(1, 1))
    if alone and first >= timing.time_ns:
        keep_sample(timing, first)
    else:
        second = timing.time(1) if first >= aim else first
        long = first >= aim and second >= aim / 2
        if alone and long:
            keep_sample(timing, first)
            keep_sample(timing, second)
        else:
            if not long:
                timing.sample_invocations = max(int(calibrate(timing.time, aim, second) + 0.5), 1)
            meeting.run_in(lambda: timing.skip(1, timing.sample_invocations), 1)
            timing.begin()
    _take_series(timing, lambda: timing.elapsed_ns)
    meeting.run_out(lambda: timing.skip(1, timing.sample_invocations))


def measure_invocations(timing, meeting):
    """With invocation fixtures each invocation is timed by itself, so there is no calibration. The iteration's time is
    that of fixtures and invocations together, as in JMH: fixtures may take a thousand times what is measured."""
    if timing.case.opening.threads > 1:  # the first invocation, before those of the run-in
        timing.first_ns = timing.time(1)
    meeting.run_in(lambda: timing.skip(1, 1))
    timing.sample_invocations = 1
    timing.begin()
    first, start = timing.time(1), timing.last[0]
    keep_sample(timing, first)
    timing.first_ns = first if timing.first_ns is None else timing.first_ns
    _take_series(timing, lambda: timing.last[1] - start)
    meeting.run_out(lambda: timing.skip(1, 1))


def measure_count(timing, count, meeting):
    """Exactly this many batches as one sample; nothing if they lasted until they were stopped."""
    opening, invocations = timing.case.opening, count * timing.batch
    timing.begin()
    if opening.may_wait:
        timing.mark()
    meeting.line_up()
    took = timing.time(invocations)
    if meeting.returned_by_itself(timing.thread.function):
        timing.sample_invocations = invocations
        keep_sample(timing, took)
        if opening.mode == "ss":
            timing.first_ns = took
            if not timing.around:
                timing.timings = 1  # of any length
        if opening.may_wait:
            timing.mark()
    timing.end()
    if opening.may_wait:
        meeting.leave_shots(took, lambda: timing.skip(1, 1))


def measure_slice(timing, warmin, invocations, meeting):
    """Exactly this many invocations, as one stretch or one for each, after those that warm up; no series."""
    some = warmin // 64 + 1  # until the others are ready, too
    timing.skip(warmin, 1)
    meeting.run_in(lambda: timing.skip(some, 1))
    timing.begin()
    timing.keep(timing.time(invocations), invocations, invocations if timing.around else 0)
    timing.end()
    meeting.run_out(lambda: timing.skip(some, 1))


def draw_gap(random, chance):
    """How many batches to skip until the next timed one: geometric, with this chance for each batch."""
    return 0 if chance >= 1 else int(math.log(1 - random.nextDouble()) / math.log1p(-chance))


def _find_chance(timing, single):
    """The chance with which a batch is timed."""
    def run(batches):
        start = clocks.clock.now()
        timing.skip(batches, timing.batch)
        return elapsed(start, clocks.clock.now())

    if clocks.clock.counted:  # it does not say how long more batches take
        return min(single / PERIOD_NS, 1.0)
    return min(1 / max(calibrate(run, PERIOD_NS, single), 1e-9), 1.0)


def sample_time(timing, meeting):
    """Mode sample: batches chosen so that every batch of the iteration is equally likely to be timed, until `time_ns`
    has passed.
    """
    def skip():
        timing.skip(1, timing.batch)

    # A long batch is a sample as it is, and so is every other: none is skipped. A second one decides, as in
    # `measure_time`.
    timing.begin()
    timing.first_ns = first = timing.time_batch()
    start, chance = timing.last[0], 1.0
    meeting.run_in(skip)
    whole = first >= timing.time_ns
    second = first if whole or first < PERIOD_NS else timing.time_batch()
    if timing.case.opening.threads == 1 and (whole or first >= PERIOD_NS and second >= PERIOD_NS / 2):
        keep_batch(timing, first)
        if not whole:
            keep_batch(timing, second)
    else:
        chance = _find_chance(timing, second)
        if timing.case.opening.threads > 1:
            meeting.run_in(skip, 1)
            timing.begin()
        start = clocks.clock.now()
        timing.last = (start, start)
    while timing.last[1] - start < timing.time_ns or timing.timings == 0:
        if gap := draw_gap(timing.thread.gaps, chance):
            timing.skip(gap, timing.batch)
        keep_batch(timing, timing.time_batch())
        timing.between(timing.last[1] - start)
    timing.end()
    meeting.run_out(skip)


def sample_count(timing, count, meeting):
    """Mode sample: so many batches, all of them timed."""
    may_wait = timing.case.opening.may_wait
    timing.begin()
    timing.mark()
    meeting.line_up()
    longest = 0
    for _ in range(count):
        took = timing.time_batch()
        longest = max(longest, took)
        if meeting.returned_by_itself(timing.thread.function):
            keep_batch(timing, took)
            if may_wait:
                timing.mark()
    timing.end()
    if may_wait:
        meeting.leave_shots(longest, lambda: timing.skip(1, timing.batch))
