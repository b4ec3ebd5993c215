//@@Benchmark
fn read() void {}
