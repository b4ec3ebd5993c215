@State(
    Scope.Benchmark
)
#[derive(Default)]
struct Input {
    @Param({
        "1",
        "2" // two
    })
    n: u32,
}
//@@Benchmark(
//@@    name = "joined"
//@@)
fn b(input: &Input) {}
