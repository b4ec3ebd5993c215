# In mode sample, do invocation fixtures run around every batch, and does the row have a histogram?
from transcript import line

#@@State(Scope.Thread)
class Shop:
    #@@Setup(Level.Invocation)
    def greet(self):
        line("setup Invocation")

    #@@TearDown(Level.Invocation)
    def thank(self):
        line("teardown Invocation")

#@@Benchmark
def sell(shop):
    line("call sell")
