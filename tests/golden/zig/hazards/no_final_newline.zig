//@@Benchmark
fn read() void {}