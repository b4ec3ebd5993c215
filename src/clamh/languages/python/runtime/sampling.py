"""Mode sample: batches are timed one by one, chosen so that every batch of the iteration is equally likely to be."""

from __future__ import annotations

import math

from . import clock as clocks
from .clock import elapsed
from .histogram import Histogram
from .measuring import Measuring, calibrated
from .meeting import HELP_S

PERIOD_NS = 50_000  # 20 samples a millisecond
BEGINNING = 100  # of threads that may wait: so much of the time chooses the gap


def drawn(random, chance):
    """How many batches to skip until the next timed one: geometric, with this chance for each batch."""
    if chance >= 1:
        return 0
    return int(math.log(1 - random.nextDouble()) / math.log1p(-chance))


class Sampling(Measuring):
    """One thread in one iteration of mode sample."""

    def __init__(self, case, seat, batch, time_ns=0):
        super().__init__(case, seat, batch, time_ns)
        self.times = Histogram()

    def keep(self, took):
        """A batch that counts."""
        self.count(took, self.batch, 1)
        self.times.add(took)

    def end(self):
        """Where it ends."""
        self.histogram = self.times.pairs(self.case.threads)
        return super().end()


def sample_time(case, seat, batch, time_ns, meetings):
    """Timed batches until `time_ns` has passed."""
    sampling = Sampling(case, seat, batch, time_ns)
    if case.may_wait:
        return _sample_waiting(case, seat, sampling, meetings)
    sampling.begin()
    # A long batch is a sample as it is, and so is every other: none is skipped. A second one decides, since the first may
    # have been long by accident.
    sampling.first_ns = one = sampling.time_batch()
    start, chance = sampling.last[0], 1.0
    meetings.run_in(lambda: sampling.skip(1))
    alone = one >= time_ns
    second = one if alone or one < PERIOD_NS else sampling.time_batch()
    if case.threads == 1 and (alone or one >= PERIOD_NS and second >= PERIOD_NS / 2):
        sampling.keep(one)
        if not alone:
            sampling.keep(second)
    else:
        chance = _chance(sampling, second)
        meetings.run_in(lambda: sampling.skip(1))
        sampling.begin()
        start = clocks.clock.now()
        sampling.last = (start, start)
    _sample(sampling, seat, chance, start, lambda: False)
    sampling.end()
    meetings.run_out(lambda: sampling.skip(1))
    return sampling


def _chance(sampling, single):
    def run(batches):
        start = clocks.clock.now()
        sampling.skip(batches)
        return elapsed(start, clocks.clock.now())

    if clocks.clock.counted:  # it says nothing of how long more batches take
        return min(single / PERIOD_NS, 1.0)
    return min(1 / max(calibrated(run, PERIOD_NS, single), 1e-9), 1.0)


def _sample(sampling, seat, chance, start, ended):
    while sampling.last[1] - start < sampling.time_ns or sampling.timings == 0:
        if batches := drawn(seat.gaps, chance):
            sampling.skip(batches)
        took = sampling.time_batch()
        if ended():
            return
        sampling.keep(took)
        sampling.between(sampling.last[1] - start)


def _sample_waiting(case, seat, sampling, meetings):
    """The gap is chosen in a beginning that counts for nothing, in which every batch is timed."""
    sampling.begin()
    spent, batches = 0, 0
    sampling.first_ns = sampling.time_batch()
    start = sampling.last[0]
    while not meetings.ended(False) and sampling.last[1] - start < sampling.time_ns // BEGINNING:
        spent += sampling.time_batch()
        batches += 1
    each = spent / batches if batches else sampling.first_ns
    sampling.begin()
    sampling.mark()
    while not meetings.ended(False):
        if gap := drawn(seat.gaps, min(max(each, 1) / PERIOD_NS, 1.0)):
            sampling.skip(gap)
        took = sampling.time_batch()
        over = sampling.last[1] - start >= sampling.time_ns
        if meetings.ended(over):
            break
        sampling.keep(took)
        sampling.mark()
        if over:
            break
    sampling.end()
    meetings.run_out(lambda: sampling.skip(1))
    meetings.leave_calls(HELP_S, lambda: sampling.skip(1))
    return sampling


def sample_count(case, seat, batch, count, meetings):
    """So many batches, all of them timed."""
    sampling = Sampling(case, seat, batch)
    sampling.begin()
    meetings.line_up()
    longest = 0
    for _ in range(count):
        took = sampling.time_batch()
        longest = max(longest, took)
        if meetings.whole(seat.function):
            sampling.keep(took)
    if case.may_wait:
        sampling.mark()
    sampling.end()
    if case.may_wait:
        meetings.leave_shots(longest, lambda: sampling.skip(1))
    return sampling
