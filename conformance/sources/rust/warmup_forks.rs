// Is a warmup fork a whole fork that runs before the others, and whose results are not counted?
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Shop;

impl Shop {
    //@@Setup
    fn open(&self) {
        transcript::line("setup");
    }

    //@@TearDown
    fn shut(&self) {
        transcript::line("teardown");
    }
}

//@@Benchmark
fn sell(_: &Shop) {
    transcript::line("call sell");
}
