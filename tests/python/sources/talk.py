# What test_protocol.py talks to.
import asyncio
import queue
import time
from typing import ClassVar


def say(*words):
    print(*words, flush=True)


class Bench:
    calls = 0

    #@@Benchmark(baseline = true)
    def twice(self, shared: "Shared"):
        self.calls += 1
        return self.calls + 0.5 + Shared.level

    #@@Benchmark
    @staticmethod
    def texts(aligned, blackhole):
        for one in (aligned.text, aligned.flag, aligned.ratio, aligned.big, aligned.plain):
            blackhole.consume(one)
        return "x" * 1500

    #@@Benchmark
    #@@OperationsPerInvocation(4)
    @classmethod
    def big(cls):
        return 7


#@@State(Scope.Benchmark)
class Shared:
    #@@Param({"1", "2"})
    level: ClassVar[float] = 0

    def __init__(self):
        say("Shared()")

    #@@Setup
    def setup(self):
        say("Shared.setup")

    #@@Teardown
    def teardown(self):
        say("Shared.teardown")

    #@@Setup(Level.Iteration)
    def iteration(self):
        say("Shared.iteration")

    #@@Teardown(Level.Iteration)
    def iterated(self):
        say("Shared.iterated")


#@@State(Scope.Benchmark)
class Aligned:
    #@@Param("a b")
    text = ""
    #@@Param("true")
    flag = False
    #@@Param("0.5")
    ratio = 0.0
    #@@Param("9007199254740993")
    big = 0
    #@@Param("p")
    plain = None

    #@@Setup
    def setup(self, shared):
        say("Aligned.setup", type(shared).__name__)

    #@@Teardown
    def teardown(self):
        say("Aligned.teardown")


#@@State(Scope.Benchmark)
class Half:
    #@@Setup
    def begin(self):
        say("Half.begin")

    #@@Setup
    def finish(self):
        raise ValueError("no more")

    #@@Teardown
    async def teardown(self):
        await asyncio.sleep(0)
        say("Half.teardown")


#@@Benchmark
def half(shared, half):
    return half


#@@Benchmark
def fails(shared):
    raise TypeError(f"boom {Shared.level:g}")


#@@Benchmark
async def fails_later():
    await asyncio.sleep(0)
    raise LookupError("later")


#@@Benchmark
async def promises():
    return 21


#@@Benchmark
async def sleeps():
    await asyncio.sleep(0.001)
    return {"deep": 1}


#@@Setup
def everywhere():
    say("everywhere")


# A shot that lasts until it is stopped, and one that is only slower than its partner's.
#@@State(Scope.Thread)
#@@AuxCounters(AuxCounters.Type.EVENTS)
class Own:
    made: int = 0


#@@Benchmark
def add(own):
    own.made += 1


#@@Benchmark
#@@Group("watch")
def guard(control, own):
    own.made += 1
    while not control.stopMeasurement:
        pass


#@@Benchmark
#@@Group("watch")
def slow(control):
    for _ in range(5):
        if not control.stopMeasurement:
            time.sleep(0.002)


#@@Benchmark
#@@Group("watch")
def work():
    return 1


# Each waits for the other, and neither looks at Control.
#@@State(Scope.Group)
class Belt:
    def __init__(self):
        self.items = queue.Queue(1)


#@@Benchmark
#@@Group("belt")
def put(belt):
    belt.items.put(1)


#@@Benchmark
#@@Group("belt")
def take(belt):
    return belt.items.get()


#@@Benchmark
def long():
    return "ü\n" * 700_000
