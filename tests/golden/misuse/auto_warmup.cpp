//@@Benchmark
//@@AutoWarmup(max = "soon", tolerance = 0)
int one() { return 1; }
//@@Benchmark
//@@AutoWarmup(max = 10, tolerance = -0.5)
int two() { return 1; }
//@@Benchmark
//@@AutoWarmup(max = "0s", tolerance = 1.5)
int three() { return 1; }
//@@Benchmark
//@@AutoWarmup("10s")
int four() { return 1; }
//@@Benchmark
//@@AutoWarmup(maximum = "10s", tolerance = "1 %")
int five() { return 1; }
