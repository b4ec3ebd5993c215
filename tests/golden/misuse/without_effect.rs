//@@Warmup(iterations = 3)
fn helper() -> i32 { 1 }
//@@Setup
//@@Fork(2)
fn setup() {}
//@@Benchmark
fn one() -> i32 { helper() }
