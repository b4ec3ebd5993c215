"""An open case: one benchmark with the values of its params, its measuring threads, and how far its trial has come."""

from collections.abc import Awaitable
from types import GeneratorType

from .deal import deal_threads
from .fixtures import set_up
from .injected import Blackhole, BenchmarkParams, Control, IterationParams, Memory, Operations, Random, ThreadParams
from .opening import LEVELS
from .random import mix64
from .state import make_object, place_instances
from .thread_pool import ThreadPool

ITERABLE_COROUTINE = 0x100  # inspect.CO_ITERABLE_COROUTINE, of types.coroutine
GAPS = 0x67617073  # mode sample and the benchmark draw from different sequences


class MeasuringThread:
    """What belongs to one measuring thread: its function, the instances of its states, its injected objects."""

    def __init__(self, case, number, place, instances):
        self.case, self.number, self.place, self.instances = case, number, place, instances
        self.function = case.opening.benchmark.functions[place[4]]
        order = list(instances)
        steps = sorted((step for step in case.opening.steps if step.state in instances),
                       key=lambda step: order.index(step.state))
        self.steps = {level: [step for step in steps if step.level == level] for level in LEVELS}
        self.given = {}
        self.gaps = Random(case.opening.seed ^ mix64(number) ^ GAPS)
        self._loop = self._uncaught = None
        if self.function.stub.awaited is not None:
            import asyncio  # noqa: F401 (before the trial: it takes longer to load than all of the worker)

    def objects(self, function):
        """What a function takes, for its stub; for a method its own object comes first."""
        return tuple(self.given[taken] if isinstance(taken, str) else self.instances[taken].object
                     for taken in function.takes)

    def begin_trial(self, phase):
        """Injected objects, instances, trial setup. Raises Failure."""
        opening, mixed = self.case.opening, mix64(self.number)
        makers = {
            "BenchmarkParams": lambda: describe_benchmark(opening), "ThreadParams": lambda: ThreadParams(*self.place),
            "Random": lambda: Random(opening.seed ^ mixed), "Operations": Operations,
            "Memory": lambda: Memory(opening.layout_seed and opening.layout_seed ^ mixed)
        }
        self.given = {
            "Blackhole": Blackhole(), **{name: make() for name, make in makers.items() if name in opening.injected}
        }
        self._give_iteration(phase)
        states = {state.number: state for state in opening.states}
        for number, instance in self.instances.items():
            if number is not None:
                make_object(opening, states[number], instance)
        set_up(self.case, self, "trial")

    def begin_iteration(self, phase):
        """Iteration setup. Raises Failure."""
        self._give_iteration(phase)
        set_up(self.case, self, "iteration")

    def _give_iteration(self, phase):
        self.given.update(Control=self.case.control, IterationParams=describe_iteration(self.case.opening, phase))

    def await_result(self, value):
        """The value; of an awaitable what it gives, on this thread's own event loop. Raises what other tasks raised."""
        if not is_awaitable(value):
            return value
        if self._loop is None:
            import asyncio  # few benchmarks and fixtures are async

            self._loop, self._uncaught = asyncio.new_event_loop(), None
            self._loop.set_exception_handler(self._keep_uncaught)
        result = self._loop.run_until_complete(_await(value))
        if self._uncaught is not None:
            error, self._uncaught = self._uncaught, None
            raise error
        return result

    def _keep_uncaught(self, loop, context):
        """The loop calls this for an error that no code waits for. The first is kept, others are printed, and so is
        what comes after the last call.
        """
        if context.get("exception") is None or loop.is_closed() or self._uncaught is not None:
            loop.default_exception_handler(context)
        else:
            self._uncaught = context["exception"]

    def forget(self):
        """Drop all objects."""
        self.given = {}
        if self._loop is not None:
            self._loop.close()
            self._loop = None


async def _await(value):
    return await value


def is_awaitable(value):
    """What inspect.isawaitable returns: that module takes a third of the worker's start."""
    decorated = isinstance(value, GeneratorType) and value.gi_code.co_flags & ITERABLE_COROUTINE
    return bool(decorated) or isinstance(value, Awaitable)


class Case:
    """`id` is the driver's name for it."""

    def __init__(self, id, opening):
        self.id, self.opening = id, opening
        self.begun = dict.fromkeys(LEVELS, False)
        self.control = Control()
        self.places = deal_threads(opening.threads, opening.groups, opening.benchmark.group)
        self.threads = [
            MeasuringThread(self, number, place, instances)
            for number, (place, instances) in enumerate(zip(self.places, place_instances(opening, self.places)))
        ]
        self.pool = ThreadPool(opening.threads)

    @property
    def unsliced(self):
        """Why slices would not measure what an iteration measures, "" if they would."""
        if self.opening.mode in ("sample", "ss"):
            return f"mode {self.opening.mode} has no slices"
        if self.opening.benchmark.group:
            return "it is a group"
        return "it takes Control" if "Control" in self.opening.injected else ""

    def forget(self):
        """Drop all objects."""
        for thread, instances in zip(self.threads, place_instances(self.opening, self.places)):
            thread.instances = instances
            thread.forget()


def describe_benchmark(opening):
    return BenchmarkParams(opening.benchmark.name, opening.mode, opening.threads, opening.forks, opening.wforks,
                           describe_iteration(opening, "warmup"), describe_iteration(opening, "measurement"),
                           opening.unit, opening.opi, opening.to, opening.seed, opening.texts)


def describe_iteration(opening, phase):
    if phase == "warmup":
        return IterationParams("WARMUP", opening.wi, opening.w, opening.wbatch)
    return IterationParams("MEASUREMENT", opening.i, opening.r, opening.batch)
