fn broken( { let x = ;
//@@Benchmark
fn whole() -> u32 { 1 }
struct Half { n: u32,
