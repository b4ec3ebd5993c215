// When the loop belongs to the work, each round's result must be used: lastOnly computes every root but one for nothing, and a compiler may
// leave those out; eachConsumed cannot.

//@@State(Scope.Thread)
struct Squares {
    squares: Vec<f64>,
}

impl Squares {
    fn new() -> Self { Squares { squares: vec![9.0; 100] } }
}

//@@Benchmark
//@@OperationsPerInvocation(100)
fn last_only(state: &Squares) -> f64 {
    let mut root = 0.0;
    for one in &state.squares {
        root = one.sqrt();
    }
    root
}

//@@Benchmark
//@@OperationsPerInvocation(100)
fn each_consumed(state: &Squares, blackhole: &Blackhole) {
    for one in &state.squares {
        blackhole.consume(one.sqrt());
    }
}
