//@@State(Scope.Benchmark)
#[derive(Default)]
struct Unit;
//@@State(Scope.Benchmark)
#[derive(Default)]
struct Tuple(u32, String);
//@@State(Scope.Benchmark)
union Bits { whole: u32, parts: [u8; 4] }
//@@State(Scope.Benchmark)
enum Choice { One, Two }
//@@State(Scope.Benchmark)
type Name = Unit;
//@@Benchmark
fn all(unit: &Unit, tuple: &Tuple) {}
