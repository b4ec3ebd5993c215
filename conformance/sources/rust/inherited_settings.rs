// Do settings come from the function, then its class, then that class's base, each value on its own?
mod transcript;

//@@BenchmarkMode(Mode.SingleShotTime)
//@@Warmup(iterations = 1, batchSize = 4)
//@@Measurement(iterations = 3, batchSize = 2)
trait Building {}

//@@State(Scope.Thread)
//@@Measurement(iterations = 2)
#[derive(Default)]
struct Shop;

impl Building for Shop {}

impl Shop {
    //@@Benchmark
    //@@OperationsPerInvocation(6)
    //@@Warmup(batchSize = 1)
    fn sell(&self) {
        transcript::line("call sell");
    }

    //@@Benchmark
    //@@Measurement(iterations = 3)
    fn rest(&self) {
        transcript::line("call rest");
    }
}
