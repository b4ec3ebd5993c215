// Is Mode.All one case in each of JMH's modes?
mod transcript;

//@@Benchmark
//@@BenchmarkMode(Mode.All)
fn sell() {
    transcript::line("call sell");
}
