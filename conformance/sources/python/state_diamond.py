# Is a benchmark-scope state that two others depend on one object, set up once and before both?
from transcript import line

#@@State(Scope.Benchmark)
class Store:
    taken = 0

    #@@Setup(Level.Trial)
    def fill(self):
        line("setup Trial Store")

    #@@TearDown(Level.Trial)
    def count(self):
        line(f"teardown Trial Store taken={self.taken}")

#@@State(Scope.Benchmark)
class Cook:
    #@@Setup(Level.Iteration)
    def wake(self, store):
        store.taken += 1
        line(f"setup Iteration Cook taken={store.taken}")

#@@State(Scope.Benchmark)
class Waiter:
    #@@Setup(Level.Iteration)
    def wake(self, store):
        store.taken += 10
        line(f"setup Iteration Waiter taken={store.taken}")

#@@Benchmark
def dine(cook, waiter):
    line("call dine")
