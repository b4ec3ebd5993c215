# Is the benchmark in mode ss called exactly batch size × iterations × forks times, with no warmup of its own?
from transcript import line

#@@State(Scope.Benchmark)
class Shop:
    sold = 0

    #@@TearDown(Level.Iteration)
    def count(self):
        line(f"teardown Iteration sold={self.sold}")

#@@Benchmark
def sell(shop):
    shop.sold += 1
    line("call sell")
