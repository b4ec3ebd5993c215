// What CLAMH, criterion and divan all measure; their programs have the same hand.rs.
#[path = "../loop_cases/hand.rs"]
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

//@@Benchmark
fn empty() {}

//@@Benchmark
fn add_plain(state: &Plain) -> i64 { state.plain.left + state.plain.right }

//@@Benchmark
fn factorial_recursive(state: &Number) -> f64 { hand::recursive(state.number.read()) }

//@@Benchmark
fn factorial_iterative(state: &Number) -> f64 { hand::iterative(state.number.read()) }

//@@Benchmark
fn text(state: &Plain) -> String { "x".repeat(22 + state.plain.left as usize) }
