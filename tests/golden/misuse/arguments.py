#@@Benchmark(baselin = true)
def unknown_argument(): return 1
#@@Benchmark
#@@Warmup(3)
def no_name(): return 1
#@@Benchmark
#@@Measurement(iterations = 0, batchSize = 0, time = 0)
def too_small(): return 1
#@@Benchmark
#@@Warmup(iterations = "3", time = 1.5, timeUnit = "ms")
def wrong_kinds(): return 1
#@@Benchmark
#@@Warmup(time = 1, time = 2)
def twice(): return 1
#@@Benchmark
#@@Fork(0)
def no_forks(): return 1
#@@Benchmark
#@@OperationsPerInvocation(0)
def no_operations(): return 1
#@@Benchmark
#@@OperationsPerInvocation(COUNT)
def not_literal(): return 1
#@@Benchmark
#@@BenchmarkMode
def missing(): return 1
#@@Benchmark
#@@Warmup(timeUnit = TimeUnit.MILLISECONDS)
def unit_alone(): return 1
#@@Benchmark(name = "x", baseline = Baseline.UPPER)
def baseline(): return 1
@Benchmark(baseline=True)
def as_python_writes_it(): return 1
@Benchmark(name='single')
def single_quotes(): return 1
#@@Benchmark
#@@Measurement(minIterations = 5, maxIterations = 4)
def contrary(): return 1
