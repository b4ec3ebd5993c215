# Do iteration fixtures run around every iteration, warmup ones too, inside the trial fixtures?
from transcript import line

#@@State(Scope.Benchmark)
class Shop:
    #@@Setup(Level.Trial)
    def build(self):
        line("setup Trial")

    #@@Setup(Level.Iteration)
    def open(self):
        line("setup Iteration")

    #@@TearDown(Level.Iteration)
    def shut(self):
        line("teardown Iteration")

    #@@TearDown(Level.Trial)
    def demolish(self):
        line("teardown Trial")

#@@Benchmark
def sell(shop):
    line("call sell")
