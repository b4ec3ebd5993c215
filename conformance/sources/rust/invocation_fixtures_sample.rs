// In mode sample, do invocation fixtures run around every batch, and does the row have a histogram?
mod transcript;

//@@State(Scope.Thread)
#[derive(Default)]
struct Shop;

impl Shop {
    //@@Setup(Level.Invocation)
    fn greet(&self) {
        transcript::line("setup Invocation");
    }

    //@@TearDown(Level.Invocation)
    fn thank(&self) {
        transcript::line("teardown Invocation");
    }
}

//@@Benchmark
fn sell(_: &Shop) {
    transcript::line("call sell");
}
