//@@Benchmark
//@@BenchmarkMode(Mode.AvrageTime)
function typo() { return 1; }
//@@Benchmark
//@@BenchmarkMode({Mode.AverageTime, Mode.Fastest})
function second() { return 1; }
//@@Benchmark
//@@OutputTimeUnit(TimeUnit.FORTNIGHTS)
function no_unit() { return 1; }
//@@Benchmark
//@@OutputTimeUnit(Mode.SECONDS)
function wrong_owner() { return 1; }
//@@Benchmark
//@@Warmup(time = 1, timeUnit = seconds)
function without_case() { return 1; }
//@@State(Scope.Global)
class Data {}
