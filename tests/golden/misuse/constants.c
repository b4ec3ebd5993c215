//@@Benchmark
//@@BenchmarkMode(Mode.AvrageTime)
int typo(void) { return 1; }
//@@Benchmark
//@@BenchmarkMode({Mode.AverageTime, Mode.Fastest})
int second(void) { return 1; }
//@@Benchmark
//@@OutputTimeUnit(TimeUnit.FORTNIGHTS)
int no_unit(void) { return 1; }
//@@Benchmark
//@@OutputTimeUnit(Mode.SECONDS)
int wrong_owner(void) { return 1; }
//@@Benchmark
//@@Warmup(time = 1, timeUnit = seconds)
int without_case(void) { return 1; }
//@@State(Scope.Global)
struct Data { int n; };
