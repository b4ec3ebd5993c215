"""Threads that may wait for each other: timed stretches that follow their own pace (protocol/README.md)."""

from .meeting import HELP_S
from .sampling import PERIOD_NS, aimed_sample, draw_gap, keep_batch

BEGINNING = 100  # the first hundredth of the time chooses the gap of mode sample


def measure_waiting(timing, meeting):
    """Stretches that become longer until each is as long as a sample, until the first thread has measured `time_ns`."""
    aim, invocations, begun = aimed_sample(timing.time_ns), 1, None
    timing.begin()
    timing.mark()
    while True:
        took = timing.time(invocations)
        begun = timing.last[0] if begun is None else begun
        over = timing.last[1] - begun >= timing.time_ns
        if meeting.end(over):
            break  # others have ended meanwhile: what ran since then is no longer the benchmark
        timing.first_ns = took if timing.first_ns is None else timing.first_ns
        timing.keep(took, invocations, 1)
        timing.mark()
        if over:
            break
        if took < aim and not timing.around:  # with fixtures around it each is timed alone
            invocations *= 2
        elif took > 4 * aim:
            invocations = max(invocations // 2, 1)
        timing.between(timing.last[1] - begun)
    _leave(timing, 1, meeting)


def sample_waiting(timing, meeting):
    """Mode sample. The gap is chosen in a beginning that does not count, in which every batch is timed."""
    timing.begin()
    spent, batches = 0, 0
    timing.first_ns = timing.time_batch()
    start = timing.last[0]
    while not meeting.end(False) and timing.last[1] - start < timing.time_ns // BEGINNING:
        spent += timing.time_batch()
        batches += 1
    each = spent / batches if batches else timing.first_ns
    timing.begin()
    timing.mark()
    while not meeting.end(False):
        if gap := draw_gap(timing.thread.gaps, min(max(each, 1) / PERIOD_NS, 1.0)):
            timing.skip(gap, timing.batch)
        took = timing.time_batch()
        over = timing.last[1] - start >= timing.time_ns
        if meeting.end(over):
            break
        keep_batch(timing, took)
        timing.mark()
        if over:
            break
    _leave(timing, timing.batch, meeting)


def _leave(timing, invocations, meeting):
    timing.end()
    meeting.run_out(lambda: timing.skip(1, invocations))
    meeting.leave_calls(HELP_S, lambda: timing.skip(1, invocations))
