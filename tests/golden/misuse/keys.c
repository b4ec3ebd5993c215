//@@Benchmark
int same_name(void) { return 1; }
//@@Benchmark
int sameName(void) { return 1; }
//@@Benchmark(name = "same", baseline = true)
int third(void) { return 1; }
//@@Benchmark(name = "SAME", baseline = true)
int fourth(void) { return 1; }
