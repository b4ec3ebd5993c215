// Do 64 threads come to their end on however few CPUs?
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
fn sell(_: &Shop) -> i32 {
    1
}
