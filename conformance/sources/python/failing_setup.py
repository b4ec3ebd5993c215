# A trial setup fails: nothing is measured, and what had been set up before it is torn down (JMH tears down nothing).
from transcript import line

#@@State(Scope.Benchmark)
class Office:
    #@@Setup(Level.Trial)
    def rent(self):
        line("setup Office")

    #@@TearDown(Level.Trial)
    def leave(self):
        line("teardown Office")

#@@State(Scope.Benchmark)
class Printer:
    #@@Setup(Level.Trial)
    def load(self, office):
        line("setup Printer fails")
        raise RuntimeError("out of paper")

    #@@TearDown(Level.Trial)
    def unload(self, office):
        line("teardown Printer")

#@@Benchmark
def print(printer):
    line("call print")
