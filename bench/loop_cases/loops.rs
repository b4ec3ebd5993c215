// Each benchmark, and beside it one that calls the same loop written by hand, so that one process can time both in turn.
mod hand;

//@@State(Scope.Benchmark)
struct Plain {
    plain: hand::Plain,
}

impl Plain {
    fn new() -> Self {
        Plain { plain: hand::Plain { left: 3, right: 4 } }
    }
}

//@@State(Scope.Benchmark)
struct Number {
    number: hand::Number,
}

impl Number {
    fn new() -> Self {
        Number { number: hand::Number { number: 25 } }
    }
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Passes {
    //@@Param({"1"})
    passes: u64,
}

//@@Benchmark
fn empty() {}

//@@Benchmark
fn add_plain(state: &Plain) -> i64 { state.plain.left + state.plain.right }

//@@Benchmark
fn factorial_recursive(state: &Number) -> f64 { hand::recursive(state.number.read()) }

//@@Benchmark
fn factorial_iterative(state: &Number) -> f64 { hand::iterative(state.number.read()) }

//@@Benchmark
fn hand_empty(hand: &Passes) { hand::empty(hand.passes) }

//@@Benchmark
fn hand_add_plain(hand: &Passes, state: &Plain) { hand::add_plain(&state.plain, hand.passes) }

//@@Benchmark
fn hand_factorial_recursive(hand: &Passes, state: &Number) { hand::factorial_recursive(&state.number, hand.passes) }

//@@Benchmark
fn hand_factorial_iterative(hand: &Passes, state: &Number) { hand::factorial_iterative(&state.number, hand.passes) }
