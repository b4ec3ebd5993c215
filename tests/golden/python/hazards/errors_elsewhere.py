def broken(:
    return

#@@Benchmark
def one(): return 1

class Half(
#@@Benchmark
def two(): return 2
