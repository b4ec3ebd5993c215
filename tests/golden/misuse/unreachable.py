#@@Benchmark
def generator(): yield 1
def outer():
    #@@Benchmark
    def inner(): return 1
class A:
    #@@Benchmark
    def __hidden(self): return 1
    #@@Benchmark
    @property
    def value(self): return 1
    #@@Benchmark
    def __init__(self): pass
#@@State(Scope.Benchmark)
class Made:
    def __init__(self, size): self.size = size
#@@Benchmark
bound = wrapped(lambda: 1)
#@@Benchmark
one()
