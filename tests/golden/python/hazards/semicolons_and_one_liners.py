class A: x = 1; y: int = 2
#@@State(Scope.Thread)
class B: pass
#@@Benchmark
def one(b): x = 1; return x
class C:
    #@@Benchmark
    def two(self): pass; return 1
