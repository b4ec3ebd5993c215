//@@State(Scope.Benchmark)
struct ByNew { n: u32 }
impl ByNew { fn new() -> Self { ByNew { n: 1 } } }
//@@State(Scope.Benchmark)
struct ByDefault { n: u32 }
impl Default for ByDefault { fn default() -> Self { ByDefault { n: 1 } } }
//@@State(Scope.Benchmark)
#[derive(Debug, Clone, Default)]
struct Derived { n: u32 }
//@@State(Scope.Benchmark)
struct None { n: u32 }
//@@State(Scope.Benchmark)
struct Taking { n: u32 }
impl Taking { fn new(n: u32) -> Self { Taking { n } } }
struct Owner;
impl Owner {
    //@@Benchmark
    fn measured(&self) {}
    //@@Benchmark
    fn no_object() {}
}
//@@Benchmark
fn all(a: &ByNew, b: &ByDefault, c: &Derived, d: &None, e: &Taking) {}
