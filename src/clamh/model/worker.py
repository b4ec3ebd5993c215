"""What a worker says, in its messages and in the results file alike: of itself, and of what each thread did in an iteration."""

from __future__ import annotations

from typing import Annotated

import msgspec

from clamh.model.noun import Noun

Int64 = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]  # what every reader of JSON can be trusted to hold
# What is counted, and what a clock can say of itself: sums and ratios of these stay finite.
Count = Annotated[float, msgspec.Meta(ge=-(2.0**63), le=2.0**63)]
Nanoseconds = Annotated[float, msgspec.Meta(ge=-1e18, le=1e18)]
Duration = Annotated[float, msgspec.Meta(ge=0, le=1e18)]  # ns
CounterValue = Annotated[float, msgspec.Meta(ge=-1e100, le=1e100)]  # by the user's own code


class Toolchain(Noun):
    """What built the worker."""

    name: str
    version: str
    flags: tuple[str, ...] = ()
    optimised: bool | None = None  # whether the benchmark is (or will be, by a JIT) compiled with optimisation


class Clock(Noun):
    """A clock that the worker tried; `step_ns` is the smallest step seen, `cost_ns` that of one reading."""

    name: str
    step_ns: Duration
    cost_ns: Duration
    taken: bool


class Said(Noun):
    """What is read of a worker's `hello` in a results file; the rest (running/worker/messages.py) is kept as it came."""

    toolchain: Toolchain | None = None
    runtime: str = ""
    clocks: tuple[Clock, ...] = ()


class MemberValue(Noun):
    """What one invocation of a function of a group returned and gave to Blackhole, in canonical form."""

    returned: str | None = None
    consumed: tuple[str, ...] = ()


class ThreadIteration(Noun):
    """What one thread did in one iteration; times in ns.

    A score is made of (elapsed_ns - timings × clock_cost_ns) ÷ operations. `timings` counts the timed stretches that are
    so short that the cost of the clock, which each contains once, must be taken off; `histogram` has those of sample mode,
    raw, as value and count in turn.
    """

    operations: Count
    all_operations: Count
    elapsed_ns: Int64
    sample_invocations: Int64 = 0
    sample_ns: tuple[Int64, ...] = ()
    voluntary_switches: Int64 = -1
    involuntary_switches: Int64 = -1
    waited_ns: Int64 = -1  # run queue delay: the thread was ready to run, and others had the CPU; -1 where it is not known
    counters: dict[str, CounterValue] = {}
    timings: Int64 = 0
    clock_cost_ns: Nanoseconds = 0.0
    histogram: tuple[Count, ...] = ()
    first_ns: Int64 | None = None  # of a trial's first iteration: what its first invocation took
    member: str = ""  # of a group: which of its functions this thread ran

    def __post_init__(self) -> None:
        """Refuses what no worker may say, on the pipe and in a file alike (msgspec makes a ValidationError of it)."""
        if self.histogram:
            values, counts = self.histogram[::2], self.histogram[1::2]
            if len(values) != len(counts) or any(count < 1 or count % 1 for count in counts):
                raise ValueError("a histogram is value and count in turn, each count 1 or more")
            if any(a >= b for a, b in zip(values, values[1:])):
                raise ValueError("the values of a histogram are ascending")
        if self.timings < 0 or self.clock_cost_ns < 0:
            raise ValueError("timings and clock_cost_ns are not below 0")
