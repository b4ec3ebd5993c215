# Do invocation fixtures run around every single invocation, inside those of iteration and trial?
from transcript import line

#@@State(Scope.Benchmark)
class Shop:
    #@@Setup(Level.Trial)
    def build(self):
        line("setup Trial")

    #@@Setup(Level.Iteration)
    def open(self):
        line("setup Iteration")

    #@@Setup(Level.Invocation)
    def greet(self):
        line("setup Invocation")

    #@@TearDown(Level.Invocation)
    def thank(self):
        line("teardown Invocation")

    #@@TearDown(Level.Iteration)
    def shut(self):
        line("teardown Iteration")

    #@@TearDown(Level.Trial)
    def demolish(self):
        line("teardown Trial")

#@@Benchmark
def sell(shop):
    line("call sell")
