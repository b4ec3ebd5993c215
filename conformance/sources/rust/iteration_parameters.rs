// Does IterationParams say in every iteration whether it is warmup, how many there are, and the batch size?
use clamh::IterationParams;

mod transcript;

//@@State(Scope.Thread)
#[derive(Default)]
struct Shop;

impl Shop {
    //@@Setup(Level.Iteration)
    fn open(&self, params: &IterationParams) {
        transcript::line(&format!("setup {} {} {}", params.getType(), params.getCount(), params.getBatchSize()));
    }
}

//@@Benchmark
fn sell(_: &Shop, params: &IterationParams) {
    transcript::line(&format!("call {} {} {}", params.getType(), params.getCount(), params.getBatchSize()));
}
