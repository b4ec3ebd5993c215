// Every combination of param values is a case of its own. `-p count=7` on the command line replaces the values of `count`.

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Power {
    //@@Param({"2", "3"})
    base: u64,

    //@@Param({"1", "8", "64"})
    count: i32,
}

//@@Benchmark
fn power(state: &Power) -> u64 {
    let mut result = 1;
    for _ in 0..state.count {
        result = result * state.base % 1_000_003;
    }
    result
}
