// The struct of a benchmark may be the state itself: its fields are protected like those of any other.

//@@State(Scope.Thread)
struct OwnState {
    number: f64,
}

impl OwnState {
    fn new() -> Self {
        OwnState { number: 2.0 }
    }

    //@@Benchmark
    fn square(&self) -> f64 { self.number * self.number }
}
