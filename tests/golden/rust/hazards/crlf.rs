//@@State(Scope.Benchmark)
#[derive(Default)]
struct Input { //@@Param({"1", "2"})
    n: u32 }
//@@Benchmark
fn ends(input: &Input) -> u32 { input.n }
