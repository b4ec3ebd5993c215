pub @Benchmark fn in_head() {}
pub struct @State(Scope.Benchmark) Input { n: u32 }
#[derive(Default)] @State(Scope.Benchmark) struct Other { n: u32 }
fn @Benchmark before_name(other: &Other) {}
