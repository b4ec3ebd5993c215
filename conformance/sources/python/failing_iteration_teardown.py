# When an iteration teardown fails, is the row a failure that names it, and do the other teardowns still run?
from transcript import line

#@@State(Scope.Benchmark)
class Office:
    #@@Setup(Level.Trial)
    def rent(self):
        line("setup Trial Office")

    #@@Setup(Level.Iteration)
    def open(self):
        line("setup Iteration Office")

    #@@TearDown(Level.Iteration)
    def shut(self):
        line("teardown Iteration Office")

    #@@TearDown(Level.Trial)
    def leave(self):
        line("teardown Trial Office")

#@@State(Scope.Benchmark)
class Printer:
    #@@Setup(Level.Iteration)
    def fill(self, office):
        line("setup Iteration Printer")

    #@@TearDown(Level.Iteration)
    def empty(self, office):
        line("teardown Iteration Printer fails")
        raise RuntimeError("out of paper")

#@@Benchmark
def print(printer):
    line("call print")
