//@@Benchmark(baseline = Baseline.BOUND)
int copy() { return 1; }
//@@Benchmark(baseline = true)
int usual() { return 1; }
//@@Benchmark(baseline = Baseline.BOUND)
int other_copy() { return 1; }
//@@Benchmark(baseline = Baseline.Bound)
int spelled_otherwise() { return 1; }
//@@Benchmark(baseline = BOUND)
int bare() { return 1; }
//@@Benchmark(baseline = Baseline.UPPER_BOUND)
int unknown() { return 1; }
//@@Benchmark(baseline = "BOUND")
int text() { return 1; }
