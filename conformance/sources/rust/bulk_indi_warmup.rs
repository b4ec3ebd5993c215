// With -wm BULK_INDI, does a fork warm up all benchmarks and then also its own, in the trial that measures?
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Shop;

impl Shop {
    //@@Setup(Level.Trial)
    fn open(&self) {
        transcript::line("setup Trial");
    }

    //@@TearDown(Level.Iteration)
    fn sweep(&self) {
        transcript::line("teardown Iteration");
    }

    //@@TearDown(Level.Trial)
    fn shut(&self) {
        transcript::line("teardown Trial");
    }
}

//@@Benchmark
fn buy(_: &Shop) {
    transcript::line("call buy");
}

//@@Benchmark
fn sell(_: &Shop) {
    transcript::line("call sell");
}
