"""What a worker reports, in its messages and in the results file: about itself, and about each thread in an iteration.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from clamh.model.noun import Noun

Int64 = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]  # every reader of JSON can hold these
# Limits of counts and times: sums and ratios of these stay finite.
Count = Annotated[float, msgspec.Meta(ge=-(2.0**63), le=2.0**63)]
Nanoseconds = Annotated[float, msgspec.Meta(ge=-1e18, le=1e18)]
Duration = Annotated[float, msgspec.Meta(ge=0, le=1e18)]  # ns
CounterValue = Annotated[float, msgspec.Meta(ge=-1e100, le=1e100)]  # computed by the user's code


class Toolchain(Noun):
    """The toolchain that built the worker."""

    name: str
    version: str
    flags: tuple[str, ...] = ()
    optimised: bool | None = None  # whether the benchmark is (or will be, by a JIT) compiled with optimisation


class Clock(Noun, rename={"chosen": "taken"}):
    """A clock that the worker tried; `step_ns` is the smallest observed step, `cost_ns` the cost of one reading."""

    name: str
    step_ns: Duration
    cost_ns: Duration
    chosen: bool


class CapabilitiesSummary(Noun):
    """The parsed part of what a worker can do."""

    counts: tuple[str, ...] = ()
    counters: bool = False


class HelloSummary(Noun):
    """The parsed part of a worker's `hello` in a results file; the rest (running/worker/messages.py) is kept unchanged.
    """

    toolchain: Toolchain | None = None
    runtime: str = ""
    clocks: tuple[Clock, ...] = ()
    capabilities: CapabilitiesSummary = CapabilitiesSummary()


class Suspended(Noun):
    """The part of a time in which the clock was suspended, which does not count, and what was subtracted for each
    suspension.
    """

    share: float
    cost_ns: float


class MemberValue(Noun):
    """The values that one invocation of a group's member returned and gave to Blackhole, in canonical form."""

    returned: str | None = None
    consumed: tuple[str, ...] = ()


class ThreadIteration(Noun):
    """The measurements of one thread in one iteration; times are in ns.

    The score comes from (elapsed_ns - timings × clock_cost_ns) ÷ operations. `timings` counts the short timed
    stretches: each contains the cost of the clock once, which must be subtracted. `histogram` has the raw stretches of
    sample mode, as alternating values and counts. `elapsed_ns` and samples are without `suspended_ns`, the time of
    `suspensions` together with `suspend_cost_ns` for each: the cost of stopping the clock.
    """

    operations: Count
    all_operations: Count
    elapsed_ns: Int64
    sample_invocations: Int64 = 0
    sample_ns: tuple[Int64, ...] = ()
    voluntary_switches: Int64 = -1
    involuntary_switches: Int64 = -1
    waited_ns: Int64 = -1  # run queue delay: ready to run while others had the CPU; -1 if unknown
    counters: dict[str, CounterValue] = {}
    timings: Int64 = 0
    clock_cost_ns: Nanoseconds = 0.0
    histogram: tuple[Count, ...] = ()
    first_ns: Int64 | None = None  # in a trial's first iteration: the time of the first invocation
    member: str = ""  # the function of a group that this thread ran
    suspended_ns: Int64 = 0
    suspensions: Int64 = 0
    suspend_cost_ns: Nanoseconds = 0.0

    @property
    def whole_ns(self) -> int:
        """The time that passed, suspended or not."""
        return self.elapsed_ns + self.suspended_ns

    def __post_init__(self) -> None:
        """Reject what no worker may send, from the pipe and from a file (msgspec turns the error into a
        ValidationError).
        """
        if self.histogram:
            values, counts = self.histogram[::2], self.histogram[1::2]
            if len(values) != len(counts) or any(count < 1 or count % 1 for count in counts):
                raise ValueError("a histogram is a list of value, count, value, count …, each count at least 1")
            if any(value >= following for value, following in zip(values, values[1:])):
                raise ValueError("the values of a histogram are in ascending order")
        if self.timings < 0 or self.clock_cost_ns < 0:
            raise ValueError("timings and clock_cost_ns are at least 0")
        if self.suspended_ns < 0 or self.suspensions < 0 or self.suspend_cost_ns < 0:
            raise ValueError("suspended_ns, suspensions and suspend_cost_ns are at least 0")
