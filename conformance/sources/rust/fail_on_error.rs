// Does -foe true end the run with the first failure?
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Printer {
    //@@Param({"1", "2"})
    copies: i32,
}

//@@Benchmark
fn print(_: &Printer) {
    transcript::line("print fails");
    panic!("out of paper");
}
