// Do operations per invocation change what is counted, and not how often the benchmark is called?
mod transcript;

//@@Benchmark
fn sellOne() {
    transcript::line("call sellOne");
}

//@@Benchmark
//@@OperationsPerInvocation(10)
fn sellTen() {
    transcript::line("call sellTen");
}
