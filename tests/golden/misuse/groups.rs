//@@State(Scope.Group)
#[derive(Default)]
struct Shared { value: u64 }
//@@Benchmark
fn outside(s: &Shared) -> u64 { s.value }
//@@Benchmark
//@@Group("taken")
fn put_one(s: &Shared) -> u64 { s.value }
//@@Benchmark
//@@Group("taken")
fn putOne(s: &Shared) -> u64 { s.value }
//@@Benchmark
fn taken() -> u64 { 1 }
//@@Benchmark
//@@GroupThreads(3)
fn lonely() -> u64 { 1 }
//@@Benchmark
//@@Group("no name")
//@@Threads(4)
fn named(s: &Shared) -> u64 { s.value }
//@@Benchmark
//@@Group("settings")
//@@Warmup(iterations = 3)
//@@OperationsPerInvocation(2)
//@@BenchmarkMode(Mode.AverageTime)
fn one(s: &Shared) -> u64 { s.value }
//@@Benchmark
//@@Group("settings")
//@@Warmup(iterations = 4)
//@@OperationsPerInvocation(2)
//@@BenchmarkMode(Mode.Throughput)
fn other(s: &Shared) -> u64 { s.value }
//@@Benchmark
//@@Group("less")
//@@GroupThreads(-1)
fn less(s: &Shared) -> u64 { s.value }
