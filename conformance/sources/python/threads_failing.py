# When one of several threads fails, are the others let go and torn down, and does the row name what failed?
from transcript import line

#@@State(Scope.Thread)
class Office:
    #@@Setup(Level.Trial)
    def open(self, threadParams):
        self.thread = threadParams.getThreadIndex()
        line("setup Trial Office", self.thread)

    #@@TearDown(Level.Trial)
    def leave(self):
        line("teardown Trial Office", self.thread)

# Its setup fails in thread 1.
#@@State(Scope.Thread)
class Printer:
    #@@Setup(Level.Trial)
    def load(self, office):
        if office.thread == 1:
            line("setup Trial Printer fails", 1)
            raise RuntimeError("out of paper")

#@@Benchmark
def copy(printer):
    pass

# Thread 1 fails while thread 0 goes on.
#@@Benchmark
def print(office):
    if office.thread == 1:
        line("call print fails", 1)
        raise RuntimeError("out of paper")
