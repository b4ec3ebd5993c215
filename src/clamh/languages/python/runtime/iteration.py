"""One iteration or one slice: the fixtures around it, what its mode measures, and its event."""

import gc

from .control import Control
from .counters import count_collections
from .failure import as_failure
from .fixtures import tear_down
from .meeting import Meeting
from .sampling import measure_count, measure_invocations, measure_slice, measure_time, sample_count, sample_time
from .state import activate
from .system_counters import begin_counting, describe_counts, end_counting, is_counting
from .thread_pool import Released
from .timing import Timing
from .waiting import measure_waiting, sample_waiting

_suspended = False  # the collector, by us


def run_iteration(case, phase, begin, end, measure, starts=True):
    """Run measure(thread, meeting), which returns a Timing or None, in each thread between the fixtures.

    `begin` and `end` say what begins before it and ends after it: 0 nothing, 1 the iteration, 2 the trial too. Control
    says that measurement has begun if it `starts`. Raises Failure, after which the case must be abandoned.
    """
    opening = case.opening
    if begin:
        case.control = Control()
    case.begun["trial"] = True
    meeting = Meeting(case)
    if opening.gc == "true" and begin:
        gc.collect()
    activate(opening, begin == 2)
    counts = is_counting() and opening.threads > 1  # of a single thread, only what is timed counts: timing.py

    def run_thread(number):
        thread = case.threads[number]
        if begin == 2:
            thread.begin_trial(phase)
            case.pool.meet()  # as in JMH: no iteration setup before the last trial setup
        if begin:
            thread.begin_iteration(phase)
        case.pool.meet()
        if counts:
            if number == 0:
                begin_counting()
            case.pool.meet()
        case.control.startMeasurement = starts
        try:
            timing = measure(thread, meeting)
        except (SystemExit, Released):
            raise
        except BaseException as error:  # a KeyboardInterrupt that user code raises is its failure
            case.control.stopMeasurement = True
            raise as_failure("benchmark", thread.function.name, error) from None
        case.pool.meet()
        if counts:
            if number == 0:
                end_counting()
            case.pool.meet()
        if end:
            case.control.stopMeasurement = True
            tear_down(case, thread, "iteration")
        if end == 2:
            tear_down(case, thread, "trial")
        if timing is not None:
            timing.read_aux()

    _suspend_collector(opening.gc == "off")
    try:
        case.pool.run(run_thread)
    finally:
        if end:
            _suspend_collector(False)
    if end == 2:
        case.forget()


def _suspend_collector(off):
    """Between two slices of an iteration it stays off, except for other cases; what the program sets itself stays."""
    global _suspended
    if off and gc.isenabled():
        gc.disable()
        _suspended = True
    elif not off and _suspended:
        gc.enable()
        _suspended = False


def measure_iteration(case, phase, time_ns, count, first, last):
    """The threads' timings of one iteration."""
    def measure(timing, meeting):
        opening = case.opening
        if opening.mode == "sample":
            if time_ns == 0:
                sample_count(timing, count, meeting)
            else:
                (sample_waiting if opening.may_wait else sample_time)(timing, meeting)
        elif time_ns == 0:
            measure_count(timing, count, meeting)
        else:
            loop = measure_waiting if opening.may_wait else measure_invocations if timing.around else measure_time
            loop(timing, meeting)

    return _time_threads(case, phase, 1 + first, 1 + last, time_ns, measure)


def measure_one_slice(case, phase, warmin, count, begin, end):
    """The threads' timings of one slice."""
    def measure(timing, meeting):
        measure_slice(timing, warmin, count, meeting)

    return _time_threads(case, phase, begin, end, 0, measure)


def _time_threads(case, phase, begin, end, time_ns, measure):
    timings = [None] * case.opening.threads

    def measure_thread(thread, meeting):
        batch = case.opening.wbatch if phase == "warmup" else case.opening.batch
        timing = timings[thread.number] = Timing(case, thread, batch, time_ns)
        measure(timing, meeting)
        timing.finish()
        if begin != 2:
            timing.first_ns = None
        return timing

    run_iteration(case, phase, begin, end, measure_thread)
    return timings


def describe_threads(case, timings):
    """The fields of `iteration` and `slice` that both have. Raises Failure."""
    return {"case": case.id, "threads": [_describe_thread(case, timing) for timing in timings], **count_collections(),
            **describe_counts()}


def _describe_thread(case, timing):
    operations, all_operations = timing.count_operations()
    optional = {
        "timings": timing.timings or None,
        "sample_invocations": timing.sample_invocations if timing.sample_ns else None,
        "first_ns": timing.first_ns,
        "function": timing.thread.place[4] if case.opening.benchmark.group else None,
        "aux": timing.aux or None,
        **timing.readings,
    }
    return {"operations": operations, "all_operations": all_operations, "elapsed_ns": timing.elapsed_ns,
            **{name: value for name, value in optional.items() if value is not None}}
