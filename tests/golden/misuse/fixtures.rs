//@@State(Scope.Benchmark)
#[derive(Default)]
struct Data;
impl Data {
    //@@Setup(Level.Invocation)
    fn each(&mut self) {}
    //@@Setup(Iteration, Level.Trial)
    fn two_levels(&mut self) {}
    //@@Setup(benchmarks = "one.*")
    fn some(&mut self) {}
    //@@Setup(benchmarks = "none")
    fn of_none(&mut self) {}
    //@@Setup
    fn fails(&mut self) -> Result<(), String> { Ok(()) }
}
//@@Benchmark
fn one(data: &Data) -> i32 { 1 }
