#define BENCH_FUNCTION(name) int name()

//@@Benchmark
BENCH_FUNCTION(made) { return 1; }
