//@@Benchmark(baselin = true)
int unknown_argument() { return 1; }
//@@Benchmark
//@@Warmup(3)
int no_name() { return 1; }
//@@Benchmark
//@@Measurement(iterations = 0, batchSize = 0, time = 0)
int too_small() { return 1; }
//@@Benchmark
//@@Warmup(iterations = "3", time = 1.5, timeUnit = "ms")
int wrong_kinds() { return 1; }
//@@Benchmark
//@@Warmup(time = 1, time = 2)
int twice() { return 1; }
//@@Benchmark
//@@Fork(0)
int no_forks() { return 1; }
//@@Benchmark
//@@OperationsPerInvocation(0)
int no_operations() { return 1; }
//@@Benchmark
//@@OperationsPerInvocation(COUNT)
int not_literal() { return 1; }
//@@Benchmark
//@@BenchmarkMode
int missing() { return 1; }
//@@Benchmark
//@@Warmup(timeUnit = TimeUnit.MILLISECONDS)
int unit_alone() { return 1; }
//@@Benchmark(name = "x", baseline = Baseline.UPPER)
int baseline() { return 1; }
