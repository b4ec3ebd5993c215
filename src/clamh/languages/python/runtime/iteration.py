"""One iteration: the fixtures around it, what its mode measures, and what is told of it."""

from __future__ import annotations

import gc

from . import clock as clocks
from .control import Control
from .failure import Failure, raised, usage
from .meeting import Meetings
from .sampling import sample_count, sample_time
from .threads import measure_count, measure_invocations, measure_slice, measure_time, measure_waiting


def iteration(case, phase, begin, end, measure, starts=True):
    """What `measure(seat, meeting)` gave in each thread; Control says that measurement has begun where it `starts`.

    What begins before it and ends after it: 0 nothing (a slice within an iteration), 1 the iteration, 2 the trial too. Raises
    Failure, after which the case is to be abandoned.
    """
    if begin:
        case.control = Control()
    case.begun["Trial"] = True
    meetings, results = Meetings(case), [None] * case.threads
    if case.gc == "true" and begin:
        gc.collect()
    case.activate()

    def whole(number):
        seat = case.seats[number]
        if begin == 2:
            case.begin_trial(seat, phase)
            case.team.meet()  # as JMH: no iteration setup before the last trial setup
        if begin:
            case.begin_iteration(seat, phase)
        case.team.meet()
        case.control.startMeasurement = starts
        try:
            results[number] = measure(seat, meetings.of(number))
        except SystemExit:
            raise
        except BaseException as error:  # a KeyboardInterrupt that user code raises is its failure
            case.control.stopMeasurement = True
            raise raised("benchmark", seat.function.name, error) from None
        case.team.meet()
        if end:
            case.control.stopMeasurement = True
            case.end(seat, "Iteration")
        if end == 2:
            case.end(seat, "Trial")
        if results[number] is not None:
            results[number].read_counters()

    was_on = gc.isenabled()
    if case.gc == "off":
        gc.disable()
    try:
        case.team.run(whole)
    finally:
        if case.gc == "off" and was_on:
            gc.enable()
    if end == 2:
        case.forget()
    for one in results:
        if one is not None and begin != 2:
            one.first_ns = None
    return results


def measured(case, phase, time_ns, operations):
    """What measures an iteration in the mode of the case: `time_ns` or a number of operations, the other of which is 0."""
    batch = case.batch[phase]

    def measure(seat, meeting):
        if case.mode == "sample":
            return (sample_time(case, seat, batch, time_ns, meeting) if time_ns > 0 else
                    sample_count(case, seat, batch, operations, meeting))
        if time_ns == 0:
            return measure_count(case, seat, batch, operations, meeting)
        if case.may_wait:
            return measure_waiting(case, seat, batch, time_ns, meeting)
        return (measure_invocations if case.has_invocation_fixtures else measure_time)(case, seat, batch, time_ns, meeting)

    return measure


def sliced(case, phase, warmin, invocations):
    """What measures one slice: so many invocations, after `warmin` that are not timed."""
    return lambda seat, meeting: measure_slice(case, seat, case.batch[phase], warmin, invocations, meeting)


def check_amount(case, phase, time_ns, operations, most):
    """Raises Failure for an amount that cannot be."""
    if (time_ns > 0) == (operations > 0):
        raise usage("exactly one of time and count must be above 0")
    if case.mode == "ss" and time_ns > 0:
        raise usage("mode ss takes a count, no time")
    if operations > most // case.batch[phase]:
        raise usage("count × batch is too large")


def told(case, seat, result):
    """The entry of `iteration.threads`."""
    def scaled(invocations):
        product = invocations * case.operations_per_invocation
        return product // result.batch if product % result.batch == 0 else product / result.batch

    if result.operations is not None and result.said <= 0 and case.threads == 1:
        raise Failure("benchmark", case.benchmark.name,
                      "it takes Operations, but no invocation said how many it did: call add(n) of it, with n above 0")
    taken = result.operations is not None
    return {
        "operations": result.said if taken else scaled(result.invocations),
        "all_operations": result.all_said if taken else scaled(result.all_invocations),
        "elapsed_ns": result.elapsed_ns,
        "timings": result.timings,
        "clock_cost_ns": clocks.clock.stretch_ns,
        **({} if result.histogram is None else {"histogram": result.histogram}),
        "sample_invocations": result.sample_invocations,
        "sample_ns": result.sample_ns,
        **({} if result.first_ns is None else {"first_ns": result.first_ns}),
        **({"member": seat.function.name} if case.benchmark.group else {}),
        "voluntary_switches": result.switched[0],
        "involuntary_switches": result.switched[1],
        "waited_ns": result.waited_ns,
        "counters": result.counters,
    }
