//@@Benchmark
//@@Threads({1, Threads.MAX})
//@@BenchmarkMode({Mode.SampleTime, Mode.AverageTime})
int one(void) { return 1; }
//@@Benchmark
//@@Group("1st")
//@@GroupThreads(2)
//@@Threads(2)
int two(void) { return 1; }
//@@AuxCounters
//@@State(Scope.Thread)
struct Counters { int n; };
int value(struct Counters *counters) { return 1; }
//@@Benchmark
//@@Threads(1)
int five(void) { return 1; }
//@@Benchmark
//@@Threads({1, 1, 2})
int six(void) { return 1; }
