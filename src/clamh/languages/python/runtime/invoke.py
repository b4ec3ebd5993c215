"""What invocations return, give to Blackhole and answer to Check methods, in canonical form."""

from .canonical import write_canonical
from .case import is_awaitable
from .channel import cut_texts
from .failure import Failure, as_failure
from .fixtures import set_up, tear_down
from .injected import RecordingBlackhole
from .iteration import run_iteration
from .meeting import LATE_HELP_S


def invoke_calls(case, count):
    """The `value` events of so many calls, each in an iteration of its own, unless an iteration of slices is open.

    On the state that measuring left, or on a fresh one. In a group each thread calls once, all at the same time; else
    one does, whatever the threads.
    """
    outer = 0 if case.begun["iteration"] else 1 if case.begun["trial"] else 2
    inner = min(outer, 1)
    for call in range(1, count + 1):
        texts = _invoke_once(case, outer if call == 1 else inner, outer if call == count else inner)
        for (kind, number), values in texts.items():
            yield from cut_texts({"event": "value", "case": case.id, "call": call, "kind": kind, "number": number},
                                 values)


def _invoke_once(case, begin, end):
    """The texts of one call, by kind and number; of a group those of the first thread of each function."""
    texts, group = {}, case.opening.benchmark.group

    def call_once(thread, meeting):
        if group or thread.number == 0:
            call_function(thread, meeting)
        case.pool.meet()
        if thread.number == 0:
            for check in case.opening.checks:
                owner = next((other for other in case.threads if check.owner in other.instances), None)
                if owner is not None:  # else of a function that no thread runs
                    state = owner.instances[check.owner].object
                    texts["checked", check.number] = [_call_check(thread, check, state)]

    def call_function(thread, meeting):
        consumed = []
        recorder = RecordingBlackhole(lambda value: consumed.append(write_canonical(value)))
        thread.given["Blackhole"] = recorder
        set_up(case, thread, "invocation")
        consumed.clear()  # what fixtures gave is not the benchmark's
        value = _call_benchmark(thread)
        meeting.end()
        recorder.record = lambda value: None
        if group:
            meeting.leave_calls(LATE_HELP_S, lambda: _call_benchmark(thread))
        if thread.place[2] == thread.place[8] == 0:  # first group, first thread of the function
            texts["returned", thread.place[4]] = [] if value is None else [write_canonical(value)]
            texts["consumed", thread.place[4]] = consumed
        tear_down(case, thread, "invocation")

    run_iteration(case, "measurement", begin, end, call_once, starts=group)
    return texts


def _call_benchmark(thread):
    """What the benchmark returns. Raises Failure for an awaitable that measuring does not await."""
    function = thread.function
    value = function.stub.call(thread.objects(function))
    if function.stub.awaited is None and is_awaitable(value):
        raise Failure("benchmark", function.name,
                      f"it returns an awaitable ({type(value).__name__}), which is not awaited while it is measured: "
                      "make it `async def` and write `return await …`, or give the awaitable to Blackhole")
    return thread.await_result(value)


def _call_check(thread, check, state):
    """The value of a Check method. Raises Failure."""
    try:
        value = thread.await_result(getattr(state, check.attribute)())
    except Exception as error:
        raise as_failure("benchmark", check.name, error) from None
    if value is None:
        raise Failure("benchmark", check.name, "this Check returned nothing, so that there is nothing to compare")
    return write_canonical(value)
