//@@State(Scope.Benchmark)
#[derive(Default)]
struct Input { //@@Param({"1", "2"})
    n: u32 }
@Benchmark
fn bound(input: &Input) -> u32 {
    match input.n { n @ 1..=9 => n, m @Some => m, other => other }
}
