//@@Benchmark
//@@AutoWarmup(max = "soon", tolerance = 0)
int one(void) { return 1; }
//@@Benchmark
//@@AutoWarmup(max = 10, tolerance = -0.5)
int two(void) { return 1; }
//@@Benchmark
//@@AutoWarmup(max = "0s", tolerance = 1.5)
int three(void) { return 1; }
//@@Benchmark
//@@AutoWarmup("10s")
int four(void) { return 1; }
//@@Benchmark
//@@AutoWarmup(maximum = "10s", tolerance = "1 %")
int five(void) { return 1; }
