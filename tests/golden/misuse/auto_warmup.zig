//@@Benchmark
//@@AutoWarmup(max = "soon", tolerance = 0)
fn one() i32 { return 1; }
//@@Benchmark
//@@AutoWarmup(max = 10, tolerance = -0.5)
fn two() i32 { return 1; }
//@@Benchmark
//@@AutoWarmup(max = "0s", tolerance = 1.5)
fn three() i32 { return 1; }
//@@Benchmark
//@@AutoWarmup("10s")
fn four() i32 { return 1; }
//@@Benchmark
//@@AutoWarmup(maximum = "10s", tolerance = "1 %")
fn five() i32 { return 1; }
