#@@Benchmark
#@@AutoWarmup(max = "soon", tolerance = 0)
def one(): return 1
#@@Benchmark
#@@AutoWarmup(max = 10, tolerance = -0.5)
def two(): return 1
#@@Benchmark
#@@AutoWarmup(max = "0s", tolerance = 1.5)
def three(): return 1
#@@Benchmark
#@@AutoWarmup("10s")
def four(): return 1
#@@Benchmark
#@@AutoWarmup(maximum = "10s", tolerance = "1 %")
def five(): return 1
