// In mode ss, do invocation fixtures run around every invocation of the batch, and not around the batch?
mod transcript;

//@@State(Scope.Thread)
#[derive(Default)]
struct Shop {
    guests: i32,
}

impl Shop {
    //@@Setup(Level.Iteration)
    fn open(&mut self) {
        transcript::line("setup Iteration");
    }

    //@@Setup(Level.Invocation)
    fn greet(&mut self) {
        self.guests += 1;
        transcript::line("setup Invocation");
    }

    //@@TearDown(Level.Invocation)
    fn thank(&mut self) {
        transcript::line("teardown Invocation");
    }
}

//@@Benchmark
fn sell(shop: &Shop) {
    transcript::line(&format!("call sell guests={}", shop.guests));
}
