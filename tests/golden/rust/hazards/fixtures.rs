//@@State(Scope.Benchmark)
#[derive(Default)]
struct Input { //@@Param({"1", "2"})
    n: u32 }
impl Input {
    //@@Setup
    fn trial(&mut self) {}
    //@@Setup(Level.Iteration)
    fn iteration(&mut self, other: &mut Other) {}
    //@@TearDown(Level.Invocation)
    fn invocation(&self) {}
    //@@Setup
    fn result(&mut self) -> Result<(), String> { Ok(()) }
}
//@@State(Scope.Thread)
#[derive(Default)]
struct Other;
//@@Setup(Level.Trial, benchmarks = "^b$")
fn free(other: &mut Other) {}
//@@Benchmark
fn b(input: &Input, other: &Other) {}
