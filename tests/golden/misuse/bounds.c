//@@Benchmark(baseline = Baseline.BOUND)
int copy(void) { return 1; }
//@@Benchmark(baseline = true)
int usual(void) { return 1; }
//@@Benchmark(baseline = Baseline.BOUND)
int other_copy(void) { return 1; }
//@@Benchmark(baseline = Baseline.Bound)
int spelled_otherwise(void) { return 1; }
//@@Benchmark(baseline = BOUND)
int bare(void) { return 1; }
//@@Benchmark(baseline = Baseline.UPPER_BOUND)
int unknown(void) { return 1; }
//@@Benchmark(baseline = "BOUND")
int text(void) { return 1; }
