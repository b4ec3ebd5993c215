# Does -gc true change nothing but what it collects: the same iterations, the same calls, the same objects?
from transcript import line

#@@State(Scope.Benchmark)
class Shop:
    shelf = []

    #@@Setup
    def fill(self):
        self.shelf = ["bread", "milk"]
        line("setup Trial")

    #@@Setup(Level.Iteration)
    def sweep(self):
        line("setup Iteration")

#@@Benchmark
def sell(shop):
    line(f"call sell {' '.join(shop.shelf)}")
