// Do invocation fixtures run around every single invocation, inside those of iteration and trial?
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Shop;

impl Shop {
    //@@Setup(Level.Trial)
    fn build(&self) {
        transcript::line("setup Trial");
    }

    //@@Setup(Level.Iteration)
    fn open(&self) {
        transcript::line("setup Iteration");
    }

    //@@Setup(Level.Invocation)
    fn greet(&self) {
        transcript::line("setup Invocation");
    }

    //@@TearDown(Level.Invocation)
    fn thank(&self) {
        transcript::line("teardown Invocation");
    }

    //@@TearDown(Level.Iteration)
    fn shut(&self) {
        transcript::line("teardown Iteration");
    }

    //@@TearDown(Level.Trial)
    fn demolish(&self) {
        transcript::line("teardown Trial");
    }
}

//@@Benchmark
fn sell(_: &Shop) {
    transcript::line("call sell");
}
