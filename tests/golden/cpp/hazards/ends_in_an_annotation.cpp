//@@Benchmark
int uses() { return 1; }
//@@Benchmark