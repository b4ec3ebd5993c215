//@@State(Scope.Benchmark)
#[derive(Default)]
struct First;
impl First {
    //@@Setup
    fn setup(&mut self, second: &Second) {}
}
//@@State(Scope.Benchmark)
#[derive(Default)]
struct Third;
impl Third {
    //@@Setup
    fn setup(&mut self, first: &First) {}
}
//@@State(Scope.Benchmark)
#[derive(Default)]
struct Second;
impl Second {
    //@@Teardown(Level.Iteration)
    fn teardown(&mut self, third: &Third) {}
}
//@@Benchmark
fn one(first: &First) -> i32 { 1 }
