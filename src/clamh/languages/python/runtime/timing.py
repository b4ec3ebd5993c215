"""The timed stretches of one thread in one iteration, what of them counts, and what is read beside the time."""

import math

from . import clock as clocks
from .clock import elapsed
from .counters import count_switches, read_delay, read_speed, speed_cost
from .failure import Failure, as_failure
from .fixtures import set_up, tear_down
from .system_counters import begin_counting, end_counting

MOST_SPEED_READINGS = 64


class Timing:
    """`time_ns` is 0 if a number of batches is measured; `last` holds the two readings of the last stretch."""

    def __init__(self, case, thread, batch, time_ns=0):
        self.case, self.thread, self.batch, self.time_ns = case, thread, batch, time_ns
        self.stub, self.objects = thread.function.stub, thread.objects(thread.function)
        self.around = bool(thread.steps["invocation"])
        self.last = (0, 0)
        self.invocations = self.all_invocations = 0  # the first ones count
        self.elapsed_ns = self.timings = self.sample_invocations = 0
        self.sample_ns, self.speed_ns = [], []
        self.first_ns = None
        self.readings, self.aux = {}, []
        self._owned = [counter for counter in case.opening.counters if counter.owner in thread.instances]
        self._marked, self._fields = 0, []  # Operations and the fields of AuxCounters when all up to then counted
        self._operations = thread.given["Operations"] if "Operations" in thread.function.takes else None
        self._operations_first = self._total()
        self._speed_cost = self._speed_spent = self._speed_due = 0

    # --- stretches

    def timed(self, invocations):
        """How long so many invocations take as one stretch, in ns."""
        now, objects = clocks.clock.now, self.objects
        if self.stub.awaited is not None:
            start, stop = self.thread.await_result(self.stub.awaited(objects, invocations, now))
        else:
            repeat = self.stub.repeat
            start = now()
            repeat(objects, invocations)
            stop = now()
        self.last = (start, stop)
        return elapsed(start, stop)

    def time(self, invocations):
        """The time of a sample: one stretch, or with invocation fixtures the sum of one stretch each."""
        self.all_invocations += invocations
        if not self.around:
            return self.timed(invocations)
        return sum(self._between_fixtures(self.timed, 1) for _ in range(invocations))

    def time_batch(self):
        """The time of one batch as one stretch."""
        self.all_invocations += self.batch
        return self._between_fixtures(self.timed, self.batch) if self.around else self.timed(self.batch)

    def skip(self, batches, invocations):
        """Batches of so many invocations that are not timed."""
        self.all_invocations += batches * invocations
        if not self.around:
            self._untimed(batches * invocations)
            return
        for _ in range(batches):
            self._between_fixtures(self._untimed, invocations)

    def _untimed(self, invocations):
        if self.stub.awaited is not None:
            self.thread.await_result(self.stub.awaited(self.objects, invocations, int))
        else:
            self.stub.repeat(self.objects, invocations)

    def _between_fixtures(self, call, invocations):
        set_up(self.case, self.thread, "invocation")
        took = call(invocations)
        tear_down(self.case, self.thread, "invocation")
        return took

    # --- what counts

    def keep(self, took, invocations, timings):
        """A time that counts; `timings` of its stretches are so short that the clock's cost must be taken off."""
        self.invocations += invocations
        self.elapsed_ns += took
        self.timings += timings

    def begin(self):
        """The part of the iteration that counts begins here."""
        if self.time_ns > 0 and self.thread.number == 0:
            self._speed_cost, self._speed_spent, self._speed_due = speed_cost(), 0, self.time_ns // MOST_SPEED_READINGS
        for counter in self._owned if self.case.opening.mode != "sample" or not self.all_invocations else ():
            if not counter.method:  # in mode sample all calls count
                setattr(self.thread.instances[counter.owner].object, counter.attribute, 0)
        self._operations_before = self._total()
        self._before = {**count_switches(), **read_delay()}
        if self.case.opening.threads == 1:
            begin_counting()

    def between(self, passed_ns):
        """CPU-speed readings take at most a thousandth of the time, spread over the iteration; thread 0 takes them."""
        if self._speed_cost == 0 or passed_ns < self._speed_due:
            return
        if 1000 * (self._speed_spent + self._speed_cost) > passed_ns:
            return
        reading = read_speed()
        self.speed_ns.append(reading)
        self._speed_spent += reading
        self._speed_due = passed_ns + self.time_ns // MOST_SPEED_READINGS

    def mark(self):
        """All up to here counts, and what comes after the last mark does not."""
        self._marked = self._total()
        self._fields = [(counter, getattr(self.thread.instances[counter.owner].object, counter.attribute))
                        for counter in self._owned if not counter.method]

    def end(self):
        """The timed part ends here; of threads that may wait, what counts ended with the last mark."""
        if self.case.opening.threads == 1:
            end_counting()
        after = {**count_switches(), **read_delay()}
        self.readings = {name: after[name] - value for name, value in self._before.items()}
        if not self.case.opening.may_wait:
            self.mark()

    def finish(self):
        """Nothing is called any more: the calls that waited for other threads are no part of what was counted.

        Raises Failure if the benchmark takes Operations and no invocation that counts reported any.
        """
        self._operations_last = self._total()
        if self._operations and self.invocations > 0 and self._marked <= self._operations_before:
            raise Failure(
                "benchmark", self.thread.function.name,
                "it takes Operations, but no invocation reported its operations: call add(n) of it, with n above 0")
        if self.case.opening.threads > 1 and self.case.opening.mode != "sample":
            for counter, value in self._fields:
                setattr(self.thread.instances[counter.owner].object, counter.attribute, value)

    def read_aux(self):
        """Read the AuxCounters, once the teardowns have run. Raises Failure."""
        values = []
        for counter in self.case.opening.counters:
            if counter not in self._owned:
                values.append(0)
                continue
            try:
                value = getattr(self.thread.instances[counter.owner].object, counter.attribute)
                value = value() if counter.method else value
            except Exception as error:
                raise as_failure("benchmark", counter.name, error) from None
            values.append(_check_number(value, counter.name))
        self.aux = values

    def _total(self):
        return self._operations.total if self._operations else 0

    def count_operations(self):
        """`operations` and `all_operations`. Raises Failure."""
        if not self._operations:
            return self._scale(self.invocations), self._scale(self.all_invocations)
        return (_check_number(self._marked - self._operations_before, "Operations"),
                _check_number(self._operations_last - self._operations_first, "Operations"))

    def _scale(self, invocations):
        product = invocations * self.case.opening.opi
        return product // self.batch if product % self.batch == 0 else product / self.batch


def _check_number(value, name):
    """What user code counted. Raises Failure if it is no finite number."""
    if isinstance(value, (int, float)) and math.isfinite(value):
        return int(value) if isinstance(value, bool) else value
    raise Failure("benchmark", name, f"{value!r} is no number that can be counted")


def calibrate(run, aim, single):
    """How many times to do something that takes about `single`, so that it takes `aim`: the median of nine short runs.

    `run(count)` does it that many times and returns how long it took, all in ns.
    """
    enough, count, took = max(aim / 8, 1), 1, single
    while took < enough and count < 10_000_000:  # enough to extrapolate from
        count = math.ceil(count * min(max(enough / max(took, 1) + 1, 2), 10))
        took = run(count)
    runs = sorted(run(count) for _ in range(9))
    return aim / (max(runs[4], 1) / count)
