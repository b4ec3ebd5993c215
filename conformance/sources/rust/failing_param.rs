// When a benchmark fails in warmup with one value of a param, do its other values go on, and its other forks not?
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Printer {
    //@@Param({"1", "2"})
    pages: i32,
}

//@@Benchmark
fn print(printer: &Printer) {
    if printer.pages == 2 {
        transcript::line("call pages=2 fails");
        panic!("out of paper");
    }
    transcript::line(&format!("call pages={}", printer.pages));
}
