// Does -gc true change nothing but what it collects: the same iterations, the same calls, the same objects?
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Shop {
    shelf: String,
}

impl Shop {
    //@@Setup
    fn fill(&mut self) {
        self.shelf = String::from("bread milk");
        transcript::line("setup Trial");
    }

    //@@Setup(Level.Iteration)
    fn sweep(&mut self) {
        transcript::line("setup Iteration");
    }
}

//@@Benchmark
fn sell(shop: &Shop) {
    transcript::line(&format!("call sell {}", shop.shelf));
}
