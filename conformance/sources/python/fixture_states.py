# May a fixture take several states and Blackhole, and are all of them set up before it?
from transcript import line

#@@State(Scope.Benchmark)
class Farm:
    #@@Setup
    def plant(self):
        line("setup Farm")

    #@@TearDown
    def reap(self):
        line("teardown Farm")

#@@State(Scope.Benchmark)
class Store:
    #@@Setup
    def fill(self):
        line("setup Store")

    #@@TearDown
    def clear(self):
        line("teardown Store")

#@@State(Scope.Benchmark)
class Kitchen:
    #@@Setup
    def light(self, store, blackhole, farm):
        blackhole.consume(store)
        blackhole.consumeCPU(10)
        line("setup Kitchen")

    #@@TearDown
    def darken(self, store, farm):
        line("teardown Kitchen")

#@@Benchmark
def dine(kitchen):
    line("call dine")
