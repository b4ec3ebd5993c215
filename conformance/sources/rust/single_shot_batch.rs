// Is the benchmark in mode ss called exactly batch size × iterations × forks times, with no warmup of its own?
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Shop {
    sold: i32,
}

impl Shop {
    //@@TearDown(Level.Iteration)
    fn count(&self) {
        transcript::line(&format!("teardown Iteration sold={}", self.sold));
    }
}

//@@Benchmark
fn sell(shop: &mut Shop) {
    shop.sold += 1;
    transcript::line("call sell");
}
