# With -wm BULK, does every fork first warm up all benchmarks, each with a trial of its own, and then only measure its
# own?
from transcript import line

#@@State(Scope.Benchmark)
class Shop:
    #@@Setup(Level.Trial)
    def open(self):
        line("setup Trial")

    #@@Setup(Level.Iteration)
    def sweep(self):
        line("setup Iteration")

    #@@TearDown(Level.Trial)
    def shut(self):
        line("teardown Trial")

#@@Benchmark
def buy(shop):
    line("call buy")

#@@Benchmark
def sell(shop):
    line("call sell")
