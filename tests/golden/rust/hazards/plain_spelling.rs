@State(Scope.Benchmark)
#[derive(Default)]
struct Input { @Param({"1"}) n: u32, @Param({"a", "b"}) text: String }
@Benchmark @BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
fn b(input: &Input) -> u32 { input.n }
