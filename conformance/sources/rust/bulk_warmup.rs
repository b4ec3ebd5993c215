// With -wm BULK, does every fork first warm up all benchmarks, each with a trial of its own, and then only measure its
// own?
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Shop;

impl Shop {
    //@@Setup(Level.Trial)
    fn open(&self) {
        transcript::line("setup Trial");
    }

    //@@Setup(Level.Iteration)
    fn sweep(&self) {
        transcript::line("setup Iteration");
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
