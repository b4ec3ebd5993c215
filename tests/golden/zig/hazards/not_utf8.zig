// café
//@@Benchmark
fn read() void {}
