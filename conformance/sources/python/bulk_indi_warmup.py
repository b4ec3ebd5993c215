# With -wm BULK_INDI, does a fork warm up all benchmarks and then also its own, in the trial that measures?
from transcript import line

#@@State(Scope.Benchmark)
class Shop:
    #@@Setup(Level.Trial)
    def open(self):
        line("setup Trial")

    #@@TearDown(Level.Iteration)
    def sweep(self):
        line("teardown Iteration")

    #@@TearDown(Level.Trial)
    def shut(self):
        line("teardown Trial")

#@@Benchmark
def buy(shop):
    line("call buy")

#@@Benchmark
def sell(shop):
    line("call sell")
