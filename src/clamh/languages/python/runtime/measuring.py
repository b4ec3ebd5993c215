"""What every mode has in common: the stretches of one thread's iteration, what of them counts, what is read beside the time."""

from __future__ import annotations

import math

from .counters import speed_cost, speed_reading, switches, waited
from .failure import Failure, raised
from .stretch import Stretches

MOST_SPEED_READINGS = 64


class Measuring(Stretches):
    """One thread in one iteration; `time_ns` is 0 where a number of batches is measured."""

    def __init__(self, case, seat, batch, time_ns=0):
        super().__init__(case, seat)
        self.batch, self.time_ns = batch, time_ns
        self.invocations = self.all_invocations = 0  # the first ones count
        self.elapsed_ns = self.timings = self.sample_invocations = 0
        self.sample_ns, self.speed_ns = [], []
        self.first_ns = self.histogram = None
        self.switched, self.waited_ns = (-1, -1), -1
        self.counters = {}
        self.said = self.all_said = None  # by Operations; None: the benchmark takes none
        self.operations = seat.given["Operations"] if "Operations" in seat.function.takes else None
        self._said_first = self.operations.total if self.operations else 0
        self._cost = self._spent = self._due = 0
        self._marked = None  # what was said and counted when all up to then counted; None: everything does

    def time(self, invocations):
        """The time of a sample."""
        self.all_invocations += invocations
        return self.sampled(invocations)

    def time_batch(self):
        """The time of one batch."""
        self.all_invocations += self.batch
        return self.batched(self.batch)

    def skip(self, batches, invocations=None):
        """Batches that are not timed."""
        each = self.batch if invocations is None else invocations
        self.all_invocations += batches * each
        self.skipped(batches, each)

    def count(self, took, invocations, timings):
        """A time that counts, with how many of its stretches are so short that the clock's cost has to be taken off."""
        self.invocations += invocations
        self.elapsed_ns += took
        self.timings += timings

    def begin(self):
        """Where the part of the iteration begins that counts."""
        if self.time_ns > 0 and self.seat.number == 0:
            self._cost, self._spent, self._due = speed_cost(), 0, self.time_ns // MOST_SPEED_READINGS
        for counter in self._counters():
            if not counter.method:
                setattr(self._object(counter), counter.attribute, 0)
        self._said_before = self.operations.total if self.operations else 0
        self._before = (*switches(), waited())

    def between(self, passed_ns):
        """CPU-speed readings take at most a thousandth of the time, spread over the iteration; one thread takes them."""
        if self._cost == 0 or passed_ns < self._due or 1000 * (self._spent + self._cost) > passed_ns:
            return
        reading = speed_reading()
        self.speed_ns.append(reading)
        self._spent += reading
        self._due = passed_ns + self.time_ns // MOST_SPEED_READINGS

    def mark(self):
        """All up to here counts, and what comes after the last mark does not."""
        self._marked = None
        self.read_counters()
        self._marked = self.operations.total if self.operations else 0

    def end(self):
        """Where it ends."""
        after = (*switches(), waited())
        *switched, self.waited_ns = (-1 if now < 0 else now - then for now, then in zip(after, self._before))
        self.switched = tuple(switched)
        if self.operations:
            total = self.operations.total if self._marked is None else self._marked
            self.said = _number(total - self._said_before, "Operations")
            self.all_said = _number(self.operations.total - self._said_first, "Operations")
        return self

    def read_counters(self):
        """What was counted, once the teardowns have run, as in JMH; or up to the last mark. Raises Failure."""
        if self._marked is not None:
            return
        for counter in self._counters():
            try:
                value = getattr(self._object(counter), counter.attribute)
                value = value() if counter.method else value
            except Exception as error:
                raise raised("benchmark", counter.name, error) from None
            self.counters[counter.name] = _number(value, counter.name)

    def _counters(self):
        taken = {one for one in self.seat.function.takes if isinstance(one, int)} | set(self.case.needs.classes)
        return [one for one in self.case.needs.counters if one.owner in taken]

    def _object(self, counter):
        return self.case.place(self.seat, counter.owner)[counter.owner]


def _number(value, name):
    """What user code counted. Raises Failure for what is no finite number."""
    if isinstance(value, (int, float)) and math.isfinite(value):
        return int(value) if isinstance(value, bool) else value
    raise Failure("benchmark", name, f"{value!r} is no number that can be counted")


def calibrated(run, aim, single):
    """How many times to do something that takes about `single`, so that it takes `aim`: the median of nine short runs.

    `run(count)` does it that many times and gives how long it took, all in ns.
    """
    enough, count, took = max(aim / 8, 1), 1, single
    while took < enough and count < 10_000_000:  # enough to extrapolate from
        count = math.ceil(count * min(max(enough / max(took, 1) + 1, 2), 10))
        took = run(count)
    runs = sorted(run(count) for _ in range(9))
    return aim / (max(runs[4], 1) / count)
