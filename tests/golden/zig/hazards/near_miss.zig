//@@Benchmrk
fn one() void {}

//@@Benchmark
fn two() void {}
