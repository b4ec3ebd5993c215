#@@State(Scope.Benchmark)
class Data:
    #@@Setup(Level.Invocation)
    def each(self): pass
    #@@Setup(Iteration, Level.Trial)
    def two_levels(self): pass
    #@@Setup(benchmarks = "one.*")
    def some(self): pass
    #@@Setup
    def generates(self):
        yield 1
#@@State(Scope.Benchmark)
class Derived(Data): pass
#@@Benchmark
def one(data): return 1
