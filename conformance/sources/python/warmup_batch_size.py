# Has a warmup iteration a batch size of its own?
from transcript import line

#@@State(Scope.Thread)
class Shop:
    #@@Setup(Level.Iteration)
    def open(self):
        line("setup Iteration")

#@@Benchmark
def sell(shop):
    line("call sell")
