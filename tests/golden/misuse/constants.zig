//@@Benchmark
//@@BenchmarkMode(Mode.AvrageTime)
fn typo() i32 { return 1; }
//@@Benchmark
//@@BenchmarkMode({Mode.AverageTime, Mode.Fastest})
fn second() i32 { return 1; }
//@@Benchmark
//@@OutputTimeUnit(TimeUnit.FORTNIGHTS)
fn no_unit() i32 { return 1; }
//@@Benchmark
//@@OutputTimeUnit(Mode.SECONDS)
fn wrong_owner() i32 { return 1; }
//@@Benchmark
//@@Warmup(time = 1, timeUnit = seconds)
fn without_case() i32 { return 1; }
//@@State(Scope.Global)
const Data = struct {};
