//@@Warmup(iterations = 3)
int helper() { return 1; }
//@@Setup
//@@Fork(2)
void setup() {}
//@@Benchmark
int one() { return helper(); }
