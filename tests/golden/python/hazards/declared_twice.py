#@@Benchmark
def one(): return 1
#@@Benchmark
def one(): return 2
class A:
    #@@Benchmark
    def one(self): return 1
    #@@Benchmark
    def one(self): return 2
