//@@State(Scope.Benchmark)
#[cfg(unix)]
#[derive(Default)]
struct Input { //@@Param({"1"})
    n: u32 }
#[cfg(unix)]
//@@Benchmark
fn here(input: &Input) {}
#[cfg(not(unix))]
mod elsewhere {
    //@@Benchmark
    fn there(input: &Absent) {}
}
#[cfg(test)]
mod tests {
    #[test]
    fn a_test() {}
}
