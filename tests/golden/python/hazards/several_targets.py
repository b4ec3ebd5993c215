#@@State(Scope.Thread)
class Data:
    #@@Param({"1"})
    a = b = 0
    #@@Param({"1"})
    c, d = 0, 0
    #@@Param({"1"})
    bare: int
    #@@Param({"1"})
    e.f = 1
#@@Benchmark
def one(data): return 1
