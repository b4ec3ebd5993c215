"""The fixtures of one level: which thread runs them, and what is torn down after a failure."""

from .failure import as_failure
from .opening import LEVELS
from .thread_pool import Released


def set_up(case, thread, level):
    """The setups of a level; those of a shared state run in the thread that comes first."""
    case.begun[level] = True
    for step in thread.steps[level]:
        instance = thread.instances[step.state]
        with instance.lock:
            if instance.sharers > 1 and (instance.failed or case.pool.failure is not None):
                raise Released
            if level in instance.ready:
                continue
            instance.failed = True  # for the next thread, which has the lock before the pool has the failure
            for fixture in step.setups:
                _run(thread, fixture, "setup")
                instance.begun.add(level)
            instance.failed = False
            instance.begun.add(level)
            instance.ready.add(level)


def tear_down(case, thread, level):
    """The teardowns of a level; a shared state's run in the thread that comes last, of an invocation in the first."""
    case.begun[level] = False
    first = None
    for step in reversed(thread.steps[level]):
        instance = thread.instances[step.state]
        with instance.lock:
            instance.arrived[level] += 1
            if level in instance.ready and (level == "invocation" or instance.arrived[level] >= instance.sharers):
                failure = _end(thread, step, instance)
                first = first or failure
    if first is not None:
        raise first


def abandon(case):
    """Tear down all that was set up, after a failure; failures here do not hide that one."""
    case.control.stopMeasurement = True
    for level in LEVELS:
        for shared in (False, True):
            case.pool.try_run(
                lambda number, level=level, shared=shared: _end_begun(case.threads[number], level, shared))
        case.begun[level] = False
    case.forget()


def _end_begun(thread, level, shared):
    for step in reversed(thread.steps[level]):
        instance = thread.instances[step.state]
        with instance.lock:
            if (instance.sharers > 1) == shared and level in instance.begun:
                _end(thread, step, instance)


def _end(thread, step, instance):
    """Run the teardowns of a step. Returns the first failure."""
    instance.ready.discard(step.level)
    instance.begun.discard(step.level)
    instance.arrived[step.level] = 0
    first = None
    for fixture in step.teardowns:
        try:
            _run(thread, fixture, "teardown")
        except Exception as failure:
            first = first or failure
    return first


def _run(thread, fixture, reason):
    try:
        thread.await_result(fixture.stub.call(thread.objects(fixture)))
    except SystemExit:
        raise
    except BaseException as error:  # a KeyboardInterrupt that user code raises is its failure
        raise as_failure(reason, fixture.name, error) from None
