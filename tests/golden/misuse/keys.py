class A:
    #@@Benchmark
    @staticmethod
    def same_name(): return 1
#@@Benchmark
def sameName(): return 1
#@@Benchmark(name = "same", baseline = true)
def third(): return 1
#@@Benchmark(name = "SAME", baseline = true)
def fourth(): return 1
class S:
    #@@Benchmark
    def f(self): return 1
    #@@Benchmark
    def F(self): return 1
    #@@Benchmark
    def F(self): return 2
