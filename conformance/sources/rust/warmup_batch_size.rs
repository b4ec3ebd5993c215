// Has a warmup iteration a batch size of its own?
mod transcript;

//@@State(Scope.Thread)
#[derive(Default)]
struct Shop;

impl Shop {
    //@@Setup(Level.Iteration)
    fn open(&self) {
        transcript::line("setup Iteration");
    }
}

//@@Benchmark
fn sell(_: &Shop) {
    transcript::line("call sell");
}
