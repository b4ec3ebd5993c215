# When an invocation teardown fails, is the row a failure that names it, and do the other teardowns still run?
from transcript import line

#@@State(Scope.Benchmark)
class Printer:
    pages = 0

    #@@Setup(Level.Trial)
    def buy(self):
        line("setup Trial")

    #@@Setup(Level.Iteration)
    def warm(self):
        line("setup Iteration")

    #@@TearDown(Level.Invocation)
    def empty(self):
        self.pages += 1
        if self.pages == 2:
            line("teardown Invocation fails")
            raise RuntimeError("out of paper")
        line("teardown Invocation")

    #@@TearDown(Level.Iteration)
    def cool(self):
        line("teardown Iteration")

    #@@TearDown(Level.Trial)
    def sell(self):
        line("teardown Trial")

#@@Benchmark
def print(printer):
    line("call print")
