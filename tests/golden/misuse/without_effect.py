#@@Warmup(iterations = 3)
def helper(): return 1
#@@Setup
#@@Fork(2)
def setup(): pass
#@@Benchmark
def one(): return helper()
