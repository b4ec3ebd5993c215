//@@Benchmark
fn read() void {}
//@@Benchmark