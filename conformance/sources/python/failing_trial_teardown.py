# When a trial teardown fails, is the row a failure that names it, with the iterations before the last one?
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
    def buy(self, office):
        line("setup Printer")

    #@@TearDown(Level.Trial)
    def sell(self, office):
        line("teardown Printer fails")
        raise RuntimeError("out of paper")

#@@Benchmark
def print(printer):
    line("call print")
