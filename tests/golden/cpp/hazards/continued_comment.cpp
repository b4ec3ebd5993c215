// a comment that goes on \
//@@Benchmark \
int swallowed() { return 1; }
//@@Benchmark
int uses() { return 1; }
