//@@Benchmark
//@@BenchmarkMode(Mode.AvrageTime)
int typo() { return 1; }
//@@Benchmark
//@@BenchmarkMode({Mode.AverageTime, Mode.Fastest})
int second() { return 1; }
//@@Benchmark
//@@OutputTimeUnit(TimeUnit.FORTNIGHTS)
int no_unit() { return 1; }
//@@Benchmark
//@@OutputTimeUnit(Mode.SECONDS)
int wrong_owner() { return 1; }
//@@Benchmark
//@@Warmup(time = 1, timeUnit = seconds)
int without_case() { return 1; }
//@@State(Scope.Global)
struct Data {};
