// What `clamh doctor` builds and runs once on every Zig compiler.
//@@Benchmark
fn answer() i32 { return 42; }
