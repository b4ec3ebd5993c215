"""One timed stretch: a clock reading, invocations of the benchmark and nothing else, a clock reading."""

from __future__ import annotations

from . import clock as clocks
from .clock import elapsed


class Stretches:
    """The stretches of one thread's function; `last` holds the two readings of the last one."""

    def __init__(self, case, seat):
        self.case, self.seat = case, seat
        self.stub, self.objects = seat.function.stub, seat.objects(seat.function)
        self.around = case.has_invocation_fixtures
        self.last = (0, 0)

    def timed(self, invocations):
        """How long so many invocations take as one stretch, in ns."""
        now, objects = clocks.clock.now, self.objects
        if self.stub.awaited is not None:
            start, stop = self.seat.await_(self.stub.awaited(objects, invocations, now))
        else:
            repeat = self.stub.repeat
            start = now()
            repeat(objects, invocations)
            stop = now()
        self.last = (start, stop)
        return elapsed(start, stop)

    def batched(self, invocations):
        """The time of a batch as one stretch, between the fixtures of level Invocation."""
        if not self.around:
            return self.timed(invocations)
        self.case.begin(self.seat, "Invocation")
        took = self.timed(invocations)
        self.case.end(self.seat, "Invocation")
        return took

    def sampled(self, invocations):
        """The time of a sample: one stretch, or with fixtures of level Invocation the sum of one stretch each."""
        if not self.around:
            return self.timed(invocations)
        return sum(self.batched(1) for _ in range(invocations))

    def skipped(self, batches, invocations):
        """Batches that are not timed."""
        if not self.around:
            self._untimed(batches * invocations)
            return
        for _ in range(batches):
            self.case.begin(self.seat, "Invocation")
            self._untimed(invocations)
            self.case.end(self.seat, "Invocation")

    def _untimed(self, invocations):
        if self.stub.awaited is not None:
            self.seat.await_(self.stub.awaited(self.objects, invocations, int))
        else:
            self.stub.repeat(self.objects, invocations)
