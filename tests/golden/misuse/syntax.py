#@@Benchmark(baseline = )
def one(): return 1
#@@Benchmark(name = 'x')
def two(): return 1
#@@Benchmark baseline
def three(): return 1
#@@Benchmark(baseline = true
def four(): return 1
@Benchmark(baseline = true]
def five(): return 1
#@@Benchmark
#@@Fork(010)
def six(): return 1
# @@Benchmark
def seven(): return 1
# @@Benchmark is what this remark speaks of
"""
# @@Benchmark
"""
