// What `clamh doctor` builds and runs once on every Rust compiler.
//@@Benchmark
fn answer() -> i32 { return 42; }
