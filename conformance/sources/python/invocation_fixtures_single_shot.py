# In mode ss, do invocation fixtures run around every invocation of the batch, and not around the batch?
from transcript import line

#@@State(Scope.Thread)
class Shop:
    guests = 0

    #@@Setup(Level.Iteration)
    def open(self):
        line("setup Iteration")

    #@@Setup(Level.Invocation)
    def greet(self):
        self.guests += 1
        line("setup Invocation")

    #@@TearDown(Level.Invocation)
    def thank(self):
        line("teardown Invocation")

#@@Benchmark
def sell(shop):
    line(f"call sell guests={shop.guests}")
