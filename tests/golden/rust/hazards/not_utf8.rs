// café @Benchmark
//@@Benchmark
fn b() -> &'static [u8] { b"ÿ" }
