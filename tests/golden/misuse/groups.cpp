//@@State(Scope.Group)
struct Shared { long value; };
//@@Benchmark
long outside(Shared &s) { return s.value; }
//@@Benchmark
//@@Group("taken")
long put_one(Shared &s) { return ++s.value; }
//@@Benchmark
//@@Group("taken")
long putOne(Shared &s) { return ++s.value; }
//@@Benchmark
long taken() { return 1; }
//@@Benchmark
//@@GroupThreads(3)
long lonely() { return 1; }
//@@Benchmark
//@@Group("no name")
//@@Threads(4)
long named(Shared &s) { return ++s.value; }
//@@Benchmark
//@@Group("twice")
long over(Shared &s) { return ++s.value; }
//@@Benchmark
//@@Group("twice")
long over(Shared &s, int unknown) { return ++s.value; }
//@@Benchmark
//@@Group("settings")
//@@Warmup(iterations = 3)
//@@OperationsPerInvocation(2)
//@@BenchmarkMode(Mode.AverageTime)
long one(Shared &s) { return ++s.value; }
//@@Benchmark
//@@Group("settings")
//@@Warmup(iterations = 4)
//@@OperationsPerInvocation(2)
//@@BenchmarkMode(Mode.Throughput)
long other(Shared &s) { return ++s.value; }
//@@Benchmark
//@@Group("less")
//@@GroupThreads(-1)
long less(Shared &s) { return ++s.value; }
