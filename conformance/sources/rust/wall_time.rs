// Has mode wall the lifecycle of the other modes that measure for a time?
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Shop;

impl Shop {
    //@@Setup(Level.Iteration)
    fn open(&self) {
        transcript::line("setup Iteration");
    }

    //@@TearDown(Level.Iteration)
    fn shut(&self) {
        transcript::line("teardown Iteration");
    }
}

//@@Benchmark
fn sell(_: &Shop) {
    transcript::line("call sell");
}
