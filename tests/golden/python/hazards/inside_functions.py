def outer():
    #@@Benchmark
    def inner(): return 1
    #@@State(Scope.Thread)
    class Local:
        #@@Param({"1"})
        n = 0
    return inner
#@@Benchmark
def fine(): return 1
lambda_ = lambda: 1
#@@Benchmark
bound = lambda: 1
