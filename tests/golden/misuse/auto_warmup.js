//@@Benchmark
//@@AutoWarmup(max = "soon", tolerance = 0)
function one() { return 1; }
//@@Benchmark
//@@AutoWarmup(max = 10, tolerance = -0.5)
function two() { return 1; }
//@@Benchmark
//@@AutoWarmup(max = "0s", tolerance = 1.5)
function three() { return 1; }
//@@Benchmark
//@@AutoWarmup("10s")
function four() { return 1; }
//@@Benchmark
//@@AutoWarmup(maximum = "10s", tolerance = "1 %")
function five() { return 1; }
