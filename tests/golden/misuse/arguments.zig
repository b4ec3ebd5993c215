//@@Benchmark(baselin = true)
fn unknown_argument() i32 { return 1; }
//@@Benchmark
//@@Warmup(3)
fn no_name() i32 { return 1; }
//@@Benchmark
//@@Measurement(iterations = 0, batchSize = 0, time = 0)
fn too_small() i32 { return 1; }
//@@Benchmark
//@@Warmup(iterations = "3", time = 1.5, timeUnit = "ms")
fn wrong_kinds() i32 { return 1; }
//@@Benchmark
//@@Warmup(time = 1, time = 2)
fn twice() i32 { return 1; }
//@@Benchmark
//@@Fork(0)
fn no_forks() i32 { return 1; }
//@@Benchmark
//@@OperationsPerInvocation(0)
fn no_operations() i32 { return 1; }
//@@Benchmark
//@@OperationsPerInvocation(COUNT)
fn not_literal() i32 { return 1; }
//@@Benchmark
//@@BenchmarkMode
fn missing() i32 { return 1; }
//@@Benchmark
//@@Warmup(timeUnit = TimeUnit.MILLISECONDS)
fn unit_alone() i32 { return 1; }
//@@Benchmark(name = "x", baseline = Baseline.UPPER)
fn baseline() i32 { return 1; }
