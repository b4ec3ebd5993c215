# A benchmark fails in its second iteration: the row says so, and everything is torn down (JMH tears down nothing).
from transcript import line

#@@State(Scope.Benchmark)
class Printer:
    iteration = 0

    #@@Setup(Level.Trial)
    def load(self):
        line("setup Trial")

    #@@Setup(Level.Iteration)
    def warm(self):
        self.iteration += 1
        line("setup Iteration")

    #@@TearDown(Level.Iteration)
    def cool(self):
        line("teardown Iteration")

    #@@TearDown(Level.Trial)
    def unload(self):
        line("teardown Trial")

#@@Benchmark
def print(printer):
    if printer.iteration == 2:
        line("print fails")
        raise RuntimeError("out of paper")
    line("call print")
