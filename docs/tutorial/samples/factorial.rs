//@@State(Scope.Benchmark)
#[derive(Default)]
struct Input {
    //@@Param({"25", "30"})
    number: i32,
}

//@@Benchmark
fn factorial(input: &Input) -> f64 {
    let mut product = 1.0;
    for n in (2..=input.number).rev() {
        product *= f64::from(n);
    }
    product
}
