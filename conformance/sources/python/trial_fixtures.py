# Do trial fixtures run once per fork, around everything, and only those of states that the benchmark uses?
from transcript import line

#@@State(Scope.Benchmark)
class Shop:
    #@@Setup
    def open(self):
        line("setup Shop")

    #@@TearDown(Level.Trial)
    def shut(self):
        line("teardown Shop")

#@@State(Scope.Benchmark)
class OtherShop:
    #@@Setup(Level.Trial)
    def open(self):
        line("setup OtherShop")

    #@@TearDown
    def shut(self):
        line("teardown OtherShop")

#@@Benchmark
def sell(shop):
    line("call sell")

#@@Benchmark
def sellElsewhere(otherShop):
    line("call sellElsewhere")
