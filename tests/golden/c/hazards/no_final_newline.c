//@@Benchmark
int sum(void) { return 1; }