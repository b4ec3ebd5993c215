#@@Benchmark
def one(): return 1
#@@Benchmark