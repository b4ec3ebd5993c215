#@@Benchmark(baseline = Baseline.BOUND)
def copy(): return 1
#@@Benchmark(baseline = true)
def usual(): return 1
#@@Benchmark(baseline = Baseline.BOUND)
def other_copy(): return 1
#@@Benchmark(baseline = Baseline.UPPER_BOUND)
def unknown(): return 1
