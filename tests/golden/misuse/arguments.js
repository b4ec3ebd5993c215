//@@Benchmark(baselin = true)
function unknown_argument() { return 1; }
//@@Benchmark
//@@Warmup(3)
function no_name() { return 1; }
//@@Benchmark
//@@Measurement(iterations = 0, batchSize = 0, time = 0)
function too_small() { return 1; }
//@@Benchmark
//@@Warmup(iterations = "3", time = 1.5, timeUnit = "ms")
function wrong_kinds() { return 1; }
//@@Benchmark
//@@Warmup(time = 1, time = 2)
function twice() { return 1; }
//@@Benchmark
//@@Fork(0)
function no_forks() { return 1; }
//@@Benchmark
//@@OperationsPerInvocation(0)
function no_operations() { return 1; }
//@@Benchmark
//@@OperationsPerInvocation(COUNT)
function not_literal() { return 1; }
//@@Benchmark
//@@BenchmarkMode
function missing() { return 1; }
//@@Benchmark
//@@Warmup(timeUnit = TimeUnit.MILLISECONDS)
function unit_alone() { return 1; }
//@@Benchmark(name = "x", baseline = Baseline.UPPER)
function baseline() { return 1; }
