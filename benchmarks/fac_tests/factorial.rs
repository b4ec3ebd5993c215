// Factorials, computed recursively and iteratively: the first suite of the CLAMH guide.
//
// The product is a double, so that every language computes the same bits (integers overflow at 21!).

//@@State(Scope.Benchmark)
#[derive(Default)]
struct InputValue {
    //@@Param({"25", "30"})
    number: i64,
}

//@@Benchmark
//@@BenchmarkMode(Mode.AverageTime)
//@@OutputTimeUnit(TimeUnit.NANOSECONDS)
fn factorial_recursive(input: &InputValue) -> f64 {
    recursive(input.number)
}

//@@Benchmark
//@@BenchmarkMode(Mode.AverageTime)
//@@OutputTimeUnit(TimeUnit.NANOSECONDS)
fn factorial_iterative(input: &InputValue) -> f64 {
    let mut product = 1.0;
    let mut factor = input.number;
    while factor > 1 {
        product *= factor as f64;
        factor -= 1;
    }
    product
}

fn recursive(number: i64) -> f64 {
    if number > 1 { number as f64 * recursive(number - 1) } else { 1.0 }
}
