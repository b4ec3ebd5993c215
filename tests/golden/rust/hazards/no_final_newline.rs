//@@Benchmark
fn last() {}