//@@Benchmark(baseline = Baseline.BOUND)
fn copy() i32 { return 1; }
//@@Benchmark(baseline = true)
fn usual() i32 { return 1; }
//@@Benchmark(baseline = Baseline.BOUND)
fn other_copy() i32 { return 1; }
//@@Benchmark(baseline = Baseline.Bound)
fn spelled_otherwise() i32 { return 1; }
//@@Benchmark(baseline = BOUND)
fn bare() i32 { return 1; }
//@@Benchmark(baseline = Baseline.UPPER_BOUND)
fn unknown() i32 { return 1; }
//@@Benchmark(baseline = "BOUND")
fn text() i32 { return 1; }
