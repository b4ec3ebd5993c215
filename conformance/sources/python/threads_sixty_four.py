# Do 64 threads come to their end on however few CPUs?
from transcript import line

#@@State(Scope.Benchmark)
class Shop:
    #@@Setup(Level.Iteration)
    def open(self):
        line("setup Iteration")

    #@@TearDown(Level.Iteration)
    def shut(self):
        line("teardown Iteration")

#@@Benchmark
def sell(shop):
    return 1
