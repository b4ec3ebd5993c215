//@@Benchmark
int uses() { return 1; }