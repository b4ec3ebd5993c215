//@@Warmup(iterations = 3)
fn helper() i32 { return 1; }
//@@Setup
//@@Fork(2)
fn setup() void {}
//@@Benchmark
fn one() i32 { return helper(); }
