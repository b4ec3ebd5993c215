//@@State(Scope.Group)
struct Shared { long value; };
//@@Benchmark
long outside(struct Shared *s) { return s->value; }
//@@Benchmark
//@@Group("taken")
long put_one(struct Shared *s) { return ++s->value; }
//@@Benchmark
//@@Group("taken")
long putOne(struct Shared *s) { return ++s->value; }
//@@Benchmark
long taken(void) { return 1; }
//@@Benchmark
//@@GroupThreads(3)
long lonely(void) { return 1; }
//@@Benchmark
//@@Group("no name")
//@@Threads(4)
long named(struct Shared *s) { return ++s->value; }
//@@Benchmark
//@@Group("settings")
//@@Warmup(iterations = 3)
//@@OperationsPerInvocation(2)
//@@BenchmarkMode(Mode.AverageTime)
long one(struct Shared *s) { return ++s->value; }
//@@Benchmark
//@@Group("settings")
//@@Warmup(iterations = 4)
//@@OperationsPerInvocation(2)
//@@BenchmarkMode(Mode.Throughput)
long other(struct Shared *s) { return ++s->value; }
//@@Benchmark
//@@Group("less")
//@@GroupThreads(-1)
long less(struct Shared *s) { return ++s->value; }
