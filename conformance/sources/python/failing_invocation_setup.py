# When an invocation setup fails, is the benchmark not called, and is everything that was set up torn down?
from transcript import line

#@@State(Scope.Benchmark)
class Office:
    #@@Setup(Level.Iteration)
    def open(self):
        line("setup Iteration Office")

    #@@TearDown(Level.Iteration)
    def shut(self):
        line("teardown Iteration Office")

    #@@Setup(Level.Invocation)
    def knock(self):
        line("setup Invocation Office")

    #@@TearDown(Level.Invocation)
    def leave(self):
        line("teardown Invocation Office")

#@@State(Scope.Benchmark)
class Printer:
    pages = 0

    #@@Setup(Level.Invocation)
    def fill(self, office):
        self.pages += 1
        if self.pages == 2:
            line("setup Invocation Printer fails")
            raise RuntimeError("out of paper")
        line("setup Invocation Printer")

    #@@TearDown(Level.Invocation)
    def empty(self, office):
        line("teardown Invocation Printer")

#@@Benchmark
def print(printer):
    line("call print")
