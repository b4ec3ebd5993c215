# With several threads, which of them runs which fixture, how often, and between which barriers?
import threading

from transcript import line

# Of all threads: one of them runs each fixture, once, before any thread goes on.
#@@State(Scope.Benchmark)
class Shop:
    door = "missing"

    #@@Setup(Level.Trial)
    def build(self):
        line("setup Trial Shop")
        self.door = "shut"

    #@@Setup(Level.Iteration)
    def open(self):
        line("setup Iteration Shop")
        self.door = "open"

    #@@TearDown(Level.Iteration)
    def shut(self):
        line("teardown Iteration Shop")
        self.door = "shut"

    #@@TearDown(Level.Trial)
    def demolish(self):
        line("teardown Trial Shop")

# Of one thread, which runs all of its fixtures.
#@@State(Scope.Thread)
class Till:
    #@@Setup(Level.Trial)
    def build(self, shop, threadParams):
        self.thread = threadParams.getThreadIndex()
        self.owner = threading.get_ident()
        line(f"setup Trial Till in a shop that is {shop.door}", self.thread)

    #@@Setup(Level.Iteration)
    def open(self, shop):
        line(f"setup Iteration Till {self.who()} in a shop that is {shop.door}", self.thread)

    #@@TearDown(Level.Iteration)
    def shut(self):
        line(f"teardown Iteration Till {self.who()}", self.thread)

    #@@TearDown(Level.Trial)
    def demolish(self):
        line(f"teardown Trial Till {self.who()}", self.thread)

    def who(self):
        return "by its owner" if threading.get_ident() == self.owner else "by another thread"

# Fixtures around every invocation, each thread its own.
#@@State(Scope.Thread)
class Bag:
    #@@Setup(Level.Trial)
    def sew(self, threadParams):
        self.thread = threadParams.getThreadIndex()

    #@@Setup(Level.Invocation)
    def open(self):
        line("setup Invocation Bag", self.thread)

    #@@TearDown(Level.Invocation)
    def empty(self):
        line("teardown Invocation Bag", self.thread)

#@@Benchmark
def sell(shop, till):
    line(f"call sell {till.who()} in a shop that is {shop.door}", till.thread)

#@@Benchmark
def carry(bag):
    line("call carry", bag.thread)
