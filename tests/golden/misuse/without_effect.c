//@@Warmup(iterations = 3)
int helper(void) { return 1; }
//@@Setup
//@@Fork(2)
void setup(void) {}
//@@State(Scope.Thread)
//@@BenchmarkMode(Mode.AverageTime)
struct Data { int n; };
//@@Benchmark
int one(struct Data *data) { return helper(); }
