#@@State(Scope.Benchmark)
class First:
    #@@Setup
    def setup(self, second): pass
#@@State(Scope.Benchmark)
class Third:
    #@@Setup
    def setup(self, first): pass
#@@State(Scope.Benchmark)
class Second:
    #@@Teardown(Level.Iteration)
    def teardown(self, third): pass
#@@Benchmark
def one(first): return 1
