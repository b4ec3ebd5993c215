// Do iteration fixtures run around every iteration, warmup ones too, inside the trial fixtures?
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
