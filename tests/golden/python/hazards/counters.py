#@@AuxCounters
#@@State(Scope.Thread)
class Counts:
    hits: int = 0
    misses = 0.0
    _own = 0
    name = "x"
    def rate(self): return self.hits
    def _helper(self): return 1
    def takes(self, x): return x
#@@Benchmark
def one(counts): counts.hits += 1
