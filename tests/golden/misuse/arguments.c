//@@Benchmark(baselin = true)
int unknown_argument(void) { return 1; }
//@@Benchmark
//@@Warmup(3)
int no_name(void) { return 1; }
//@@Benchmark
//@@Measurement(iterations = 0, batchSize = 0, time = 0)
int too_small(void) { return 1; }
//@@Benchmark
//@@Warmup(iterations = "3", time = 1.5, timeUnit = "ms")
int wrong_kinds(void) { return 1; }
//@@Benchmark
//@@Warmup(time = 1, time = 2)
int twice(void) { return 1; }
//@@Benchmark
//@@Fork(0)
int no_forks(void) { return 1; }
//@@Benchmark
//@@OperationsPerInvocation(0)
int no_operations(void) { return 1; }
//@@Benchmark
//@@OperationsPerInvocation(COUNT)
int not_literal(void) { return 1; }
//@@Benchmark
//@@BenchmarkMode
int missing(void) { return 1; }
//@@Benchmark
//@@Warmup(timeUnit = TimeUnit.MILLISECONDS)
int unit_alone(void) { return 1; }
//@@Benchmark(name = "x", baseline = Baseline.UPPER)
int baseline(void) { return 1; }
//@@Benchmark
//@@Measurement(minIterations = 5, maxIterations = 4)
int contrary(void) { return 1; }
