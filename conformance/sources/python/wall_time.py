# Has mode wall the lifecycle of the other modes that measure for a time?
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
    line("call sell")
