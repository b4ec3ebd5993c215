# When an iteration setup fails, is the row a failure that names it, without the iteration, and is the rest torn down?
from transcript import line

#@@State(Scope.Benchmark)
class Office:
    #@@Setup(Level.Iteration)
    def open(self):
        line("setup Iteration Office")

    #@@TearDown(Level.Iteration)
    def shut(self):
        line("teardown Iteration Office")

#@@State(Scope.Benchmark)
class Printer:
    iteration = 0

    #@@Setup(Level.Iteration)
    def fill(self, office):
        self.iteration += 1
        if self.iteration == 2:
            line("setup Iteration Printer fails")
            raise RuntimeError("out of paper")
        line("setup Iteration Printer")

    #@@TearDown(Level.Iteration)
    def empty(self, office):
        line("teardown Iteration Printer")

    #@@Setup(Level.Trial)
    def buy(self):
        line("setup Trial Printer")

    #@@TearDown(Level.Trial)
    def sell(self):
        line("teardown Trial Printer")

#@@Benchmark
def print(printer):
    line("call print")
