// What the compiler knows it computes beforehand: rootOfLiteral measures no root. Inputs belong into a state, whose fields the
// compiler must take for changed before every invocation.

//@@State(Scope.Thread)
struct Input {
    number: f64,
}

impl Input {
    fn new() -> Self { Input { number: 3.7 } }
}

const CONSTANT: f64 = 3.7;

//@@Benchmark
fn root_of_literal() -> f64 { f64::sqrt(3.7) }

//@@Benchmark
fn root_of_constant() -> f64 { CONSTANT.sqrt() }

//@@Benchmark
fn root_of_state(input: &Input) -> f64 { input.number.sqrt() }
