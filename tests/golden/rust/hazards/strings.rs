//@@Benchmark
fn texts() -> usize {
    let a = "@Benchmark fn no() {}"; let b = "quote \" //@@Benchmark"; let c = "two
lines @Benchmark
fn no2() {}";
    a.len() + b.len() + c.len()
}
