# Is a warmup fork a whole fork that runs before the others, and whose results are not counted?
from transcript import line

#@@State(Scope.Benchmark)
class Shop:
    #@@Setup
    def open(self):
        line("setup")

    #@@TearDown
    def shut(self):
        line("teardown")

#@@Benchmark
def sell(shop):
    line("call sell")
