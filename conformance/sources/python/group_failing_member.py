# When a member of a group fails, is its partner let go, which waits for what nobody will do any more?
from transcript import line

#@@State(Scope.Group)
class Printer:
    #@@Setup(Level.Iteration)
    def start(self):
        line("setup Iteration")

    #@@TearDown(Level.Iteration)
    def stop(self):
        line("teardown Iteration")

#@@Benchmark
#@@Group("office")
def print(printer):
    line("call print fails")
    raise RuntimeError("out of paper")

#@@Benchmark
#@@Group("office")
def fetch(printer, control):
    while not control.stopMeasurement:
        pass
