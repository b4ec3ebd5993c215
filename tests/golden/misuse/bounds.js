//@@Benchmark(baseline = Baseline.BOUND)
function copy() { return 1; }
//@@Benchmark(baseline = true)
function usual() { return 1; }
//@@Benchmark(baseline = Baseline.BOUND)
function other_copy() { return 1; }
//@@Benchmark(baseline = Baseline.Bound)
function spelled_otherwise() { return 1; }
//@@Benchmark(baseline = BOUND)
function bare() { return 1; }
//@@Benchmark(baseline = Baseline.UPPER_BOUND)
function unknown() { return 1; }
//@@Benchmark(baseline = "BOUND")
function text() { return 1; }
