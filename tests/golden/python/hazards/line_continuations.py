x = 1 + \
    2
#@@Benchmark
def one(): \
    return 1
y = (1,
#@@Benchmark
     2)
def two(): return [
    "@Benchmark",
]
a = b @ Benchmark
c = (b
     @ Benchmark)
