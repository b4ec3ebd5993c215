package p
//@@Benchmark
//@@AutoWarmup(max = "soon", tolerance = 0)
func one() int { return 1 }
//@@Benchmark
//@@AutoWarmup(max = 10, tolerance = -0.5)
func two() int { return 1 }
//@@Benchmark
//@@AutoWarmup(max = "0s", tolerance = 1.5)
func three() int { return 1 }
//@@Benchmark
//@@AutoWarmup("10s")
func four() int { return 1 }
//@@Benchmark
//@@AutoWarmup(maximum = "10s", tolerance = "1 %")
func five() int { return 1 }
