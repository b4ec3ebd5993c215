//@@State(Scope.Group)
const Shared = struct { value: u64 = 0 };
//@@Benchmark
fn outside(s: *const Shared) u64 { return s.value; }
//@@Benchmark
//@@Group("taken")
fn put_one(s: *const Shared) u64 { return s.value; }
//@@Benchmark
//@@Group("taken")
fn putOne(s: *const Shared) u64 { return s.value; }
//@@Benchmark
fn taken() u64 { return 1; }
//@@Benchmark
//@@GroupThreads(3)
fn lonely() u64 { return 1; }
//@@Benchmark
//@@Group("no name")
//@@Threads(4)
fn named(s: *const Shared) u64 { return s.value; }
//@@Benchmark
//@@Group("settings")
//@@Warmup(iterations = 3)
//@@OperationsPerInvocation(2)
//@@BenchmarkMode(Mode.AverageTime)
fn one(s: *const Shared) u64 { return s.value; }
//@@Benchmark
//@@Group("settings")
//@@Warmup(iterations = 4)
//@@OperationsPerInvocation(2)
//@@BenchmarkMode(Mode.Throughput)
fn other(s: *const Shared) u64 { return s.value; }
//@@Benchmark
//@@Group("less")
//@@GroupThreads(-1)
fn less(s: *const Shared) u64 { return s.value; }
