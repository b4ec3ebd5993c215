// Each insertion makes the next one dearer, so there is no "time of one insertion" to converge to. Single shot with a batch size measures
// exactly 5,000 of them from an empty list, as one operation, in every language.

//@@State(Scope.Thread)
#[derive(Default)]
struct Growing {
    list: Vec<i32>,
}

impl Growing {
    //@@Setup(Level.Iteration)
    fn empty(&mut self) { self.list = Vec::new(); }
}

//@@Benchmark
//@@BenchmarkMode(Mode.SingleShotTime)
//@@Warmup(iterations = 3, batchSize = 5000)
//@@Measurement(iterations = 3, batchSize = 5000)
fn insert_in_middle(growing: &mut Growing) -> usize {
    growing.list.insert(growing.list.len() / 2, 1);
    growing.list.len()
}
