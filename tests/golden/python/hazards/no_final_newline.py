#@@Benchmark
def one(): return 1
#@@Benchmark
def two(): return 2