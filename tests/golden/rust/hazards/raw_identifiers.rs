//@@State(Scope.Benchmark)
#[derive(Default)]
struct r#type { r#match: u32 }
//@@Benchmark
fn r#loop(r#in: &r#type) {}
