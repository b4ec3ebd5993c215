"""An open case: one benchmark with its param values, the objects of its threads, and how far its trial has come."""

from __future__ import annotations

import asyncio
import inspect
import threading

from .failure import raised
from .injected import (Blackhole, BenchmarkParams, Control, IterationParams, Memory, Operations, Random, ThreadParams)
from .random import mix64
from .team import Released, Team

LEVELS = ("Invocation", "Iteration", "Trial")  # innermost first
GAPS = 0x67617073  # what mode sample draws is not what the benchmark draws
_active = None  # the case whose values the shared (class) fields hold


class Shared:
    """One instance of a shared state at one level: set up by the thread that comes first, torn down by the last."""

    def __init__(self, sharers):
        self.lock, self.sharers = threading.Lock(), sharers
        self.ready = self.begun = False
        self.arrived = 0


class Seat:
    """A measuring thread's own: which it is, its objects, what of its states was set up."""

    def __init__(self, case, number, place, function):
        self.case, self.number, self.function = case, number, function
        self.params = ThreadParams(*place)
        self.group = place[2]
        self.given = {"Blackhole": Blackhole()}
        self.done = {level: [] for level in LEVELS}
        self.gaps = Random(case.seed ^ mix64(number) ^ GAPS)
        self._loop = None

    def objects(self, one):
        """What a function takes, for its stub: its own object first when it is a method."""
        return tuple(self.given[taken] if isinstance(taken, str) else self.case.place(self, taken)[taken] for taken in one.takes)

    def settled(self, value):
        """The value, or what it promises."""
        return self.await_(value) if inspect.isawaitable(value) else value

    def await_(self, value):
        """What an awaitable gives, on this thread's own event loop."""
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
        return self._loop.run_until_complete(_given(value))

    def end(self):
        """Close the event loop."""
        if self._loop is not None:
            self._loop.close()
            self._loop = None


async def _given(value):
    return await value


class Case:
    """See the module."""

    def __init__(self, registry, opening, benchmark):
        self.__dict__.update(opening)  # what open.py calls `opening`
        self.registry, self.benchmark = registry, benchmark
        self.needs = registry.needs(benchmark)
        self.values = []  # (param, value)
        self.begun = dict.fromkeys(LEVELS, False)
        self.steps = {level: self._steps(level) for level in LEVELS}
        self.has_invocation_fixtures = bool(self.steps["Invocation"])
        self.may_wait = self.threads > 1 and (benchmark.group or "Control" in self.needs.injected)
        simple = all(one.level == "Trial" and one.kind == "Setup" for one in self.needs.fixtures)
        # Whether `invoke` may follow the last iteration: one thread that ends by itself.
        self.invokable = self.threads == 1 and not benchmark.group and "Control" not in self.needs.injected
        # Whether invocations may follow the last iteration: nothing but trial setup is around it, and no Control.
        self.samples = self.threads == 1 and simple and "Control" not in self.needs.injected
        self.unsliced = self._unsliced()
        self.takes_operations = any("Operations" in one.takes for one in benchmark.functions)
        self.control = Control()
        self.seats = [Seat(self, number, place, benchmark.functions[place[4]])
                      for number, place in enumerate(dealt(self.threads, self.groups, benchmark.group))]
        self.team = Team(self.threads)
        self._objects = {}  # by (scope, instance): by class
        self._locks = {}
        self._shared = {}
        self._guard = threading.Lock()

    def _unsliced(self):
        """Why slices would not measure what an iteration measures; "" where they would."""
        if self.mode in ("sample", "ss"):
            return f"mode {self.mode} has no slices"
        if self.benchmark.group:
            return "it is a group"
        return "it takes Control" if "Control" in self.needs.injected else ""

    # --- objects

    def place(self, seat, number):
        """The objects of the instance of a class's scope that a thread has, by class."""
        return self._objects.setdefault(self._instance(seat, number), {})

    def _instance(self, seat, number):
        scope = self.scope(number)
        return scope, {"Benchmark": 0, "Group": seat.group}.get(scope, seat.number)

    def scope(self, number):
        """The scope of a class; what is no state belongs to a thread. Fixtures of no class at all run once for all."""
        return "Benchmark" if number is None else self.registry.classes[number].scope or "Thread"

    def instances(self, number):
        """How many objects there are of a class."""
        scope = self.scope(number)
        return 1 if scope == "Benchmark" else self.threads if scope == "Thread" else self.seats[-1].group + 1

    def activate(self):
        """This case's values into the fields that all cases share."""
        global _active
        if _active is self:
            return
        for param, value in self.values:
            # A class with __slots__ holds no value of a field, only what finds it in an object.
            if param.shared and not hasattr(getattr(param.home, param.attribute, None), "__set__"):
                self._assign(param, value, param.home)
        _active = self

    def _assign(self, param, value, target):
        try:
            setattr(target, param.attribute, value if param.constants_of is None else param.constants_of[value])
        except Exception as error:
            raise raised("setup", param.name, error) from None

    def _make(self, seat, number):
        """The object of a class, once for each instance of its scope."""
        instance = self._instance(seat, number)
        with self._guard:
            lock = self._locks.setdefault(instance, threading.RLock())
        with lock:
            objects = self._objects.setdefault(instance, {})
            if number in objects:
                return
            type = self.registry.classes[number]
            try:
                made = type.type()
            except Exception as error:
                raise raised("setup", type.name or self.benchmark.name, error) from None
            for param, value in self.values:
                if param.owner == number and param.own:
                    self._assign(param, value, made)
            objects[number] = made

    # --- the life of a trial; each of these is called in every thread

    def begin_trial(self, seat, phase):
        """Objects, params, trial setup. Raises Failure."""
        wanted = self.needs.injected
        seed = self.seed ^ mix64(seat.number)
        made = {"BenchmarkParams": self._told, "ThreadParams": lambda: seat.params, "Random": lambda: Random(seed),
                "Memory": lambda: Memory(self.layout_seed and self.layout_seed ^ mix64(seat.number)), "Operations": Operations, "IterationParams": lambda: self._phase_told(phase),
                "Control": lambda: self.control}
        seat.given.update({name: make() for name, make in made.items() if name in wanted})
        for number in self.needs.classes:
            self._make(seat, number)
        self.begin(seat, "Trial")

    def begin_iteration(self, seat, phase):
        """Iteration setup. Raises Failure."""
        if "IterationParams" in seat.given:
            seat.given["IterationParams"] = self._phase_told(phase)
        if "Control" in seat.given:
            seat.given["Control"] = self.control
        self.begin(seat, "Iteration")

    def forget(self):
        """Drop every object."""
        global _active
        self._objects.clear()
        self._shared.clear()
        for seat in self.seats:
            seat.given = {"Blackhole": seat.given["Blackhole"]}
            seat.end()
        if _active is self:
            _active = None

    def abandon(self):
        """Tear down all that was set up, after a failure: that one is told, not those that come here."""
        self.control.stopMeasurement = True
        for level in LEVELS:
            self._quietly(lambda number, level=level: self._end_own(self.seats[number], level))
            self._quietly(lambda number, level=level: self._end_shared(self.seats[number], level))
            self.begun[level] = False
        self.forget()

    def _quietly(self, job):
        try:
            self.team.run(job)
        except Exception as error:
            if getattr(error, "reason", "internal") == "internal":
                raise

    def _end_own(self, seat, level):
        done, first = seat.done[level], None
        while done:
            first = self._tear_down(seat, done.pop(), first)
        if first is not None:
            raise first

    def _end_shared(self, seat, level):
        for step in reversed(self.steps[level]):
            if self.scope(step[0]) == "Thread":
                continue
            shared = self._of(seat, level, step[0])
            with shared.lock:
                begun, shared.begun, shared.ready, shared.arrived = shared.begun, False, False, 0
                if begun:
                    self._tear_down(seat, step, None)

    # --- fixtures

    def _of(self, seat, level, owner):
        key = (level, *self._instance(seat, owner), owner)
        with self._guard:
            if key not in self._shared:
                sharers = sum(self._instance(one, owner) == key[1:3] for one in self.seats)
                self._shared[key] = Shared(sharers)
            return self._shared[key]

    def begin(self, seat, level):
        """The setups of a level. A state counts as set up from the first of them that came to its end, or when it has none."""
        self.begun[level] = True
        for step in self.steps[level]:
            if self.scope(step[0]) == "Thread" or self.threads == 1:
                self._set_up(seat, step, lambda step=step: seat.done[level].append(step))
                continue
            shared = self._of(seat, level, step[0])
            with shared.lock:
                if self.team.failure is not None:
                    raise Released
                if not shared.ready:
                    self._set_up(seat, step, lambda shared=shared: setattr(shared, "begun", True))
                    shared.ready = True

    def end(self, seat, level):
        """The teardowns of a level, those of shared states by the last thread (of an invocation by the first, as in JMH)."""
        first = None
        self.begun[level] = False
        for step in reversed(self.steps[level]):
            if self.scope(step[0]) == "Thread" or self.threads == 1:
                if step in seat.done[level]:
                    seat.done[level].remove(step)
                    first = self._tear_down(seat, step, first)
                continue
            shared = self._of(seat, level, step[0])
            with shared.lock:
                shared.arrived += 1
                if level != "Invocation" and shared.arrived < shared.sharers or not shared.ready:
                    continue
                shared.arrived, shared.ready, shared.begun = 0, False, False
                first = self._tear_down(seat, step, first)
        if first is not None:
            raise first

    def _set_up(self, seat, step, begun):
        _, setups, _ = step
        if not setups:
            begun()
        for at, fixture in enumerate(setups):
            self._run(seat, fixture, "setup")
            if at == 0:
                begun()

    def _tear_down(self, seat, step, first):
        for fixture in step[2]:
            try:
                self._run(seat, fixture, "teardown")
            except Exception as failure:
                first = first or failure
        return first

    def _run(self, seat, fixture, reason):
        try:
            seat.settled(fixture.stub.call(seat.objects(fixture)))
        except SystemExit:
            raise
        except BaseException as error:
            raise raised(reason, fixture.name, error) from None

    def _steps(self, level):
        """The fixtures of a level by the class that they belong to, in the order of setting up: (class, setups, teardowns);
        None stands for those that take no state."""
        of_level = [one for one in self.needs.fixtures if one.level == level]
        steps = []
        for owner in (None, *self.needs.classes):
            own = [one for one in of_level if self.registry.owner_of(one) == owner]
            if own:
                steps.append((owner, [one for one in own if one.kind == "Setup"], [one for one in own if one.kind == "Teardown"]))
        return steps

    # --- what BenchmarkParams and IterationParams are made of

    def _told(self):
        plan = self.plan
        return BenchmarkParams(self.benchmark.name, self.mode, self.threads, plan["forks"], plan["wforks"],
                               self._phase_told("warmup"), self._phase_told("measurement"), plan["tu"],
                               self.operations_per_invocation, plan["to"], self.seed, self.texts)

    def _phase_told(self, phase):
        count, time = (self.plan["wi"], self.plan["w"]) if phase == "warmup" else (self.plan["i"], self.plan["r"])
        return IterationParams(phase.upper(), count, time, self.batch[phase])


def dealt(threads, groups, group):
    """ThreadParams' ten numbers of each thread, dealt as JMH deals them (protocol/README.md, Threads)."""
    if not group:
        return [(number, threads, number, threads, 0, 1, 0, 1, 0, 1) for number in range(threads)]
    size, found = sum(groups), []
    for number in range(threads):
        within = number % size
        member, first = 0, 0
        while within >= first + groups[member]:
            first += groups[member]
            member += 1
        found.append((number, threads, number // size, threads // size, member, len(groups), within, size, within - first,
                      groups[member]))
    return found
